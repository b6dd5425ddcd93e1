// Each call leaves its return address where the one before it left its own:
// eighteen of them are no eighteen lines that meet in one set of L1.
// RUN: %rafter-opt %s --cpu=znver5 --no-try | FileCheck %s
// CHECK: bound by the uop cache, taken
// RUN: %rafter-opt %s --cpu=znver5 --no-try --details | FileCheck \
// RUN:   --check-prefix=STORES --implicit-check-not='stores to {{L[23]}}' %s
// STORES: stores to L1

extern void print(int);
void all(int n) {
  for (int i = 0; i < n; i++) {
    print(0), print(1), print(2), print(3), print(4), print(5);
    print(0), print(1), print(2), print(3), print(4), print(5);
    print(0), print(1), print(2), print(3), print(4), print(5);
  }
}
