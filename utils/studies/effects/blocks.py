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


def write(form, i):
    """The i-th of several: {d}, {e} and {b} stand for general registers of 64, 32
    and 8 bits in turn, {x}, {v} and {z} for vectors of 128, 256 and 512."""
    if '%cl' in form and GENERAL[i % len(GENERAL)] == 'rcx':
        i += 1
    wide = GENERAL[i % len(GENERAL)]
    old = wide in ('rax', 'rbx', 'rcx', 'rdx', 'rsi')
    byte = ('sil' if wide == 'rsi' else wide[1] + 'l') if old else wide + 'b'
    for name, text in (('d', '%' + wide), ('b', '%' + byte), ('i', str(i)),
                       ('e', '%e' + wide[1:] if old else f'%{wide}d'),
                       ('x', f'%xmm{i % 13}'), ('v', f'%ymm{i % 13}'),
                       ('z', f'%zmm{i % 13}')):
        form = form.replace('{%s}' % name, text)
    return form


def independent(effect, name, form, count=24):
    """count times form."""
    add(effect, name, '\n'.join(write(form, i) for i in range(count)), count)


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

# What waits behind a chain, so that the next round's chain begins late where a
# buffer is full: half the time of a chain where both fit, all of it otherwise.
OTHERS = [r for r in GENERAL if r != 'rax']
LOADS = 'xor %eax,%eax\n' + 'mov (%rdi,%rax),%rax\n' * 14
LONG_LOADS = 'xor %eax,%eax\n' + 'mov (%rdi,%rax),%rax\n' * 20
PRODUCTS = 'mov %rdi,%rax\n' + 'imul %rax,%rax\n' * 24
VECTORS = 'vmovaps %ymm15,%ymm0\n' + 'vmulpd %ymm0,%ymm0,%ymm0\n' * 16


def behind(effect, name, chain_text, form, counts):
    for n in counts:
        add(effect, f'{n} {name}', chain_text + '\n'.join(
            form.replace('{d}', '%' + OTHERS[i % len(OTHERS)])
            .replace('{v}', f'%ymm{1 + i % 12}') for i in range(n)))


behind('schedulers', 'additions behind loads', LOADS, 'add %rax,{d}', (80, 84, 90))
behind('schedulers', 'multiplications behind loads', LOADS, 'imul %rax,{d}',
       (22, 26))
behind('schedulers', 'shifts behind loads', LOADS, 'shlx %rax,%rax,{d}',
       (44, 52))
behind('schedulers', 'loads behind multiplications', PRODUCTS +
       'and $0x1f8,%eax\n', 'mov (%rdi,%rax),{d}', (40, 44, 48))
behind('schedulers', 'stores of a chain of multiplications', PRODUCTS,
       'mov %rax,8(%rdi)', (60, 64, 68))
behind('schedulers', 'vector operations behind loads', LONG_LOADS +
       'vmovups (%rdi,%rax),%ymm0\n', 'vpaddd %ymm0,%ymm15,{v}', (120, 128, 136))
behind('schedulers', 'vector operations behind vector multiplications', VECTORS,
       'vpaddd %ymm0,%ymm15,{v}', (32, 56, 64))
behind('buffers', 'results of general registers', LONG_LOADS, 'lea 8(%rdi),{d}',
       (150, 158, 166))
behind('buffers', 'results of vector registers', LONG_LOADS,
       'vpaddd %ymm14,%ymm15,{v}', (136, 142, 148))
behind('buffers', 'no-operations behind loads', LONG_LOADS, NOP[3],
       (200, 240, 250))
behind('buffers', 'loads behind loads', LONG_LOADS, 'mov 8(%rdi),{d}',
       (40, 60, 80))

# More of the front end.
for slots in (6, 9, 13, 17):
    add('rename and groups', f'{slots - 1} no-operations and a jump',
        (NOP[3] + '\n') * (slots - 1))
for count in (4000, 4500):
    add('micro-operation cache', f'{count} no-operations of 4 bytes',
        (NOP[4] + '\n') * count, count)
add('decode', '20000 no-operations of a byte', 'nop\n' * 20000, 20000)
add('code beyond L1', '128 KiB of no-operations of 8 bytes, for 64 bytes',
    (NOP[8] + '\n') * 16384, 2048)
