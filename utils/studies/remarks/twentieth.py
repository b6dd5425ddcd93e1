#===- twentieth.py - Programs for a twentieth draw ------------------------===#
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
from programs import write
from thirteenth import programs_of
from twelfth import configured

# The files of each, those of them that need what is not here, and the flags.
PLAIN = {
    'aom': ('av1/encoder/*.c av1/common/*.c aom_dsp/*.c',
            'butteraugli.c vmaf.c av1_temporal_denoiser.c tune_butteraugli.c '
            'tune_vmaf.c',
            '-I. -Icfg'),
    'bowtie': ('*.cpp',
               '',
               '-DPREFETCH_LOCALITY=2 -DBOWTIE_MM -DBOWTIE64 -D_GNU_SOURCE '
               '-DBOWTIE_VERSION="1" -DBUILD_HOST="x" -DBUILD_TIME="x" '
               '-DCOMPILER_VERSION="x" -DCOMPILER_OPTIONS="x"'),
    'cd-hit': ('*.c++', '', '-DNO_OPENMP'),
    'djvulibre': ('libdjvu/*.cpp tools/*.cpp',
                  'GString.cpp ddjvu.cpp djvups.cpp djvutxt.cpp '
                  'djvutoxml.cpp djvuxmlparser.cpp',
                  '-Ilibdjvu -I. -std=gnu++14 -DHAVE_CONFIG_H'),
    'emboss': ('ajax/core/*.c nucleus/*.c emboss/[a-h]*.c',
               'ajsql.c',
               '-I. -Iajax/core -Iajax/graphics -Iajax/ajaxdb -Iajax/acd '
               '-Iajax/ensembl -Iajax/expat -Iajax/pcre -Iajax/zlib '
               '-Inucleus -Iplplot -DHAVE_CONFIG_H -DAJ_LinuxLF'),
    'fastjet': ('src/*.cc tools/*.cc plugins/*/*.cc',
                'DnnPlane.cc PxConePlugin.cc CDFJetCluPlugin.cc '
                'CDFMidPointPlugin.cc SISConePlugin.cc SISConeBasePlugin.cc '
                'SISConeSphericalPlugin.cc ClusterSequence_Delaunay.cc '
                'Dnn2piCylinder.cc Dnn3piCylinder.cc Dnn4piCylinder.cc '
                'D0RunIIConePlugin.cc',
                '-Iinclude -Itools -Iplugins/D0RunICone -std=gnu++14'),
    'fftw': ('fftw/*.c rfftw/*.c', '', '-I. -Ifftw -Irfftw'),
    'healpix-cxx': ('Healpix_cxx/*.cc cxxsupport/*.cc',
                    'alm_healpix_tools.cc weight_utils.cc fitshandle.cc',
                    '-IHealpix_cxx -Icxxsupport'),
    'hisat2': ('*.cpp',
               'hisat_bp.cpp splice_site_new.cpp',
               '-DPOPCNT_CAPABILITY -DBOWTIE2 -DBOWTIE_64BIT_INDEX '
               '-DHISAT2_VERSION="1" -DBUILD_HOST="x" -DBUILD_TIME="x" '
               '-DCOMPILER_VERSION="x" -DCOMPILER_OPTIONS="x" '
               '-std=gnu++11'),
    'libpgf': ('src/*.cpp', '', '-Iinclude'),
    'mp3gain': ('*.c mpglibDBL/*.c',
                'mp3gain.c replaygaindll.c',
                '-I. -D_GNU_SOURCE'),
    'mupdf': ('source/fitz/*.c source/pdf/*.c',
              'color-lcms.c filter-jbig2.c font.c harfbuzz.c jmemcust.c '
              'load-jbig2.c load-jpx.c memento.c output-docx.c '
              'stext-output.c xml.c pdf-device.c pdf-font-add.c pdf-font.c '
              'pdf-js.c',
              '-Iinclude'),
    'openmesh': ('src/OpenMesh/Core/*/*.cc src/OpenMesh/Core/*/*/*.cc '
                 'src/OpenMesh/Tools/*/*.cc src/OpenMesh/Tools/*/*/*.cc',
                 '',
                 '-Isrc -std=gnu++14 -DINCLUDE_TEMPLATES'),
    'palabos': ('src/core/*.cpp src/atomicBlock/*.cpp '
                'src/latticeBoltzmann/*.cpp src/basicDynamics/*.cpp '
                'src/algorithm/*.cpp',
                'plbInit.cpp plbProfiler.cpp',
                '-Isrc -IexternalLibraries -std=gnu++11'),
    'pixman': ('pixman/*.c',
               'pixman-region.c pixman-ssse3.c pixman-vmx.c',
               '-I. -Ipixman -DHAVE_CONFIG_H'),
    'polylib': ('source/arith/*.c source/kernel/*.c source/ehrhart/*.c '
                'applications/*.c',
                'ehrhart_lower_bound.c ehrhart_quick_apx.c '
                'ehrhart_ranking.c ehrhart_upper_bound.c '
                'testCompressParms.c',
                '-I. -Iinclude -DLINEAR_VALUE_IS_LONGLONG -DEP_EVALUATION'),
    'simbody': ('SimTKmath/*/src/*.cpp SimTKmath/*/*.cpp SimTKmath/src/*.cpp '
                'SimTKcommon/*/src/*.cpp SimTKcommon/src/*.cpp '
                'Simbody/src/*.cpp',
                'About.cpp',
                '-std=c++11 -ISimTKcommon/include '
                '-ISimTKcommon/Scalar/include '
                '-ISimTKcommon/SmallMatrix/include '
                '-ISimTKcommon/Mechanics/include '
                '-ISimTKcommon/BigMatrix/include '
                '-ISimTKcommon/Geometry/include '
                '-ISimTKcommon/Simulation/include '
                '-ISimTKcommon/Random/include '
                '-ISimTKcommon/Polynomial/include -ISimTKmath/include '
                '-ISimTKmath/LinearAlgebra/src '
                '-ISimTKmath/Integrators/include '
                '-ISimTKmath/Integrators/src -ISimTKmath/Optimizers/src '
                '-ISimTKmath/Geometry/include -ISimbody/include '
                '-ISimbody/Visualizer/include -ISimTKcommon/src '
                '-IPlatform/Linux/include'),
    'tiff': ('libtiff/*.c tools/*.c',
             'mkspans.c tif_win32.c',
             '-Ilibtiff -Icfg/libtiff -Icfg/port -Iport'),
    'visp': ('modules/core/src/*/*.cpp modules/core/src/*/*/*.cpp '
             'modules/imgproc/src/*.cpp modules/vision/src/*/*.cpp '
             'modules/visual_features/src/*/*.cpp '
             'modules/tracker/*/src/*.cpp',
             'vpXmlParserCamera.cpp vpXmlParserHomogeneousMatrix.cpp '
             'vpIoTools.cpp vpXmlParserRectOriented.cpp vpXmlParser.cpp '
             'vpMbTracker.cpp vpMbtXmlGenericParser.cpp '
             'vpXmlConfigParserKeyPoint.cpp',
             '-Icfg/include -I3rdparty/simdlib ' +
             ' '.join(f'-Imodules/{part}/include' for part in (
                 'core imgproc io tracker/blob tracker/klt tracker/mbt '
                 'tracker/me tracker/tt tracker/tt_mi vision visual_features '
                 'vs robot detection ar gui sensor').split())),
}

