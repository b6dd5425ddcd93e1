#===- effects/blocks.py - Loops of a few instructions, by effect -----------===#
#
# Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===-----------------------------------------------------------------------===#
#
# Each block is the body of a loop; r15 counts, rdi points to 64 MiB of zeros in
# pages of 4 KiB. Cycles are per step, of which a body has several.
#
#===-----------------------------------------------------------------------===#
from collections import namedtuple

Block = namedtuple('Block', 'effect name body steps setup')
GENERAL = 'rax rbx rcx rdx rsi r8 r9 r10 r11 r12 r14'.split()
NOP = {2: 'xchg %ax,%ax', 3: 'nopl (%rax)', 4: 'nopl 8(%rax)',
       8: 'nopl 512(%rax,%rax)'}
ZERO = ('\n'.join(f' xor %e{r},%e{r}' for r in ('ax', 'bx', 'cx', 'dx', 'si'))
        + '\n' + '\n'.join(f' vmovups 128(%rdi),%ymm{i}' for i in range(16)))
BLOCKS = []


def add(effect, name, body, steps=1, setup=ZERO):
    BLOCKS.append(Block(effect, name, body, steps, setup))


def independent(effect, name, form, count=24):
    """count times form, {d} and {v} stand for registers in turn."""
    body = [form.replace('{d}', '%' + GENERAL[i % len(GENERAL)])
            .replace('{v}', f'%ymm{i % 13}').replace('{z}', f'%zmm{i % 13}')
            .replace('{i}', str(i)) for i in range(count)]
    add(effect, name, '\n'.join(body), count)


def chain(effect, name, body, count=12):
    add(effect, name, '\n'.join([body] * count), count)


def double(bits, register):
    return (f' mov $0x{bits:x},%rbx\n vmovq %rbx,%xmm{register}\n'
            f' vpbroadcastq %xmm{register},%ymm{register}\n')


# What instructions need.
for name, form in (
        ('add', 'add %rdi,{d}'), ('lea', 'lea 8(%rdi,%rdi),{d}'),
        ('lea, scaled', 'lea (%rdi,%rdi,8),{d}'), ('shlx', 'shlx %rdi,%rdi,{d}'),
        ('imul', 'imul %rdi,{d}'), ('bswap', 'bswap {d}'),
        ('mov between registers', 'mov %rdi,{d}'),
        ('vpaddd, 256 bits', 'vpaddd %ymm15,%ymm14,{v}'),
        ('vaddpd, 256 bits', 'vaddpd %ymm15,%ymm14,{v}'),
        ('vaddpd, 512 bits', 'vaddpd %zmm15,%zmm14,{z}'),
        ('vpaddd, 512 bits', 'vpaddd %zmm15,%zmm14,{z}'),
        ('vblendvpd', 'vblendvpd %ymm15,%ymm15,%ymm14,{v}')):
    independent('ports', name, form)
for name, body in (
        ('rol', 'rol $1,%rax'), ('shl by cl', 'shl %cl,%rax'),
        ('fused multiply-add', 'vfmadd231sd %xmm1,%xmm2,%xmm0'),
        ('vpaddd', 'vpaddd %ymm1,%ymm0,%ymm0'),
        ('to a vector register and back', 'vmovq %rax,%xmm0\nvmovq %xmm0,%rax'),
        ('load', 'mov (%rdi,%rax),%rax'),
        ('load of 16 bytes and back',
         'vmovaps (%rdi,%rax),%xmm0\nvmovq %xmm0,%rax'),
        ('div of 32 bits', 'mov %esi,%edx\ndiv %r8d\nor $100,%eax'),
        ('div of 64 bits', 'mov %rsi,%rdx\ndiv %r8\nor $100,%rax')):
    add('latency', name, '\n'.join([body] * 12), 12, ZERO + '\n mov $7,%r8d\n')

# The front end.
for slots in (8, 11, 21):
    add('rename and groups', f'{slots - 1} no-operations and a jump',
        (NOP[4] + '\n') * (slots - 1))
for count in (24, 36, 40, 64):
    length, rest = divmod(64, count)
    body = [('nop' if length == 1 else NOP[length])] * (count - rest)
    body += [NOP[length + 1]] * rest
    add('windows of the micro-operation cache', f'{count} slots in 64 bytes',
        '\n'.join(body * 30), 30)
for simple in (0, 3, 4, 6):
    add('complex decoders', f'bextr and {simple} no-operations, not cached',
        ('bextr %eax,%ebx,%ecx\n' + 'nop\n' * simple) * (60000 // (20 + 8 * simple)),
        60000 // (20 + 8 * simple))
add('predecode', '16 bytes with a 16-bit constant, not cached',
    ('mov $0x1234,%ax\n' + (NOP[4] + '\n') * 3) * 1200, 1200)
add('predecode', 'no-operations of 8 bytes, not cached',
    (NOP[8] + '\n') * 3900, 3900)
add('code beyond L1', '62 KiB of no-operations of 8 bytes, for 64 bytes',
    (NOP[8] + '\n') * 7936, 992)
for count in (200, 300, 1000, 3000):
    add('taken branches', f'{count} jumps 16 bytes apart',
        f'.rept {count}\n jmp 1f\n.p2align 4\n1:\n.endr', count)
for count in (96, 160, 512):
    add('instruction TLB', f'{count} jumps, one in each page',
        '\n'.join(' jmp 1f\n .skip 4155, 0x90\n1:' for _ in range(count)), count)
for name, body in (('vaddps', 'vaddps (%rdi),%ymm1,%ymm2'),
                   ('vaddps, indexed', 'vaddps (%rdi,%rsi),%ymm1,%ymm2'),
                   ('add, indexed', 'add (%rdi,%rsi),%rbx'),
                   ('store, indexed', 'mov %rbx,(%rdi,%rsi)')):
    add('un-lamination', f'four {name} and 24 no-operations',
        (body + '\n') * 4 + (NOP[8] + '\n') * 24)

# Memory.
for name, form in (
        ('loads', 'mov {i}*8(%rdi),{d}'), ('loads, 32 bytes', 'vmovaps {i}*32(%rdi),{v}'),
        ('loads, 32 bytes, a line each', 'vmovaps {i}*64(%rdi),{v}'),
        ('the same as operands', 'vpor {i}*64(%rdi),%ymm15,{v}'),
        ('loads, 64 bytes', 'vmovaps {i}*64(%rdi),{z}'),
        ('loads across lines', 'mov 60+{i}*64(%rdi),{d}'),
        ('stores to a line', 'mov %rsi,{i}%8*8(%rdi)'),
        ('stores, a line each', 'mov %rsi,{i}*64(%rdi)')):
    independent('loads and stores', name, form)
for name, body in (
        ('through memory', 'mov %rax,(%rdi)\nmov (%rdi),%rax\n' + 'add %rsi,%rax\n' * 4),
        ('one addition to memory', 'addq $1,(%rdi)'),
        ('a vector through memory',
         'vmovapd %xmm0,(%rdi)\nvmovapd (%rdi),%xmm0\nvaddsd %xmm1,%xmm0,%xmm0'),
        ('two stores of 4 bytes, a load of 8',
         'mov %eax,(%rdi)\nmov %eax,4(%rdi)\nmov (%rdi),%rbx')):
    chain('store forwarding', name, body)
add('stack', 'eight pops', '\n'.join(
    f'pop %{r}' for r in 'rax rbx rcx rdx rsi r8 r9 r10'.split())
    + '\nsub $64,%rsp')
