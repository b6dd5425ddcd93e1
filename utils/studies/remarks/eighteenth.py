#===- eighteenth.py - Programs for an eighteenth draw ----------------------===#
#
# Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===-----------------------------------------------------------------------===#
#
# Source packages of Debian like those of later.py, which nobody had looked at
# before the draw that they are for. They were compiled, and neither linked nor
# run. Of some of them the mirror had no Debian part that day: their upstream
# source was unpacked, without Debian's patches.
#
#===-----------------------------------------------------------------------===#
import os

import later
from ninth import defined
from programs import names, write
from thirteenth import programs_of
from twelfth import configured, from_cmake

# The files of each, those of them that need what is not here, and the flags.
PLAIN = {
    'bristol': ('bristol/*.c libbristol/*.c', 'audioRoutines.c',
                '-I. -Iinclude -Iinclude/bristol -Ibristol -Ilibbristol '
                '-DBRISTOL_VOICECOUNT=32 -DBRISTOL_RAMP_RATE=10 -std=gnu89'),
    'clhep': ('Random/src/*.cc Vector/src/*.cc Matrix/src/*.cc '
              'Geometry/src/*.cc Evaluator/src/*.cc RandomObjects/src/*.cc',
              '',
              '-I. -IRandom -std=gnu++14 -DDISABLE_ALLOC'),
    'codonw': ('*.c', '', '-std=gnu89'),
    'dsdp': ('src/*/*.c examples/*.c', 'dsdp.c',
             '-Iinclude -Isrc/solver -Isrc/sdp -Isrc/vecmat -std=gnu89'),
    'graphviz': ('lib/neatogen/*.c lib/sparse/*.c lib/sfdpgen/*.c '
                 'lib/mingle/*.c* lib/edgepaint/*.c lib/circogen/*.c '
                 'lib/twopigen/*.c lib/fdpgen/*.c lib/osage/*.c '
                 'lib/patchwork/*.c lib/pathplan/*.c lib/ortho/*.c '
                 'lib/label/*.c lib/pack/*.c lib/rbtree/*.c lib/common/*.c '
                 'lib/dotgen/*.c lib/topfish/*.c', 'colxlate.c diagen.c '
                 'hpglgen.c htmllex.c mifgen.c mpgen.c ns.c picgen.c '
                 'strncasecmp.c textspan.c vtxgen.c nrtmain.c ptest.c',
                 '-I. -Ilib -DHAVE_CONFIG_H ' + ' '.join(
                     '-Ilib/' + f for f in (
                         'cgraph cdt common gvc neatogen sparse sfdpgen '
                         'mingle edgepaint circogen twopigen fdpgen osage '
                         'patchwork pathplan ortho label pack rbtree dotgen '
                         'xdot ingraphs topfish vmalloc').split())),
    'gwama': ('*.cpp', 'gammaf.cpp', '-std=gnu++98'),
    'igraph': ('src/centrality/*.c src/community/*.c src/core/*.c '
               'src/layout/*.c src/linalg/*.c src/math/*.c src/misc/*.c '
               'src/properties/*.c src/random/*.c vendor/cs/*.c',
               'power_law_fit.c',
               '-I. -Iinclude -Isrc -Ivendor -Ivendor/cs -Isrc/f2c'),
    'libdv': ('libdv/*.c encodedv/*.c', '',
              '-I. -Ilibdv -DHAVE_CONFIG_H -D_FILE_OFFSET_BITS=64 '
              '-Wno-incompatible-pointer-types -std=gnu89'),
    'libpll': ('src/*.c', 'core_derivatives_avx.c core_derivatives_avx2.c '
               'core_likelihood_avx.c core_likelihood_avx2.c '
               'core_likelihood_sse.c core_partials_avx.c '
               'core_partials_avx2.c core_partials_sse.c core_pmatrix_avx.c '
               'core_pmatrix_avx2.c core_pmatrix_sse.c fast_parsimony_avx.c '
               'fast_parsimony_avx2.c fast_parsimony_sse.c',
               '-Isrc -D_GNU_SOURCE -DHAVE_CONFIG_H'),
    'libquantum': ('*.c', 'grover.c ising.c shor.c', '-std=gnu99'),
    'missfits': ('src/*.c src/*/*.c', '', '-I. -Isrc -Isrc/fits -Isrc/wcs '
                 '-DHAVE_CONFIG_H -D_GNU_SOURCE -std=gnu89'),
    'proda': ('*.cc', '', '-std=gnu++98 -include cstdio -include climits '
              '-include cstring'),
    'rtl-433': ('src/*.c src/devices/*.c', '', '-Iinclude -D_GNU_SOURCE'),
    'x264': ('common/*.c encoder/*.c filters/*.c filters/video/*.c '
             'x264.c', 'opencl.c rdo.c slicetype.c win32thread.c',
             '-I. -Icommon -Iencoder -D_GNU_SOURCE '
             '-DBIT_DEPTH=8 -DHIGH_BIT_DEPTH=0 -std=gnu99'),
}


