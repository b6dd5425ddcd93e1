#===- later.py - Programs that remarks with a profile are judged on --------===#
#
# Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===-----------------------------------------------------------------------===#
#
# Source packages of Debian like those of programs.py, which nobody had looked
# at before the draw that they are for.
#
#===-----------------------------------------------------------------------===#
import os
import random
import struct

import programs
from programs import Program, names, write


def bzip2(tree, inputs):
    return Program('bzip2', ['blocksort.c', 'huffman.c', 'crctable.c',
                             'randtable.c', 'compress.c', 'decompress.c',
                             'bzlib.c', 'bzip2.c'], [],
                   ['-kf', inputs + '/text'])


def lua(tree, inputs):
    files = [f for f in names(tree, 'src/*.c') if not f.endswith('/luac.c')]
    write(tree + '/src/lua5.4-deb-multiarch.h', '#define DEB_HOST_MULTIARCH "."\n')
    return Program('lua5.4', files, ['-DLUA_USE_POSIX', '-Isrc'],
                   [inputs + '/script.lua'])


def fasttree(tree, inputs):
    return Program('fasttree', ['fasttree.c'], [],
                   ['-nt', inputs + '/alignment.fasta'])


def potrace(tree, inputs):
    write(tree + '/src/config.h', '#define VERSION "1.16"\n'
          '#define PACKAGE "potrace"\n#define HAVE_STDINT_H 1\n'
          '#define HAVE_INTTYPES_H 1\n#define POTRACE "potrace"\n')
    left_out = ('getopt', 'getopt1', 'mkbitmap', 'greymap_demo',
                'potracelib_demo')
    files = [f for f in names(tree, 'src/*.c')
             if os.path.basename(f)[:-2] not in left_out]
    return Program('potrace', files, ['-Isrc', '-DHAVE_CONFIG_H'],
                   ['-s', '-o', inputs + '/drawing.svg',
                    inputs + '/drawing.pbm'])


def twolame(tree, inputs):
    write(tree + '/libtwolame/config.h', '#define VERSION "0.4.0"\n'
          '#define PACKAGE_VERSION VERSION\n#define PACKAGE_NAME "twolame"\n'
          '#define SIZEOF_SHORT 2\n#define SIZEOF_FLOAT 4\n'
          '#define HAVE_STDINT_H 1\n#define HAVE_STDLIB_H 1\n'
          '#define HAVE_UNISTD_H 1\n#define STDC_HEADERS 1\n'
          '#define PACKAGE_BUGREPORT ""\n#define PACKAGE_URL ""\n')
    return Program('twolame', names(tree, 'libtwolame/*.c',
                                    'simplefrontend/*.c'),
                   ['-Ilibtwolame', '-DHAVE_CONFIG_H',
                    '-Wno-implicit-function-declaration'],
                   [inputs + '/sound.wav', inputs + '/sound.mp2'])


def cliquer(tree, inputs):
    return Program('cliquer', ['cl.c', 'cliquer.c', 'graph.c', 'reorder.c'],
                   ['-DENABLE_LONG_OPTIONS'], [inputs + '/graph.dimacs'])


def jbigkit(tree, inputs):
    return Program('jbigkit', ['libjbig/jbig.c', 'libjbig/jbig_ar.c',
                               'pbmtools/pbmtojbg.c'], ['-Ilibjbig'],
                   [inputs + '/drawing.pbm', inputs + '/drawing.jbg'])


def picosat(tree, inputs):
    write(tree + '/config.h', '#define PICOSAT_CC "clang"\n'
          '#define PICOSAT_CFLAGS "-O2"\n#define PICOSAT_VERSION "965"\n')
    return Program('picosat', ['picosat.c', 'app.c', 'main.c', 'version.c'],
                   ['-DNDEBUG'], [inputs + '/formula.cnf'])


def xxhash(tree, inputs):
    files = [f for f in names(tree, 'cli/*.c')] + ['xxhash.c']
    return Program('xxhash', files, ['-I.', '-Icli'],
                   ['-H0', '-H1', '-H2', '-H3', inputs + '/text'])


