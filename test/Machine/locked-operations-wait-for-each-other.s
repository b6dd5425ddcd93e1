# A locked operation waits for all stores before it, takes no value from them,
# and holds up what comes behind: its time is not that of what it computes.
#
# RUN: split-file %s %t
# RUN: %rafter-opt %t/add.s -rafter-cpu=znver5 | FileCheck %s --check-prefixes=ALL,ZEN
# RUN: %rafter-opt %t/exchange.s -rafter-cpu=znver5 | FileCheck %s --check-prefixes=ALL,ZEN
# RUN: %rafter-opt %t/fence.s -rafter-cpu=znver5 | FileCheck %s --check-prefixes=ALL,ZEN
# RUN: %rafter-opt %t/add.s -rafter-cpu=sapphirerapids | FileCheck %s --check-prefixes=ALL,INTEL
# Without the prefix memory is renamed.
# RUN: %rafter-opt %t/plain.s -rafter-cpu=znver5 | FileCheck %s --check-prefix=PLAIN
# ZEN: 1. {{.*}}: {{19.6|19.7|20.1}}{{[0-9]}} cycles per iteration, bound by the latency of other
# INTEL: 1. {{.*}}: 17.75 cycles per iteration, bound by the latency of other
# ALL: not tried: atomic operations, fences and their like come one after the other: do fewer of them
# PLAIN: 1. {{.*}}: 1.00 cycles per iteration

#--- add.s
lock addq $1, (%rdi)
#--- exchange.s
xchgq %rax, (%rdi)
#--- fence.s
movq %rax, (%rsi)
lock orq $0, (%rsp)
#--- plain.s
addq $1, (%rdi)
