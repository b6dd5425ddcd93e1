// A place that is loaded, computed with and stored again in each iteration is
// tried as a variable.
// RUN: %clang -target x86_64-linux-gnu -O2 -g -c %s -o %t.o -fplugin=%plugin \
// RUN:   -fpass-plugin=%plugin -mllvm -rafter-cpu=skylake \
// RUN:   -Rpass-analysis=rafter -Rpass-missed=rafter 2>&1 \
// RUN:   | FileCheck --implicit-check-not=remark: %s

// `out` and `bits` go through memory: `out` might point to them.
struct Writer {
  unsigned char *out;
  unsigned long bits;
};
void put(struct Writer *w, const unsigned char *x, long n) {
  // CHECK: :[[#@LINE+1]]:3: remark: {{.*}}store forwarding{{.*}} To do: a value goes through memory from a store to a load: keep it in a register{{.*}} (tried: 2.00; pays from 4 iterations on)
  for (long i = 0; i < n; ++i) {
    w->bits = (w->bits ^ x[i]) << 1;
    *w->out++ = w->bits;
  }
}

// Without a profile nothing is said of branches.
int matches(const unsigned char *in, int n, int *table, int *positions) {
  int found = 0, i = 0;
  // CHECK: :[[#@LINE+5]]:{{[0-9]+}}: remark: no remark: {{.*}}no remedy is known
  while (i + 4 < n) {
    unsigned hash = (in[i] << 8 ^ in[i + 1] << 4 ^ in[i + 2]) & 4095;
    int before = table[hash];
    table[hash] = i;
    if (in[before + 3] != in[i + 3]) {
      ++i;
      continue;
    }
    positions[found++] = before;
    i += 4;
  }
  return found;
}

// Atomic operations take as long as others let them.
void count(long *counter, const long *x, long n) {
  // CHECK: :[[#@LINE+1]]:3: remark: no remark: {{.*}}no remedy is known
  for (long i = 0; i < n; ++i)
    __atomic_fetch_add(counter, x[i], __ATOMIC_RELAXED);
}
