// clang-format off
int bits(const unsigned long *x, int n) { int c = 0; for (int i = 0; i < n; i++) { unsigned long v = x[i]; while (v) { v &= v - 1; c++; } } return c; }
