// What is known of states that recur is followed and not scheduled again; the
// switch that schedules everything gives the same bytes, whatever the CPU has:
// the paper's machine, and one with prefetchers and links whose rates are no
// whole numbers.
//
// RUN: %rafter-opt %s -rafter-run -rafter-cpu=xeon-e5-2680 -passes="print<generalized-roofline>" -rafter-format=json -rafter-output=%t.followed
// RUN: %rafter-opt %s -rafter-run -rafter-cpu=xeon-e5-2680 -passes="print<generalized-roofline>" -rafter-format=json -rafter-output=%t.again -rafter-schedule-again
// RUN: cmp %t.followed %t.again
// RUN: %rafter-opt %s -rafter-run -rafter-cpu=sapphirerapids -rafter-cache=warm -passes="print<generalized-roofline>" -rafter-output=%t.followed
// RUN: %rafter-opt %s -rafter-run -rafter-cpu=sapphirerapids -rafter-cache=warm -passes="print<generalized-roofline>" -rafter-output=%t.again -rafter-schedule-again
// RUN: cmp %t.followed %t.again
// RUN: FileCheck %s < %t.followed
// CHECK: flops

static double A[64][64], X[64], Y[64];

__attribute__((noinline)) static double recurse(const double *P, int N) {
  return N == 1 ? *P : recurse(P, N / 2) + recurse(P + N / 2, N / 2);
}

int main(void) {
  for (int I = 0; I < 64; ++I)
    for (int J = 0; J < 64; ++J)
      A[I][J] = I * 0.5 + J;
  for (int Repeat = 0; Repeat < 4; ++Repeat)
    for (int I = 0; I < 64; ++I) {
      for (int J = 0; J < 64; ++J)
        Y[I] += A[I][J] * X[J];
      X[I] = recurse(&A[I][0], 64);
    }
  return Y[5] > 1e300;
}
