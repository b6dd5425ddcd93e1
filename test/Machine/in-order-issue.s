# A core without a reservation station: what waits for a load holds up what is
# behind it, so that the place of an independent instruction matters. Out of
# order (-rafter-set=issue=out-of-order) it does not.

# RUN: %rafter-opt %s -rafter-cpu=cortex-a55 -passes='print<sensitivity>' -rafter-format=json | FileCheck %s --check-prefix=INORDER
# RUN: %rafter-opt %s -rafter-cpu=cortex-a55 -passes='print<sensitivity>' -rafter-format=json -rafter-set=issue=out-of-order | FileCheck %s --check-prefix=OUTOFORDER

# LLVM-MCA-BEGIN late
  ldr x1, [x0]
  add x2, x1, #1
  add x3, x4, #1
  add x5, x6, #1
# LLVM-MCA-END
# LLVM-MCA-BEGIN early
  ldr x1, [x0]
  add x3, x4, #1
  add x5, x6, #1
  add x2, x1, #1
# LLVM-MCA-END

# INORDER:    "cycles_per_iteration": 4
# INORDER:    "cycles_per_iteration": 3
# OUTOFORDER: "cycles_per_iteration": 2
# OUTOFORDER: "cycles_per_iteration": 2
