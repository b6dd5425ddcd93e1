// The way through a loop around another one that does not enter it, only what
// unrolling leaves over, is no iteration to advise on.
// RUN: %clang -target x86_64-linux-gnu -O2 -g -c %s -o %t.o -fplugin=%plugin \
// RUN:   -fpass-plugin=%plugin -mllvm -rafter-cpu=skylake \
// RUN:   -Rpass-analysis=rafter 2>&1 \
// RUN:   | FileCheck --implicit-check-not=remark: %s

struct rgb {
  float r, g, b;
};

void scale(unsigned char *src, struct rgb *dst, unsigned h, unsigned w, int sp,
           int dp, unsigned bytes) {
  for (unsigned y = 0; y < h; y++) {
    unsigned char *s = src;
    struct rgb *d = dst;
    // CHECK: :[[#@LINE+1]]:5: remark: 9.00 cycles {{.*}}reciprocal of the constant
    for (unsigned x = 0; x < w; x++) {
      d->r = s[2] / 255.0f;
      d->g = s[1] / 255.0f;
      d->b = s[0] / 255.0f;
      s += bytes;
      d++;
    }
    src += sp;
    dst = (struct rgb *)((char *)dst + dp);
  }
}
