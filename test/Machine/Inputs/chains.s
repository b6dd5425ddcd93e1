# Two marked blocks; the instruction between them belongs to none.
  .text
# LLVM-MCA-BEGIN add chain
  addq %rax, %rbx
  addq %rbx, %rax
# LLVM-MCA-END
  imulq %rax, %rax
# RAFTER-BEGIN fma
.L:
  vfmadd231pd (%rdi), %ymm1, %ymm0
  addq $32, %rdi
  cmpq %rsi, %rdi
  jne .L
# RAFTER-END
