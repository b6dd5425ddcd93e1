#===- executables.py - Builds, measures and counts the host's kernels ------===#
#
# Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===-----------------------------------------------------------------------===#
#
# What `run` compares: the programs of a suite, compiled at its levels, and
# their core cycles by the calibrated time-stamp counter.
#
#===-----------------------------------------------------------------------===#
import csv
import os
import statistics
import sys
import time

import examples

HERE = os.path.dirname(os.path.abspath(__file__))
# Where the program around the kernels is.
COMMON_SOURCES = os.path.join(HERE, 'kernels')
PROGRAM = os.path.join(COMMON_SOURCES, 'program.c')
# Without calls of the C library, which would choose other code under QEMU.
COMMON = ['-fno-builtin', '-fno-math-errno', '-g', '-I' + COMMON_SOURCES]
# The levels of each suite, which is a folder of kernels: the one that the
# models were made with, and those that were new when they were predicted.
NEW_LEVELS = {'O2': ['-O2'], 'O3': ['-O3', '-march=x86-64-v3']}
SUITES = {'kernels': {'O1': ['-O1'], 'O2': ['-O2'],
                      'O3': ['-O3', '-mavx2', '-mfma']},
          'unseen': NEW_LEVELS, 'unseen-2': NEW_LEVELS,
          'unseen-3': NEW_LEVELS, 'unseen-4': NEW_LEVELS,
          'unseen-5': NEW_LEVELS, 'unseen-6': NEW_LEVELS,
          'unseen-7': NEW_LEVELS, 'unseen-8': NEW_LEVELS,
          'unseen-9': NEW_LEVELS, 'unseen-10': NEW_LEVELS,
          'unseen-11': NEW_LEVELS, 'unseen-12': NEW_LEVELS,
          'table-2': {'O3': ['-O3', '-mavx2', '-mfma', '-ffp-contract=fast']}}
# Bytes by which the code is moved: each function starts on a multiple of 16.
SHIFTS = (0, 16, 32, 48)
# Calls that are measured, and those before them.
CALLS = 10
WARM_UP = 2
CALIBRATION_TOLERANCE = 0.01
# What no-operations around a call may take more than on a core of one's own;
# beside another hardware thread it is up to 100 %.
ALONE_TOLERANCE = 0.1
# Processes that look for a moment at which the core is this one's own, and how
# many of the least witnesses do not count, for errors of the clock.
ALONE_PROCESSES, ALONE_OUTLIERS = 150, 4


class Suite:
    """Kernels of one folder, the levels they are compiled at, and the
    directory where executables are kept."""

    def __init__(self, name, directory):
        self.sources = os.path.join(HERE, name)
        self.levels = SUITES[name]
        self.directory = directory
        self.names = sorted(file[:-2] for file in os.listdir(self.sources)
                            if file.endswith('.c') and file != 'program.c')

    def build(self, name, level, shift=0):
        """Gives the path of the executable, which need not be new."""
        base = os.path.join(self.directory, f'{name}.{level}')
        executable = base if shift == 0 else f'{base}.{shift}'
        source = os.path.join(self.sources, name + '.c')
        if newer(executable, source, PROGRAM):
            return executable
        pad = f'{base}.{shift}.s'
        with open(pad, 'w') as file:
            file.write('.section .note.GNU-stack,"",@progbits\n.text\n'
                       f'.p2align 6\n.skip {shift + 1}, 0x90\n')
        clang = examples.tool('clang')
        rest = os.path.join(self.directory, 'program.o')
        if not newer(rest, PROGRAM):
            examples.run([clang, '-O2', '-c', PROGRAM, '-o', rest])
        if not newer(base + '.o', source):
            examples.run([clang, *COMMON, *self.levels[level], '-c', source,
                         '-o', base + '.o'])
        examples.run([clang, '-no-pie', pad, base + '.o', rest,
                     '-o', executable + '.new'])
        os.replace(executable + '.new', executable)
        return executable


def newer(file, *sources):
    sources = (*sources, os.path.join(COMMON_SOURCES, 'kernel.h'))
    return os.path.exists(file) and os.path.getmtime(file) > max(
        map(os.path.getmtime, sources))


