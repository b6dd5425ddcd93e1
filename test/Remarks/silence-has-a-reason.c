// -Rpass-missed=rafter tells of every loop without a remark why it has none;
// records have it, too.
// RUN: %clang -target x86_64-linux-gnu -O2 -g -c %s -o %t.o -fplugin=%plugin \
// RUN:   -fpass-plugin=%plugin -mllvm -rafter-cpu=skylake \
// RUN:   -Rpass-missed=rafter -foptimization-record-file=%t.yaml \
// RUN:   -foptimization-record-passes=rafter 2>&1 \
// RUN:   | FileCheck --implicit-check-not=remark: %s
// RUN: FileCheck --check-prefix=RECORD %s < %t.yaml
// RECORD: --- !Missed
// RECORD-NEXT: Pass: {{ *}}rafter
// RECORD-NEXT: Name: {{ *}}LoopSilent

void take(int);

void calls(const int *a, int n) {
  // CHECK: reason.c:[[#@LINE+1]]:3: remark: no remark: its time is that of the functions that it calls [-Rpass-missed=rafter]
  for (int i = 0; i < n; ++i)
    take(a[i]);
}

struct Node {
  struct Node *next;
};
int length(const struct Node *list) {
  int n = 0;
  // CHECK: reason.c:[[#@LINE+1]]:3: remark: no remark: {{.*}} cycles per iteration on skylake, bound by the latency of L1{{.*}}: no remedy is known
  for (; list; list = list->next)
    ++n;
  return n;
}

double inner(const double *v, const double *w, int n) {
  double s = 0;
  // CHECK: reason.c:[[#@LINE+1]]:3: remark: no remark: it has little of the estimated time of its function
  for (int i = 0; i < n; ++i)
    for (int k = 0; k < n; ++k)
      s += v[i] * w[k];
  return s;
}
