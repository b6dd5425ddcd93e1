#===- twelfth.py - Programs for a twelfth draw -----------------------------===#
#
# Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===-----------------------------------------------------------------------===#
#
# Source packages of Debian like those of later.py, which nobody had looked at
# before the draw that they are for. They were compiled, and neither linked nor
# run.
#
#===-----------------------------------------------------------------------===#
import os
import re
import subprocess

import later
from ninth import defined
from programs import Program, names, write


def configured(tree, *options):
    """What its own script finds out about this machine."""
    if not os.path.exists(tree + '/rafter.log'):
        with open(tree + '/rafter.log', 'w') as log:
            subprocess.run(['./configure', *options], cwd=tree, stdout=log,
                           stderr=log, check=True, env=dict(
                               os.environ, CC='clang-22', CXX='clang++-22'))


def from_cmake(path, made, wanted, values):
    """A header as CMake makes it, with what is WANTED set to 1."""
    with open(path) as file:
        text = file.read()

    def line(match):
        kind, name, rest = match.groups()
        if name in values:
            return f'#define {name} {values[name]}'
        if re.fullmatch(wanted, name):
            return f'#define {name} 1'
        return f'#define {name} 0' if kind else f'/* no {name} */'
    sizes = {'LONG': 8, 'INT64_T': 8, 'LOFF_T': 8, 'LONG_LONG': 8,
             'OFF64_T': 8, 'OFF_T': 8, 'SIZE_T': 8, 'SSIZE_T': 8, 'VOIDP': 8,
             'DOUBLE': 8, 'FLOAT': 4, 'INT': 4, 'WCHAR_T': 4, 'SHORT': 2}
    text = re.sub(r'@SIZEOF_(\w+)_CODE@', lambda match:
                  f'#define SIZEOF_{match.group(1)} {sizes[match.group(1)]}',
                  text)
    text = re.sub('@[A-Z_]+CODE@', '', text)
    write(made, re.sub(r'#cmakedefine(01)? +(\w+)(.*)', line, text))


def admesh(tree, inputs):
    write(tree + '/config.h', '')
    return Program('admesh', names(tree, 'src/*.c'),
                   ['-I.', '-DVERSION="0.98.4"'], [])


def without(files, *left_out):
    return [f for f in files if os.path.basename(f) not in left_out]


def adplug(tree, inputs):
    """The sound chips."""
    return Program('adplug', [f for f in names(tree, 'src/*.c') +
                              ['src/nemuopl.cpp', 'src/kemuopl.cpp',
                               'src/surroundopl.cpp', 'src/temuopl.cpp']
                              if os.path.exists(f'{tree}/{f}')],
                   ['-Isrc', '-Dstricmp=strcasecmp', '-DVERSION="2.3.3"'], [])


def ann(tree, inputs):
    return Program('ann', names(tree, 'src/*.cpp', 'ann2fig/*.cpp',
                                'sample/*.cpp', 'test/*.cpp'),
                   ['-Iinclude', '-std=gnu++98'], [])


def box2d(tree, inputs):
    return Program('box2d', names(tree, 'src/*/*.cpp'),
                   ['-Iinclude', '-Isrc'], [])


def bullet(tree, inputs):
    """Its linear algebra, soft bodies, inverse dynamics, solvers."""
    return Program('bullet', [f for f in names(
        tree, 'src/LinearMath/*.cpp', 'src/BulletSoftBody/*.cpp',
        'src/BulletInverseDynamics/*.cpp',
        'src/BulletDynamics/MLCPSolvers/*.cpp',
        'src/BulletDynamics/Featherstone/*.cpp',
        'src/BulletDynamics/ConstraintSolver/*.cpp',
        'src/BulletCollision/CollisionShapes/*.cpp')],
        ['-Isrc', '-DBT_NO_SIMD_OPERATOR_OVERLOADS'], [])


