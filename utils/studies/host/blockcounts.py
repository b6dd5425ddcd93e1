#===- blockcounts.py - llvm-mca lifted by block counts --------------------===#
#
# Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===-----------------------------------------------------------------------===#
#
# What a static throughput model says about a run: each basic block of the
# kernel alone in llvm-mca, times how often it is executed. QEMU counts.
#
#===-----------------------------------------------------------------------===#
import collections
import json
import os
import re
import tempfile

import examples
import executables

# Functions of a kernel's file that are not part of the kernel.
OUTSIDE = {'setup', 'prepare', 'checksum'}
ITERATIONS = 100
CONTROL = re.compile(r'\s*(j\w+|call\w*|ret\w*)\b')


class Block:
    """Instructions that are executed together."""

    def __init__(self, address, texts, count):
        self.address = address
        self.texts = texts
        self.count = count
        # Cycles of one execution in llvm-mca's steady state.
        self.cycles = 0.0


def disassemble(executable):
    """Text by address, in order, of each function between the kernel's first
    and the program's."""
    listing = examples.run([examples.tool('llvm-objdump'), '-d',
                           '--no-show-raw-insn', executable])
    functions, current = {}, None
    for line in listing.splitlines():
        head = re.match(r'[0-9a-f]+ <(.*)>:', line)
        if head:
            current = functions.setdefault(head.group(1), {})
        body = re.match(r'\s*([0-9a-f]+):\s+(.*)', line)
        if body and current is not None:
            text = re.sub(r'\s*(#.*|<.*>)$', '', body.group(2))
            current[int(body.group(1), 16)] = re.sub(r'\s*<.*>', '', text)
    return functions


def kernel_functions(executable):
    """The functions of the file that defines the kernel."""
    table = examples.run([examples.tool('llvm-readelf'), '-sW', executable])
    found, inside = set(), False
    for line in table.splitlines():
        fields = line.split()
        if len(fields) < 8:
            continue
        kind, binding, name = fields[3], fields[4], fields[7]
        if kind == 'FILE':
            inside = name.endswith('.c') and name not in ('program.c',
                                                          'crtstuff.c')
        elif kind == 'FUNC' and inside and binding == 'LOCAL':
            found.add(name)
    return (found | {'kernel'}) - OUTSIDE


def executions(executable, ranges, calls):
    """How often each instruction is executed in so many calls."""
    with tempfile.TemporaryDirectory() as directory:
        log = os.path.join(directory, 'log')
        examples.run(['qemu-x86_64', '-cpu', 'max', '-d',
                     'in_asm,exec,nochain', '-D', log, '-dfilter',
                     ','.join(f'{a:#x}+{n:#x}' for a, n in ranges),
                     executable, 'once', str(calls)])
        blocks, begun, current = {}, collections.Counter(), None
        with open(log) as file:
            for line in file:
                if line.startswith('Trace'):
                    begun[line.split('/', 2)[1]] += 1
                    current = None
                elif line.startswith('IN:'):
                    current = []
                elif line.startswith('0x') and current is not None:
                    current.append(int(line.split(':', 1)[0], 16))
                    blocks[current[0]] = current
    counts, leaders = collections.Counter(), set()
    for text, number in begun.items():
        address = int(text, 16)
        leaders.add(address)
        for instruction in blocks[address]:
            counts[instruction] += number
    return counts, leaders


def measured_calls(executable, ranges):
    """Executions of each instruction in a call, on average over those that
    are measured."""
    counts, leaders = executions(executable, ranges,
                                 executables.WARM_UP + executables.CALLS)
    before, more = executions(executable, ranges, executables.WARM_UP)
    counts.subtract(before)
    return ({a: n / executables.CALLS for a, n in counts.items()},
            leaders | more)


def basic_blocks(executable):
    """The blocks of the kernel that the calls that are measured execute."""
    functions = disassemble(executable)
    inside = kernel_functions(executable)
    code = {a: t for f in inside for a, t in functions[f].items()}
    ranges = [(min(functions[f]), max(functions[f]) + 16 - min(functions[f]))
              for f in inside]
    counts, leaders = measured_calls(executable, ranges)
    blocks, fresh = [], True
    for address, text in sorted(code.items()):
        number = counts.get(address, 0)
        if (fresh or address in leaders or not blocks or
                blocks[-1].count != number):
            blocks.append(Block(address, [], number))
        blocks[-1].texts.append(text)
        fresh = CONTROL.match(text) is not None
    return [b for b in blocks if b.count > 0]


def analyze(blocks, cpu):
    """Sets the cycles of the blocks. A block that llvm-mca refuses is an
    error."""
    lines = []
    for number, block in enumerate(blocks):
        lines.append(f'# LLVM-MCA-BEGIN {number}')
        lines += block.texts
        lines.append('# LLVM-MCA-END')
    with tempfile.TemporaryDirectory() as directory:
        source = os.path.join(directory, 'blocks.s')
        with open(source, 'w') as file:
            file.write('\n'.join(lines) + '\n')
        output = examples.run([examples.tool('llvm-mca'), '-json',
                              '-mtriple=x86_64', f'-mcpu={cpu}',
                              f'-iterations={ITERATIONS}', source])
    regions = json.loads(output)['CodeRegions']
    for region in regions:
        summary = region['SummaryView']
        block = blocks[int(region['Name'])]
        block.cycles = summary['TotalCycles'] / ITERATIONS


def hottest(blocks):
    """The block with the most executed instructions."""
    return max(blocks, key=lambda b: b.count * len(b.texts))
