// What is tried with all loops of a function fails with some of them; the user
// hears of no pragma that nobody wrote.
// RUN: %clang -target x86_64-linux-gnu -O2 -g -c %s -o %t.o -fplugin=%plugin \
// RUN:   -fpass-plugin=%plugin -mllvm -rafter-cpu=skylake \
// RUN:   -Rpass-analysis=rafter -Rpass-missed=rafter 2>&1 \
// RUN:   | FileCheck --implicit-check-not=warning: %s

struct Node {
  struct Node *next;
};

void scale(float *restrict y, const float *restrict x, long n,
           struct Node *list, long *count) {
  // CHECK: :[[#@LINE+2]]:3: remark: no remark: {{.*}}: what might help was tried, and does not
#pragma clang loop vectorize(disable)
  for (long i = 0; i < n; ++i)
    y[i] = 3 * x[i] + x[i] * x[i];
  long found = 0;
  for (; list; list = list->next)
    ++found;
  *count = found;
}
