#===- long_programs.py - CPI of whole programs from some regions -----------===#
#
# Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===-----------------------------------------------------------------------===#
#
# Fig. 9 of the Concorde paper, behind warm states. The truth is the reference
# core on the whole program, in pieces that follow each other, each behind the
# state that all of the program before it left; against it stand regions by phases
# and, beside them, at equal distances. Programs have more data than in
# the data set, whose inputs are smaller (--long-share).
#
#===-----------------------------------------------------------------------===#
import contextlib
import json
import os
import subprocess

from studies import MAIN
from work import ROOT, Failed, mean

# Instructions of a piece of a whole program, and what warms it up behind the
# state: what a state does not hold, such as counters of prefetchers.
PIECE, PIECE_WARM_UP = 10000000, 100000


def record(shop, folder, program, words):
    """Regions of a program of the corpus at its full length, in DATA/studies."""
    path = shop.place(folder, 'regions', program + '.regions')
    if os.path.exists(path):
        return path
    output = os.path.dirname(os.path.dirname(path))
    # Made once for all folders.
    inputs = shop.place('long-inputs', 'inputs')
    os.makedirs(inputs, exist_ok=True)
    # Another job may be faster.
    with contextlib.suppress(FileExistsError):
        os.symlink(inputs, os.path.join(output, 'inputs'))
    run = subprocess.run(
        [os.path.join(ROOT, 'corpus', 'record'), '--no-install', '--jobs=1',
         f'--output={output}', f'--share={shop.options.long_share}',
         '--rafter-opt=' + shop.tool] + words + [program],
        capture_output=True, text=True, check=False)
    if run.returncode != 0:
        lines = (run.stdout + run.stderr).strip().splitlines()
        raise Failed(f'{program}: {(lines or ["not recorded"])[0]}')
    return path


def wholeProgram(shop, program):
    """Instructions and cycles of the program in pieces, on the core. The pieces
    are removed again: they have a byte or so for each instruction."""
    path = shop.place('whole', program + '.json')
    if not os.path.exists(path):
        regions = record(shop, 'whole', program,
                         ['--even', '--regions=16384',
                          f'--instructions={PIECE}',
                          f'--warm-up={PIECE_WARM_UP}'])
        shop.make(path, ['simulate', regions, '-design=n1',
                         '-rafter-format=json'], [regions])
        os.remove(regions)
    with open(path) as file:
        pieces = json.load(file)['regions']
    return (sum(p['instructions'] for p in pieces),
            sum(p['cycles'] for p in pieces))


def warmPrograms(shop):
    """By the model of random designs, which knows other regions of the
    programs, with smaller inputs; N1 is no design of its training."""
    if shop.options.model:
        model, training = os.path.abspath(shop.options.model), None
    else:
        model, training = shop.train(MAIN)
    number = shop.options.long_regions

    def fromRegions(program, choice):
        """CPI by the core and by the model."""
        folder = f'long-{number}' + ('' if choice == 'even' else '-' + choice)
        regions = record(shop, folder, program,
                         [f'--{choice}', f'--regions={number}',
                          '--warm-up=20000'])
        path = shop.place(folder, program + '.json')
        shop.make(path, ['simulate', regions, '-design=n1',
                         '-rafter-format=json'], [regions])
        with open(path) as file:
            rows = json.load(file)['regions']
        weights = [r.get('stands_for', 1) for r in rows]
        path = shop.place(folder, program + '.predicted.json')
        shop.make(path, ['concorde', 'predict', model, regions, '-design=n1',
                         '-rafter-format=json'], [regions, model])
        with open(path) as file:
            predicted = json.load(file)['programs'][0]['cpi']
        return (sum(w * r['cpi'] for w, r in zip(weights, rows)) /
                sum(weights), predicted, len(rows))

    def study(program):
        instructions, cycles = wholeProgram(shop, program)
        truth = cycles / instructions
        even = fromRegions(program, 'even')[0]
        simulated, predicted, regions = fromRegions(program, 'phases')
        return {'instructions': instructions, 'cpi': truth,
                'regions': regions, 'even': even / truth - 1,
                'simulated': simulated / truth - 1,
                'predicted': predicted / truth - 1,
                'model': predicted / simulated - 1}
    names = shop.options.long
    if not names:
        raise Failed('warm-programs: --long=PROGRAM names none')
    programs = dict(zip(names, shop.each(study, names)))
    return {'training': training, 'regions': number, 'piece': PIECE,
            'programs': programs, **{
                key: {'mean': mean(abs(p[key]) for p in programs.values()),
                      'worst': max(abs(p[key]) for p in programs.values())}
                for key in ('even', 'simulated', 'predicted', 'model')}}
