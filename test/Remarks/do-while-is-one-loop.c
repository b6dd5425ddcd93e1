// The vector body of a loop that ends with its condition may have the place of
// that, and is a part of the loop all the same.
// RUN: %clang -target x86_64-linux-gnu -O2 -g -ffreestanding \
// RUN:   -fplugin=%plugin -fpass-plugin=%plugin -mllvm -rafter-cpu=skylake \
// RUN:   -mllvm -rafter-remark-threshold=1 -Rpass-analysis=rafter -c %s -o %t.o 2>&1 \
// RUN:   | FileCheck --implicit-check-not=:26:7: %s
// CHECK: do-while-is-one-loop.c:[[#@LINE+19]]:7: remark: 0.062 cycles per iteration on skylake, bound by store commit and port p4
struct S { unsigned length, offset, wsize; unsigned char *window; };
unsigned next(void);
void copy(struct S *state, unsigned char *put, unsigned left) {
  unsigned char *from; unsigned copy;
  for (;;) {
    state->length = next();
    do {
      copy = state->wsize - state->offset;
      if (copy < left) {
        from = put + copy;
        copy = left - copy;
      } else {
        from = put - state->offset;
        copy = left;
      }
      if (copy > state->length) copy = state->length;
      state->length -= copy;
      left -= copy;
      do {
        *put++ = *from++;
      } while (--copy);
    } while (state->length != 0);
    if (!left) break;
  }
}
