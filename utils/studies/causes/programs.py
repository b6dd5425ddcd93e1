#===- causes/programs.py - Programs of known causes ----------------------===#
#
# Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===-----------------------------------------------------------------------===#
"""The programs of corpus/causes.c: which there are, their recordings, and what
each area costs them."""
import json
import os
import random
import subprocess

HERE = os.path.dirname(os.path.abspath(__file__))
SOURCE = os.path.normpath(os.path.join(HERE, '../../../corpus/causes.c'))
AREAS = {'front-end': 'front-end', 'bad-speculation': 'bad speculation',
         'memory': 'memory', 'core': 'core'}


class Failed(Exception):
    """One line for the user."""


def call(words, what):
    done = subprocess.run(words, capture_output=True, text=True,
                          errors='replace')
    if done.returncode != 0:
        cause = (done.stderr.strip().splitlines() or ['no message'])[-1]
        raise Failed(f'{what}: exit status {done.returncode}: {cause}')
    return done.stdout, done.stderr


# What a program of a cause has; a list is chosen from.
CAUSES = {
    'fetch': {'CODE': [1200, 2500, 6000, 12000], 'LINE': [4, 8, 12, 16]},
    'width': {'HOPS': [40, 100, 300], 'HOP': [1, 2, 3]},
    'branches': {'BRANCH': [1, 2, 4, 8, 16, 32]},
    'caches': {'CHASE': [8, 12, 13, 15], 'CHASES': [1, 2, 3]},
    'forwarding': {'FORWARD': [1, 2, 3]},
    'memory-latency': {'CHASE': [17], 'CHASES': [1, 2, 4, 8]},
    'streams': {'STREAM': [2, 4, 8]},
    'dividers': {'IDIV': [1, 2, 4], 'FDIV': [0, 2, 4]},
    'ports': {'FMUL': [12, 24, 40]},
    'latencies': {'LINKS': [4, 10, 20], 'FLINKS': [0, 0, 8]},
    'lines': {'HOPS': [1200, 2500, 6000], 'HOP': [1, 2]},
    'mix': {'MIX': [40, 80, 160]},
    'near': {'CHASE': [8, 9, 10, 11], 'CHASES': [1, 2, 4]},
    'divisions': {'IDIV': [2, 4], 'FDIV': [0, 4]},
}
COUNTS = {'fetch': 14, 'width': 14, 'branches': 26, 'caches': 14,
          'forwarding': 6, 'memory-latency': 12, 'streams': 10, 'dividers': 14,
          'ports': 14, 'latencies': 14}
# Only judged by, so that each part of an area has its programs; no shipped
# model learned from these causes.
JUDGED = {'lines': 14, 'mix': 14, 'near': 28, 'divisions': 12}
# A second cause that is there as well, weaker.
BESIDE = [{}, {}, {'BRANCH': 1}, {'CHASE': 12}, {'IDIV': 1}, {'LINKS': 3},
          {'HOPS': 4}, {'FORWARD': 1}, {'STREAM': 1}]
FILLS = [0, 4, 8, 16, 24, 40, 60]


def table(seed, counts=COUNTS):
    """Name and macros of each program; the same for a seed everywhere, and
    whatever causes follow."""
    numbers = random.Random(seed)
    programs = []
    for cause, count in counts.items():
        for i in range(count):
            macros = dict(numbers.choice(BESIDE))
            macros['FILL'] = FILLS[i % len(FILLS)]
            for name, values in CAUSES[cause].items():
                macros[name] = numbers.choice(values)
            programs.append((f'{cause}-{i}', macros))
    return programs


# The area of each cause, where a machine cannot be asked (train-counter-models).
AREA_OF = {'fetch': 'front-end', 'width': 'front-end',
           'branches': 'bad speculation', 'caches': 'memory',
           'forwarding': 'memory', 'memory-latency': 'memory',
           'streams': 'memory', 'dividers': 'core', 'ports': 'core',
           'latencies': 'core', 'lines': 'front-end', 'mix': 'front-end',
           'near': 'memory', 'divisions': 'core'}


def compileProgram(path, macros, options):
    call([options.cc, '-O2', '-w', '-fno-tree-vectorize',
          '-fno-tree-slp-vectorize', SOURCE, '-o', path] +
         [f'-D{key}={value}' for key, value in macros.items()], path)


def record(name, macros, options):
    base = os.path.join(options.directory, name)
    if not os.path.exists(base + '.regions'):
        compileProgram(base, macros, options)
        call([options.rafter_opt, 'record', '--regions=5', '--even',
              '--instructions=20000', '--warm-up=200000', '-o',
              base + '.regions', '--', base], name)
        os.remove(base)
    return base + '.regions'


def cyclesWithout(part, name, recorded, design, options):
    """Cycles, and instructions, without what a part costs; '': with all."""
    words = [options.rafter_opt, 'simulate', recorded, f'--design={design}',
             '--format=json'] + ([f'--ideal={part}'] if part else [])
    regions = json.loads(call(words, name)[0])['regions']
    return (sum(r['cycles'] for r in regions),
            sum(r['instructions'] for r in regions))


def isClear(gains):
    """Whether the first gain is ten per cent above the second."""
    first, second = sorted(gains.values(), reverse=True)[:2]
    return first >= 1.1 * second
