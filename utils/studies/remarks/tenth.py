#===- tenth.py - Programs for a tenth draw ---------------------------------===#
#
# Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===-----------------------------------------------------------------------===#
#
# Source packages of Debian like those of later.py, which nobody had looked at
# before the draw that they are for. They were compiled, and neither linked nor
# run. Three were taken later because the first eight have too few remarks
# for a draw of 20.
#
#===-----------------------------------------------------------------------===#
import os

import later
from ninth import defined
from programs import Program, names, write


def hunspell(tree, inputs):
    write(tree + '/config.h', defined({
        'PACKAGE': '"hunspell"', 'VERSION': '"1.7.1"', 'HAVE_LOCALE_H': 1,
        'HAVE_ICONV': 1, 'ICONV_CONST': '', 'HAVE_LANGINFO_H': 1}))
    return Program('hunspell', names(tree, 'src/hunspell/*.cxx') +
                   [f for f in names(tree, 'src/parsers/*.cxx')
                    if not f.endswith('testparser.cxx')] +
                   ['src/tools/hunspell.cxx', 'src/tools/munch.cxx',
                    'src/tools/unmunch.cxx', 'src/tools/hzip.cxx'],
                   ['-I.', '-Isrc', '-Isrc/hunspell', '-Isrc/parsers',
                    '-DHAVE_CONFIG_H', '-DBUILDING_LIBHUNSPELL'], [])


def lcms2(tree, inputs):
    return Program('lcms2', names(tree, 'src/*.c'),
                   ['-Iinclude', '-Isrc', '-DHAVE_GMTIME_R=1',
                    '-DCMS_PTR_ALIGNMENT=_Alignof(double)'], [])


def libdivsufsort(tree, inputs):
    with open(tree + '/include/divsufsort.h.cmake') as file:
        text = file.read()
    for name, value in (('W64BIT', ''), ('INCFILE', '#include <inttypes.h>'),
                        ('DIVSUFSORT_EXPORT', ''), ('DIVSUFSORT_IMPORT', ''),
                        ('SAUCHAR_TYPE', 'uint8_t'),
                        ('SAINT32_TYPE', 'int32_t'),
                        ('SAINDEX_TYPE', 'int32_t'),
                        ('SAINT_PRId', 'PRId32'), ('SAINDEX_PRId', 'PRId32')):
        text = text.replace(f'@{name}@', value)
    write(tree + '/include/divsufsort.h', text)
    write(tree + '/include/config.h', defined({
        'HAVE_INTTYPES_H': 1, 'HAVE_STDLIB_H': 1, 'HAVE_STRING_H': 1,
        'HAVE_MEMORY_H': 1, 'HAVE_SYS_TYPES_H': 1, 'INLINE': 'inline',
        'PROJECT_VERSION_FULL': '"2.0.1"'}))
    return Program('libdivsufsort', names(tree, 'lib/*.c'),
                   ['-Iinclude', '-DHAVE_CONFIG_H'], [])


def libfann(tree, inputs):
    """The one of floats; those of doubles and of integers are the same
    source."""
    return Program('libfann', ['src/floatfann.c'],
                   ['-Isrc', '-Isrc/include', '-D_REENTRANT'], [])


def libimagequant(tree, inputs):
    """As Debian builds it for this machine, but for OpenMP."""
    return Program('libimagequant',
                   [f for f in names(tree, '*.c') if f != 'example.c'],
                   ['-I.', '-std=c99', '-DNDEBUG', '-DUSE_SSE=1', '-msse',
                    '-fno-math-errno'], [])


def libmodplug(tree, inputs):
    write(tree + '/src/config.h', defined({
        'HAVE_INTTYPES_H': 1, 'HAVE_MALLOC_H': 1, 'HAVE_SETENV': 1,
        'HAVE_SINF': 1, 'HAVE_STDINT_H': 1, 'HAVE_STDLIB_H': 1,
        'HAVE_STRING_H': 1, 'HAVE_UNISTD_H': 1, 'STDC_HEADERS': 1,
        'VERSION': '"0.8.9.0"'}))
    return Program('libmodplug', names(tree, 'src/*.cpp'),
                   ['-Isrc', '-Isrc/libmodplug', '-DMODPLUG_BUILD=1',
                    '-DHAVE_CONFIG_H', '-std=gnu++98'], [])


def libtommath(tree, inputs):
    return Program('libtommath', names(tree, 'bn_*.c'), ['-I.'], [])


def liquid_dsp(tree, inputs):
    """Without framing and what corrects errors; the versions in plain C, as
    Debian builds it."""
    write(tree + '/config.h', defined({
        name: 1 for name in (
            'HAVE_COMPLEX_H', 'HAVE_FLOAT_H', 'HAVE_GETOPT_H',
            'HAVE_INTTYPES_H', 'HAVE_LIMITS_H', 'HAVE_MATH_H', 'HAVE_STDINT_H',
            'HAVE_STDIO_H', 'HAVE_STDLIB_H', 'HAVE_STRING_H',
            'HAVE_SYS_RESOURCE_H', 'HAVE_UNISTD_H', 'LIQUID_SIMDOVERRIDE')} |
        {'SIZEOF_INT': 4, 'SIZEOF_UNSIGNED_INT': 4}))
    other = ('.proto.c', '.avx.c', '.mmx.c', '.neon.c', '.sse4.c', '.av.c')
    files = [f for f in names(tree, 'src/*/src/*.c')
             if not f.endswith(other) and
             f.split('/')[1] not in ('buffer', 'fec', 'framing')]
    return Program('liquid-dsp', files, ['-I.', '-Iinclude'], [])


