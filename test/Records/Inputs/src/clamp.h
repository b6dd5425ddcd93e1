static inline int clamp(int *x, int n) {
  int changed = 0;
  for (int i = 0; i < n; ++i)
    if (x[i] > 255) {
      x[i] = 255;
      ++changed;
    }
  return changed;
}