# What the configuration of each by CMake turns off.
CMAKE = {
    'aom': ['-DAOM_TARGET_CPU=generic', '-DENABLE_DOCS=0', '-DENABLE_TESTS=0',
            '-DENABLE_TOOLS=0', '-DENABLE_EXAMPLES=0'],
    'tiff': [],
    'visp': ['-DUSE_OPENMP=OFF'] + [
        f'-DBUILD_{part}=OFF'
        for part in 'TESTS EXAMPLES DEMOS TUTORIALS APPS'.split()],
}


def headers(name, tree):
    """What its own build would make."""
    if name in ('emboss', 'fftw', 'pixman', 'polylib'):
        configured(tree, '--disable-shared')
    elif name in CMAKE and not os.path.exists(tree + '/cfg'):
        subprocess.run(
            ['cmake', '-S', tree, '-B', tree + '/cfg',
             '-DCMAKE_C_COMPILER=clang-22', '-DCMAKE_CXX_COMPILER=clang++-22'] +
            CMAKE[name], capture_output=True, check=True)
    elif name == 'fastjet':
        write(tree + '/include/fastjet/config_auto.h', defined({
            'FASTJET_VERSION': '"3.4.0"', 'FASTJET_VERSION_NUMBER': 30400,
            'FASTJET_VERSION_MAJOR': 3, 'FASTJET_VERSION_MINOR': 4,
            'FASTJET_VERSION_PATCHLEVEL': 0, 'FASTJET_PACKAGE_VERSION':
            '"3.4.0"', 'FASTJET_PACKAGE_STRING':
            '"FastJet 3.4.0"', 'FASTJET_HAVE_OVERRIDE': '',
            'FASTJET_HAVE_CXX14_DEPRECATED': '',
            'FASTJET_HAVE_EXPLICIT_FOR_OPERATORS': ''}))
    elif name == 'djvulibre':
        write(tree + '/config.h', defined({
            f'HAVE_{word}': 1 for word in (
                'STDINCLUDES', 'NAMESPACES', 'STDINT_H', 'PTHREAD',
                'UNISTD_H', 'WCHAR_H', 'MBSTATE_T', 'STRERROR', 'BOOL',
                'TYPENAME', 'EXCEPTIONS', 'MEMBER_TEMPLATES', 'DIRENT_H',
                'SYS_TYPES_H', 'STDLIB_H', 'INTEL_ATOMIC_BUILTINS',
                'WCHAR_T', 'VSNPRINTF', 'GETCWD', 'GETTIMEOFDAY',
                'ISO_CXX_HEADERS', 'STD_INCLUDES')} | {
                    'UNIX': 1, 'AUTOCONF': 1, 'DIR_DATADIR': '"."',
                    'DJVULIBRE_VERSION': '"3.5.28"'}))


PROGRAMS = programs_of(PLAIN, headers)

make_inputs = later.make_inputs