class Measurement:
    """Cycles of each call of one executable, over several processes."""

    def __init__(self):
        # By shift: the least cycles of each call, or None.
        self.calls = {shift: [None] * CALLS for shift in SHIFTS}
        self.processes = {shift: 0 for shift in SHIFTS}
        self.dropped = {shift: 0 for shift in SHIFTS}
        self.shared = {shift: 0 for shift in SHIFTS}

    def add(self, shift, output, alone):
        """output: what a process printed. alone: cycles of a no-operation on a
        core of one's own."""
        self.processes[shift] += 1
        for call, line in enumerate(output.splitlines()):
            ticks, before, after, witness = map(float, line.split())
            rate = max(before, after)
            if rate - min(before, after) > CALIBRATION_TOLERANCE * rate:
                self.dropped[shift] += 1
                continue
            if witness > (1 + ALONE_TOLERANCE) * alone:
                self.shared[shift] += 1
                continue
            cycles = ticks * rate
            least = self.calls[shift][call]
            if least is None or cycles < least:
                self.calls[shift][call] = cycles

    def at(self, shift):
        """The median over the calls, whose data differ, of the minimum over
        the processes; None if nothing was measured."""
        known = [c for c in self.calls[shift] if c is not None]
        return statistics.median(known) if known else None

    def cycles(self):
        """At the best position of the code."""
        known = [c for c in map(self.at, SHIFTS) if c is not None]
        return min(known) if known else None

    def position_spread(self):
        known = [c for c in map(self.at, SHIFTS) if c is not None]
        return max(known) / min(known) - 1


FIELDS = ['kernel', 'level', 'shift', 'processes', 'dropped', 'shared', 'calls']


def load(path):
    """Measurements by (kernel, level), and the lines that say of what."""
    found, about = {}, []
    if not os.path.exists(path):
        return found, about
    with open(path, newline='') as file:
        lines = file.readlines()
    about = [line[1:].strip() for line in lines if line.startswith('#')]
    for row in csv.DictReader(l for l in lines if not l.startswith('#')):
        m = found.setdefault((row['kernel'], row['level']), Measurement())
        shift = int(row['shift'])
        m.processes[shift] = int(row['processes'])
        m.dropped[shift] = int(row['dropped'])
        # Measurements of before there was a witness have no such column.
        m.shared[shift] = int(row.get('shared', 0))
        m.calls[shift] = [float(c) if c != '-' else None
                          for c in row['calls'].split()]
    return found, about


def store(path, measurements, about):
    with open(path + '.new', 'w', newline='') as file:
        for line in about:
            file.write(f'# {line}\n')
        writer = csv.writer(file, lineterminator='\n')
        writer.writerow(FIELDS)
        for (name, level), m in sorted(measurements.items()):
            for shift in SHIFTS:
                calls = ' '.join('-' if c is None else f'{c:.0f}'
                                 for c in m.calls[shift])
                writer.writerow([name, level, shift, m.processes[shift],
                                 m.dropped[shift], m.shared[shift], calls])
    os.replace(path + '.new', path)


def machine():
    """The CPU as /proc/cpuinfo names it, the compiler and the day."""
    fields = {}
    with open('/proc/cpuinfo') as file:
        for line in file:
            key, _, value = line.partition(':')
            fields.setdefault(key.strip(), value.strip())
    virtual = 'hypervisor' in fields.get('flags', '').split()
    compiler = examples.run([examples.tool('clang'), '--version']).split('\n')[0]
    return [f"{fields.get('model name', 'unknown')}, family "
            f"{fields.get('cpu family')}, model {fields.get('model')}, stepping "
            f"{fields.get('stepping')}{', virtual machine' if virtual else ''}",
            compiler, time.strftime('%Y-%m-%d')]


def cycles_alone(executable):
    """Cycles of a no-operation on a core of one's own."""
    witnesses = []
    for _ in range(ALONE_PROCESSES):
        # No limit: without waiting.
        output = examples.run([executable, 'measure', str(CALLS), 'inf'])
        witnesses += [float(line.split()[3]) for line in output.splitlines()]
    return sorted(witnesses)[ALONE_OUTLIERS]


def measure(suite, chosen, rounds, pause, path, fresh):
    """Measures and stores after each round, so that a run may be ended."""
    measurements, about = ({}, []) if fresh else load(path)
    about = about or machine()
    alone = cycles_alone(suite.build(chosen[0], next(iter(suite.levels))))
    limit = f'{(1 + ALONE_TOLERANCE) * alone:.4f}'
    for number in range(rounds):
        if number:
            time.sleep(pause)
        for name in chosen:
            for level in suite.levels:
                for shift in SHIFTS:
                    executable = suite.build(name, level, shift)
                    output = examples.run([executable, 'measure', str(CALLS),
                                           limit])
                    measurements.setdefault((name, level), Measurement()).add(
                        shift, output, alone)
        store(path, measurements, about)
        print(f'round {number + 1} of {rounds} done', file=sys.stderr,
              flush=True)