for between in (0, 4):
    add('branches', f'not taken, {between} no-operations between',
        'xor %eax,%eax\n' + ((NOP[3] + '\n') * between + 'jnz 1f\n') * 40 + '1:',
        40)
add('branches', 'a call and its return', '.rept 20\n call 1f\n.subsection 1\n'
    '.p2align 6\n1: ret\n.previous\n.endr', 20)
add('branches', 'a call and a pop', '.rept 20\n call 1f\n1: pop %rax\n.endr', 20)

# More of what instructions need.
for name, form in (
        ('cmov on the carry', 'cmovb %rdi,{d}'),
        ('cmov on a signed comparison', 'cmovg %rdi,{d}'),
        ('lea of three parts', 'lea 8(%rdi,%rdi),{d}'),
        ('lea of three parts, scaled', 'lea 8(%rdi,%rdi,4),{d}'),
        ('lea with a displacement', 'lea 8(%rdi),{d}'),
        ('zero idiom', 'xor {d},{d}'), ('zero idiom of a vector', 'vpxor {v},{v},{v}'),
        ('moves of vectors', 'vmovaps %ymm15,{v}')):
    independent('ports', name, form)
for name, body in (
        ('adc', 'adc %rdi,%rax'), ('add and adc', 'add %rdi,%rax\nadc $0,%rax'),
        ('comparison and cmov, carry', 'cmp %rdi,%rax\ncmovb %rsi,%rax'),
        ('comparison and cmov, above', 'cmp %rdi,%rax\ncmova %rsi,%rax'),
        ('comparison and setcc', 'cmp %rdi,%rax\nsetb %al'),
        ('lea of three parts', 'lea 8(%rax,%rdi),%rax'),
        ('movzx', 'movzbl %al,%eax'),
        ('moves of general registers', 'mov %rax,%rbx\nmov %rbx,%rax'),
        ('moves of vectors', 'vmovaps %ymm0,%ymm1\nvmovaps %ymm1,%ymm0'),
        ('addition of a constant', 'add $1,%rax'),
        ('load, sign-extended', 'movslq (%rdi,%rax),%rax'),
        ('load, zero-extended', 'movzbl (%rdi,%rax),%eax'),
        ('load, index and displacement', 'mov 8(%rdi,%rax),%rax'),
        ('load, index times 8', 'mov (%rdi,%rax,8),%rax'),
        ('load across lines', 'mov 60(%rdi,%rax),%rax'),
        ('load as operand', 'add (%rdi,%rax),%rax')):
    chain('latency', name, body)

# More of memory.
for name, form in (
        ('loads of 32 bytes across lines', 'vmovups 48+{i}*64(%rdi),{v}'),
        ('stores of 32 bytes to a line', 'vmovaps %ymm1,{i}%2*32(%rdi)'),
        ('stores across lines', 'mov %rsi,60+{i}*64(%rdi)'),
        ('stores to two lines in turn', 'mov %rsi,{i}%2*64(%rdi)'),
        ('comparisons with memory', 'cmp %rcx,{i}*8(%rdi)')):
    independent('loads and stores', name, form)
for loads, stores in ((2, 1), (1, 1), (3, 1), (2, 2), (1, 2)):
    add('loads and stores', f'{loads} and {stores}', '\n'.join(
        [f'mov {64 + 8 * i}(%rdi),%{OTHERS[i]}' for i in range(loads)] +
        [f'mov %rsi,{8 * i}(%rdi)' for i in range(stores)] + ['']) * 8, 8)
    add('loads and stores', f'{loads} and {stores}, of 32 bytes', '\n'.join(
        [f'vmovaps {128 + 32 * i}(%rdi),%ymm{i}' for i in range(loads)] +
        [f'vmovaps %ymm8,{32 * i}(%rdi)' for i in range(stores)] + ['']) * 8, 8)
