.Lsum:
  addss (%rdi,%rax,4), %xmm0
  incq %rax
  cmpq %rax, %rsi
  jne .Lsum
