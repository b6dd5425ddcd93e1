double sum(const double *x, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i)
    s += x[i];
  return s;
}

void scale(double *x, double f, int n) {
  for (int i = 0; i < n; ++i)
    x[i] *= f; /* <b>&amp;</b> */
}
