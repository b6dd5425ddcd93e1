#===- studies.py - The studies of the Concorde paper -----------------------===#
#
# Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===-----------------------------------------------------------------------===#
#
# Each study takes a Workshop and gives what docs/data/concorde-studies.json
# holds of it. Sections and figures are those of the Concorde paper.
#
#===-----------------------------------------------------------------------===#
import bisect
import glob
import hashlib
import math
import os
import tomllib

from work import (ROOT, Training, byProgram, mean, programOf, quantile,
                  summary)

# Shares of the errors that plots of distributions show.
SHARES = [s / 100 for s in range(2, 100, 2)]
MAIN = Training('cpi')


def rounded(value):
    """Six digits, which is what the predictions have."""
    if isinstance(value, dict):
        return {k: rounded(v) for k, v in value.items()}
    if isinstance(value, list):
        return [rounded(v) for v in value]
    return float(f'{value:.6g}') if isinstance(value, float) else value


def distribution(rows, key='error'):
    return [quantile([abs(r[key]) for r in rows], s) for s in SHARES]


#===-----------------------------------------------------------------------===#
# Section 5.1 and 5.2.1: accuracy and the tail (Figs. 5, 6 and 11, Table 4)
#===-----------------------------------------------------------------------===#

def worstParts(rows):
    """Which values of which parameters the large errors come with: the share
    of errors above 10 % among the samples that have them, greatest first."""
    found = []
    bins = {'rob': (16, 64, 256), 'load-queue': (4, 16, 64),
            'store-queue': (4, 16, 64), 'icache-fills': (1, 4),
            'fetch-buffers': (1, 2), 'ls-pipes': (1, 2), 'alu-issue': (1, 2),
            'ls-issue': (1, 2), 'fp-issue': (1, 2), 'commit-width': (1, 2),
            'fetch-width': (1, 2), 'decode-width': (1, 2),
            'rename-width': (1, 2), 'l1d': (16, 64), 'l1i': (16, 64),
            'l2': (512, 1024), 'prefetch': (0,), 'load-pipes': (0, 1)}
    for name, limits in bins.items():
        low = None
        for high in list(limits) + [math.inf]:
            part = [r for r in rows if (low is None or float(r[name]) > low)
                    and float(r[name]) <= high]
            low = high
            if part:
                found.append({'parameter': name, 'most': None if
                              math.isinf(high) else high, **summary(part)})
    return sorted(found, key=lambda f: -f['above_10_percent'])


def programRows(rows):
    """What the errors of each program have to do with load times and branches,
    and how few regions they come from."""
    result = {}
    for program, part in byProgram(rows).items():
        regions = {}
        for r in part:
            regions.setdefault(r['region'], []).append(abs(r['error']))
        worst = max(regions, key=lambda name: mean(regions[name]))
        late = [r for r in part if r['load_time_ratio'] >= 1.5]
        result[program] = {
            **summary(part), 'regions': len(regions),
            'worst_region': {'name': worst, 'mean': mean(regions[worst])},
            'other_regions': mean(e for name in regions if name != worst
                                  for e in regions[name])
            if len(regions) > 1 else None,
            'long_loads': len(late) / len(part),
            'mean_of_long_loads': summary(late)['mean'] if late else None}
    return result


