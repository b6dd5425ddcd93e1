double dot(const double *x, const double *y) {
  double s = 0;
  for (int i = 0; i < 1000; ++i)
    s += x[i] * y[i];
  return s;
}