def calculix_ccx(tree, inputs):
    """What of it is C."""
    return Program('calculix-ccx', without(
        names(tree, 'ccx_2.20/src/*.c'), 'elemChecker.c', 'thicknessmain.c'),
        ['-DARCH=Linux', '-include', 'string.h'], [])


def c_blosc(tree, inputs):
    write(tree + '/blosc/config.h', defined({'HAVE_LZ4': 0}))
    return Program('c-blosc', names(tree, 'blosc/*.c'), ['-Iblosc'], [])


def dialign(tree, inputs):
    return Program('dialign', names(tree, 'src/*.c'),
                   ['-DCONS', '-std=gnu89'], [])


def direwolf(tree, inputs):
    return Program('direwolf', without(names(tree, 'src/*.c'), 'audio_win.c'),
                   ['-Isrc', '-Iexternal/geotranz', '-Iexternal/misc',
                    '-D_GNU_SOURCE',
                    '-DMAJOR_VERSION=1', '-DMINOR_VERSION=6'], [])


def evolver(tree, inputs):
    return Program('evolver', without(
        names(tree, 'src/*.c'), 'alloca.c', 'glutgraph.c', 'gnugraph.c',
        'oglgraph.c', 'symmetry.c', 'tokname.c', 'xgraph.c'),
        ['-Isrc', '-DLINUX', '-DGENERIC', '-std=gnu89'], [])


def freetype(tree, inputs):
    """Each module in one file, as its own build has them."""
    modules = ('autofit/autofit', 'base/ftbase', 'base/ftbbox',
               'base/ftbitmap', 'base/ftglyph', 'base/ftstroke',
               'base/ftsynth', 'bdf/bdf', 'cache/ftcache', 'cff/cff',
               'cid/type1cid', 'pcf/pcf', 'pfr/pfr', 'psaux/psaux',
               'pshinter/pshinter', 'psnames/psnames', 'raster/raster',
               'sdf/sdf', 'sfnt/sfnt', 'smooth/smooth', 'truetype/truetype',
               'type1/type1', 'type42/type42', 'winfonts/winfnt')
    return Program('freetype', [f'src/{m}.c' for m in modules],
                   ['-Iinclude', '-DFT2_BUILD_LIBRARY'], [])


def infernal(tree, inputs):
    """Without the HMMER that is in it."""
    configured(tree)
    return Program('infernal', without(
        names(tree, 'src/*.c', 'src/impl_sse/*.c', 'easel/*.c'), 'cmsim.c'),
        ['-Isrc', '-Ieasel', '-Ihmmer/src', '-D_GNU_SOURCE'], [])


def lhasa(tree, inputs):
    left_out = ('lh_new_decoder', 'tree_decode', 'win32', 'pma_common',
                'bit_stream_reader')
    return Program('lhasa', [f for f in names(tree, 'lib/*.c')
                             if not any(word in f for word in left_out)],
                   ['-Ilib', '-Ilib/public'], [])


def libcaca(tree, inputs):
    write(tree + '/config.h', defined({
        'HAVE_INTTYPES_H': 1, 'HAVE_STDINT_H': 1, 'HAVE_UNISTD_H': 1,
        'HAVE_ERRNO_H': 1, 'HAVE_ENDIAN_H': 1, 'HAVE_STDARG_H': 1,
        'HAVE_VSNPRINTF': 1, 'HAVE_GETTIMEOFDAY': 1, 'HAVE_SYS_TIME_H': 1,
        'HAVE_USLEEP': 1, 'HAVE_SNPRINTF': 1, 'HAVE_STRCASECMP': 1,
        'PACKAGE_VERSION': '"0.99"', 'VERSION': '"0.99"'}))
    return Program('libcaca', names(tree, 'caca/*.c', 'caca/codec/*.c'),
                   ['-I.', '-Icaca', '-D__LIBCACA__', '-DHAVE_CONFIG_H'], [])


