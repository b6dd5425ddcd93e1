# Advice follows from the chain that was found, not from the kind of instruction:
# multiplications that are independent are none, a reciprocal is for a divisor
# that stays, and addresses are made independent where they are loaded.

# RUN: %rafter-opt %s -rafter-cpu=neoverse-n1 -passes='print<sensitivity>,print<causality>' | FileCheck %s --implicit-check-not='waits for the one before' --implicit-check-not='make addresses independent'

# CHECK:     region 'independent products'
# CHECK:     next steps
# CHECK-NOT: chain
# CHECK:     integer multiplications fill the port
# CHECK:     region 'divisors that vary'
# CHECK-NOT: reciprocal
# CHECK:     divisions hold the port: divide less often
# CHECK-NOT: reciprocal
# CHECK:     region 'one divisor'
# CHECK:     multiply by the reciprocal, which is the same each time
# CHECK:     region 'list'
# CHECK:     the address of each load depends on a load before it{{.*}}make addresses independent

# RAFTER-BEGIN independent products
  mul x1, x2, x3
  mul x4, x2, x3
  mul x5, x2, x3
  mul x6, x2, x3
# RAFTER-END
# RAFTER-BEGIN divisors that vary
  ldr d2, [x0], #8
  fdiv d3, d1, d2
# RAFTER-END
# RAFTER-BEGIN one divisor
  ldr d2, [x0], #8
  fdiv d3, d2, d1
# RAFTER-END
# RAFTER-BEGIN list
  ldr x1, [x1]
# RAFTER-END
