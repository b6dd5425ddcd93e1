  imulq %rax, %rax
