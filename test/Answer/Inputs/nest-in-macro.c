#define N 256
#define FOR(i) for (int i = 0; i < N; i++)
#define PRODUCT(T, Name)                                                       \
  void Name(T *restrict a, const T *restrict b, const T *restrict c) {         \
    FOR(i)                                                                     \
    FOR(j) {                                                                   \
      T s = 0;                                                                 \
      FOR(k) s += b[i * N + k] * c[k * N + j];                                 \
      a[i * N + j] = s;                                                        \
    }                                                                          \
  }
#ifdef INTEGERS
PRODUCT(int, product)
#else
PRODUCT(double, product)
#endif
