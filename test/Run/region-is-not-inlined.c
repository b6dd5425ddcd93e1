// The function of the region stays a function, whoever optimizes it.
//
// RUN: %rafter-opt %s -rafter-cpu=xeon-e5-2680 -rafter-run \
// RUN:   -rafter-function=scale -passes='print<computation-dag>' \
// RUN:   | FileCheck %s
// RUN: %clang -O1 -Xclang -disable-llvm-passes -S -emit-llvm %s -o %t.ll
// RUN: %rafter-opt %t.ll -rafter-cpu=xeon-e5-2680 -rafter-run \
// RUN:   -rafter-function=scale \
// RUN:   -passes='default<O2>,print<computation-dag>' -disable-output \
// RUN:   | FileCheck %s
// RUN: %opt -load-pass-plugin=%plugin %t.ll -rafter-cpu=xeon-e5-2680 \
// RUN:   -rafter-run -rafter-function=scale \
// RUN:   -passes='default<O2>,print<computation-dag>' -disable-output \
// RUN:   | FileCheck %s

// CHECK: invocations {{ *}}2
// CHECK: {{^ *}}mul {{ *}}20

double values[20];

static void scale(double *p) {
  for (int i = 0; i < 10; ++i)
    p[i] *= 3;
}

int main(void) {
  scale(values);
  values[3] += 1;
  scale(values + 10);
  return 0;
}
