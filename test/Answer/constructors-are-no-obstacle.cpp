// Both names of a constructor are one function; what has nothing to do with the
// hot loop is left out of trials, by both of its names.
// RUN: %rafter-opt %s --cpu=skylake 2> %t.err | FileCheck %s
// RUN: FileCheck --allow-empty --check-prefix=ERR --implicit-check-not=Alias %s < %t.err

struct Vector {
  double *Data;
  long Size;
  explicit Vector(long N);
  double sum() const;
};

void *allocate(long);
Vector::Vector(long N) : Data((double *)allocate(N)), Size(N) {
  for (long I = 0; I < 3; ++I)
    Data[I] = N;
}

// ERR-NOT: error
// CHECK: 1. sum, line [[#@LINE+4]]: 4.00 cycles per iteration
// CHECK: write: #pragma clang fp reassociate(on)
double Vector::sum() const {
  double S = 0;
  for (long I = 0; I < Size; ++I)
    S += Data[I];
  return S;
}

double make(long N) {
  Vector V(N);
  return V.Size;
}