def headers(name, tree):
    """What its own build would make."""
    if name in ('bristol', 'libquantum', 'missfits'):
        configured(tree)
    elif name == 'libdv':
        write(tree + '/config.h', defined({
            'HAVE_ENDIAN_H': 1, 'HAVE_FCNTL_H': 1, 'HAVE_GETPAGESIZE': 1,
            'HAVE_GETTIMEOFDAY': 1, 'HAVE_INTTYPES_H': 1, 'HAVE_MMAP': 1,
            'HAVE_STDINT_H': 1, 'HAVE_STDLIB_H': 1, 'HAVE_STRING_H': 1,
            'HAVE_SYS_TIME_H': 1, 'HAVE_SYS_TYPES_H': 1, 'HAVE_UNISTD_H': 1,
            'PACKAGE': '"libdv"', 'STDC_HEADERS': 1,
            'TIME_WITH_SYS_TIME': 1, 'VERSION': '"1.0.0"'}))
    elif name == 'clhep':
        os.makedirs(tree + '/CLHEP', exist_ok=True)
        for part in ('Cast', 'Evaluator', 'Exceptions', 'Fields',
                     'GenericFunctions', 'Geometry', 'Matrix', 'Random',
                     'RandomObjects', 'RefCount', 'Units', 'Utility',
                     'Vector'):
            if not os.path.exists(f'{tree}/CLHEP/{part}'):
                os.symlink(f'../{part}/{part}', f'{tree}/CLHEP/{part}')
            write(f'{tree}/{part}/{part}/defs.h', '')
    elif name == 'graphviz':
        from_cmake(tree + '/config-cmake.h.in', tree + '/config.h',
                   'HAVE_(\\w+_H|DRAND48|CBRT|GETPAGESIZE|GETENV|LRAND48|'
                   'SETENV|SINCOS|SRAND48|STR\\w+|VSNPRINTF|SSIZE_T|INTPTR_T)',
                   {})
        with open(tree + '/config.h') as file:
            text = file.read().replace('@DEFAULT_DPI@', '96')
        with open(tree + '/config.h', 'w') as file:
            file.write(text)
    elif name == 'igraph':
        from_cmake(tree + '/src/config.h.in', tree + '/src/config.h',
                   'HAVE_(STR\\w+|USELOCALE|BUILTIN_OVERFLOW|__UINT128_T)|'
                   'INTERNAL_\\w+', {})
        with open(tree + '/src/config.h') as file:
            text = file.read().replace('@TLS_KEYWORD@', '')
        with open(tree + '/src/config.h', 'w') as file:
            file.write(text)
        write(tree + '/include/igraph_export.h', defined({
            'IGRAPH_EXPORT': '', 'IGRAPH_DEPRECATED': '',
            'IGRAPH_PRIVATE_EXPORT': ''}))
        write(tree + '/include/igraph_threading.h',
              '#define IGRAPH_THREAD_SAFE 0\n')
        for header, values in (
                ('config', {'@IGRAPH_INTEGER_SIZE@': '64',
                            '@IGRAPH_DEPRECATED_ENUMVAL@': ''}),
                ('version', {'@PACKAGE_VERSION@': '0.10.2',
                             '@PACKAGE_VERSION_MAJOR@': '0',
                             '@PACKAGE_VERSION_MINOR@': '10',
                             '@PACKAGE_VERSION_PATCH@': '2',
                             '@PACKAGE_VERSION_PRERELEASE@': ''})):
            with open(f'{tree}/include/igraph_{header}.h.in') as file:
                text = file.read()
            for old, new in values.items():
                text = text.replace(old, new)
            write(f'{tree}/include/igraph_{header}.h', text)
    elif name == 'libpll':
        write(tree + '/src/config.h', '')
    elif name == 'x264':
        configured(tree, '--disable-asm', '--enable-static', '--disable-cli')


PROGRAMS = programs_of(PLAIN, headers)

make_inputs = later.make_inputs
