#===- fifteenth.py - Programs for a fifteenth draw -------------------------===#
#
# Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===-----------------------------------------------------------------------===#
#
# Source packages of Debian like those of later.py, which nobody had looked at
# before the draw that they are for. They were compiled, and neither linked nor
# run. Of most of them the mirror had no Debian part that day: their upstream
# source was unpacked, without Debian's patches. theseus takes headers of gsl,
# unpacked beside it.
#
#===-----------------------------------------------------------------------===#
import glob
import os

import later
from ninth import defined
from programs import write
from thirteenth import programs_of

# The files of each, those of them that need what is not here, and the flags.
PLAIN = {
    'autodocksuite': ('autodock/*.cc', 'banner.cc coliny.cc main.cc '
                      'mingw_getrusage.cc test_times.cc ranlib.cc '
                      'call_cpso.cc call_gs.cc intnbtable.cc '
                      'read_parameter_library.cc',
                      '-Iautodock -std=gnu++14 -DHAVE_SYSCONF -DHAVE_TIMES '
                      '-DHAVE_GETRUSAGE -DHAVE_GETHOSTNAME -DHAVE_GETPID'),
    'coinor-csdp': ('lib/*.c solver/*.c theta/*.c', '',
                    '-Iinclude -DNOSHORTS -DBIT64'),
    'coinor-dylp': ('DyLP/src/Dylp/*.c', 'dy_consys_utils.c dy_options.c',
                    '-IDyLP/src/Dylp -IDyLP/src/DylpStdLib'),
    'eigensoft': ('src/*.c src/*/*.c', 'newpca.c kjg_fpca.c kjg_gsl.c',
                  '-Iinclude'),
    'fasttext': ('src/*.cc', '', '-std=c++17 -Isrc'),
    'grace': ('cephes/*.c src/as274c.c src/computils.c src/dates.c '
              'src/drawticks.c src/files.c src/fit.c src/fourier.c '
              'src/humlik.c src/lmdif.c src/mathstuff.c src/nonlfit.c '
              'src/objutils.c src/regionutils.c src/setutils.c src/ssdata.c',
              '', '-I. -Isrc -Icephes'),
    'guetzli': ('guetzli/*.cc third_party/butteraugli/butteraugli/*.cc', '',
                '-I. -Ithird_party/butteraugli'),
    'libocas': ('[!c]*.c', 'lbppyr_features_mex.c linclassif_light_mex.c '
                'load_svmlight_file.c msvmocas_light_mex.c msvmocas_mex.c '
                'svmocas_bool_mex.c svmocas_lbp_mex.c svmocas_light_mex.c '
                'svmocas_mex.c svmocas_nnw_mex.c', '-I.'),
    'phyml': ('src/*.c', 'beagle_utils.c geo.c invitee.c m4.c mcmc.c '
              'mpi_boot.c phyrex.c rrw.c rwrapper.c slfv.c sse.c '
              'tiporder.c',
              '-Isrc -DPHYML -DUNIX -DHAVE_CONFIG_H'),
    'qm-dsp': ('base/*.cpp dsp/*/*.cpp maths/*.cpp maths/pca/*.c hmm/*.c',
               'FFT.cpp',
               '-I. -Iinclude -Iext/kissfft -Iext/kissfft/tools '
               '-DUSE_PTHREADS'),
    'scotch': ('src/libscotch/arch*.c src/libscotch/bgraph*.c '
               'src/libscotch/graph*.c src/libscotch/hgraph*.c '
               'src/libscotch/kgraph*.c src/libscotch/mesh*.c '
               'src/libscotch/vgraph*.c src/libscotch/wgraph*.c',
               'graph_coarsen_edge.c graph_match_scan.c hgraph_induce_edge.c '
               'hgraph_order_kp.c wgraph_part_es.c',
               '-Isrc/libscotch'),
    'spandsp': ('src/*.c', 'at_interpreter.c fax.c image_translate.c '
                'math_fixed.c t30.c t30_api.c t30_logging.c t31.c t38_core.c '
                't38_gateway.c t38_terminal.c t4_rx.c t4_tx.c v17rx.c v17tx.c '
                'v22bis_rx.c v22bis_tx.c v27ter_rx.c v27ter_tx.c v29rx.c '
                'v29tx.c', '-Isrc -I. -DHAVE_CONFIG_H'),
    'theseus': ('*.c lib*/*.c', 'GibbsMetExtras.c halfnormgamma_dist.c',
                '-I. -Ilibdltmath -Ilibdistfit -IlibDLTutils -Ilibmsa '
                '-Ilibdssplite -I../gsl -std=gnu99'),
}


