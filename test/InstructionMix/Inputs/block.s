# LLVM-MCA-BEGIN axpy
  vmovupd (%rdi,%rax), %ymm1
  vfmadd213pd (%rsi,%rax), %ymm0, %ymm1
  vmovupd %ymm1, (%rdi,%rax)
  addq $32, %rax
  cmpq %rdx, %rax
  jne .L1
# LLVM-MCA-END
