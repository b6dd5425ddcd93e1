#===- eleventh.py - Programs for an eleventh draw --------------------------===#
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
import glob
import os
import re

import later
from ninth import defined
from programs import Program, names, write


def a52dec(tree, inputs):
    write(tree + '/include/config.h', defined({
        'HAVE_INTTYPES_H': 1, 'HAVE_MEMALIGN': 1, 'PACKAGE': '"a52dec"',
        'VERSION': '"0.7.4"', 'RETSIGTYPE': 'void'}))
    return Program('a52dec', names(tree, 'liba52/*.c') +
                   ['libao/float2s16.c', 'libao/audio_out_wav.c',
                    'src/a52dec.c'], ['-Iinclude', '-Iliba52', '-Ilibao'], [])


def abcmidi(tree, inputs):
    files = [f for f in names(tree, '*.c') if f not in ('debug.c', 'crack.c')]
    return Program('abcmidi', files, ['-I.', '-DANSILIBS', '-std=gnu89'], [])


def gsl(tree, inputs):
    """Nine of its folders."""
    with open(tree + '/config.h.in') as file:
        write(tree + '/config.h', re.sub(
            '#undef (HAVE_(DECL|EXIT_SUCCESS)_[A-Z0-9_]+)', r'#define \1 1',
            file.read()))
    for path in glob.glob(tree + '/*/gsl_*.h') + glob.glob(tree + '/gsl_*.h'):
        link = tree + '/gsl/' + os.path.basename(path)
        if not os.path.lexists(link):
            os.symlink(path, link)
    files = []
    for folder in ('fft', 'filter', 'interpolation', 'linalg', 'movstat',
                   'multimin', 'ode-initval2', 'statistics', 'wavelet'):
        with open(f'{tree}/{folder}/Makefile.am') as file:
            listed = re.search(r'_la_SOURCES *=((.*\\\n)*.*)',
                               file.read()).group(1)
        files += [f'{folder}/{word}' for word in listed.split()
                  if word.endswith('.c')]
    return Program('gsl', files, ['-I.', '-DHAVE_CONFIG_H'], [])


def leptonlib(tree, inputs):
    """What has numbers, images of floats, convolution and colors."""
    write(tree + '/src/endianness.h', '#define L_LITTLE_ENDIAN\n')
    return Program('leptonlib', [f'src/{f}.c' for f in (
        'adaptmap', 'affine', 'bilateral', 'bilinear', 'colorcontent',
        'colorquant1', 'colorspace', 'convolve', 'correlscore', 'dewarp2',
        'dnafunc1', 'edge', 'enhance', 'fpix1', 'fpix2', 'graymorph', 'kernel',
        'numafunc1', 'numafunc2', 'pix4', 'pixarith', 'projective', 'ptafunc1',
        'rotateam', 'scale1', 'scale2', 'warper')], ['-Isrc'], [])


def libccp4(tree, inputs):
    return Program('libccp4', [f for f in names(tree, 'ccp4/*.c')
                               if 'vms' not in f and 'w32' not in f],
                   ['-Iccp4'], [])


def libdca(tree, inputs):
    write(tree + '/include/config.h', defined({
        'HAVE_INTTYPES_H': 1, 'HAVE_MEMALIGN': 1, 'PACKAGE': '"libdca"',
        'VERSION': '"0.0.7"', 'RETSIGTYPE': 'void'}))
    return Program('libdca', names(tree, 'libdca/*.c'),
                   ['-Iinclude', '-Ilibdca', '-std=gnu89'], [])


def libgd2(tree, inputs):
    """Without files of other formats."""
    return Program('libgd2', [f'src/{f}.c' for f in (
        'gd', 'gd_color', 'gd_color_map', 'gd_color_match', 'gd_crop',
        'gd_filter', 'gd_gd', 'gd_gif_in', 'gd_gif_out', 'gd_interpolation',
        'gd_matrix', 'gd_nnquant', 'gd_rotate', 'gd_tga', 'gd_topal',
        'gd_transform', 'gd_wbmp', 'gdfx', 'gdhelpers', 'wbmp')],
        ['-Isrc', '-DHAVE_STDINT_H', '-DBGDWIN32=0'], [])


def libraw(tree, inputs):
    """Four of its folders: from what a camera stored to an image."""
    return Program('libraw', [f for folder in ('decoders', 'demosaic',
                                               'postprocessing',
                                               'preprocessing')
                              for f in names(tree, f'src/{folder}/*.cpp')
                              if not f.endswith('_ph.cpp')],
                   ['-I.', '-DNO_LCMS', '-DNO_JPEG'], [])


def libspiro(tree, inputs):
    write(tree + '/spiro-config.h', defined({
        'VERSION': '"20221101"', 'LS_VERSION_STR': '"20221101"',
        'IS_FINITE(x)': 'isfinite(x)'}))
    return Program('libspiro', names(tree, '*.c'), ['-I.'], [])


def rtklib(tree, inputs):
    """With the systems and frequencies that Debian takes."""
    return Program('rtklib', names(tree, 'src/*.c', 'src/rcv/*.c'),
                   ['-Isrc', '-DTRACE', '-DENAGLO', '-DENAQZS', '-DENAGAL',
                    '-DENACMP', '-DENAIRN', '-DNFREQ=3', '-DNEXOBS=3'], [])


