#===- eighth.py - Six programs for an eighth draw --------------------------===#
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

import later
from programs import Program, names, write


def amap(tree, inputs):
    return Program('amap', ['align/Amap.cc'],
                   ['-DNDEBUG', '-DNumInsertStates=1', '-DVERSION="2.2"',
                    '-std=gnu++98'], [inputs + '/proteins.fasta'])


def poa(tree, inputs):
    files = [f for f in names(tree, '*.c') if os.path.basename(f) not in
             ('align_lpo.c', 'align_lpo_po.c')]
    return Program('poa', files, ['-DUSE_WEIGHTED_LINKS',
                                  '-DUSE_PROJECT_HEADER', '-I.', '-std=gnu89'],
                   ['-read_fasta', inputs + '/proteins.fasta', '-clustal',
                    inputs + '/proteins.aln', tree + '/blosum80.mat'])


def prank(tree, inputs):
    return Program('prank', names(tree, 'src/*.cpp'),
                   ['-std=gnu++98', '-Isrc'],
                   ['-d=' + inputs + '/short.fasta', '-o=' + inputs + '/prank',
                    '-t=' + inputs + '/short.tree', '-once'])


def libnova(tree, inputs):
    write(tree + '/config.h', '#define VERSION "0.16"\n')
    # Two of its files define these, and one of them only where it is built for
    # Windows.
    write(tree + '/words.h', 'typedef int BOOL;\n')
    return Program('libnova', names(tree, 'src/*.c') + ['lntest/test.c'],
                   ['-Isrc', '-I.', '-DHAVE_ROUND', '-include', 'words.h',
                    '-DTRUE=1', '-DFALSE=0',
                    '-Diswhite(c)=((c)==32||(c)==9)'], [])


def opus(tree, inputs):
    left_out = ('opus_compare.c', 'repacketizer_demo.c', 'opus_custom_demo.c')
    files = [f for f in names(tree, 'src/*.c', 'celt/*.c', 'silk/*.c',
                              'silk/float/*.c')
             if os.path.basename(f) not in left_out]
    return Program('opus', files,
                   ['-DOPUS_BUILD', '-DVAR_ARRAYS', '-DHAVE_LRINT',
                    '-DHAVE_LRINTF', '-DPACKAGE_VERSION="1.3.1"', '-Iinclude',
                    '-Icelt', '-Isilk', '-Isilk/float', '-Isrc'],
                   ['audio', '48000', '2', '64000', inputs + '/sound.pcm',
                    inputs + '/decoded.pcm'])


def metis(tree, inputs):
    left_out = ('ndmetis.c', 'cmdline_ndmetis.c', 'mpmetis.c',
                'cmdline_mpmetis.c', 'm2gmetis.c', 'cmdline_m2gmetis.c',
                'graphchk.c', 'cmpfillin.c', 'smbfactor.c')
    files = [f for f in names(tree, 'GKlib/*.c', 'libmetis/*.c', 'programs/*.c')
             if os.path.basename(f) not in left_out]
    return Program('metis', files,
                   ['-DLINUX', '-D_FILE_OFFSET_BITS=64', '-DNDEBUG',
                    '-DNDEBUG2', '-DSVNINFO="1"', '-DHAVE_EXECINFO_H', '-DHAVE_GETLINE',
                    '-IGKlib', '-Iinclude', '-Ilibmetis', '-Iprograms'],
                   ['-nooutput', inputs + '/mesh.graph', '16'])


PROGRAMS = {'amap-align': amap, 'poa': poa, 'prank': prank,
            'libnova': libnova, 'opus': opus, 'metis': metis}

AMINO_ACIDS = 'ARNDCQEGHILKMFPSTWYV'


def family(r, count, length, share):
    """Sequences of one ancestor, with gaps."""
    ancestor = [r.choice(AMINO_ACIDS) for _ in range(length)]
    for i in range(count):
        row = [r.choice(AMINO_ACIDS) if r.random() < share else c
               for c in ancestor if r.random() > 0.03]
        yield f'>s{i}\n{"".join(row)}\n'


def make_inputs(folder):
    """What the programs of this file read, the same each time."""
    later.make_inputs(folder)
    r = random.Random(21)
    write(folder + '/proteins.fasta', ''.join(family(r, 14, 220, 0.3)))
    write(folder + '/short.fasta', ''.join(family(r, 4, 70, 0.2)))
    write(folder + '/short.tree',
          '((s0:0.1,s1:0.1):0.05,(s2:0.1,s3:0.1):0.05);\n')
    side = 120
    edges = []
    for y in range(side):
        for x in range(side):
            near = [(x + a, y + b) for a, b in ((1, 0), (-1, 0), (0, 1),
                                                (0, -1), (1, 1), (-1, -1))]
            edges.append([v * side + u + 1 for u, v in near
                          if 0 <= u < side and 0 <= v < side])
    write(folder + '/mesh.graph', f'{side * side} '
          f'{sum(map(len, edges)) // 2}\n' + ''.join(
              ' '.join(map(str, row)) + '\n' for row in edges))
    if not os.path.exists(folder + '/sound.pcm'):
        level, data = 0.0, bytearray()
        for i in range(48000 * 2):
            level = 0.95 * level + r.uniform(-900, 900)
            tone = 6000 * ((i * 440 / 48000) % 1 - 0.5)
            data += struct.pack('<hh', int(level + tone), int(level - tone))
        with open(folder + '/sound.pcm', 'wb') as file:
            file.write(data)