def mafft(tree, inputs):
    """What its programs share, and four of them."""
    shared = ['Dalignmm', 'Falign', 'Falign_localhom', 'Galign11', 'Lalign11',
              'Lalignmm', 'MSalign11', 'MSalignmm', 'SAalignmm', 'Salignmm',
              'addfunctions', 'constants', 'defs', 'fft', 'fftFunctions',
              'genalign11', 'io', 'mltaln9', 'mtxutl', 'nj', 'pairlocalalign',
              'partSalignmm', 'rna', 'suboptalign11', 'tddis', 'treeOperation']
    programs = ['disttbfast', 'dvtditr', 'tbfast', 'tditeration']
    return Program('mafft', [f'core/{f}.c' for f in shared + programs],
                   ['-Icore', '-Denablemultithread', '-std=gnu89'], [])


def ode(tree, inputs):
    """Without meshes of triangles and without what libccd is for."""
    write(tree + '/ode/src/config.h', defined({
        name: 1 for name in (
            'HAVE_ALLOCA', 'HAVE_ALLOCA_H', 'HAVE_ATAN2F', 'HAVE_COPYSIGN',
            'HAVE_COPYSIGNF', 'HAVE_COSF', 'HAVE_FABSF', 'HAVE_FLOAT_H',
            'HAVE_FLOOR', 'HAVE_FMODF', 'HAVE_GETTIMEOFDAY',
            'HAVE_CLOCK_GETTIME', 'HAVE_INTTYPES_H', 'HAVE_ISNAN',
            'HAVE_ISNANF', 'HAVE_MALLOC_H', 'HAVE_MATH_H', 'HAVE_STDINT_H',
            'HAVE_SINF', 'HAVE_SNPRINTF', 'HAVE_SQRT', 'HAVE_SQRTF',
            'HAVE_STDARG_H', 'HAVE_STDIO_H', 'HAVE_STDLIB_H',
            'HAVE_STRING_H', 'HAVE_SYS_TIME_H', 'HAVE_SYS_TYPES_H',
            'HAVE_TIME_H', 'HAVE_UNISTD_H', 'HAVE_VSNPRINTF',
            'X86_64_SYSTEM', 'dTHREADING_INTF_DISABLED')} |
        {'PACKAGE': '"ODE"', 'dOU_ENABLED': 1, '_OU_NAMESPACE': 'odeou',
         '_OU_FEATURE_SET': '_OU_FEATURE_SET_BASICS',
         '_OU_TARGET_OS': '_OU_TARGET_OS_GENUNIX'}) +
        '#include <alloca.h>\n#include <malloc.h>\n#include <stdint.h>\n'
        '#include "typedefs.h"\n')
    left_out = ('collision_convex_trimesh.cpp', 'collision_libccd.cpp',
                'gimpact_contact_export_helper.cpp', 'odeou.cpp', 'odetls.cpp',
                'threading_pool_win.cpp')
    files = [f for f in names(tree, 'ode/src/*.c', 'ode/src/*.cpp',
                              'ode/src/joints/*.cpp')
             if os.path.basename(f) not in left_out and
             ('_trimesh' not in f or f.endswith('_disabled.cpp'))]
    return Program('ode', files, ['-Iinclude', '-Iode/src', '-Iou/include',
                                  '-D__ODE__', '-DdIDEDOUBLE'], [])


def openjpeg2(tree, inputs):
    folder = tree + '/src/lib/openjp2/'
    write(folder + 'opj_config.h', defined({
        'OPJ_HAVE_STDINT_H': 1, 'OPJ_VERSION_MAJOR': 2, 'OPJ_VERSION_MINOR': 5,
        'OPJ_VERSION_BUILD': 0}))
    write(folder + 'opj_config_private.h', defined({
        'OPJ_HAVE_INTTYPES_H': 1, 'OPJ_PACKAGE_VERSION': '"2.5.0"',
        'OPJ_HAVE_FSEEKO': 1, 'OPJ_HAVE_MALLOC_H': 1,
        'OPJ_HAVE_POSIX_MEMALIGN': 1, '_POSIX_C_SOURCE': '200112L'}))
    left_out = ('bench_dwt.c', 'cidx_manager.c', 'phix_manager.c',
                'ppix_manager.c', 't1_generate_luts.c', 'thix_manager.c',
                't1_ht_generate_luts.c', 'test_sparse_array.c',
                'tpix_manager.c')
    return Program('openjpeg2',
                   [f for f in names(tree, 'src/lib/openjp2/*.c')
                    if os.path.basename(f) not in left_out],
                   ['-Isrc/lib/openjp2', '-DMUTEX_pthread', '-DNDEBUG'], [])


# liquid-dsp, mafft and openjpeg2 are the three taken later.
PROGRAMS = {'hunspell': hunspell, 'lcms2': lcms2,
            'libdivsufsort': libdivsufsort, 'libfann': libfann,
            'libimagequant': libimagequant, 'libmodplug': libmodplug,
            'libtommath': libtommath, 'liquid-dsp': liquid_dsp,
            'mafft': mafft, 'ode': ode, 'openjpeg2': openjpeg2}

make_inputs = later.make_inputs