def lzip(tree, inputs):
    return Program('lzip', names(tree, '*.cc'), ['-DPROGVERSION="1.23"'],
                   ['-6', '-kf', inputs + '/text'])


PROGRAMS = {'bzip2': bzip2, 'lua5.4': lua, 'fasttree': fasttree,
            'potrace': potrace, 'twolame': twolame, 'cliquer': cliquer,
            'jbigkit': jbigkit, 'picosat': picosat, 'xxhash': xxhash,
            'lzip': lzip}

SCRIPT = '''
local function fibonacci(n)
  if n < 2 then return n end
  return fibonacci(n - 1) + fibonacci(n - 2)
end
local t, seen, parts = {}, {}, {}
for i = 1, 20000 do t[i] = (i * 7919) % 10007 end
table.sort(t)
for i = 1, 20000 do
  local key = "k" .. (i * 31 % 997)
  seen[key] = (seen[key] or 0) + t[i]
  parts[#parts + 1] = string.format("%d:%s", i, key)
end
local text, words = table.concat(parts, " "), 0
for w in text:gmatch("%d+:k") do words = words + #w end
print(fibonacci(22), words, #text:gsub("k1", "x"):upper())
'''


def mutate(r, sequence, share):
    return ''.join(r.choice('ACGT') if r.random() < share else c
                   for c in sequence)


def make_inputs(folder):
    """What the programs of this file read, the same each time."""
    programs.make_inputs(folder)
    r = random.Random(18)
    write(folder + '/script.lua', SCRIPT)
    ancestor = ''.join(r.choice('ACGT') for _ in range(400))
    rows = [mutate(r, ancestor, 0.05)]
    for i in range(59):
        rows.append(mutate(r, r.choice(rows), 0.08))
    write(folder + '/alignment.fasta', ''.join(
        f'>s{i}\n{row}\n' for i, row in enumerate(rows)))
    write(folder + '/graph.dimacs', 'p edge 120 0\n' + ''.join(
        f'e {a} {b}\n' for a in range(2, 121) for b in range(1, a)
        if r.random() < 0.6))
    variables = 150
    clauses = [[v if r.random() < 0.5 else -v
                for v in r.sample(range(1, variables + 1), 3)]
               for _ in range(int(4.26 * variables))]
    write(folder + '/formula.cnf', f'p cnf {variables} {len(clauses)}\n' +
          ''.join(' '.join(map(str, c)) + ' 0\n' for c in clauses))
    make_drawing(r, folder + '/drawing.pbm')
    make_sound(r, folder + '/sound.wav')


def make_drawing(r, path, size=800):
    circles = [(r.randrange(size), r.randrange(size), r.randrange(10, 90))
               for _ in range(40)]
    rows = bytearray()
    for y in range(size):
        row = [0] * size
        for a, b, radius in circles:
            if abs(y - b) <= radius:
                half = int((radius ** 2 - (y - b) ** 2) ** 0.5)
                for x in range(max(0, a - half), min(size, a + half)):
                    row[x] ^= 1
        for x in range(0, size, 8):
            rows.append(int(''.join(map(str, row[x:x + 8])), 2))
    with open(path, 'wb') as file:
        file.write(b'P4\n%d %d\n' % (size, size) + rows)


def make_sound(r, path, rate=44100, seconds=2):
    data, level = bytearray(), 0.0
    for i in range(rate * seconds):
        level = 0.95 * level + r.uniform(-900, 900)
        tone = 6000 * ((i * 440 / rate) % 1 - 0.5)
        data += struct.pack('<hh', int(level + tone), int(level - tone))
    with open(path, 'wb') as file:
        file.write(b'RIFF' + struct.pack('<I', 36 + len(data)) + b'WAVEfmt ' +
                   struct.pack('<IHHIIHH', 16, 1, 2, rate, 4 * rate, 4, 16) +
                   b'data' + struct.pack('<I', len(data)) + data)
