#===- seventh.py - Eight programs for a seventh draw -----------------------===#
#
# Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===-----------------------------------------------------------------------===#
#
# Source packages of Debian like those of later.py, which nobody had looked at
# before the draw that they are for.
#
#===-----------------------------------------------------------------------===#
import os
import random
import struct
import subprocess
import zlib

import later
from programs import Program, driver, names, write


def voro(tree, inputs):
    return Program('voro++', ['src/voro++.cc', 'src/cmd_line.cc'], ['-Isrc'],
                   ['-p', '0', '20', '0', '20', '0', '20',
                    inputs + '/particles'])


def nec2c(tree, inputs):
    write(tree + '/config.h', '#define PACKAGE_STRING "nec2c 1.3"\n')
    return Program('nec2c', names(tree, '*.c'), ['-I.', '-DHAVE_CONFIG_H'],
                   ['-i', inputs + '/antenna.nec',
                    '-o', inputs + '/antenna.out'])


def minisat2(tree, inputs):
    return Program('minisat2', ['minisat/core/Main.cc',
                                'minisat/core/Solver.cc'] +
                   names(tree, 'minisat/utils/*.cc'),
                   ['-I.', '-D__STDC_LIMIT_MACROS', '-D__STDC_FORMAT_MACROS',
                    '-DNDEBUG', '-std=gnu++98'],
                   [inputs + '/larger.cnf'], libraries=['-lz'])


def mawk(tree, inputs):
    if not os.path.exists(tree + '/scancode.c'):
        log = tree + '/rafter.log'
        with open(log, 'w') as file:
            for command in (['./configure'], ['make', 'scancode.c']):
                subprocess.run(command, cwd=tree, check=True, stdout=file,
                               stderr=file, env=dict(os.environ,
                                                     CC='clang-22'))
    left_out = ('makescan.c', 'fpe_check.c', 'rexp.c', 'rexp0.c', 'rexp1.c',
                'rexp2.c', 'rexp3.c', 'rexp4.c', 'rexpdb.c', 'trace.c',
                'regexp_system.c')
    files = [f for f in names(tree, '*.c') if f not in left_out]
    return Program('mawk', files, ['-I.', '-DHAVE_CONFIG_H'],
                   ['-f', inputs + '/script.awk', inputs + '/text'])


def sim4(tree, inputs):
    return Program('sim4', names(tree, '*.c'), ['-I.', '-std=gnu89'],
                   [inputs + '/transcript.fasta', inputs + '/genome.fasta'])


def soundtouch(tree, inputs):
    write(tree + '/include/soundtouch_config.h',
          '#define SOUNDTOUCH_FLOAT_SAMPLES 1\n')
    return Program('soundtouch', names(tree, 'source/SoundTouch/*.cpp',
                                       'source/SoundStretch/*.cpp'),
                   ['-Iinclude', '-fdelete-null-pointer-checks'],
                   [inputs + '/sound.wav', inputs + '/stretched.wav',
                    '-tempo=20', '-pitch=3', '-rate=-7'])


def libpng(tree, inputs):
    if not os.path.exists(tree + '/pnglibconf.h'):
        os.link(tree + '/scripts/pnglibconf.h.prebuilt', tree + '/pnglibconf.h')
    files = [f for f in names(tree, 'png*.c') if f != 'pngtest.c']
    return Program('libpng', files + ['contrib/libtests/timepng.c'],
                   ['-I.', '-DPNG_INTEL_SSE_OPT=0'],
                   ['--EXPAND_16', inputs + '/picture.png'], libraries=['-lz'])


def meschach(tree, inputs):
    left_out = ('torture.c', 'ztorture.c', 'sptort.c', 'itertort.c',
                'memtort.c', 'mfuntort.c', 'iotort.c', 'tutorial.c',
                'tutadv.c', 'maxint.c', 'dmacheps.c', 'fmacheps.c',
                'conjgrad.c', 'arnoldi.c', 'lanczos.c', 'extras.c')
    files = [f for f in names(tree, '*.c') if f not in left_out]
    return Program('meschach', files + [driver('matrices.c')],
                   ['-I.', '-DHAVE_CONFIG_H', '-std=gnu89'], [])


