// Where a branch on data is as likely as not, the IR and the machine code take
// the same way, the one that does something: the additions that the roofline
// counts are those that the machine level sees.
//
// RUN: %rafter-opt %s -passes='print<instruction-mix>' -rafter-cpu=skylake | FileCheck %s
// RUN: %rafter-opt %s --no-try --details -rafter-cpu=skylake | FileCheck %s --check-prefix=LEVELS

struct P {
  double x, y;
  int kind;
};

double energy(const struct P *p, int n) {
  double e = 0;
  for (int i = 0; i < n; i++)
    if (p[i].kind == 2)
      e += p[i].x * p[i].x;
  return e;
}

// CHECK: float add
// CHECK: float multiply

// LEVELS: depth D
// LEVELS: addsd
