#===- ninth.py - Eight programs for a ninth draw ---------------------------===#
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

import later
from programs import Program, names, write


def defined(values):
    return ''.join(f'#define {name} {value}\n'
                   for name, value in values.items())


def biosquid(tree, inputs):
    with open(tree + '/squid.h.in') as file:
        text = file.read()
    for kind, size in (('16', 'short'), ('32', 'int'), ('64', 'long')):
        text = text.replace(f'@SQD_UINT{kind}@', 'unsigned ' + size)
    text = re.sub('@[A-Z0-9_]+@', '', text)
    write(tree + '/squid.h', text)
    write(tree + '/squidconf.h', defined({
        'SQUID_VERSION': '"1.9g"', 'SQUID_DATE': '"2005"',
        'SQUID_COPYRIGHT': '""', 'SQUID_LICENSE': '""', 'HAVE_FSEEKO': 1}))
    return Program('biosquid', [f for f in names(tree, '*.c')
                                if not f.endswith('_main.c')],
                   ['-I.', '-std=gnu89'], [])


def hmmer2(tree, inputs):
    """With the headers of its library, biosquid."""
    with open(tree + '/src/config.h.in') as file:
        write(tree + '/src/config.h', file.read() + defined({
            'PACKAGE_NAME': '"HMMER"', 'PACKAGE_VERSION': '"2.3.2"',
            'PACKAGE_DATE': '"2003"', 'PACKAGE_COPYRIGHT': '""',
            'PACKAGE_LICENSE': '""'}))
    biosquid(tree + '/../biosquid', inputs)
    left_out = ('hmmalign.c', 'hmmbuild.c', 'hmmcalibrate.c', 'hmmconvert.c',
                'hmmemit.c', 'hmmfetch.c', 'hmmindex.c', 'hmmpfam.c',
                'hmmpostal.c', 'camJul97.c', 'weetest.c', 'plan9.c', 'pvm.c',
                'states.c')
    files = [f for f in names(tree, 'src/*.c') if not f.endswith('-pvm.c') and
             os.path.basename(f) not in left_out]
    return Program('hmmer2', files, ['-Isrc', '-I../biosquid', '-std=gnu89'],
                   [])


def clustalw(tree, inputs):
    write(tree + '/src/config.h', defined({'OS_UNIX': 1, 'HAVE_STDLIB_H': 1}))
    return Program('clustalw', names(tree, 'src/*.cpp', 'src/*/*.cpp',
                                     'src/tree/UPGMA/*.cpp'),
                   ['-Isrc', '-DHAVE_CONFIG_H', '-std=gnu++98'], [])


def faad2(tree, inputs):
    return Program('faad2', names(tree, 'libfaad/*.c'),
                   ['-Iinclude', '-Ilibfaad', '-DHAVE_LRINTF',
                    '-DHAVE_INTTYPES_H', '-DHAVE_MEMCPY', '-DHAVE_STRCHR',
                    '-DSTDC_HEADERS', '-DAPPLY_DRC',
                    '-DPACKAGE_VERSION="2.10.1"'], [])


def lp_solve(tree, inputs):
    files = [f for f in names(tree, 'lp_*.c') if f not in
             ('lp_solveDLL.c', 'lp_rlp.c')]
    return Program('lp-solve', files +
                   ['ini.c', 'yacc_read.c', 'lp_rlp.c', 'shared/commonlib.c',
                    'shared/mmio.c', 'shared/myblas.c', 'colamd/colamd.c',
                    'bfp/bfp_LUSOL/lp_LUSOL.c', 'bfp/bfp_LUSOL/LUSOL/lusol.c',
                    'lp_solve/lp_solve.c'],
                   ['-I.', '-Ishared', '-Icolamd', '-Ibfp',
                    '-Ibfp/bfp_LUSOL', '-Ibfp/bfp_LUSOL/LUSOL',
                    '-DYY_NEVER_INTERACTIVE', '-DPARSER_LP',
                    '-DINVERSE_ACTIVE=INVERSE_LUSOL',
                    '-DRoleIsExternalInvEngine', '-std=gnu89'], [])


def nlopt(tree, inputs):
    write(tree + '/nlopt_config.h', defined({
        'BUGFIX_VERSION': 1, 'MAJOR_VERSION': 2, 'MINOR_VERSION': 7,
        'HAVE_COPYSIGN': 1, 'HAVE_FPCLASSIFY': 1, 'HAVE_GETPID': 1,
        'HAVE_GETTIMEOFDAY': 1, 'HAVE_ISINF': 1, 'HAVE_ISNAN': 1,
        'HAVE_QSORT_R': 1, 'HAVE_STDINT_H': 1, 'HAVE_SYS_TIME_H': 1,
        'HAVE_TIME': 1, 'HAVE_UINT32_T': 1, 'HAVE_UNISTD_H': 1,
        'SIZEOF_UNSIGNED_INT': 4, 'SIZEOF_UNSIGNED_LONG': 8,
        'THREADLOCAL': '__thread', 'TIME_WITH_SYS_TIME': 1,
        'NLOPT_CXX': '', 'NLOPT_CXX11': ''}))
    tests = ('tst.cc', 'tstc.c', 'testros.cc', 'prog.cc', 'DIRparallel.c')
    files = [f for f in names(tree, 'src/algs/*/*.c', 'src/algs/*/*.cc',
                              'src/api/*.c', 'src/util/*.c')
             if os.path.basename(f) not in tests and
             not f.endswith(('_test.c', 'nlopt-getopt.c')) and
             '/subplex/' not in f]
    folders = sorted({os.path.dirname(f) for f in files})
    return Program('nlopt', files, ['-I.'] + ['-I' + f for f in folders], [])


def speexdsp(tree, inputs):
    """Without the transforms, which speex and kissfft have as well."""
    write(tree + '/include/speex/speexdsp_config_types.h',
          '#include <stdint.h>\n'
          'typedef int16_t spx_int16_t;\ntypedef uint16_t spx_uint16_t;\n'
          'typedef int32_t spx_int32_t;\ntypedef uint32_t spx_uint32_t;\n')
    files = ['buffer', 'filterbank', 'jitter', 'mdf', 'preprocess', 'resample',
             'scal']
    return Program('speexdsp', [f'libspeexdsp/{f}.c' for f in files],
                   ['-Iinclude', '-Ilibspeexdsp', '-DFLOATING_POINT',
                    '-DVAR_ARRAYS', '-DUSE_SMALLFT', '-DEXPORT='], [])


def vo_aacenc(tree, inputs):
    return Program('vo-aacenc', ['common/cmnMemory.c', 'aac-enc.c',
                                 'wavreader.c'] +
                   names(tree, 'aacenc/src/*.c', 'aacenc/basic_op/*.c'),
                   ['-I.', '-Iaacenc/inc', '-Iaacenc/basic_op',
                    '-Icommon/include'], [])


PROGRAMS = {'biosquid': biosquid, 'clustalw': clustalw, 'faad2': faad2,
            'hmmer2': hmmer2, 'lp-solve': lp_solve, 'nlopt': nlopt,
            'speexdsp': speexdsp, 'vo-aacenc': vo_aacenc}

make_inputs = later.make_inputs
