// 1000 independent multiplications and 1000 dependent additions.
double scale(double *x, const double *y) {
  double s = 0;
  for (int i = 0; i < 1000; ++i) {
    double p = 3.0 * y[i];
    x[i] = p;
    s += p;
  }
  return s;
}
