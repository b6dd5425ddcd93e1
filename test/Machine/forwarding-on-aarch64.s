# Chains through memory, as long as they were measured (insn_bench_aarch64, and
# jia.je for Neoverse V2): a store and a load of the same bytes, in general and
# in vector registers, and a load that the store holds in part only. Firestorm
# puts the parts together, Cortex-A72 nearly so.

# RUN: %rafter-opt %s -rafter-cpu=neoverse-n1 -passes='print<sensitivity>' | FileCheck %s --check-prefixes=CHECK,N1
# RUN: %rafter-opt %s -rafter-cpu=neoverse-v1 -passes='print<sensitivity>' | FileCheck %s --check-prefixes=CHECK,V1
# RUN: %rafter-opt %s -rafter-cpu=neoverse-v2 -passes='print<sensitivity>' | FileCheck %s --check-prefixes=CHECK,V2
# RUN: %rafter-opt %s -rafter-cpu=cortex-a72 -passes='print<sensitivity>' | FileCheck %s --check-prefixes=CHECK,A72
# RUN: %rafter-opt %s -rafter-cpu=apple-m1 -passes='print<sensitivity>' | FileCheck %s --check-prefixes=CHECK,M1

# CHECK:    region 'general'
# N1:       cycles per iteration {{ *}}5.50 cycles
# V1:       cycles per iteration {{ *}}4.55 cycles
# V2:       cycles per iteration {{ *}}5.00 cycles
# A72:      cycles per iteration {{ *}}7.00 cycles
# M1:       cycles per iteration {{ *}}5.80 cycles
# CHECK:    region 'vector'
# N1:       cycles per iteration {{ *}}8.70 cycles
# V1:       cycles per iteration {{ *}}9.85 cycles
# V2:       cycles per iteration {{ *}}10.30 cycles
# CHECK:    region 'partly'
# N1:       cycles per iteration {{ *}}10.56 cycles
# V1:       cycles per iteration {{ *}}11.00 cycles
# V2:       cycles per iteration {{ *}}10.50 cycles
# A72:      cycles per iteration {{ *}}6.97 cycles
# M1:       cycles per iteration {{ *}}5.85 cycles

# RAFTER-BEGIN general
  str x1, [x0]
  ldr x1, [x0]
# RAFTER-END
# RAFTER-BEGIN vector
  str q1, [x0]
  ldr q1, [x0]
  fadd v1.2d, v1.2d, v3.2d
# RAFTER-END
# RAFTER-BEGIN partly
  str x1, [x0]
  ldur x1, [x0, #1]
# RAFTER-END
