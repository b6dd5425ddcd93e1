#===- fourteenth.py - Programs for a fourteenth draw -----------------------===#
#
# Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===-----------------------------------------------------------------------===#
#
# Source packages of Debian like those of later.py, which nobody had looked at
# before the draw that they are for. They were compiled, and neither linked nor
# run. Of some of them the mirror had no Debian part that day: their upstream
# source was unpacked, without Debian's patches. csound takes a header of
# libsndfile and cmt one of sox, unpacked beside them.
#
#===-----------------------------------------------------------------------===#
import later
from ninth import defined
from programs import write
from thirteenth import programs_of
from twelfth import configured, from_cmake

# The files of each, those of them that need what is not here, and the flags.
PLAIN = {
    'aubio': ('src/*.c src/*/*.c', '', '-Isrc -DHAVE_STDLIB_H -DHAVE_STDIO_H '
              '-DHAVE_MATH_H -DHAVE_STRING_H -DHAVE_ERRNO_H -DHAVE_LIMITS_H '
              '-DHAVE_STDARG_H -DHAVE_C99_VARARGS_MACROS'),
    'cminpack': ('*.c', '', '-I.'),
    'cmt': ('src/*.cpp src/freeverb/*.cpp', '', '-Isrc -I../sox/src'),
    'csound': ('Opcodes/*.c OOps/*.c', 'OSC.c paulstretch.c',
               '-Iinclude -IH -IOpcodes -I../libsndfile/include -DUSE_DOUBLE '
               '-D_GNU_SOURCE -DHAVE_PTHREAD -DLINUX -D__BUILDING_LIBCSOUND'),
    'flite': ('src/*/*.c', 'au_alsa.c au_oss.c au_palmos.c au_pulseaudio.c '
              'au_sun.c au_win.c au_wince.c cst_file_palmos.c '
              'cst_file_wince.c cst_mmap_win32.c',
              '-Iinclude -DCST_NO_SOCKETS'),
    'glpk': ('src/*.c src/*/*.c', '', '-Isrc ' + ' '.join(
        '-Isrc/' + f for f in ('amd', 'api', 'bflib', 'colamd', 'draft', 'env',
                               'intopt', 'minisat', 'misc', 'mpl', 'npp',
                               'simplex', 'zlib'))),
    'gocr': ('src/*.c', 'jconv.c pgm2asc.c', '-Iinclude -Isrc'),
    'graphicsmagick': ('magick/*.c filters/*.c', '',
                       '-I. -Imagick -DHAVE_CONFIG_H'),
    'mrbayes': ('src/*.c', '', '-Isrc -DVERSION_NUMBER="3.2.7a" '
                '-DRELEASE -DSSE_ENABLED'),
    'nettle': ('*.c', 'ecc-curve25519.c ecc-curve448.c ecc-gost-gc256b.c '
               'ecc-gost-gc512a.c ecc-secp192r1.c ecc-secp224r1.c '
               'ecc-secp256r1.c ecc-secp384r1.c ecc-secp521r1.c fat-arm64.c '
               'fat-ppc.c', '-I. -DHAVE_CONFIG_H'),
    'phylip': ('src/*.c', 'drawgram.c drawtree.c', '-Isrc'),
    'sox': ('src/*.c lpc10/*.c libgsm/*.c', 'alsa.c ao.c coreaudio.c flac.c '
            'opus.c oss.c pulseaudio.c sndio.c sunaudio.c vorbis.c '
            'waveaudio.c win32-glob.c win32-ltdl.c',
            '-Isrc -Ilpc10 -Ilibgsm -D_GNU_SOURCE'),
    'tree-puzzle': ('src/*.c', 'ppuzzle.c pstep-mrca.c pstep-recur.c '
                    'pstep-split.c pstep-tripl.c subsetmatr.c util.c', '-Isrc'),
}


def headers(name, tree):
    """What its own build would make."""
    if name == 'graphicsmagick':
        configured(tree, '--without-x', '--without-perl', '--without-xml',
                   '--without-ttf', '--without-magick-plus-plus',
                   '--disable-openmp')
    elif name == 'nettle':
        configured(tree, '--disable-assembler', '--enable-mini-gmp',
                   '--disable-documentation')
    elif name == 'csound':
        write(tree + '/include/float-version.h', '')
        write(tree + '/include/version.h', defined({
            'VERSION': '"6.18"', 'CS_PACKAGE_NAME': '"Csound"',
            'CS_PACKAGE_STRING': '"Csound 6.18"', 'CS_VERSION': 6,
            'CS_SUBVER': 18, 'CS_PATCHLEVEL': 1, 'CS_APIVERSION': 4,
            'CS_APISUBVER': 0, 'CS_PACKAGE_DATE': '"2022"'}))
    elif name == 'gocr':
        write(tree + '/include/config.h', defined({
            'HAVE_GETTIMEOFDAY': 1, 'HAVE_WCHAR_H': 1, 'HAVE_UNISTD_H': 1}))
    elif name == 'sox':
        from_cmake(tree + '/src/soxconfig.h.cmake', tree + '/src/soxconfig.h',
                   'HAVE_(BYTESWAP_H|FENV_H|FMEMOPEN|FSEEKO|GETTIMEOFDAY|'
                   'GLOB_H|INTTYPES_H|LRINT|MKSTEMP|POPEN|ST\\w+|SYS_STAT_H|'
                   'SYS_TI\\w+|SYS_TYPES_H|SYS_UTSNAME_H|TERMIOS_H|UNISTD_H|'
                   'VSNPRINTF)', {})
    elif name == 'tree-puzzle':
        write(tree + '/src/config.h', defined({
            'PACKAGE': '"tree-puzzle"', 'VERSION': '"5.3.rc16"'}))


PROGRAMS = programs_of(PLAIN, headers)

make_inputs = later.make_inputs
