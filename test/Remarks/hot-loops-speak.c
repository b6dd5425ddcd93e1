// Loops in the manner of a fast Fourier transform, a compressor and an
// interpreter: strided vectors, branches on data, a jump on data. What a
// misprediction costs is said, not guessed into the cycles.
// RUN: %clang -target x86_64-linux-gnu -O2 -g -c %s -o %t.o -fplugin=%plugin \
// RUN:   -fpass-plugin=%plugin -mllvm -rafter-cpu=skylake \
// RUN:   -Rpass-analysis=rafter 2>&1 | FileCheck --implicit-check-not=remark: %s
typedef struct {
  float r, i;
} Complex;

void butterfly(Complex *out, const Complex *twiddle, unsigned long stride,
               int m) {
  Complex *other = out + m;
  // CHECK: hot-loops-speak.c:[[#@LINE+1]]:3: remark: {{.*}} To do: one element at a time: accesses of `twiddle` have a stride that is not known
  do {
    Complex t;
    t.r = other->r * twiddle->r - other->i * twiddle->i;
    t.i = other->r * twiddle->i + other->i * twiddle->r;
    twiddle += stride;
    other->r = out->r - t.r;
    other->i = out->i - t.i;
    out->r += t.r;
    out->i += t.i;
    ++other;
    ++out;
  } while (--m);
}

int matches(const unsigned char *in, int n, int *table, int *positions) {
  int found = 0, i = 0;
  // LLVM has lost where this loop begins.
  // CHECK: hot-loops-speak.c:[[#@LINE+5]]:24: remark: {{.*}}, and each misprediction of the branch on data in line [[#@LINE+5]] costs 16 more. To do: if the data have no pattern, make it branchless
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

enum { Add, Subtract, Multiply, Push, Jump, Stop };
long run(const unsigned char *code, long *sp) {
  // CHECK: hot-loops-speak.c:[[#@LINE+1]]:3: remark: {{.*}}, and each misprediction of the jump on data in line [[#@LINE+2]] costs 16 more. To do: if it is mispredicted often, give each target a jump of its own
  for (;;)
    switch (*code++) {
    case Add:
      sp[-2] += sp[-1];
      --sp;
      break;
    case Subtract:
      sp[-2] -= sp[-1];
      --sp;
      break;
    case Multiply:
      sp[-2] *= sp[-1];
      --sp;
      break;
    case Push:
      *sp++ = *code++;
      break;
    case Jump:
      code -= *code;
      break;
    default:
      return sp[-1];
    }
}
