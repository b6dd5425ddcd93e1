// An address that depends on data stays at one place in L1, or is spread over
// as many bytes as are assumed.
//
// RUN: %rafter-opt %s -rafter-cpu=skylake -passes='print<sensitivity>' \
// RUN:   -rafter-function=gather | FileCheck %s
// RUN: %rafter-opt %s -rafter-cpu=skylake -passes='print<sensitivity>' \
// RUN:   -rafter-function=gather -rafter-assume-footprint=1000000000 \
// RUN:   | FileCheck %s --check-prefix=SPREAD

// CHECK:  - data-dependent-addresses.c:[[#@LINE+6]]: an address that depends on data: always the same one
// SPREAD: loads from mem
// SPREAD: - data-dependent-addresses.c:[[#@LINE+4]]: an address that depends on data: anywhere in 1000000000 bytes
double gather(const double *x, const int *index, int n) {
  double s = 0;
  for (int i = 0; i < n; i++)
    s += x[index[i]];
  return s;
}

// What is loaded and stored by one such address is one place: an increment of a
// table waits for the one before it.
//
// RUN: %rafter-opt %s -rafter-cpu=skylake -passes='print<sensitivity>' \
// RUN:   -rafter-function=count | FileCheck %s --check-prefix=TABLE

// TABLE: limit (speed-up)
// TABLE-NEXT: store forwarding
void count(unsigned *table, const unsigned char *x, int n) {
#pragma clang loop unroll(disable)
  for (int i = 0; i < n; i++)
    ++table[x[i]];
}
