shlq $3, %rax
shlq $3, %rbx
shlq $3, %rcx
shlq $3, %rdx
