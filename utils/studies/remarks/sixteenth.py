#===- sixteenth.py - Programs for a sixteenth draw -------------------------===#
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

# The files of each, those of them that need what is not here, and the flags.
PLAIN = {
    'ann': ('src/*.cpp test/*.cpp', '', '-Iinclude -Isrc -Wno-register'),
    'clustalo': ('src/clustal/*.c src/squid/*.c src/kmpp/*.cpp', '',
                 '-Isrc -Isrc/clustal -Isrc/hhalign -Isrc/kmpp -Isrc/squid '
                 '-Wno-register -DHAVE_CONFIG_H -DCLUSTALO'),
    'dcraw': ('*.c', 'fuji_green.c', '-DNODEPS'),
    'fastlink': ('4.1P/src/*.c', 'comgetvect.c commoncode.c comnuclear.c '
                 'compar.c iostuff.c oldsegup.c outbuff.c parmodified.c',
                 '-I4.1P/src -std=gnu89'),
    'gnuchess': ('src/engine/*.cpp', 'book.cpp', '-Isrc -I. -Isrc/engine'),
    'lammps': ('src/ML-SNAP/sna.cpp src/MEAM/*.cpp src/REAXFF/reaxff_*.cpp '
               'src/KSPACE/*.cpp src/EXTRA-COMPUTE/*.cpp', '',
               '-Isrc -Isrc/STUBS -Isrc/KSPACE -Isrc/MEAM -Isrc/REAXFF '
               '-std=c++14'),
    'leptonlib': ('src/*.c', 'libversions.c tiffio.c', '-Isrc -I.'),
    'libebur128': ('ebur128/*.c', '', '-Iebur128 -Iebur128/queue'),
    'libfann': ('src/doublefann.c src/fixedfann.c src/floatfann.c', '',
                '-Isrc -Isrc/include'),
    'liblbfgs': ('lib/*.c sample/*.c', '', '-Iinclude -Ilib'),
    'mpeg2dec': ('libmpeg2/*.c libmpeg2/convert/*.c libvo/*.c', '',
                 '-I. -Iinclude -Ilibmpeg2'),
    'ngspice': ('src/maths/*/*.c src/frontend/*.c src/ciderlib/*/*.c '
                'src/spicelib/analysis/*.c src/spicelib/devices/cpl/*.c '
                'src/spicelib/devices/txl/*.c '
                'src/spicelib/devices/ltra/*.c',
                'evaluate.c parse.c resource.c signal_handler.c '
                'testcommands.c dcpss.c pssinit.c psssetp.c',
                '-Isrc/include -Isrc -I. -Isrc/spicelib/analysis '
                '-Isrc/spicelib/devices -Isrc/frontend '
                '-Isrc/maths/poly -DSIMULATOR -DCIDER -D_GNU_SOURCE'),
    'paml': ('src/*.c', 'TreeTimeJeff.c ds.c treespace.c treesub.c',
             '-Isrc -Wno-incompatible-pointer-types'),
    'primer3': ('src/*.c src/*.cc', '', '-Isrc'),
}


def headers(name, tree):
    """What its own build would make."""
    if name in ('clustalo', 'gnuchess', 'libfann', 'mpeg2dec'):
        write(tree + {'clustalo': '/src', 'gnuchess': '/src',
                      'libfann': '/src/include', 'mpeg2dec': '/include'}[name]
              + '/config.h', defined({
                  'HAVE_UNISTD_H': 1, 'STDC_HEADERS': 1, 'VERSION': '"1"',
                  'PACKAGE': '"p"', 'PACKAGE_NAME': '"p"',
                  'PACKAGE_STRING': '"p 1"', 'PACKAGE_VERSION': '"1"',
                  'HAVE_INTTYPES_H': 1, 'HAVE_SYS_TIME_H': 1,
                  'HAVE_GETTIMEOFDAY': 1, 'SIZEOF_INT': 4,
                  'PACKAGE_BUGREPORT': '"p"'}))
    elif name == 'ngspice':
        write(tree + '/src/include/ngspice/config.h', defined({
            'HAVE_UNISTD_H': 1, 'HAVE_LIMITS_H': 1, 'HAVE_STRCHR': 1,
            'HAVE_ISATTY': 1, 'HAVE_SYS_TIME_H': 1, 'HAVE_GETTIMEOFDAY': 1,
            'HAVE_GETRUSAGE': 1, 'HAVE_DIRENT_H': 1, 'HAVE_SIGSETJMP': 1,
            'HAVE_DECL_ISINF': 1, 'HAVE_DECL_ISNAN': 1, 'HAVE_CTYPE_H': 1,
            'HAVE_STDLIB_H': 1, 'STDC_HEADERS': 1, 'HAVE_ISINF': 1,
            'HAVE_ISNAN': 1, 'HAVE_FINITE': 1,
            'HAVE_LOGB': 1, 'HAVE_SCALB': 1, 'HAVE_DECL_BASENAME': 1,
            'HAVE_GETPID': 1, 'HAVE_PWD_H': 1, 'HAVE_STRING_H': 1,
            'HAVE_ASINH': 1, 'HAVE_ERFC': 1, 'PACKAGE_VERSION': '"39"',
            'PACKAGE_BUGREPORT': '"p"', 'HAVE_VASPRINTF': 1,
            'NGSPICEDATADIR': '"."', 'NGSPICEBINDIR': '"."',
            'HAVE_GETCWD': 1, 'HAVE_TIMES': 1, 'X_DISPLAY_MISSING': 1}))
    elif name == 'leptonlib':
        write(tree + '/config_auto.h', '')
        write(tree + '/src/endianness.h', '#define L_LITTLE_ENDIAN\n')


PROGRAMS = programs_of(PLAIN, headers)

make_inputs = later.make_inputs
