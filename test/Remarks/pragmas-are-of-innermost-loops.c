// Pragmas of the distribution and unrolling of loops are those of an innermost
// one: on the line of a loop with others in it they change nothing, and are
// neither tried nor advised, though its registers do not suffice.
// RUN: %clang -target x86_64-linux-gnu -O2 -g -c %s -o %t.o -fplugin=%plugin \
// RUN:   -fpass-plugin=%plugin -mllvm -rafter-cpu=skylake \
// RUN:   -mllvm -rafter-remark-threshold=1.1 -Rpass-analysis=rafter \
// RUN:   -Rpass-missed=rafter 2>&1 | FileCheck %s

long match(const unsigned char *a, const unsigned char *b, long n, long m,
           long *ends, long *score, long *where) {
  long scan = 0, last = 0, offset = 0, found = 0, best = 0, at = 0, old = 0;
  // CHECK: :[[#@LINE+1]]:3: remark: no remark: {{.*}}: no remedy is known
  while (scan < n) {
    long s = 0, length = 0;
    for (long i = 0; last + i < scan && at + i < m; ++i)
      if (a[at + i] == b[last + i] && ++s * 2 - i > best) {
        best = s * 2 - i;
        length = i;
      }
    for (long i = 1; scan >= last + i && at >= i; ++i)
      if (a[at - i] == b[scan - i] && ++old * 2 - i > found) {
        found = old * 2 - i;
        offset = i;
      }
    if (last + length > scan - offset) {
      for (long i = 0; i < n - length; ++i)
        if (a[last + i] == b[scan + i])
          ++found;
    }
    ends[scan] = length + found;
    score[last] = best + offset;
    where[at] = old;
    last = scan - offset;
    at = at + length < m ? at + length : 0;
    scan += length + 1;
  }
  return found + best + at;
}
