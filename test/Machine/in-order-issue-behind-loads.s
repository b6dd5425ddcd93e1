# A core without a reservation station: what waits for a load holds up what is
# behind it, so that the place of an independent instruction matters.
#
# Cortex-A55 does not hold to it: LLVM lets additions have their operands two
# cycles late (ReadAdvance) where another addition made them, which is taken for
# all producers, loads among them, so that both take 2 cycles instead of 4 and 3
# (llvm-mca: 4 and 3). The kind of the writer would have to be known.
# XFAIL: *

# RUN: %rafter-opt %s -rafter-cpu=cortex-a55 -passes='print<sensitivity>' -rafter-format=json | FileCheck %s

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

# CHECK: "cycles_per_iteration": 4
# CHECK: "cycles_per_iteration": 3
