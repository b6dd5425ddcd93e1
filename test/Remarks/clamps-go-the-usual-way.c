// A value between both ends is the usual one: that way is counted, not the one
// of values below zero, which has the least to do.
// RUN: %clang -target x86_64-linux-gnu -O2 -g -c %s -o %t.o -fplugin=%plugin \
// RUN:   -fpass-plugin=%plugin -mllvm -rafter-cpu=skylake \
// RUN:   -Rpass-analysis=rafter -Rpass-missed=rafter 2>&1 | FileCheck %s
// CHECK: :[[#@LINE+9]]:3: remark: {{(no remark: )?2[0-9][.][0-9]+}} cycles per iteration on skylake

typedef struct { unsigned char b, g, r, o; } Pixel;
typedef struct { double r, g, b, o; } Color;
#define CLAMP(x)                                                               \
  ((x) < 0.0 ? 0 : (x) > 255.0 ? 255 : (unsigned char)((x) + 0.5))

void colorize(const Pixel *restrict s, Pixel *restrict d, Color a, Color c,
              long n) {
  for (long i = 0; i < n; i++) {
    d[i].r = CLAMP(((double)s[i].r * (100.0 - a.r) + c.r * a.r) / 100.0);
    d[i].g = CLAMP(((double)s[i].g * (100.0 - a.g) + c.g * a.g) / 100.0);
    d[i].b = CLAMP(((double)s[i].b * (100.0 - a.b) + c.b * a.b) / 100.0);
    d[i].o = CLAMP(((double)s[i].o * (100.0 - a.o) + c.o * a.o) / 100.0);
  }
}
