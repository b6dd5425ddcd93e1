// Without --try, changes are tried for a few seconds only: a loop that is
// vectorized, interleaved and unrolled can be a thousand instructions long. The
// answer says that there are more. A loop with less than a hundredth of the
// time is left as it is.
//
// RUN: %rafter-opt %s -rafter-cpu=znver5 | FileCheck %s
// CHECK: 1. main, line
// CHECK: write:
// CHECK: 3. main, line [[#@LINE+43]]:
// CHECK-NOT: write:
// CHECK: all numbers: --details{{.*}}; more changes: --try
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { W = 640, H = 480 };
uint8_t a[W * H], b[4 * W * H], c[4 * W * H];
static double Inverse[256];

static void resize(const uint8_t *src, int sw, int sh, uint8_t *dst, int dw,
                   int dh) {
  for (int y = 0; y < dh; ++y) {
    float fy = (y + 0.5f) * sh / dh - 0.5f;
    int y0 = fy < 0 ? 0 : (int)fy, y1 = y0 + 1 < sh ? y0 + 1 : y0;
    float wy = fy - y0;
    for (int x = 0; x < dw; ++x) {
      float fx = (x + 0.5f) * sw / dw - 0.5f;
      int x0 = fx < 0 ? 0 : (int)fx, x1 = x0 + 1 < sw ? x0 + 1 : x0;
      float wx = fx - x0;
      float p = src[y0 * sw + x0] * (1 - wx) + src[y0 * sw + x1] * wx;
      float q = src[y1 * sw + x0] * (1 - wx) + src[y1 * sw + x1] * wx;
      dst[y * dw + x] = (uint8_t)(p * (1 - wy) + q * wy + 0.5f);
    }
  }
}

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
    sharpen(b, c, 2 * W, 2 * H);
  }
  for (int i = 0; i < 256; ++i)
    Inverse[i] = 1.0 / (i + 1);
  printf("%d %f\n", c[17], Inverse[9]);
}
