// Variants of a loop are compared by its loads, stores and floats: where it has
// none, the answer says why nothing was tried.
//
// RUN: %rafter-opt %s --cpu=skylake | FileCheck %s
// CHECK: 1. hash, line
// CHECK: not tried: a chain of dependent instructions
// CHECK: no change was compared: no loads, stores or floats in it tell how much
unsigned hash(unsigned x, unsigned n) {
  for (unsigned i = 0; i < n; ++i) {
    x ^= x >> 3;
    x *= 0x9E3779B1u;
    x ^= x << 7;
  }
  return x;
}
