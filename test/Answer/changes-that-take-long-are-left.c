// Without --try, changes are tried for a few seconds only: a loop that is
// vectorized, interleaved and unrolled can be a thousand instructions long. The
// answer says that there are more. A loop with less than a hundredth of the
// time is left as it is.
//
// RUN: %rafter-opt %s -rafter-cpu=znver5 | FileCheck %s
// CHECK: 1. main, line
// CHECK: write:
// CHECK: 3. main, line [[#@LINE+37]]:
// CHECK-NOT: write:
// CHECK: all numbers: --details{{.*}}; more changes: --try
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { W = 640, H = 480 };
uint8_t a[W * H], b[4 * W * H], c[4 * W * H];
uint16_t d[W * H], e[4 * W * H];
static double Inverse[256];

#define PIXEL uint8_t
#define RESIZE resize
#include "Inputs/resize.h"
#undef PIXEL
#undef RESIZE
#define PIXEL uint16_t
#define RESIZE resize_deep
#include "Inputs/resize.h"

static void sharpen(const uint8_t *src, uint8_t *dst, int w, int h) {
  for (int y = 1; y < h - 1; ++y)
    for (int x = 1; x < w - 1; ++x) {
      const uint8_t *p = src + y * w + x;
      float v = 5.0f * p[0] - 0.7f * (p[-1] + p[1]) - 0.6f * (p[-w] + p[w]) -
                0.4f * (p[-w - 1] + p[-w + 1] + p[w - 1] + p[w + 1]);
      dst[y * w + x] = (uint8_t)(v < 0 ? 0 : v > 255 ? 255 : v);
    }
}

int main(void) {
  for (int r = 0; r < 20; ++r) {
    resize(a, W, H, b, 2 * W, 2 * H);
    resize_deep(d, W, H, e, 2 * W, 2 * H);
    sharpen(b, c, 2 * W, 2 * H);
  }
  for (int i = 0; i < 256; ++i)
    Inverse[i] = 1.0 / (i + 1);
  printf("%d %f\n", c[17] + e[17], Inverse[9]);
}
