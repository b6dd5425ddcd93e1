#===- thirteenth.py - Programs for a thirteenth draw -----------------------===#
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

import later
from ninth import defined
from programs import Program, names, write
from twelfth import configured, without

# The files of each, those of them that need what is not here, and the flags.
PLAIN = {
    'coinutils': ('CoinUtils/src/*.cpp', 'CoinFinite.cpp',
                  '-ICoinUtils/src -std=gnu++14'),
    'geographiclib': ('src/*.cpp', 'UTMUPS.cpp Utility.cpp', '-Iinclude'),
    'getdp': ('Functions/*.cpp Numeric/*.cpp', 'Cal_Quantity.cpp '
              'F_ExtMath.cpp F_Geometry.cpp F_MultiHar.cpp',
              '-I. -ICommon -IFunctions -IKernel -INumeric -IInterface'),
    'gifsicle': ('src/*.c', 'opttemplate.c xform.c',
                 '-I. -Iinclude -DHAVE_CONFIG_H'),
    'hypre': ('src/seq_mv/*.c src/parcsr_mv/*.c src/krylov/*.c '
              'src/struct_mv/*.c src/distributed_ls/*/*.c',
              'convert.c permute.c parchord_to_parcsr.c',
              '-Isrc -Isrc/utilities -Isrc/seq_mv -Isrc/parcsr_mv '
              '-Isrc/multivector -Isrc/krylov -Isrc/struct_mv -Isrc/IJ_mv '
              '-Isrc/struct_ls -Isrc/parcsr_ls -Isrc/distributed_matrix '
              '-Isrc/distributed_ls/Euclid '
              '-Isrc/matrix_matrix -Isrc/blas -Isrc/lapack -DHAVE_CONFIG_H'),
    'jbig2dec': ('*.c', 'pbm2png.c', '-DHAVE_STDINT_H -DHAVE_LIBPNG'),
    'libofa': ('lib/*.cpp lib/AFLIB/*.cpp', 'fft_op.cpp fftlibvdsp_op.cpp '
               'fftlibw3_op.cpp frametracker_op.cpp mainprint.cpp',
               '-I. -Ilib -Iinclude -include string.h'),
    'libpolyclipping': ('cpp/*.cpp', '', ''),
    'libsidplay': ('src/*.cpp', '', '-Isrc -std=gnu++14'),
    'netgen': ('libsrc/linalg/*.cpp libsrc/gprim/*.cpp libsrc/csg/*.cpp',
               'csgpkg.cpp bfgs.cpp densemat.cpp linopt.cpp linsearch.cpp '
               'polynomial.cpp',
               '-Ilibsrc/include -Ilibsrc/general -Ilibsrc/meshing -Ilibsrc'),
    'netpbm-free': ('lib/*.c editor/*.c analyzer/*.c', 'libsystem_dummy.c '
                    'colorname.c libpm.c libppmd.c libsystem.c path.c '
                    'pmfileio.c ppmdfont.c',
                    '-I. -Ilib -Ilib/util -Iimportinc -D_DEFAULT_SOURCE '
                    '-Inetpbm -include stdint.h'),
    'puredata': ('src/[dgmx]_*.c extra/*/*.c', 'd_fft_fftw.c binarymsg.c',
                 '-Isrc -DPD -DHAVE_UNISTD_H'),
    'r-base': ('src/appl/*.c src/library/stats/src/*.c',
               'optim.c Trunmed.c complete_cases.c cov.c deriv.c distn.c '
               'fourier.c model.c optimize.c random.c splines.c',
               '-Isrc/include -Isrc/nmath -DHAVE_CONFIG_H '
               '-DR_INLINE=inline -include stdint.h'),
    'toga2': ('src/*.cpp', '', '-Isrc'),
    'vamp-plugin-sdk': ('src/*/*.cpp examples/*.cpp', 'FFTimpl.cpp',
                        '-I. -Ivamp-sdk'),
    'xdelta3': ('xdelta3.c', '', '-DSIZEOF_SIZE_T=8 '
                '-DSIZEOF_UNSIGNED_LONG_LONG=8 '
                '-DXD3_USE_LARGEFILE64=1 -DSECONDARY_DJW=1'),
    'xraylib': ('src/auger_trans.c src/cs_cp.c src/pr_data.c src/xrf*.c '
                'src/xrayfiles_inline.c src/xraylib-radionuclides.c', '',
                '-I. -Iinclude -Isrc -DXRL_EXTERN=extern'),
}


