// Bilinear scaling of PIXELs.
static void RESIZE(const PIXEL *src, int sw, int sh, PIXEL *dst, int dw, int dh) {
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
      dst[y * dw + x] = (PIXEL)(p * (1 - wy) + q * wy + 0.5f);
    }
  }
}