def eighths(rows):
    """Errors by CPI: eight parts of as many samples."""
    rows = sorted(rows, key=lambda r: r['label'])
    ends = [len(rows) * i // 8 for i in range(9)]
    return [{'to': rows[b - 1]['label'], **summary(rows[a:b])}
            for a, b in zip(ends, ends[1:]) if b > a]


def accuracy(shop):
    model, training = shop.train(MAIN)
    rows = shop.samples(model)
    result = {'training': training, **shop.evaluate(model),
              'programs': programRows(rows), 'distribution': distribution(rows),
              'parameters': worstParts(rows)[:12], 'cpi': eighths(rows)}
    result['load_times'] = {
        key: {'samples': len(late), 'share': len(late) / len(rows),
              'mean': summary(late)['mean'] if late else None}
        for key in ('load_time_ratio', 'queued_time_ratio')
        for late in [[r for r in rows if r[key] >= 1.5]]}
    for row in rows:
        row['bound_error'] = row['bound_cpi'] / row['label'] - 1
    result['bound_distribution'] = distribution(rows, 'bound_error')
    linear, training = shop.train(Training('cpi-linear', ['--linear'],
                                           shop.options.n1_epochs))
    result['linear'] = {'training': training, **shop.evaluate(linear)['all'],
                        'distribution': distribution(shop.samples(linear))}
    return result


#===-----------------------------------------------------------------------===#
# Section 5.2.4: the learning curve (Fig. 13)
#===-----------------------------------------------------------------------===#

def learningCurve(shop):
    def point(samples):
        epochs = shop.options.study_epochs
        model, training = shop.train(
            Training(f'cpi-{samples}', [f'--samples={samples}'], epochs)
            if samples else Training('cpi-all', [], epochs))
        return {**training, **shop.evaluate(model)['all'],
                'samples': training['samples']}

    def effort(training):
        model, known = shop.train(training)
        return {**known, **shop.evaluate(model)['all']}
    return {'points': shop.each(point, [10000, 20000, 40000, 100000, None]),
            'epochs': shop.each(effort, [
                Training('cpi-all', [], shop.options.study_epochs),
                shorter(shop), MAIN])}


#===-----------------------------------------------------------------------===#
# Section 5.1: ARM N1, and other cores
#===-----------------------------------------------------------------------===#

def labelled(shop, region, folder, design, tests=False):
    """A shard of all regions of a file with one design, or of those for
    tests."""
    path = shop.place(folder, programOf(region) + '.shard')
    shop.make(path, ['concorde', 'label', region, f'--fixed-design={design}'] +
              (['--tests'] if tests else []), [region])
    return path


def shorter(shop):
    """The main training with fewer epochs."""
    return Training('cpi-60', [], shop.options.n1_epochs)


CORES = ['n1', 'v1', 'golden-cove', 'zen4']


def cores(shop):
    """Named cores, of which no sample is trained on: by the main model, whose
    designs include lines through them, and by one of the shards of DATA/far, if
    there are any, whose designs do not."""
    far = sorted(glob.glob(os.path.join(shop.data, 'far', '*.shard')))
    models = {'main': MAIN}
    if far:
        models['far'] = Training('cpi-far', shards=far)
    result = {name: {'training': shop.train(training)[1], 'cores': {}}
              for name, training in models.items()}
    for core in CORES:
        shards = shop.each(lambda r: labelled(shop, r, core, core, True),
                           shop.regions)
        for name, training in models.items():
            model, _ = shop.train(training)
            rows = shop.samples(model, shards)
            found = shop.evaluate(model, shards)
            result[name]['cores'][core] = {
                **summary(rows), 'programs': len(byProgram(rows)),
                'worst_program': max(summary(part)['mean'] for part in
                                     byProgram(rows).values()),
                'bound': mean(
                    abs(r['bound_cpi'] / r['label'] - 1) for r in rows),
                'covered': found['covered_by_90_percent_interval']}
    return result


#===-----------------------------------------------------------------------===#
# Section 5.2.5: leave programs out (Fig. 14), and what doubts of it are worth
#===-----------------------------------------------------------------------===#

# Shares of the samples with less doubt than each class but the first, and where
# the errors begin that must be flagged (lib/Concorde).
CLASSES, LARGE = [0.25, 0.5, 0.75, 0.9, 0.97], 0.15


def leftOutRows(shop, seed):
    """Of the model that is shipped, and of others with other seeds."""
    o = shop.options
    path = shop.place(f'left-out-{seed}.csv')
    _, known = shop.train(Training(
        'shipped' if seed == 1 else f'shipped-{seed}',
        ['--all-regions', f'--folds={o.folds}',
         f'--fold-epochs={o.study_epochs}', f'--left-out={path}',
         f'--seed={seed}']))
    return shop.readSamples(path), known


def kernelNames():
    """Programs of the corpus that are the project's own kernels."""
    with open(os.path.join(ROOT, 'corpus', 'programs.toml'), 'rb') as file:
        return {p['name'] for p in tomllib.load(file)['program']
                if 'kernel' in p}


def partsOf(programs, number):
    return [set(programs[i::number]) for i in range(number)]


def coverage(rows, programs, key, folds):
    """Shares of samples in intervals for 90 % that know other programs alone,
    in classes of row[key] or in one, and the mean half of their widths."""
    inside, widths = {}, []
    for part in partsOf(programs, folds):
        known = [r for r in rows if r['program'] not in part]
        ordered = sorted(r[key] for r in known) if key else []
        edges = [ordered[int(s * len(ordered))] for s in CLASSES] if key else []
        classes = [[] for _ in range(len(edges) + 1)]
        for r in known:
            classes[bisect.bisect(edges, r[key]) if key else 0].append(
                abs(r['error']))
        radii = [quantile(c, min(1, 0.9 * (len(c) + 1) / len(c))) if c else 1
                 for c in classes]
        for r in rows:
            if r['program'] in part:
                radius = radii[bisect.bisect(edges, r[key]) if key else 0]
                inside.setdefault(r['program'], []).append(
                    abs(r['error']) <= radius)
                widths.append(radius)
    every = [i for p in inside.values() for i in p]
    return {'covered': mean(every), 'radius': mean(widths),
            'worst_program': min(mean(p) for p in inside.values())}


def flagged(rows, programs, key, folds):
    """Shares of large errors and of others whose row[key] is above what 95 % of
    the good samples of other programs have."""
    bad, good = [], []
    for part in partsOf(programs, folds):
        known = sorted(r[key] for r in rows if r['program'] not in part
                       and abs(r['error']) <= LARGE)
        limit = known[int(0.95 * len(known))] if known else 0
        for r in rows:
            if r['program'] in part:
                (bad if abs(r['error']) > LARGE else good).append(
                    r[key] > limit)
    return {'bad': len(bad), 'bad_flagged': mean(bad) if bad else None,
            'good_flagged': mean(good) if good else None}


def leaveOut(shop):
    rows, known = leftOutRows(shop, 1)
    measures = ['correction', 'hidden_distance', 'distance']
    if shop.options.ensemble:
        measures.append('members')
        for row, other in zip(rows, leftOutRows(shop, 2)[0]):
            row['members'] = abs(math.log(row['predicted'] /
                                          other['predicted']))
    for row in rows:
        row['correction'] = abs(math.log(row['predicted'] / row['bound_cpi']))
        for key in ('distance', 'hidden_distance'):
            row[key] = float(row[key])
    # On regions that were not trained on.
    within = shop.evaluate(shop.train(MAIN)[0])
    programs = {}
    for name, part in byProgram(rows).items():
        programs[name] = {
            'out': summary(part),
            'bound': mean(abs(r['bound_cpi'] / r['label'] - 1) for r in part),
            'within': within['programs'].get(name)}
    # In an order that has nothing to do with their names.
    order = sorted(programs, key=lambda p: hashlib.sha256(
        p.encode()).digest())
    folds = shop.options.folds
    kernels = kernelNames()
    real = {name: p for name, p in programs.items() if name not in kernels}
    return {'training': known, 'epochs': shop.options.study_epochs,
            'folds': folds, 'within': within['all'],
            'real': {'programs': len(real),
                     'out': mean(p['out']['mean'] for p in real.values()),
                     'bound': mean(p['bound'] for p in real.values()),
                     'worst': max(p['out']['mean'] for p in real.values())}
            if real else None,
            'out': mean(p['out']['mean'] for p in programs.values()),
            'bound': mean(p['bound'] for p in programs.values()),
            'below_10_percent': sum(p['out']['mean'] < 0.1
                                    for p in programs.values()),
            'constant': coverage(rows, order, None, folds),
            'doubt': {key: {**coverage(rows, order, key, folds),
                            **flagged(rows, order, key, folds)}
                      for key in measures},
            'programs': programs}


#===-----------------------------------------------------------------------===#
# Section 5.2.2: ablations (Fig. 12)
#===-----------------------------------------------------------------------===#

def ablation(shop):
    alone = ['--base=none']
    options = {'base': ['--features=base'] + alone,
               'stalls': ['--features=stalls'] + alone,
               'paper': ['--features=paper'] + alone,
               'queues': ['--features=queues'] + alone, 'joint': alone,
               'all': [], '512-256': ['--first=512', '--second=256'],
               '128-64': ['--first=128', '--second=64']}
    variants = {name: Training(f'cpi-{name}', words,
                               shop.options.study_epochs)
                for name, words in options.items()}

    def study(training):
        model, known = shop.train(training)
        return {**known, **shop.evaluate(model)['all'],
                'distribution': distribution(shop.samples(model))}
    return dict(zip(variants, shop.each(study, variants.values())))


#===-----------------------------------------------------------------------===#
# Section 5.2.6: other metrics
#===-----------------------------------------------------------------------===#

def occupancy(shop):
    targets = ['rob-occupancy', 'rename-occupancy']

    def study(target):
        model, known = shop.train(Training(target, [f'--target={target}'],
                                           shop.options.study_epochs))
        rows = shop.samples(model)
        # A relative error of an empty queue says nothing.
        used = [r for r in rows if r['label'] >= 0.5]
        return {'training': known, **summary(rows), 'used': summary(used),
                'absolute': mean(abs(r['predicted'] - r['label'])
                                 for r in rows)}
    return dict(zip(targets, shop.each(study, targets)))


#===-----------------------------------------------------------------------===#
# The shipped model on programs that it does not know
#===-----------------------------------------------------------------------===#

def unseen(shop):
    """DATA has shards of such programs alone, which is for the caller to know:
    nothing is trained."""
    model = os.path.join(ROOT, 'data', 'concorde.model')
    rows = shop.samples(model, tested=False)
    found = shop.evaluate(model, tested=False)
    programs = {name: {**summary(part),
                       'regions': len({r['region'] for r in part}),
                       'bound': mean(abs(r['bound_cpi'] / r['label'] - 1)
                                     for r in part)}
                for name, part in byProgram(rows).items()}
    return {'samples': len(rows), 'programs': programs,
            'mean': mean(p['mean'] for p in programs.values()),
            'bound': mean(p['bound'] for p in programs.values()),
            'worst': max(p['mean'] for p in programs.values()),
            'large': sum(abs(r['error']) > LARGE for r in rows),
            'covered': found['covered_by_90_percent_interval'],
            'doubtful': found['outside']}