PROGRAMS = {'voro++': voro, 'nec2c': nec2c, 'minisat2': minisat2,
            'mawk': mawk, 'sim4': sim4, 'soundtouch': soundtouch,
            'libpng1.6': libpng, 'meschach': meschach}

SCRIPT = '''
function reversed(s,  i, t) {
  t = ""
  for (i = length(s); i > 0; --i) t = t substr(s, i, 1)
  return t
}
{
  for (i = 1; i <= NF; ++i) { count[$i]++; size += length($i) }
  if ($0 ~ /e+[aeiou].*t/) ++matched
  gsub(/the|in|er/, "&&")
  total += length($0)
}
END {
  for (w in count) if (count[w] > best) { best = count[w]; word = w }
  for (i = 0; i < 200000; ++i) x = (x * 69069 + i) % 65521
  print NR, size, matched, total, best, reversed(word), x
}
'''


def picture(path, r, width=640, height=480):
    """A PNG of noise over a slope, with each of the five filters in turn."""
    raw, before = bytearray(), bytes(3 * width)
    for y in range(height):
        row = bytes((x // 2 + y // 3 * c + r.randrange(8)) & 255
                    for x in range(width) for c in range(3))
        left = bytes(3) + row[:-3]
        corner = bytes(3) + before[:-3]
        kind = y % 5
        raw.append(kind)
        for a, b, c, v in zip(left, before, corner, row):
            nearest = min((abs(b - c), 0, a), (abs(a - c), 1, b),
                          (abs(a + b - 2 * c), 2, c))[2]
            guess = (0, a, b, (a + b) // 2, nearest)[kind]
            raw.append((v - guess) & 255)
        before = row

    def chunk(name, data):
        return (struct.pack('>I', len(data)) + name + data +
                struct.pack('>I', zlib.crc32(name + data)))
    with open(path, 'wb') as file:
        file.write(b'\x89PNG\r\n\x1a\n' +
                   chunk(b'IHDR', struct.pack('>IIBBBBB', width, height, 8, 2,
                                              0, 0, 0)) +
                   chunk(b'IDAT', zlib.compress(bytes(raw), 6)) +
                   chunk(b'IEND', b''))


def antenna(elements=12, segments=31):
    """A directional antenna of parallel wires, in NEC's cards."""
    cards = ['CM wires in a row', 'CE']
    for i in range(elements):
        half = 0.25 - 0.004 * i
        cards.append(f'GW {i + 1} {segments} {0.2 * i:.3f} {-half:.4f} 0 '
                     f'{0.2 * i:.3f} {half:.4f} 0 0.001')
    middle = segments // 2 + 1
    return '\n'.join(cards + [
        'GE 0', f'EX 0 2 {middle} 0 1 0', 'FR 0 3 0 0 290 5',
        'RP 0 19 37 1000 0 0 10 10', 'EN']) + '\n'


def make_inputs(folder):
    """What the programs of this file read, the same each time."""
    later.make_inputs(folder)
    r = random.Random(20)
    write(folder + '/script.awk', SCRIPT)
    write(folder + '/antenna.nec', antenna())
    write(folder + '/particles', ''.join(
        f'{i} {r.uniform(0, 20):.5f} {r.uniform(0, 20):.5f} '
        f'{r.uniform(0, 20):.5f}\n' for i in range(6000)))
    variables = 190
    write(folder + '/larger.cnf', f'p cnf {variables} {int(4.26 * variables)}\n'
          + ''.join(' '.join(str(v if r.random() < 0.5 else -v) for v in
                             r.sample(range(1, variables + 1), 3)) + ' 0\n'
                    for _ in range(int(4.26 * variables))))
    exons = [''.join(r.choice('ACGT') for _ in range(r.randrange(80, 300)))
             for _ in range(12)]
    write(folder + '/transcript.fasta', '>t\n' + ''.join(
        later.mutate(r, e, 0.02) for e in exons) + '\n')
    write(folder + '/genome.fasta', '>g\n' + ''.join(
        e + 'GT' + ''.join(r.choice('ACGT') for _ in range(4000)) + 'AG'
        for e in exons) + '\n')
    if not os.path.exists(folder + '/picture.png'):
        picture(folder + '/picture.png', r)
