double sum(const double *values, int n) {
  double total = 0;
  for (int i = 0; i < n; ++i)
    total += values[i];
  return total;
}

void axpy(double *restrict y, const double *restrict x, double a, int n) {
  for (int i = 0; i < n; ++i)
    y[i] += a * x[i];
}

// clang-format off
void multiply(int n, double A[n][n], double B[n][n], double C[n][n]) { for (int i = 0; i < n; ++i) for (int j = 0; j < n; ++j) for (int k = 0; k < n; ++k) C[i][j] += A[i][k] * B[k][j]; }
// clang-format on
