#===- sixth.py - Six programs for a sixth draw -----------------------------===#
#
# Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===-----------------------------------------------------------------------===#
#
# Source packages of Debian like those of later.py, which nobody had looked at
# before the draw that they are for.
#
#===-----------------------------------------------------------------------===#
import random

import later
from programs import Program, names, write


def bsdiff(tree, inputs):
    return Program('bsdiff', ['bsdiff.c'], [],
                   [inputs + '/text', inputs + '/changed',
                    inputs + '/patch'], libraries=['-lbz2'])


def ent(tree, inputs):
    return Program('ent', names(tree, '*.c'), [], ['-c', inputs + '/text'])


def fastdnaml(tree, inputs):
    return Program('fastdnaml', ['source/fastDNAml.c'], ['-std=gnu89'], [],
                   reads=inputs + '/alignment.phylip')


def ncompress(tree, inputs):
    return Program('ncompress', ['compress42.c'],
                   ['-DDIRENT=1', '-DUSERMEM=800000', '-DREGISTERS=3',
                    '-Wno-implicit-function-declaration'],
                   ['-c', inputs + '/text'])


def probcons(tree, inputs):
    return Program('probcons', ['Main.cc'],
                   ['-DNDEBUG', '-DNumInsertStates=2', '-DVERSION="1.12"'],
                   [inputs + '/few.fasta'])


def tinyscheme(tree, inputs):
    return Program('tinyscheme', ['scheme.c'],
                   ['-DUSE_DL=0', '-DUSE_MATH=1', '-DUSE_ASCII_NAMES=0',
                    f'-DInitFile="{tree}/init.scm"'],
                   [inputs + '/script.scm'])


PROGRAMS = {p.__name__: p for p in (bsdiff, ent, fastdnaml, ncompress,
                                    probcons, tinyscheme)}

SCRIPT = '''
(define (fibonacci n)
  (if (< n 2) n (+ (fibonacci (- n 1)) (fibonacci (- n 2)))))
(define (primes n)
  (let ((v (make-vector n #t)))
    (do ((i 2 (+ i 1))) ((>= i n))
      (if (vector-ref v i)
          (do ((j (* i i) (+ j i))) ((>= j n)) (vector-set! v j #f))))
    (let loop ((i 2) (count 0))
      (if (= i n) count (loop (+ i 1) (if (vector-ref v i) (+ count 1) count))))))
(define words (map (lambda (n) (number->string n)) '(1 2 3 5 8 13 21 34)))
(display (fibonacci 18))
(display (primes 5000))
(display (apply string-append words))
'''


def make_inputs(folder):
    """What the programs of this file read, the same each time."""
    later.make_inputs(folder)
    r = random.Random(19)
    write(folder + '/script.scm', SCRIPT)
    with open(folder + '/text', 'rb') as file:
        text = bytearray(file.read())
    for _ in range(500):
        text[r.randrange(len(text))] = r.randrange(256)
    with open(folder + '/changed', 'wb') as file:
        file.write(text)
    with open(folder + '/alignment.fasta') as file:
        rows = file.read().split('>')[1:13]
    write(folder + '/few.fasta', ''.join('>' + row for row in rows))
    sequences = [row.split()[1] for row in rows]
    write(folder + '/alignment.phylip', f'{len(rows)} {len(sequences[0])}\n' +
          ''.join(f's{i:<9}{s}\n' for i, s in enumerate(sequences)))
