# Fig. 1 of the Gus paper in small: a chain of multiply-adds, each with a load.
# LLVM-MCA-BEGIN chain
  vmovaps (%rdi), %ymm2
  vfmadd231ps %ymm2, %ymm1, %ymm0
  addq $32, %rdi
# LLVM-MCA-END
