// A run may start at any function of numbers.
//
// RUN: %rafter-opt %s -rafter-cpu=xeon-e5-2680 -rafter-run \
// RUN:   -rafter-entry=scale -rafter-args='12 1.5' \
// RUN:   -passes='print<computation-dag>' | FileCheck %s
// RUN: %exits 1 %rafter-opt %s -rafter-run -rafter-cpu=xeon-e5-2680 \
// RUN:   -rafter-entry=scale -rafter-args='12' 2>&1 \
// RUN:   | FileCheck %s --check-prefix=FEW
// RUN: %exits 1 %rafter-opt %s -rafter-run -rafter-cpu=xeon-e5-2680 \
// RUN:   -rafter-entry=scale -rafter-args='twelve 1.5' 2>&1 \
// RUN:   | FileCheck %s --check-prefix=NUMBER
// RUN: %exits 1 %rafter-opt %s -rafter-run -rafter-cpu=xeon-e5-2680 \
// RUN:   -rafter-entry=pointer -rafter-args='0' 2>&1 \
// RUN:   | FileCheck %s --check-prefix=POINTER

// CHECK:   run {{ *}}exit status 0
// CHECK:   {{^ *}}mul {{ *}}12
// FEW:     error: {{.*}}entry-function.c: 'scale' takes 2 arguments, not 1
// NUMBER:  argument 1 of 'scale', 'twelve', is not an integer of 32 bits
// POINTER: cannot start at 'pointer': its parameter 1 is not a number

double values[100];

void scale(int n, double by) {
  for (int i = 0; i < n; ++i)
    values[i] *= by;
}

double pointer(double *p) { return *p; }