def headers(name, tree):
    """What its own build would make."""
    if name == 'grace':
        write(tree + '/config.h', defined({
            'STDC_HEADERS': 1, 'HAVE_UNISTD_H': 1, 'HAVE_ALLOCA': 1,
            'HAVE_ALLOCA_H': 1, 'RETSIGTYPE': 'void', 'HAVE_SYS_WAIT_H': 1,
            'HAVE_FCNTL_H': 1, 'HAVE_SYS_PARAM_H': 1, 'HAVE_SYS_TIME_H': 1,
            'HAVE_SYS_SELECT_H': 1, 'TIME_WITH_SYS_TIME': 1,
            'HAVE_GETTIMEOFDAY': 1, 'HAVE_GETCWD': 1, 'HAVE_GETHOSTNAME': 1,
            'HAVE_MEMCPY': 1, 'HAVE_MEMMOVE': 1, 'HAVE_UNLINK': 1,
            'HAVE_FCNTL': 1, 'HAVE_POPEN': 1, 'HAVE_FNMATCH': 1,
            'HAVE_ON_EXIT': 1, 'HAVE_STRSTR': 1, 'HAVE_STRERROR': 1,
            'HAVE_VSNPRINTF': 1, 'HAVE_LIEEE_FPU': 1, 'HAVE_DRAND48': 1,
            'HAVE_SETLOCALE': 1, 'HAVE_DRAND48_DECL': 1, 'HAVE_LIBM': 1,
            'HAVE_MATH_H': 1, 'HAVE_FLOAT_H': 1, 'SIZEOF_DOUBLE': 8,
            'SIZEOF_INT': 4, 'SIZEOF_LONG': 8, 'SIZEOF_CHAR': 1,
            'SIZEOF_SHORT': 2, 'SIZEOF_FLOAT': 4, 'SIZEOF_VOID_P': 8,
            'NONE_GUI': 1, 'GRACE_HOME': '"."', 'GRACE_EDITOR': '"vi"',
            'GRACE_PRINT_CMD': '"lp"', 'GRACE_HELPVIEWER': '"less"'}))
    elif name == 'phyml':
        write(tree + '/src/config.h', defined({
            'PACKAGE': '"phyml"', 'PACKAGE_VERSION': '"3.3"',
            'VERSION': '"3.3"'}))
    elif name == 'spandsp':
        write(tree + '/src/config.h', defined({
            'HAVE_INTTYPES_H': 1, 'HAVE_STDINT_H': 1, 'HAVE_STDBOOL_H': 1,
            'HAVE_MATH_H': 1, 'HAVE_TGMATH_H': 1, 'HAVE_STRING_H': 1,
            'HAVE_STDLIB_H': 1, 'HAVE_UNISTD_H': 1, 'HAVE_FLOAT_H': 1,
            'HAVE_SYS_TYPES_H': 1, 'HAVE_SYS_STAT_H': 1, 'HAVE_FCNTL_H': 1,
            'HAVE_COMPLEX_H': 1, 'HAVE_LRINT': 1, 'HAVE_LRINTF': 1,
            'HAVE_SINF': 1, 'HAVE_COSF': 1, 'HAVE_TANF': 1, 'HAVE_ASINF': 1,
            'HAVE_ACOSF': 1, 'HAVE_ATANF': 1, 'HAVE_ATAN2F': 1,
            'HAVE_CEILF': 1, 'HAVE_FLOORF': 1, 'HAVE_POWF': 1, 'HAVE_EXPF': 1,
            'HAVE_LOGF': 1, 'HAVE_LOG10F': 1, 'VERSION': '"0.0.6"',
            'SPANDSP_USE_EXPORT_CAPABILITY': 1}))
    elif name == 'theseus':
        gsl = os.path.join(tree, '..', 'gsl')
        os.makedirs(gsl + '/gsl', exist_ok=True)
        for path in glob.glob(gsl + '/*/gsl_*.h') + glob.glob(gsl + '/gsl_*.h'):
            link = gsl + '/gsl/' + os.path.basename(path)
            if not os.path.lexists(link):
                os.symlink(os.path.abspath(path), link)


PROGRAMS = programs_of(PLAIN, headers)

make_inputs = later.make_inputs
