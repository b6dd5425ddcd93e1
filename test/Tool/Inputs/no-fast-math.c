/* Wants the arithmetic of the standard. */
#ifdef __FAST_MATH__
#error not with this
#endif
double sum(const double *x, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i)
    s += x[i];
  return s;
}
