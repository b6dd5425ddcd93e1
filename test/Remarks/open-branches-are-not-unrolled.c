// Where a branch goes either way its mispredictions take more than counting,
// and a loop that ends by data may be short: neither is to be unrolled.
// RUN: %clang -target x86_64-linux-gnu -O2 -g -c %s -o %t.o -fplugin=%plugin \
// RUN:   -fpass-plugin=%plugin -mllvm -rafter-cpu=skylake \
// RUN:   -Rpass-analysis=rafter -Rpass-missed=rafter 2>&1 \
// RUN:   | FileCheck --implicit-check-not=remark: %s

void expand(const unsigned char *board, int *active) {
  // CHECK: :[[#@LINE+1]]:3: remark: no remark: 1.25 cycles
  for (int i = 21; i < 400; i++) {
    if (board[i] == 1 || board[i] == 2 || active[i] != 0)
      continue;
    if ((board[i + 20] == 0 && active[i + 20] == 2) ||
        (board[i - 1] == 0 && active[i - 1] == 2) ||
        (board[i - 20] == 0 && active[i - 20] == 2))
      active[i] = 3;
  }
}

unsigned rounds(unsigned t, unsigned char *out, float sum) {
  // CHECK: :[[#@LINE+1]]:3: remark: no remark: 1.00 cycles
  while (t >= 32768) {
    short v = sum > 32767 ? 32767 : sum < -32768 ? -32768 : (short)sum;
    *out = (v >> 8) + 128;
    out += 2;
    t -= 32768;
  }
  return t;
}
