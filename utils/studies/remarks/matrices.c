/* Solves, factors and diagonalizes matrices, as a program that uses meschach
   would. */
#include <math.h>
#include <stdio.h>
#include "matrix.h"
#include "matrix2.h"
#include "sparse.h"
#include "sparse2.h"
#include "iter.h"

static unsigned Seed = 1;
static double next(void) {
  Seed = Seed * 1103515245u + 12345u;
  return (Seed >> 16 & 0x7fff) / 32768.0 - 0.5;
}

int main(void) {
  const int N = 160;
  MAT *A = m_get(N, N), *B = m_get(N, N), *C = MNULL, *Q = m_get(N, N);
  VEC *X = v_get(N), *Y = v_get(N), *Z = VNULL;
  PERM *P = px_get(N);
  int I, J, Steps;
  for (I = 0; I < N; ++I) {
    Y->ve[I] = next();
    for (J = 0; J < N; ++J)
      A->me[I][J] = next() + (I == J ? 2 : 0);
  }
  C = m_mlt(A, A, C);
  C = mmtr_mlt(A, C, m_get(N, N));
  B = m_copy(A, B);
  LUfactor(B, P);
  Z = LUsolve(B, P, Y, Z);
  B = mtrm_mlt(A, A, B);
  B = CHfactor(B);
  Z = CHsolve(B, Y, Z);
  B = m_copy(A, B);
  B = QRfactor(B, X);
  B = mtrm_mlt(A, A, B);
  X = symmeig(B, Q, X);
  printf("%g\n", v_norm2(X));
  B = m_copy(A, B);
  X = svd(B, MNULL, MNULL, X);
  printf("%g %g\n", v_norm2(X), v_norm2(Z));
  {
    SPMAT *S = iter_gen_sym(2000, 8);
    VEC *From = v_get(2000), *To;
    for (I = 0; I < 2000; ++I)
      From->ve[I] = next();
    To = iter_spcg(S, SMNULL, From, 1e-7, VNULL, 500, &Steps);
    printf("%g %d\n", v_norm2(To), Steps);
  }
  for (J = 0; J < 20; ++J) {
    VEC *Here = v_get(4096), *There = v_get(4096);
    for (I = 0; I < 4096; ++I)
      Here->ve[I] = next();
    fft(Here, There);
    printf("%g\n", v_norm_inf(Here));
    V_FREE(Here);
    V_FREE(There);
  }
  return 0;
}
