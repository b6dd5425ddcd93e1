// Exceptions leave instrumented frames; static objects are constructed and
// destroyed; thread-local objects work.
//
// RUN: %rafter-opt %s -rafter-cpu=xeon-e5-2680 -rafter-run \
// RUN:   -passes='print<computation-dag>' > %t.out
// RUN: FileCheck %s < %t.out
// RUN: %rafter-opt %s -rafter-cpu=xeon-e5-2680 -rafter-run \
// RUN:   -rafter-function=descend -passes='print<computation-dag>' \
// RUN:   | FileCheck %s --check-prefix=REGION

// CHECK:      constructed
// CHECK-NEXT: caught 10
// CHECK-NEXT: destroyed
// CHECK:      run {{ *}}exit status 10
// CHECK:      function or loop
// CHECK:      {{^ *}}descend {{.*}}exceptions.cpp:
// REGION:     invocations {{ *}}10
// REGION:     {{^ *}}add {{ *}}60

#include <iostream>
#include <stdexcept>

struct Object {
  Object() { std::cout << "constructed\n"; }
  ~Object() { std::cout << "destroyed\n"; }
} object;

thread_local double sum = 1;
double values[6];

__attribute__((noinline)) double descend(double *p, int depth) {
  if (depth == 0)
    throw std::runtime_error("bottom");
  *p += 1;
  return descend(p + 1, depth - 1) + *p;
}

int main() {
  int caught = 0;
  for (int i = 0; i < 10; ++i)
    try {
      sum += descend(values, 6);
    } catch (const std::exception &) {
      ++caught;
    }
  std::cout << "caught " << caught << "\n";
  return caught;
}
