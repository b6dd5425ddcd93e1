static inline void used(float *a, int n) {
  TIGHT for (int i = 0; i < n; ++i) a[i] *= 10; }
static inline void unused(float *a, int n) {
  TIGHT for (int i = 0; i < n; ++i) a[i] *= 11; }
