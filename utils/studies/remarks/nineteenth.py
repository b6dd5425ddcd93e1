#===- nineteenth.py - Programs for a nineteenth draw ----------------------===#
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
import subprocess

import later
from ninth import defined
from programs import names, write
from thirteenth import programs_of
from twelfth import configured

# The files of each, those of them that need what is not here, and the flags.
PLAIN = {
    'bcftools': ('*.c',
                 'peakfit.c polysomy.c',
                 '-I. -I../htslib -D_GNU_SOURCE'),
    'brutefir': ('*.c',
                 'bfio_alsa.c bfio_jack.c bflogic_eq.c fftw_convolver.c',
                 '-I. -std=gnu89'),
    'coinor-ipopt': ('Ipopt/src/Algorithm/*.cpp Ipopt/src/Common/*.cpp '
                     'Ipopt/src/Interfaces/*.cpp Ipopt/src/LinAlg/*.cpp '
                     'Ipopt/src/LinAlg/TMatrices/*.cpp',
                     'IpUtils.cpp',
                     '-std=gnu++98 -IIpopt/src/Common -IIpopt/src/Algorithm '
                     '-IIpopt/src/Algorithm/LinearSolvers '
                     '-IIpopt/src/Algorithm/Inexact -IIpopt/src/Interfaces '
                     '-IIpopt/src/LinAlg -IIpopt/src/LinAlg/TMatrices '
                     '-IIpopt/src/contrib/CGPenalty -IBuildTools/headers '
                     '-include cstdio -include cstring -DIPOPT_BUILD '
                     '-DHAVE_CONFIG_H'),
    'crrcsim': ('src/*.cpp src/mod_fdm/*.cpp src/mod_fdm/*/*.cpp '
                'src/mod_math/*.cpp src/mod_env/*.cpp src/mod_misc/*.cpp '
                'src/mod_landscape/*.cpp src/mod_windfield/*.cpp '
                'src/mod_robots/*.cpp src/mod_cntrl/*.cpp',
                'CTime.cpp SimStateHandler.cpp aircraft.cpp airtoxml.cpp '
                'config.cpp crrc_builtin_scenery.cpp crrc_fdm.cpp '
                'crrc_keyboard.cpp crrc_loadair.cpp crrc_main.cpp '
                'crrc_scenery.cpp crrc_sound.cpp crrc_soundserver.cpp '
                'fdm.cpp fdm_displaymode.cpp global.cpp '
                'hd_ssgLOSterrain.cpp hd_tabulatedterrain.cpp '
                'hd_tilingterrain.cpp heightdata.cpp '
                'model_based_scenery.cpp mouse_kbd.cpp record.cpp '
                'wind_from_terrain.cpp winddata3D.cpp windfield.cpp',
                '-Isrc'),
    'freefem': ('freefem/*.cpp freefem/fem/*.cpp',
                '',
                '-I. -Ifreefem -Ifreefem/fem -std=gnu++98 -include cstring'),
    'freeimage': ('Source/FreeImage/*.cpp Source/FreeImageToolkit/*.cpp '
                  'Source/Metadata/*.cpp',
                  'J2KHelper.cpp PluginEXR.cpp PluginG3.cpp PluginJ2K.cpp '
                  'PluginJP2.cpp PluginJPEG.cpp PluginJXR.cpp PluginPNG.cpp '
                  'PluginRAW.cpp PluginTIFF.cpp PluginWebP.cpp XTIFF.cpp '
                  'ZLibInterface.cpp',
                  '-ISource -ISource/Metadata -ISource/FreeImageToolkit '
                  '-std=gnu++98'),
    'gromacs': ('src/gromacs/gmxana/*.cpp '
                'src/gromacs/correlationfunctions/*.cpp '
                'src/gromacs/math/*.cpp src/gromacs/statistics/*.cpp',
                '',
                '-std=gnu++17 -DHAVE_CONFIG_H -Iapi/legacy/include '
                '-Icfg/api/legacy/include -Icfg/src/include -Isrc '
                '-Isrc/include -Isrc/external '
                '-Isrc/external/thread_mpi/include -Isrc/external/lmfit '
                '-Isrc/gromacs/utility/include -Isrc/gromacs/math/include '
                '-Isrc/gromacs/topology/include'),
    'htslib': ('*.c cram/*.c',
               'cram_codecs.c cram_io.c hfile_libcurl.c hfile_s3.c '
               'hfile_s3_write.c hts.c',
               '-I. -D_GNU_SOURCE'),
    'libart-lgpl': ('*.c',
                    'testart.c testuta.c',
                    '-I. -std=gnu89'),
    'libbs2b': ('src/*.c',
                'bs2bconvert.c',
                '-Isrc'),
    'libvpx': ('vpx_dsp/*.c vp8/encoder/*.c vp9/encoder/*.c vp9/common/*.c',
               'mr_dissim.c ssim.c vp9_denoiser.c vp9_mfqe.c',
               '-I. -Ivp8 -Ivp9 -Ithird_party/libyuv/include -D_GNU_SOURCE'),
    'mpb': ('src/matrices/*.c src/maxwell/*.c src/util/*.c',
            'blasglue.c maxwell.c maxwell_eps.c maxwell_op.c '
            'minpack2-linmin.c',
            '-I. -Isrc -Isrc/matrices -Isrc/util -Isrc/maxwell'),
    'mpqc': ('src/lib/math/*/*.cc src/lib/chemistry/molecule/*.cc '
             'src/lib/chemistry/solvent/*.cc',
             'bemtest.cc blockedtest.cc disprep.cc disthql.cc disttest.cc '
             'isotest.cc localtest.cc moltest.cc opttest.cc repltest.cc '
             'scextest.cc testpg.cc tmplinst.cc',
             '-I. -Isrc/lib -std=gnu++98'),
    'openh264': ('codec/common/src/*.cpp codec/encoder/core/src/*.cpp '
                 'codec/encoder/plus/src/*.cpp codec/processing/src/*/*.cpp '
                 'codec/console/common/src/*.cpp',
                 'DllEntry.cpp',
                 '-Icodec/api/wels -Icodec/common/inc '
                 '-Icodec/encoder/core/inc -Icodec/encoder/plus/inc '
                 '-Icodec/processing/interface '
                 '-Icodec/processing/src/common -Icodec/console/common/inc '
                 '-Icodec/processing/src/adaptivequantization '
                 '-Icodec/processing/src/backgrounddetection '
                 '-Icodec/processing/src/complexityanalysis '
                 '-Icodec/processing/src/denoise '
                 '-Icodec/processing/src/downsample '
                 '-Icodec/processing/src/imagerotate '
                 '-Icodec/processing/src/scenechangedetection '
                 '-Icodec/processing/src/scrolldetection '
                 '-Icodec/processing/src/vaacalc'),
    'openmm': ('platforms/reference/src/*/*.cpp libraries/lepton/src/*.cpp '
               'libraries/hilbert/src/*.cpp libraries/quern/src/*.c* '
               'libraries/sfmt/src/*.cpp '
               'plugins/amoeba/platforms/reference/src/*.cpp '
               'plugins/amoeba/platforms/reference/src/*/*.cpp '
               'plugins/drude/platforms/reference/src/*.cpp '
               'plugins/rpmd/platforms/reference/src/*.cpp',
               '',
               '-Iopenmmapi/include -Iopenmmapi/include/openmm '
               '-Iopenmmapi/include/openmm/internal -Iolla/include '
               '-Iserialization/include -Iplatforms/reference/include '
               '-Iplatforms/reference/src -Ilibraries/jama/include '
               '-Ilibraries/lepton/include -Ilibraries/lbfgs/include '
               '-Ilibraries/hilbert/include -Ilibraries/sfmt/include '
               '-Ilibraries/quern/include -Ilibraries/quern/src '
               '-Ilibraries/csha1/include -Ilibraries/irrxml/include '
               '-Ilibraries/vecmath/include '
               '-Iplugins/amoeba/openmmapi/include '
               '-Iplugins/amoeba/platforms/reference/include '
               '-Iplugins/drude/platforms/reference/include '
               '-Iplugins/rpmd/platforms/reference/include '
               '-Iplugins/amoeba/openmmapi/include/openmm '
               '-Iplugins/amoeba/platforms/reference/src '
               '-Iplugins/amoeba/platforms/reference/src/SimTKReference '
               '-Iplugins/drude/openmmapi/include '
               '-Iplugins/drude/platforms/reference/src '
               '-Iplugins/rpmd/openmmapi/include '
               '-Iplugins/rpmd/platforms/reference/src '
               '-DOPENMM_LIBRARY_VERSION="7.7" -DOPENMM_MAJOR_VERSION=7 '
               '-DOPENMM_MINOR_VERSION=7 -DOPENMM_BUILD_VERSION=0 '
               '-DLEPTON_BUILDING_STATIC_LIBRARY '
               '-DLEPTON_USE_STATIC_LIBRARIES'),
    'p7zip': ('C/*.c CPP/7zip/Compress/*.cpp',
              'DllExports2Compress.cpp',
              '-IC -ICPP -ICPP/7zip'),
    'plotutils': ('libplot/[bgi]_*.c libxmi/*.c ode/*.c graph/*.c '
                  'spline/*.c',
                  '',
                  '-I. -Iinclude -Ilibplot -Ilibxmi -DHAVE_CONFIG_H '
                  '-DLIBPLOT -std=gnu89 -Wno-implicit-function-declaration'),
    'wise': ('src/base/*.c src/models/*.c src/snp/*.c',
             'clonewise.c dnaprofileengine.c dnawise.c estwise.c '
             'estwisedb.c genewise.c genewisedb.c genewisehsp.c gwrap.c '
             'mapstruct.c matchsum.c oldpostwise.c pairwiseshortdna.c '
             'promotercluster.c promoterwise.c scanwisep.c statwise.c '
             'statwise10.c test_aligng.c test_est.c test_gwhsp.c '
             'test_splice.c testdna.c',
             '-Isrc/base -Isrc/dynlibsrc -Isrc/models -Isrc/dnaindex '
             '-Isrc/network -Isrc/dyc -Isrc/snp -std=gnu89 -DUNIX '
             '-Isrc/HMMer2 -Wno-int-conversion '
             '-Wno-incompatible-pointer-types'),
    'wordnet': ('lib/*.c src/*.c src/grind/*.c',
                'stubs.c tkAppInit.c',
                '-Iinclude -Isrc/grind -Isrc -std=gnu89'),
}


