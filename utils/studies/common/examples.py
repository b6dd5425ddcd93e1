#===- examples.py - The nine kernels: sizes, formulas, native builds -------===#
#
# Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===-----------------------------------------------------------------------===#
#
# What the studies of the nine kernels and `benchmark-roofline` share: the
# kernels of examples/ with their work and traffic, and how a kernel is built
# natively from the very IR that rafter-opt analyses.
#
#===-----------------------------------------------------------------------===#
import math
import os
import shutil
import subprocess

from pages import ROOT

# The paper's setting: scalar code. Contraction is off since neither the
# paper's machine nor baseline x86-64 has a fused multiply-add: the IR would
# show one operation where the machine executes two.
SCALAR = ['-O2', '-g', '-fno-vectorize', '-fno-slp-vectorize',
          '-ffp-contract=off']
# What a user gets for a machine of this class, vectors and fused
# multiply-adds included.
SIMD = ['-O2', '-g', '-march=sapphirerapids']
SETTINGS = {'scalar': SCALAR, 'simd': SIMD}


def log2(n):
    return n.bit_length() - 1


def fft_flops(n):
    # 10 flops for each of n/2 butterflies in log2(n) stages, 8 for each of
    # the n - 1 steps of the twiddle recurrence.
    return 5 * n * log2(n) + 8 * (n - 1)


def fft_bytes(n):
    # 4 loads and 4 stores for each butterfly, and for each swap of the bit
    # reversal (indices that are no palindromes, in pairs), 2 loads a stage.
    swaps = (n - 2 ** ((log2(n) + 1) // 2)) // 2
    return 64 * (n // 2 * log2(n)) + 64 * swaps + 16 * log2(n)


class Kernel:
    """One kernel: name of its file, sizes to try, W in flops, Q in bytes as
    the source is written."""

    def __init__(self, name, title, unit, sizes, flops, bytes_):
        self.name = name
        self.function = name.replace('-', '_')
        self.title = title
        self.unit = unit
        self.sizes = sizes
        self.flops = flops
        self.bytes = bytes_
        self.source = os.path.join(ROOT, 'examples', name + '.c')


def powers(base, first, last, step=1):
    return [base ** e for e in range(first, last + 1, step)]


KERNELS = [
    Kernel('sum', 'Sum reduction', 'doubles',
           [1000, 10000, 100000, 1000000, 5000000],
           lambda n: n, lambda n: 8 * n),
    Kernel('mvm', 'Matrix-vector product', 'rows',
           [20, 50, 100, 200, 500, 1000, 2000],
           lambda n: 2 * n * n, lambda n: 16 * n * n + 8 * n),
    Kernel('mmm-triple', 'Matrix-matrix product, triple loop', 'rows',
           [16, 32, 64, 100, 200, 300, 400],
           lambda n: 2 * n ** 3, lambda n: 16 * n ** 3 + 16 * n * n),
    Kernel('mmm-blocked', 'Matrix-matrix product, six-fold loop', 'rows',
           [16, 32, 64, 100, 200, 300, 400],
           lambda n: 2 * n ** 3,
           lambda n: 16 * n ** 3 + 16 * n * n * math.ceil(n / 32)),
    Kernel('fft', 'Fast Fourier transform', 'points',
           powers(2, 6, 20, 2), fft_flops, fft_bytes),
    Kernel('wht-iterative', 'Walsh-Hadamard transform, iterative', 'doubles',
           powers(2, 6, 20, 2), lambda n: n * log2(n),
           lambda n: 16 * n * log2(n)),
    Kernel('wht-recursive', 'Walsh-Hadamard transform, recursive', 'doubles',
           powers(2, 6, 20, 2), lambda n: n * log2(n),
           lambda n: 16 * n * log2(n)),
    Kernel('stencil', 'Seven-point stencil, 5 sweeps', 'points a side',
           [8, 12, 16, 24, 32, 48, 64, 96],
           lambda n: 5 * 8 * (n - 2) ** 3, lambda n: 5 * 64 * (n - 2) ** 3),
    # 8 flops for a point and a centre, 3 additions for a point, 3 divisions
    # for a centre; the sums are read and written, their zeroing not counted.
    Kernel('kmeans', 'k-means, 100 clusters, 2 rounds', 'points',
           [100, 1000, 10000, 50000],
           lambda n: 2 * (800 * n + 3 * n + 300),
           lambda n: 2 * (24 * 100 * n + 24 * n + 48 * n + 4800)),
]


def kernel(name):
    for k in KERNELS:
        if k.name == name:
            return k
    raise SystemExit(f"no kernel '{name}': there are " +
                     ', '.join(k.name for k in KERNELS))


def tool(name):
    """The path of a tool of LLVM 22."""
    for candidate in (f'/usr/lib/llvm-22/bin/{name}',
                      shutil.which(name + '-22')):
        if candidate and os.path.exists(candidate):
            return candidate
    raise SystemExit(f'{name} of LLVM 22 is missing (package llvm-22)')


def run(command, **options):
    result = subprocess.run(command, stdout=subprocess.PIPE,
                            stderr=subprocess.PIPE, text=True, **options)
    if result.returncode != 0:
        raise SystemExit(f"{' '.join(map(str, command))}: exit status "
                         f'{result.returncode}\n{result.stderr}')
    return result.stdout


def build(k, setting, directory, shift=0):
    """Builds kernel k with a timer around its function and gives the path of
    the executable. The optimized IR is split into the kernel and the rest, and
    goes to the code generator without any further optimization of the IR.
    shift: bytes by which the code is moved."""
    base = os.path.join(directory, f'{k.name}-{setting}')
    executable = f'{base}-{shift}'
    if os.path.exists(executable):
        return executable
    clang = tool('clang')
    flags = SETTINGS[setting]
    code = [f for f in flags if f.startswith(('-O', '-march', '-ffp'))]
    if not os.path.exists(base + '-rest.o'):
        run([clang, *flags, '-std=c11', '-c', '-emit-llvm', k.source,
             '-o', base + '.bc'])
        extract = [tool('llvm-extract'), base + '.bc', '--func=' + k.function]
        run([*extract, '-o', base + '-kernel.bc'])
        run([*extract, '--delete', '-o', base + '-rest.bc'])
        for part in ('kernel', 'rest'):
            run([clang, *code, '-Xclang', '-disable-llvm-passes', '-c',
                 f'{base}-{part}.bc', '-o', f'{base}-{part}.o'])
    pad = f'{base}-{shift}.s'
    with open(pad, 'w') as file:
        # Each function starts on a multiple of 16; this moves it within 64.
        file.write('.section .note.GNU-stack,"",@progbits\n.text\n'
                   f'.p2align 6\n.skip {shift + 1}, 0x90\n')
    timer = os.path.join(ROOT, 'utils', 'studies', 'common', 'region-timer.c')
    run([clang, '-O2', f'-DKERNEL={k.function}', pad, base + '-kernel.o',
         base + '-rest.o', timer, '-o', executable, '-lm',
         f'-Wl,--wrap={k.function}', '-Wl,--wrap=aligned_alloc'])
    return executable
