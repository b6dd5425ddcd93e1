# What an access adds to its base does not wait for the data: a loop of such
# accesses takes the cycle of the addition, not the 3 to 9 of the load, and a push
# and a pop two. The product of a number in memory is a chain through memory where
# the pointer stays (forwarding to a vector register, then the multiplication);
# where it moves on, the front end binds.

# RUN: %rafter-opt %s -rafter-cpu=neoverse-n1 -passes='print<sensitivity>' | FileCheck %s --check-prefixes=CHECK,N1
# RUN: %rafter-opt %s -rafter-cpu=neoverse-v1 -passes='print<sensitivity>' | FileCheck %s --check-prefixes=CHECK,V1
# RUN: %rafter-opt %s -rafter-cpu=neoverse-v2 -passes='print<sensitivity>' | FileCheck %s --check-prefixes=CHECK,V2
# RUN: %rafter-opt %s -rafter-cpu=cortex-a72 -passes='print<sensitivity>' | FileCheck %s --check-prefixes=CHECK,A72
# RUN: %rafter-opt %s -rafter-cpu=apple-m1 -passes='print<sensitivity>' | FileCheck %s --check-prefixes=CHECK,M1

# CHECK: region 'pair'
# CHECK: cycles per iteration {{ *}}1.00 cycles
# CHECK: region 'stack'
# CHECK: cycles per iteration {{ *}}2.00 cycles
# CHECK: region 'vector'
# CHECK: cycles per iteration {{ *}}1.00 cycles
# CHECK: region 'moves'
# N1:    cycles per iteration {{ *}}1.50 cycles
# V1:    cycles per iteration {{ *}}1.00 cycles
# V2:    cycles per iteration {{ *}}1.00 cycles
# A72:   cycles per iteration {{ *}}2.33 cycles
# M1:    cycles per iteration {{ *}}1.00 cycles
# CHECK: region 'stays'
# N1:    cycles per iteration {{ *}}9.70 cycles
# V1:    cycles per iteration {{ *}}10.85 cycles
# V2:    cycles per iteration {{ *}}11.30 cycles
# A72:   cycles per iteration {{ *}}11.00 cycles
# M1:    cycles per iteration {{ *}}9.80 cycles

# Code that L1I (64 KiB) does not hold comes from L2: 24576 instructions at 10.7
# bytes per cycle; 12000 of them at the 4 of renaming.
# RUN: %rafter-opt %S/Inputs/code.s -rafter-cpu=neoverse-n1 -rafter-page-frames=0 -passes='print<sensitivity>' | FileCheck %s --check-prefix=CODE
# CODE: cycles per iteration {{ *}}3000 cycles
# CODE: cycles per iteration {{ *}}9187 cycles

# RAFTER-BEGIN pair
  ldp x2, x3, [x0], #16
# RAFTER-END
# RAFTER-BEGIN stack
  str x30, [sp, #-16]!
  ldr x29, [sp], #16
# RAFTER-END
# RAFTER-BEGIN vector
  ld1 { v0.16b }, [x0], #16
# RAFTER-END
# RAFTER-BEGIN moves
  ldr d0, [x0]
  fmul d0, d0, d1
  str d0, [x0], #8
  cmp x0, x1
  b.ne .
# RAFTER-END
# RAFTER-BEGIN stays
  ldr d0, [x0]
  fmul d0, d0, d1
  str d0, [x0]
  cmp x2, x1
  b.ne .
# RAFTER-END
