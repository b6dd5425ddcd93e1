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
# source was unpacked, without Debian's patches.
#
#===-----------------------------------------------------------------------===#
import later
from ninth import defined
from programs import write
from thirteenth import programs_of
from twelfth import configured

# The files of each, those of them that need what is not here, and the flags.
PLAIN = {
    'autodocksuite': ('autodock/*.cc autogrid/*.cpp', '',
                      '-Iautodock -Iautogrid'),
    'coinor-csdp': ('lib/*.c solver/*.c theta/*.c', '',
                    '-Iinclude -DNOSHORTS -DBIT64'),
    'coinor-dylp': ('DyLP/src/Dylp/*.c', '',
                    '-IDyLP/src/Dylp -IDyLP/src/DylpStdLib'),
    'eigensoft': ('src/*.c src/*/*.c', '', '-Iinclude'),
    'fasttext': ('src/*.cc', '', '-std=c++17 -Isrc'),
    'garli': ('src/*.cpp', '', '-Isrc -std=gnu++14'),
    'grace': ('cephes/*.c src/*.c', '', '-I. -Isrc -Icephes'),
    'guetzli': ('guetzli/*.cc third_party/butteraugli/butteraugli/*.cc', '',
                '-I. -Ithird_party/butteraugli'),
    'libocas': ('*.c', '', '-I. -DLIBOCAS_MATLAB=0'),
    'mcl': ('src/*/*.c', '', '-I. -Isrc'),
    'phyml': ('src/*.c', '', '-Isrc -DPHYML -DUNIX -DHAVE_CONFIG_H'),
    'qm-dsp': ('base/*.cpp dsp/*/*.cpp maths/*.cpp maths/pca/*.c hmm/*.c', '',
               '-I. -Iinclude -Iext/kissfft'),
    'scotch': ('src/libscotch/*.c', '', '-Isrc/libscotch'),
    'spandsp': ('src/*.c', '', '-Isrc -I. -DHAVE_CONFIG_H'),
    'theseus': ('*.c lib*/*.c', '', '-I. -Ilibdltmath -Ilibdistfit '
                '-IlibDLTutils -Ilibmsa -Ilibdssplite -std=gnu99'),
}


def headers(name, tree):
    """What its own build would make."""


PROGRAMS = programs_of(PLAIN, headers)

make_inputs = later.make_inputs
