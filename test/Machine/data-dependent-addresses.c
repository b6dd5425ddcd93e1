// An address that depends on data stays at one place in L1, or is spread over
// as many bytes as are assumed.
//
// RUN: %rafter-opt %s -rafter-cpu=skylake -passes='print<sensitivity>' \
// RUN:   | FileCheck %s
// RUN: %rafter-opt %s -rafter-cpu=skylake -passes='print<sensitivity>' \
// RUN:   -rafter-assume-footprint=1000000000 | FileCheck %s --check-prefix=SPREAD

// CHECK:  - data-dependent-addresses.c:[[#@LINE+6]]: an address that depends on data: always the same one
// SPREAD: loads from mem
// SPREAD: - data-dependent-addresses.c:[[#@LINE+4]]: an address that depends on data: anywhere in 1000000000 bytes
double gather(const double *x, const int *index, int n) {
  double s = 0;
  for (int i = 0; i < n; i++)
    s += x[index[i]];
  return s;
}