def sundials(tree, inputs):
    """CVODE, IDA and KINSOL with what they need, for one thread."""
    folder = tree + '/include/sundials/'
    write(folder + 'sundials_export.h', defined({
        'SUNDIALS_EXPORT': '', 'SUNDIALS_DEPRECATED': '',
        'SUNDIALS_DEPRECATED_EXPORT': '', 'SUNDIALS_NO_EXPORT': '',
        'SUNDIALS_DEPRECATED_EXPORT_MSG(x)': ''}))
    write(folder + 'sundials_config.h',
          '#include "sundials/sundials_export.h"\n' + defined({
              'SUNDIALS_VERSION': '"6.4.1"', 'SUNDIALS_VERSION_MAJOR': 6,
              'SUNDIALS_VERSION_MINOR': 4, 'SUNDIALS_VERSION_PATCH': 1,
              'SUNDIALS_VERSION_LABEL': '""', 'SUNDIALS_GIT_VERSION': '""',
              'SUNDIALS_C_COMPILER_HAS_MATH_PRECISIONS': '',
              'SUNDIALS_C_COMPILER_HAS_ISINF_ISNAN': '',
              'SUNDIALS_C_COMPILER_HAS_INLINE': '',
              'SUNDIALS_C_COMPILER_HAS_SNPRINTF_AND_VA_COPY': '',
              'SUNDIALS_HAVE_POSIX_TIMERS': '', 'SUNDIALS_MPI_ENABLED': 0,
              'SUNDIALS_MPI_COMM_F2C': 0, 'SUNDIALS_LOGGING_LEVEL': 0,
              'SUNDIALS_DOUBLE_PRECISION': 1, 'SUNDIALS_INT64_T': 1,
              'SUNDIALS_INDEX_TYPE': 'int64_t',
              'SUNDIALS_CXX_INLINE': 'inline'}))
    files = names(tree, 'src/cvode/*.c', 'src/ida/*.c', 'src/kinsol/*.c',
                  'src/nvector/serial/*.c', 'src/sundials/*.c',
                  'src/sunlinsol/*/*.c', 'src/sunmatrix/*/*.c',
                  'src/sunnonlinsol/*/*.c')
    left_out = ('klu', 'lapack', 'superlu', 'cusolver', 'magma', 'petsc',
                'onemkl', 'ginkgo', 'kokkos', 'cusparse', 'fmod', 'hyp',
                'mpi', 'futils', 'fsun', 'fnvector', 'xbraid', 'slunrloc')
    return Program('sundials', [f for f in files
                                if not any(word in f for word in left_out)],
                   ['-Iinclude', '-Isrc/sundials', '-Isrc/cvode', '-Isrc/ida',
                    '-Isrc/kinsol'], [])


def tre(tree, inputs):
    write(tree + '/config.h', defined({
        'HAVE_WCHAR_H': 1, 'HAVE_WCTYPE_H': 1, 'HAVE_ISWCTYPE': 1,
        'HAVE_WCTYPE': 1, 'HAVE_ALLOCA': 1, 'HAVE_ALLOCA_H': 1,
        'TRE_APPROX': 1, 'TRE_MULTIBYTE': 1, 'TRE_WCHAR': 1,
        'TRE_USE_ALLOCA': 1, 'TRE_REGEX_T_FIELD': 'value',
        'HAVE_MBSTATE_T': 1, 'HAVE_ISWLOWER': 1, 'HAVE_TOWLOWER': 1,
        'HAVE_MBRTOWC': 1, 'TRE_VERSION': '"0.8.0"'}))
    write(tree + '/lib/tre-config.h', defined({
        'HAVE_SYS_TYPES_H': 1, 'HAVE_WCHAR_H': 1, 'TRE_APPROX': 1,
        'TRE_WCHAR': 1, 'TRE_VERSION': '"0.8.0"', 'TRE_VERSION_1': 0,
        'TRE_VERSION_2': 8, 'TRE_VERSION_3': 0}))
    return Program('tre', names(tree, 'lib/*.c'),
                   ['-I.', '-Ilib', '-DHAVE_CONFIG_H'], [])


def wcslib(tree, inputs):
    """Without what flex makes, and without files of cfitsio."""
    write(tree + '/C/wcsconfig.h', defined({
        'WCSLIB_VERSION': '7.12', 'HAVE_SINCOS': 1, 'WCSLIB_INT64': 'long',
        'HAVE_STDINT_H': 1}))
    return Program('wcslib', [f for f in names(tree, 'C/*.c')
                              if f != 'C/getwcstab.c'],
                   ['-IC', '-D_GNU_SOURCE'], [])


# leptonlib, libgd2 and wcslib were taken later.
PROGRAMS = {'a52dec': a52dec, 'abcmidi': abcmidi, 'gsl': gsl,
            'leptonlib': leptonlib, 'libccp4': libccp4, 'libdca': libdca,
            'libgd2': libgd2, 'libraw': libraw, 'libspiro': libspiro,
            'rtklib': rtklib, 'sundials': sundials, 'tre': tre,
            'wcslib': wcslib}

make_inputs = later.make_inputs
