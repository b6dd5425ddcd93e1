# A core without a reservation station: what waits for a multiplication of 4
# cycles holds up what is behind it, so that the place of independent additions
# matters. Two instructions issue per cycle: "late" issues in cycles 0, 4 and 5,
# where the next multiplication is the second one; "early" in cycles 0, 1 and 4,
# beside the next multiplication. Out of order it does not matter.

# RUN: %rafter-opt %s -rafter-cpu=cortex-a55 -passes='print<sensitivity>' -rafter-format=json | FileCheck %s --check-prefix=INORDER
# RUN: %rafter-opt %s -rafter-cpu=cortex-a55 -passes='print<sensitivity>' -rafter-format=json -rafter-set=issue=out-of-order | FileCheck %s --check-prefix=OUTOFORDER

# INORDER:    "cycles_per_iteration": 5
# INORDER:    "cycles_per_iteration": 4
# OUTOFORDER: "cycles_per_iteration": 2
# OUTOFORDER: "cycles_per_iteration": 2

# LLVM-MCA-BEGIN late
  fmul d1, d0, d0
  fadd d2, d1, d0
  add x3, x4, #1
  add x5, x6, #1
# LLVM-MCA-END
# LLVM-MCA-BEGIN early
  fmul d1, d0, d0
  add x3, x4, #1
  add x5, x6, #1
  fadd d2, d1, d0
# LLVM-MCA-END
