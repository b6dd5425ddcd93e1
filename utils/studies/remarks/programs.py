#===- programs.py - The programs that remarks are judged on ----------------===#
#
# Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===-----------------------------------------------------------------------===#
#
# None of them was looked at while remarks were made: each is a source package
# of Debian, compiled file by file, linked to one program, and run once.
#
#===-----------------------------------------------------------------------===#
import glob
import os
import random
import shutil
from dataclasses import dataclass, field

HERE = os.path.dirname(os.path.abspath(__file__))


@dataclass
class Program:
    """What is compiled in folder, and what the program is then told to do."""
    name: str
    files: list
    flags: list
    arguments: list
    folder: str = ''
    version: str = ''
    libraries: list = field(default_factory=list)
    # A file on its standard input.
    reads: str = ''


def names(tree, *patterns):
    return sorted(name for pattern in patterns
                  for name in glob.glob(pattern, root_dir=tree))


def write(path, text):
    if not os.path.exists(path):
        with open(path, 'w') as file:
            file.write(text)


def driver(name):
    return os.path.join(HERE, name)


def lz4(tree, inputs):
    return Program('lz4', names(tree, 'lib/*.c', 'programs/*.c'),
                   ['-Ilib', '-Iprograms', '-DXXH_NAMESPACE=LZ4_'],
                   ['-9', '-f', inputs + '/text', inputs + '/text.lz4'])


def expat(tree, inputs):
    write(tree + '/expat/lib/expat_config.h',
          '#define XML_NS 1\n#define XML_DTD 1\n#define XML_CONTEXT_BYTES 1024\n'
          '#define BYTEORDER 1234\n#define HAVE_GETRANDOM 1\n'
          '#define HAVE_MEMMOVE 1\n#define HAVE_UNISTD_H 1\n')
    files = ['xmlparse.c', 'xmltok.c', 'xmlrole.c']
    return Program('expat', ['expat/lib/' + f for f in files] +
                   ['expat/xmlwf/' + f for f in
                    ('codepage.c', 'readfilemap.c', 'xmlfile.c', 'xmlwf.c')],
                   ['-Iexpat/lib', '-Iexpat/xmlwf'], [inputs + '/data.xml'])


def jansson(tree, inputs):
    with open(tree + '/src/jansson_config.h.in') as file:
        text = file.read()
    for name, value in (('inline', 'inline'), ('have_long_long', '1'),
                        ('have_localeconv', '1'), ('have_atomic_builtins', '1'),
                        ('have_sync_builtins', '1')):
        text = text.replace(f'@json_{name}@', value)
    write(tree + '/src/jansson_config.h', text)
    write(tree + '/src/jansson_private_config.h',
          '#define HAVE_STDINT_H 1\n#define INITIAL_HASHTABLE_ORDER 3\n')
    return Program('jansson', names(tree, 'src/*.c') + [driver('json.c')],
                   ['-Isrc', '-DHAVE_CONFIG_H', '-DHAVE_STDINT_H'],
                   [inputs + '/data.json'])


def pcre2(tree, inputs):
    for name, source in (('config.h', 'config.h.generic'),
                         ('pcre2.h', 'pcre2.h.generic'),
                         ('pcre2_chartables.c', 'pcre2_chartables.c.dist')):
        if not os.path.exists(f'{tree}/src/{name}'):
            shutil.copy(f'{tree}/src/{source}', f'{tree}/src/{name}')
    left_out = ('dftables', 'fuzzsupport', 'jit_match', 'jit_misc', 'jit_test',
                'printint', 'ucptables')
    files = [f for f in names(tree, 'src/pcre2_*.c')
             if not f.endswith(tuple(n + '.c' for n in left_out))]
    return Program('pcre2', files + [driver('match.c')],
                   ['-Isrc', '-DHAVE_CONFIG_H', '-DPCRE2_CODE_UNIT_WIDTH=8'],
                   [inputs + '/text'])


def brotli(tree, inputs):
    return Program('brotli', names(tree, 'c/common/*.c', 'c/enc/*.c',
                                   'c/dec/*.c', 'c/tools/*.c'),
                   ['-Ic/include'],
                   ['-5', '-f', '-o', inputs + '/text.br', inputs + '/text'])


def kissfft(tree, inputs):
    return Program('kissfft', ['kiss_fft.c', 'kiss_fftr.c',
                               driver('transform.c')],
                   ['-I.', '-Dkiss_fft_scalar=float'], [])


PROGRAMS = {p.__name__: p for p in (lz4, expat, jansson, pcre2, brotli,
                                    kissfft)}


def make_inputs(folder):
    """A text of random words, and a tree as XML and JSON; the same each time."""
    os.makedirs(folder, exist_ok=True)
    r = random.Random(17)
    words = [''.join(r.choice('abcdeeefghiiklmnooprsttuvw')
                     for _ in range(r.randint(2, 9))) for _ in range(2000)]
    text = '\n'.join(' '.join(r.choice(words[:r.choice((20, 200, 2000))])
                              for _ in range(12)) for _ in range(5000))
    write(folder + '/text', text)
    rows = [(i, r.choice(words), r.random()) for i in range(4000)]
    write(folder + '/data.xml', '<all>\n' + ''.join(
        f'<row id="{i}" name="{w}">{x} &amp; {w}</row>\n'
        for i, w, x in rows) + '</all>\n')
    write(folder + '/data.json', '[' + ',\n'.join(
        f'{{"id": {i}, "name": "{w}", "value": {x}, "more": ["{w}", null, {i}]}}'
        for i, w, x in rows) + ']\n')