for name, body in (
        ('and an addition', 'mov %rax,(%rdi)\nmov (%rdi),%rax\nadd %rsi,%rax'),
        ('and two additions, another base',
         'mov %rax,(%rdi)\nmov (%r9),%rax\nadd %rsi,%rax\nadd %rsi,%rax'),
        ('the upper half and an addition',
         'mov %rax,(%rdi)\nmov 4(%rdi),%eax\nadd %rsi,%rax'),
        ('a byte of it and an addition',
         'mov %rax,(%rdi)\nmovzbl (%rdi),%eax\nadd %rsi,%rax'),
        ('32 bytes', 'vmovaps %ymm0,(%rdi)\nvmovaps (%rdi),%ymm0'),
        ('to a vector register', 'mov %rax,(%rdi)\nvmovq (%rdi),%xmm0\n'
         'vmovq %xmm0,%rax'),
        ('two stores of 4 bytes, a load of 8, in a chain',
         'mov %eax,(%rdi)\nmov %eax,4(%rdi)\nmov (%rdi),%rax'),
        ('another page', 'mov %rsi,4096(%rdi)\nmov (%rdi,%rax),%rax'),
        ('another page, another line', 'mov %rsi,4160(%rdi)\nmov (%rdi,%rax),%rax')):
    add('store forwarding', name, '\n'.join([body] * 12), 12,
        ZERO + '\nmov %rdi,%r9\n')

# Operations that wait for loads whose address a chain of additions leads to:
# they become ready together.
for loads in (2, 4, 8):
    for additions in (0, 1, 2, 4):
        lines = []
        for i in range(loads):
            lines.append(f'mov {4 * i}(%rdi,%rax,4),%esi')
            lines += [f'lea {k}(%rsi),%{r}' for k, r in enumerate(
                ('ebx', 'ecx', 'r12d', 'r14d', 'ebx', 'ecx'), 1)]
        # Some cores fold the addition of a constant.
        for link, what in (('add $0,%rax', ''), ('lea (%rax,%rdx),%rax', ' lea')):
            if additions or not what:
                add('order of issue', f'{loads} loads, six operations on each, '
                    f'a chain of {additions}{what} to the loads',
                    '\n'.join(lines + [link] * additions))
# Products, and additions of them to a chain.
for name, lines in (('imul', ['imul $3,%rsi,%rax', 'add %rax,%r8']),
                    ('mulx', ['mulx %rdi,%rax,%rbx', 'add %rax,%r8']),
                    ('no product', ['lea 3(%rsi),%rax', 'add %rax,%r8'])):
    add('an addition to a chain', name, '\n'.join(lines * 4), 4)
# A chain through a load, which a store's address follows three multiplications
# later; every so often the load meets that store. Where it does is in a table of
# 512 rounds, 1 MiB behind the place that is loaded.
TABLE = ZERO + '''
 xor %r8d,%r8d
 xor %r14d,%r14d
 mov $1,%r9d
 lea 1048576(%rdi),%rbx
 mov $512,%ecx
1: movq $2112,-8(%rbx,%rcx,8)
 dec %rcx
 jnz 1b
'''
for rounds in (0, 1, 8, 64, 128, 256):
    meet = f'''
2: movq $0,(%rbx,%rcx,8)
 add ${rounds},%rcx
 cmp $512,%rcx
 jb 2b
''' if rounds else ''
    add('late addresses', f'met one time in {rounds}' if rounds else 'never met',
        'mov (%rbx,%r14,8),%rax\ninc %r14\nand $511,%r14d\n'
        'lea (%r8,%rax),%rdx\n' + 'imul %r9,%rdx\n' * 3 +
        'mov %rsi,(%rdi,%rdx)\nmov (%rdi,%r8),%r8', 1, TABLE + meet)
# What others of four operations take: 1.0 cycles where the four are all.
for name, line in (
        ('nothing', ''), ('a store', 'mov %ebp,(%rdi)'),
        ('a store with an index', 'mov %ebp,(%rdi,%rax,4)'),
        ('a store of a constant', 'movl $3,(%rdi)'),
        ('vmovq to a general register', 'vmovq %xmm1,%r8'),
        ('vmovq to a vector register', 'vmovq %rbp,%xmm1'),
        ('mulx', 'mulx %rbp,%r8,%r9'), ('imul', 'imul $3,%rbp,%r8'),
        ('lea of three parts', 'lea 5(%rdi,%rsi,4),%r8d'),
        ('adc', 'adc %r9d,%r8d')):
    add('four operations and', name, '\n'.join(
        [f'lea {k}(%rdi),%{r}' for k, r in enumerate(
            ('ebx', 'ecx', 'r12d', 'r14d'), 1)] + [line, '']) * 8, 8)