def libde265(tree, inputs):
    configured(tree)
    return Program('libde265', names(tree, 'libde265/*.cc',
                                     'libde265/encoder/*.cc',
                                     'libde265/encoder/algo/*.cc'),
                   ['-I.', '-Ilibde265', '-DHAVE_CONFIG_H',
                    '-DHAVE_STDINT_H', '-DHAVE_UNISTD_H'], [])


def libdmtx(tree, inputs):
    return Program('libdmtx', ['dmtx.c'],
                   ['-I.', '-DHAVE_SYS_TIME_H', '-DHAVE_GETTIMEOFDAY',
                    '-DDMTX_VERSION="0.7.5"'], [])


def libmikmod(tree, inputs):
    from_cmake(tree + '/config.h.cmake', tree + '/config.h',
               'HAVE_(UNISTD|LIMITS|FCNTL|STDINT|INTTYPES|SYS_IOCTL|SYS_TYPES|'
               'SYS_TIME|SYS_WAIT|MALLOC|MEMORY)_H|HAVE_SETENV|HAVE_SRANDOM|'
               'HAVE_SNPRINTF|HAVE_STRCASECMP|HAVE_STRDUP|HAVE_STRSTR|'
               'DRV_(WAV|RAW|AIFF|STDOUT|PIPE)|HAVE_FNMATCH(_H)?',
               {'VERSION': '"3.3.11"'})
    return Program('libmikmod', names(
        tree, 'loaders/*.c', 'playercode/*.c', 'depackers/*.c', 'mmio/*.c',
        'drivers/drv_*.c'), ['-I.', '-Iinclude', '-DHAVE_CONFIG_H'], [])


def libsndfile(tree, inputs):
    from_cmake(tree + '/src/config.h.cmake', tree + '/src/config.h',
               'COMPILER_IS_GCC|CPU_IS_LITTLE_ENDIAN|ENABLE_EXPERIMENTAL_CODE|'
               'HAVE_(BYTESWAP|ENDIAN|INTTYPES|LOCALE|MEMORY|STD\\w+|STRINGS?|'
               'SYS_\\w+|UNISTD|IMMINTRIN)_H|'
               'HAVE_(CALLOC|CEIL|F\\w+|G\\w+|L\\w+|M[AM]\\w+|OPEN|PIPE|READ|'
               'REALLOC|S\\w+_T|SNPRINTF|VSNPRINTF|W\\w+|DECL_S_IRGRP)|'
               'USE_SSE2', {})
    return Program('libsndfile', without(
        names(tree, 'src/*.c', 'src/ALAC/*.c', 'src/G72x/*.c'), 'new.c'),
                   ['-Isrc', '-Iinclude', '-D_GNU_SOURCE'], [])


def libsoxr(tree, inputs):
    from_cmake(tree + '/soxr-config.h.in', tree + '/src/soxr-config.h',
               'WITH_(PFFFT|CR32S?|CR64|VR32|HI_PREC_CLOCK)|'
               'HAVE_(FENV_H|STDBOOL_H|STDINT_H|LRINT)', {})
    return Program('libsoxr', without(
        names(tree, 'src/*.c'), 'avfft32.c', 'avfft32s.c', 'cr-core.c',
        'pffft64s.c', 'util-simd.c', 'util64s.c'),
        ['-Isrc', '-DSOXR_LIB', '-std=gnu89'], [])


def mustang(tree, inputs):
    return Program('mustang', names(tree, 'src/*.cpp'), ['-Isrc'], [])


def probcons(tree, inputs):
    return Program('probcons', without(names(tree, '*.cc'), 'FixRef.cc'),
                   ['-DVERSION="1.12"', '-DNumInsertStates=2',
                    '-include', 'string.h', '-include', 'climits'], [])


