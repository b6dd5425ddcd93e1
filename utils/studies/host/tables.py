#===- tables.py - The tables of docs/data/validation.md --------------------===#
#
# Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===-----------------------------------------------------------------------===#
#
# Errors and rank correlations of what `host` has, and the tables between the
# markers of the page.
#
#===-----------------------------------------------------------------------===#
import json
import os
import statistics

import pages

REASONS = os.path.join(os.path.dirname(os.path.abspath(__file__)),
                       'reasons.json')
# Kernels whose code's position or whose processes change the time by more are
# marked.
MOVES = 0.10
WORST = 5
# Cycles of what counts as a short call.
SHORT = 30000


class Row:
    """One executable: what was measured and what was predicted."""

    def __init__(self, key, measurement, predicted, mca, first):
        self.name, self.level = key
        self.cycles = measurement.cycles()
        self.spread = measurement.position_spread()
        self.instructions = float(mca['instructions'])
        self.mca = float(mca['cycles'])
        self.block = (f"{float(mca['block_cycles']):.1f} x "
                      f"{mca['block_count']}")
        self.rafter = float(predicted['cycles']) if predicted else None
        self.first = float(first['cycles']) if first else None
        self.limits = predicted['limits'] if predicted else ''

    def error(self, prediction):
        return prediction / self.cycles - 1


def kendall(pairs):
    """Kendall's tau-b of a list of pairs."""
    concordant = discordant = first = second = 0
    for i, (a, b) in enumerate(pairs):
        for c, d in pairs[:i]:
            x, y = (a > c) - (a < c), (b > d) - (b < d)
            if x * y > 0:
                concordant += 1
            elif x * y < 0:
                discordant += 1
            elif x:
                second += 1
            elif y:
                first += 1
    both = concordant + discordant
    scale = ((both + first) * (both + second)) ** 0.5
    return (concordant - discordant) / scale if scale else 0.0


def best_constant(rows):
    """The instructions per cycle with the least mean absolute error: the
    weighted median of what each kernel has."""
    # Minimizes the sum of |I / (ipc C) - 1| = I / C |1 / ipc - C / I|.
    weights = sorted((r.cycles / r.instructions, r.instructions / r.cycles)
                     for r in rows)
    half, so_far = sum(w for _, w in weights) / 2, 0.0
    for cpi, weight in weights:
        so_far += weight
        if so_far >= half:
            return 1 / cpi
    return 1.0


def quality(rows, prediction):
    """Mean absolute error, and tau of cycles and of cycles per instruction."""
    mean = sum(abs(r.error(prediction(r))) for r in rows) / len(rows)
    cycles = kendall([(r.cycles, prediction(r)) for r in rows])
    cpi = kendall([(r.cycles / r.instructions, prediction(r) / r.instructions)
                   for r in rows])
    return mean, cycles, cpi


def summary(rows, levels):
    ipc = best_constant(rows)
    median = statistics.median(r.cycles / r.instructions for r in rows)
    models = [('Rafter, first look', lambda r: r.first),
              ('Rafter', lambda r: r.rafter),
              ('llvm-mca, lifted by block counts', lambda r: r.mca),
              (f'{ipc:.2f} instructions per cycle, which errs least',
               lambda r: r.instructions / ipc),
              (f'{median:.2f} cycles per instruction, the median',
               lambda r: r.instructions * median)]
    groups = [('all', rows)]
    groups += [(f'-{level}', [r for r in rows if r.level == level])
               for level in levels]
    short = [r for r in rows if r.cycles <= SHORT]
    if 0 < len(short) < len(rows):
        groups.append((f'at most {SHORT} cycles', short))
        groups.append((f'more than {SHORT} cycles',
                       [r for r in rows if r.cycles > SHORT]))
    lines = ['| kernels | prediction | mean absolute error | tau of cycles | '
             'tau of cycles per instruction |', '|---|---|--:|--:|--:|']
    for group, members in groups:
        for model, prediction in models:
            if not members or any(prediction(r) is None for r in members):
                continue
            mean, cycles, cpi = quality(members, prediction)
            lines.append(f'| {group} ({len(members)}) | {model} | '
                         f'{100 * mean:.1f} % | {cycles:.3f} | {cpi:.3f} |')
    return '\n'.join(lines)


def cells(row, cycles):
    """A prediction and its error."""
    if cycles is None:
        return '- | -'
    return f'{cycles:.0f} | {100 * row.error(cycles):+.1f} %'


def table(rows):
    looked = any(r.first is not None for r in rows)
    first = '| first look | error ' if looked else ''
    lines = ['| kernel | level | instructions | measured | position '
             f'{first}| predicted | error | llvm-mca | error | '
             'its hottest block | limited by |',
             '|---|---|--:|--:|--:|--:|--:|--:|--:|--:|---|' +
             ('--:|--:|' if looked else '')]
    for r in rows:
        mark = ' !' if r.spread > MOVES else ''
        mine = [cells(r, r.first)] if looked else []
        mine.append(cells(r, r.rafter))
        lines.append(
            f'| {r.name} | {r.level} | {r.instructions:.0f} | {r.cycles:.0f} | '
            f'{100 * r.spread:.0f} %{mark} | {" | ".join(mine)} | '
            f'{r.mca:.0f} | {100 * r.error(r.mca):+.0f} % | {r.block} | '
            f'{r.limits} |')
    return '\n'.join(lines)


def worst(rows, page):
    with open(REASONS) as file:
        reasons = json.load(file).get(page, {})
    ranked = sorted(rows, key=lambda r: -abs(r.error(r.rafter)))[:WORST]
    lines = ['| kernel | error | reason |', '|---|--:|---|']
    for r in ranked:
        reason = reasons.get(f'{r.name}.{r.level}', 'not explained yet')
        lines.append(f'| {r.name}, -{r.level} | '
                     f'{100 * r.error(r.rafter):+.1f} % | {reason} |')
    return '\n'.join(lines)


def machine(rows, measured, about):
    processes = min(sum(m.processes.values()) for m in measured.values())
    dropped = sum(sum(m.dropped.values()) for m in measured.values())
    shared = sum(sum(m.shared.values()) for m in measured.values())
    shared = (['| calls dropped because another hardware thread was on the core | '
               f'{shared} |'] if shared else [])
    moving = sum(r.spread > MOVES for r in rows)
    spread = sum(r.spread for r in rows) / len(rows)
    return '\n'.join(
        ['| | |', '|---|---|', f'| machine | {about[0]} |',
         f'| compiler | {about[1]} |', f'| measured on | {about[2]} |',
         f'| executables | {len(rows)} |',
         f'| processes for each, at least | {processes} |',
         f'| calls dropped because of their calibrations | {dropped} |',
         *shared,
         '| change of the time by the position of the code, mean | '
         f'{100 * spread:.1f} % |',
         f'| executables that it changes by more than {100 * MOVES:.0f} % | '
         f'{moving} |'])


def write(docs, page, levels, measured, about, predicted, mca, first):
    """Writes the tables and prints the first of them. first: the predictions
    of the first look, if there was one."""
    rows = [Row(key, m, predicted.get(key), mca[key], first.get(key))
            for key, m in sorted(measured.items())
            if key in mca and m.cycles() is not None]
    if not rows:
        raise SystemExit('nothing measured and counted: --measure --mca')
    complete = [r for r in rows if r.rafter is not None]
    contents = {'machine': machine(rows, measured, about),
                'every executable': table(rows),
                'summary': summary(complete or rows, levels),
                'worst': worst(complete, page)}
    print(contents['machine'], contents['summary'], contents['worst'],
          sep='\n\n')
    pages.write(docs, page, contents)