def headers(name, tree):
    """What its own build would make."""
    if name in ('hypre', 'libsidplay'):
        configured(tree + {'hypre': '/src'}.get(name, ''),
                   *{'hypre': ('--without-MPI', '--disable-fortran')}.get(
                       name, ()))
    elif name == 'geographiclib':
        write(tree + '/include/GeographicLib/Config.h', defined({
            'GEOGRAPHICLIB_VERSION_STRING': '"2.1.2"',
            'GEOGRAPHICLIB_VERSION_MAJOR': 2, 'GEOGRAPHICLIB_VERSION_MINOR': 1,
            'GEOGRAPHICLIB_VERSION_PATCH': 2, 'GEOGRAPHICLIB_DATA': '"."',
            'GEOGRAPHICLIB_HAVE_LONG_DOUBLE': 1,
            'GEOGRAPHICLIB_WORDS_BIGENDIAN': 0,
            'GEOGRAPHICLIB_PRECISION': 2, 'GEOGRAPHICLIB_SHARED_LIB': 0}))
    elif name == 'getdp':
        write(tree + '/GetDPConfig.h', defined({
            'HAVE_KERNEL': 1, 'HAVE_MULTIHARMONIC': 1, 'HAVE_NR': 1,
            'GETDP_CONFIG_OPTIONS': '""'}))
    elif name == 'gifsicle':
        write(tree + '/config.h', defined({
            'VERSION': '"1.93"', 'HAVE_INTTYPES_H': 1, 'HAVE_STDINT_H': 1,
            'HAVE_UINTPTR_T': 1, 'HAVE_STRERROR': 1, 'HAVE_MKSTEMP': 1,
            'SIZEOF_UNSIGNED_INT': 4, 'SIZEOF_UNSIGNED_LONG': 8,
            'SIZEOF_VOID_P': 8, 'HAVE_UNISTD_H': 1, 'HAVE_STRTOUL': 1,
            'PATHNAME_SEPARATOR': "'/'", 'RANDOM': 'random',
            'HAVE_SIMD': 1, 'HAVE_VECTOR_SIZE_VECTOR_TYPES': 1}))
    elif name == 'jbig2dec':
        write(tree + '/config_types.h', '#include <stdint.h>\n')
    elif name in ('libofa', 'xraylib'):
        write(tree + '/config.h', '')
    elif name == 'netpbm-free':
        write(tree + '/lib/pm_config.h', '#include "../pm_config.in.h"\n')
        os.makedirs(tree + '/netpbm', exist_ok=True)
        for header in names(tree, 'lib/*.h', 'lib/util/*.h'):
            write(f'{tree}/netpbm/{os.path.basename(header)}',
                  f'#include "../{header}"\n')
        write(tree + '/version.h', '#define NETPBM_VERSION "11.1"\n')
    elif name == 'r-base':
        for made in ('config.h', 'Rconfig.h'):
            write(f'{tree}/src/include/{made}', '')
        with open(tree + '/src/include/Rmath.h0.in') as file:
            text = file.read().replace('@RMATH_HAVE_WORKING_LOG1P@', '')
        write(tree + '/src/include/Rmath.h', text)


def programs_of(plain, make_headers):
    """The programs of a table like PLAIN; make_headers(name, tree)."""
    def program(name):
        def made(tree, inputs):
            make_headers(name, tree)
            patterns, left_out, flags = plain[name]
            return Program(name, without(names(tree, *patterns.split()),
                                         *left_out.split()), flags.split(), [])
        return made
    return {name: program(name) for name in plain}


PROGRAMS = programs_of(PLAIN, headers)

make_inputs = later.make_inputs