def proj(tree, inputs):
    write(tree + '/src/proj_config.h', '')
    return Program('proj', names(
        tree, 'src/*.cpp', 'src/*.c', 'src/projections/*.cpp',
        'src/transformations/*.cpp', 'src/conversions/*.cpp'),
        ['-Isrc', '-Iinclude', '-DPROJ_LIB="."', '-DMUTEX_pthread'], [])


def sphinxbase(tree, inputs):
    configured(tree, '--without-python')
    return Program('sphinxbase', names(tree, 'src/libsphinxbase/*/*.c',
                                       'src/sphinx_*/*.c'),
                   ['-Iinclude', '-Iinclude/sphinxbase',
                    '-Isrc/libsphinxbase/fe', '-Isrc/libsphinxbase/lm',
                    '-Isrc/libsphinxbase/util', '-DHAVE_CONFIG_H'], [])


def suitesparse(tree, inputs):
    """AMD to CHOLMOD, CSparse, KLU, LDL, Mongoose, SPQR, UMFPACK: doubles and
    ints."""
    return Program('suitesparse', without(names(
        tree, 'AMD/Source/*.c', 'CAMD/Source/*.c', 'COLAMD/Source/*.c',
        'CCOLAMD/Source/*.c', 'BTF/Source/*.c', 'CHOLMOD/*/cholmod_*.c',
        'CXSparse/Source/*.c', 'KLU/Source/*.c', 'LDL/Source/*.c',
        'Mongoose/Source/*.cpp', 'RBio/Source/*.c', 'SPQR/Source/*.cpp',
        'UMFPACK/Source/*.c'), 'cholmod_matlab.c', 'Mongoose_IO.cpp'),
        ['-DNPARTITION', '-DDINT'] + [f'-I{folder}/Include' for folder in (
            'AMD', 'CAMD', 'COLAMD', 'CCOLAMD', 'BTF', 'CHOLMOD', 'CXSparse',
            'KLU', 'LDL', 'Mongoose', 'RBio', 'SPQR', 'UMFPACK')] +
        ['-ISuiteSparse_config', '-IUMFPACK/Source'], [])


def zbar(tree, inputs):
    """From an image to a code."""
    write(tree + '/include/config.h', '')
    return Program('zbar', names(tree, 'zbar/decoder/*.c', 'zbar/qrcode/*.c') +
                   [f'zbar/{f}.c' for f in (
                       'config', 'decoder', 'error', 'misc', 'refcnt',
                       'scanner', 'sqcode', 'symbol')],
                   ['-Iinclude', '-Izbar', '-Izbar/decoder'] + [
                       f'-DENABLE_{code}=1' for code in (
                           'EAN', 'I25', 'DATABAR', 'CODABAR', 'CODE39',
                           'CODE93', 'CODE128', 'PDF417', 'QRCODE',
                           'SQCODE')] + [
                       '-DZBAR_VERSION_MAJOR=0', '-DZBAR_VERSION_MINOR=23',
                       '-DZBAR_VERSION_PATCH=92'], [])


def zpaq(tree, inputs):
    return Program('zpaq', names(tree, '*.cpp'), ['-Dunix', '-DNOJIT'], [])


PROGRAMS = {'admesh': admesh, 'adplug': adplug, 'ann': ann, 'box2d': box2d,
            'bullet': bullet, 'c-blosc': c_blosc, 'calculix-ccx': calculix_ccx,
            'dialign': dialign, 'direwolf': direwolf, 'evolver': evolver,
            'freetype': freetype, 'infernal': infernal, 'lhasa': lhasa,
            'libcaca': libcaca, 'libde265': libde265, 'libdmtx': libdmtx,
            'libmikmod': libmikmod, 'libsndfile': libsndfile,
            'libsoxr': libsoxr, 'mustang': mustang, 'probcons': probcons,
            'proj': proj, 'sphinxbase': sphinxbase, 'suitesparse': suitesparse,
            'zbar': zbar, 'zpaq': zpaq}

make_inputs = later.make_inputs
