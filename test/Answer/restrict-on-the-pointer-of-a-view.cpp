// An object that is passed in parts has its pointer named as the part that it
// is; the parameters behind it keep their names.
//
// RUN: %rafter-opt %s --try -rafter-cpu=skylake -rafter-format=json \
// RUN:   | FileCheck %s
// CHECK: restrict on the pointer in numbers, total

struct View {
  const float *Begin;
  long Length;
};

void add(View numbers, float *total) {
  for (long i = 0; i < numbers.Length; ++i)
    *total += numbers.Begin[i];
}