def headers(name, tree):
    """What its own build would make."""
    if name in ('libart-lgpl', 'freefem'):
        configured(tree)
    elif name == 'plotutils':
        configured(tree, '--without-x')
    if name == 'libart-lgpl' and not os.path.exists(tree + '/libart_lgpl'):
        os.symlink('.', tree + '/libart_lgpl')
    elif name == 'bcftools':
        write(tree + '/version.h', '#define BCFTOOLS_VERSION "1.16"\n')
        write(tree + '/config.h', '')
    elif name == 'gromacs':
        if not os.path.exists(tree + '/cfg'):
            off = ('MPI THREAD_MPI OPENMP GPU HWLOC EXTERNAL_BLAS X11 '
                   'EXTERNAL_LAPACK BUILD_HELP').split()
            subprocess.run(
                ['cmake', '-S', tree, '-B', tree + '/cfg', '-DGMXAPI=OFF',
                 '-DCMAKE_C_COMPILER=clang-22', '-DGMX_SIMD=None',
                 '-DCMAKE_CXX_COMPILER=clang++-22',
                 '-DGMX_FFT_LIBRARY=fftpack'] +
                [f'-DGMX_{word}=OFF' for word in off],
                capture_output=True, check=True)
    elif name == 'libvpx':
        configured(tree, '--target=generic-gnu', '--enable-vp9-highbitdepth')
        for part, script in (
                ('vpx_dsp', 'vpx_dsp/vpx_dsp_rtcd_defs.pl'),
                ('vpx_scale', 'vpx_scale/vpx_scale_rtcd.pl'),
                ('vp8', 'vp8/common/rtcd_defs.pl'),
                ('vp9', 'vp9/common/vp9_rtcd_defs.pl')):
            made = subprocess.run(
                ['perl', 'build/make/rtcd.pl', '--arch=generic',
                 f'--sym={part}_rtcd', '--config=libs-generic-gnu.mk', script],
                cwd=tree, capture_output=True, text=True, check=True).stdout
            write(f'{tree}/{part}_rtcd.h', made)
        write(tree + '/vpx_version.h', defined({
            'VERSION_MAJOR': 1, 'VERSION_MINOR': 12, 'VERSION_PATCH': 0,
            'VERSION_EXTRA': '""', 'VERSION_PACKED': 0x10c00,
            'VERSION_STRING_NOSP': '"v1.12.0"',
            'VERSION_STRING': '" v1.12.0"'}))
    elif name == 'htslib':
        write(tree + '/version.h', '#define HTS_VERSION_TEXT "1.16"\n')
        write(tree + '/config_vars.h', '')
        write(tree + '/config.h', defined({
            'HAVE_FSYNC': 1, 'HAVE_GETPAGESIZE': 1, 'HAVE_GMTIME_R': 1,
            'HAVE_MMAP': 1, 'HAVE_DRAND48': 1, 'HAVE_LIBBZ2': 1,
            'HAVE_LIBLZMA': 1, 'PLUGIN_EXT': '".so"'}))
    elif name == 'coinor-ipopt':
        write(tree + '/Ipopt/src/Common/config.h', defined({
            **{f'HAVE_C{h}': 1 for h in (
                'ASSERT', 'CTYPE', 'FLOAT', 'IEEEFP', 'MATH', 'STDARG',
                'STDDEF', 'STDIO', 'STDLIB', 'STRING', 'TIME')},
            'FORTRAN_INTEGER_TYPE': 'int', 'IPOPT_C_FINITE': 'std::isfinite',
            'COIN_C_FINITE': 'std::isfinite', 'HAVE_DRAND48': 1,
            'F77_FUNC(name,NAME)': 'name ## _',
            'F77_FUNC_(name,NAME)': 'name ## _', 'IPOPT_VERSION': '"3.11.9"',
            'IPOPT_VERSION_MAJOR': 3, 'IPOPT_VERSION_MINOR': 11,
            'IPOPT_VERSION_RELEASE': 9, 'IPOPT_VERBOSITY': 0,
            'IPOPT_CHECKLEVEL': 0, 'COIN_IPOPT_VERBOSITY': 0,
            'COIN_IPOPT_CHECKLEVEL': 0}))
    elif name == 'mpb':
        write(tree + '/config.h', '')
    elif name == 'mpqc':
        write(tree + '/scconfig.h', defined({
            **{f'HAVE_{h}': 1 for h in (
                'STDINT_H', 'SYS_STAT_H', 'SYS_TYPES_H', 'PWD_H', 'TERMIOS_H',
                'SYS_TIMES_H', 'TIME_H', 'SYS_RESOURCE_H', 'SSTREAM',
                'VPRINTF', 'IOS_FMTFLAGS', 'LONG_LONG', 'PUBSEEKOFF', 'SGETN',
                'STRERROR', 'SETENV', 'SIGFILLSET', 'SIGNAL', 'SYSTEM',
                'DRAND48', 'ISNAN', 'FCHDIR', 'GETPWUID', 'GETEUID',
                'GETHOSTNAME', 'TIME', 'CTIME', 'FENV_H', 'SETRLIMIT',
                'FCNTL_H', 'LIMITS_H', 'SYS_IOCTL_H', 'SYS_TIME_H',
                'UNISTD_H', 'PTHREAD')},
            'RETSIGTYPE': 'void', 'STDC_HEADERS': 1, 'SHMTYPE': 'char*',
            'restrictxx': '', 'F77_FUNC(name,NAME)': 'name ## _',
            'SC_VERSION': '"2.3.1"', 'SC_MAJOR_VERSION': 2,
            'SC_MINOR_VERSION': 3, 'SC_MICRO_VERSION': 1,
            'TARGET_ARCH': '"x86_64"', 'BLAS_F77_INTEGER': 'int',
            'HAVE_TYPENAME': 1, 'TYPENAME': 'typename',
            'EXPLICIT_TEMPLATE_INSTANTIATION': 0,
            'MPQC_BLAS': '""', 'SCDATADIR': '"."', 'INSTALLED_SCDATADIR':
            '"."', 'SRC_SCDATADIR': '"."'}))
    elif name == 'wordnet':
        write(tree + '/config.h', '')


PROGRAMS = programs_of(PLAIN, headers)

make_inputs = later.make_inputs
