#===- seventeenth.py - Programs for a seventeenth draw ---------------------===#
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
import later
from ninth import defined
from programs import write
from thirteenth import programs_of
from twelfth import configured, from_cmake

# The files of each, those of them that need what is not here, and the flags.
PLAIN = {
    'cddlib': ('lib-src/*.c src/*.c', '', '-Ilib-src -I.'),
    'clp': ('Clp/src/Clp*.cpp Clp/src/Idi*.cpp', 'ClpCholeskyMumps.cpp '
            'ClpCholeskyUfl.cpp ClpCholeskyWssmp.cpp ClpCholeskyWssmpKKT.cpp',
            '-IClp/src -I../coinutils/CoinUtils/src -std=gnu++14 '
            '-DHAVE_CMATH'),
    'fairymax': ('*.c', '', '-std=gnu89'),
    'gmsh': ('Numeric/*.cpp Mesh/*.cpp Post/*.cpp',
             'hausdorffDistance.cpp meshTriangulation.cpp',
             '-I. -ICommon -INumeric -IGeo -IMesh -IPost -ISolver -IPlugin '
             '-IGraphics -IParser -Icontrib/kbipack'),
    'gnugo': ('engine/*.c patterns/*.c sgf/*.c utils/*.c', '',
              '-I. -Iengine -Iutils -Isgf -Ipatterns -DHAVE_CONFIG_H'),
    'jxrlib': ('image/*/*.c jxrgluelib/*.c jxrtestlib/*.c '
               'jxrencoderdecoder/*.c', '',
               '-I. -Icommon/include -Iimage/sys -Ijxrgluelib -Ijxrtestlib '
               '-D__ANSI__ -DDISABLE_PERF_MEASUREMENT -std=gnu89 '
               '-Wno-incompatible-pointer-types'),
    'libmpc': ('libmpcdec/*.c libmpcpsy/*.c libmpcenc/*.c mpcenc/*.c '
               'common/*.c mpcdec/*.c wavcmp/*.c mpc2sv8/*.c '
               'libwavformat/*.c', '',
               '-Iinclude -Ilibmpcdec -Ilibmpcpsy -Ilibmpcenc -I. '
               '-Ilibwavformat -Icommon -D_GNU_SOURCE '
               '-Wno-incompatible-pointer-types'),
    'mjpegtools': ('mpeg2enc/*.cc mpeg2enc/*.c utils/*.c y4mutils/*.c '
                   'yuvfilters/*.c yuvscaler/*.c yuvcorrect/*.c '
                   'y4mdenoise/*.cc yuvdenoise/*.c yuvdeinterlace/*.cc '
                   'y4munsharp/*.c aenc/*.c', 'newdenoise.cc qttoy4m.c '
                   'regiontest.cc seqstats.cc y4mtoqt.c',
                   '-I. -Iutils -Impeg2enc -Iyuvfilters -D_GNU_SOURCE '
                   '-DHAVE_CONFIG_H -include stdint.h -Wno-register'),
    'mpg123': ('src/libmpg123/*.c src/libsyn123/*.c', 'dct64_altivec.c '
               'dct64_i486.c getcpuflags_arm.c lfs_wrap.c synth_altivec.c '
               'synth_i486.c',
               '-I. -Isrc -Isrc/libmpg123 -Isrc/libsyn123 -Isrc/compat '
               '-DHAVE_CONFIG_H -DOPT_GENERIC -DREAL_IS_FLOAT'),
    'openbabel': ('src/*.cpp src/math/*.cpp src/forcefields/*.cpp '
                  'src/charges/*.cpp', 'RDKitConv.cpp alias.cpp '
                  'conformersearch.cpp confsearch.cpp dlhandler_unix.cpp '
                  'dlhandler_win32.cpp forcefieldmm2.cpp generic.cpp '
                  'align.cpp mcdlutil.cpp', '-Iinclude -Isrc -Idata '
                  '-std=gnu++14'),
    'plink': ('*.cpp', 'elf.cpp idhelp.cpp lapackf.cpp sets.cpp',
              '-I. -DUNIX -std=gnu++98'),
    'rate4site': ('src/*.cpp src/*/*.cpp', 'rate4site.cpp '
                  'rate4siteOptions.cpp', '-Isrc -I. -std=gnu++98'),
    'rnahybrid': ('src/*.c', '', '-I. -Isrc -DHAVE_CONFIG_H -std=gnu89'),
    'sonic': ('*.c', '', ''),
    'tachyon': ('src/*.c demosrc/*.c', 'parvol.c', '-Isrc -DLinux'),
    'velvet': ('src/*.c', 'binarySequences.c', '-Isrc -DMAXKMERLENGTH=31 '
               '-DCATEGORIES=2 -Wno-incompatible-pointer-types'),
    'x265': ('source/common/*.cpp source/encoder/*.cpp', 'md5.cpp '
             'param.cpp',
             '-I. -Isource -Isource/common -Isource/encoder '
             '-DEXPORT_C_API=1 -DX265_NS=x265 -DX265_ARCH_X86=1 -DX86_64=1 '
             '-DX265_DEPTH=8 -DHAVE_INT_TYPES_H=1 -DHIGH_BIT_DEPTH=0 '
             '-D__STDC_LIMIT_MACROS=1'),
}


def headers(name, tree):
    """What its own build would make."""
    if name in ('gnugo', 'mpg123', 'rnahybrid'):
        configured(tree)
    elif name == 'gmsh':
        from_cmake(tree + '/Common/GmshConfig.h.in',
                   tree + '/Common/GmshConfig.h',
                   'HAVE_(64BIT_SIZE_T|MESH|POST|PLUGINS|PARSER|SOLVER)', {})
        with open(tree + '/Common/GmshConfig.h') as file:
            text = file.read().replace('${GMSH_CONFIG_PRAGMAS}', '')
        with open(tree + '/Common/GmshConfig.h', 'w') as file:
            file.write(text)
        write(tree + '/Common/GmshVersion.h', '#define GMSH_VERSION "4.8.4"\n')
    elif name == 'mjpegtools':
        for made in ('Makefile.in', 'control.in'):
            write(tree + '/debian/' + made, '')
        configured(tree)
    elif name == 'openbabel':
        write(tree + '/include/openbabel/babelconfig.h', defined({
            'BABEL_VERSION': '"3.1.1"', 'BABEL_DATADIR': '"."',
            'OB_VERSION': '"3.1.1"', 'OB_MODULE_PATH': '"."',
            'MODULE_EXTENSION': '".so"', 'HAVE_STRINGS_H': 1,
            'HAVE_STRNCASECMP': 1, 'HAVE_SNPRINTF': 1, 'HAVE_RINT': 1,
            'OBAPI': '', 'OBCONV': '', 'OBERROR': '', 'OBFPRT': '',
            'OBDEPICT': '', 'OBCOMMON': '', 'OB_EXTERN': 'extern',
            'HAVE_CLOCK_T': 1, 'HAVE_SYS_TIME_H': 1, 'HAVE_TIME_H': 1,
            'HAVE_SSTREAM': 1, 'SCANDIR_NEEDS_CONST': 1}))
    elif name == 'x265':
        write(tree + '/x265_config.h', defined({'X265_BUILD': 199}))


PROGRAMS = programs_of(PLAIN, headers)

make_inputs = later.make_inputs
