#===- attribution.py - Studies of attributions to parts of a core ----------===#
#
# Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===-----------------------------------------------------------------------===#
#
# Section 6 of the Concorde paper: that the order of changes matters (Fig. 15),
# the whole corpus on ARM N1 (Figs. 16 and 17), and whether more permutations
# change anything.
#
#===-----------------------------------------------------------------------===#
import json
import math
import os

from work import ROOT, byProgram, mean, programOf
from studies import MAIN, kernelNames, labelled

# The baseline of section 6: everything largest, no branch mispredicted.
BASELINE = 'largest,predictor=simple,misprediction=0'
# Programs with much data, in which the region of Fig. 15 is looked for.
SEARCHED = ['bwa', 'cc1', 'ghostscript', 'glpsol', 'graphviz', 'hash-table',
            'jq', 'lua', 'page-rank', 'ruby', 'sort', 'sparse-product',
            'tree-search', 'x264']
SMALL = {'caches': 'l1d=64,l1i=64,l2=1024', 'load-queue': 'load-queue=12'}


def read(path):
    with open(path) as file:
        return json.load(file)


#===-----------------------------------------------------------------------===#
# Fig. 15
#===-----------------------------------------------------------------------===#

def designs():
    """The baseline, each change alone, and both."""
    one, other = SMALL.values()
    return {'baseline': BASELINE, 'caches': f'{BASELINE},{one}',
            'load-queue': f'{BASELINE},{other}',
            'both': f'{BASELINE},{one},{other}'}


def predictions(shop, model):
    """CPI of each region at each of the four designs."""
    regions = [r for r in shop.regions if programOf(r) in SEARCHED]

    def predict(design):
        path = shop.place('order', design + '.json')
        shop.make(path, ['concorde', 'predict', model] + regions +
                  ['--design=' + designs()[design], '-rafter-format=json'],
                  [model])
        return {(r['program'], r['name']): r['concorde']['cpi']
                for r in read(path)['regions']}
    found = dict(zip(designs(), shop.each(predict, designs())))
    return {key: {d: found[d][key] for d in found} for key in found['both']}


def apart(cpi):
    """How much of the increase needs both changes, as a share of it: 1 where
    neither does anything alone. Small increases do not count."""
    increase = cpi['both'] - cpi['baseline']
    if increase < 0.5 * cpi['baseline']:
        return -1
    alone = cpi['caches'] + cpi['load-queue'] - 2 * cpi['baseline']
    return 1 - alone / increase


def shapley(cpi):
    """Exact for two players: the mean of both orders."""
    def share(one, other):
        return (cpi[one] - cpi['baseline'] + cpi['both'] - cpi[other]) / 2
    return {'caches': share('caches', 'load-queue'),
            'load-queue': share('load-queue', 'caches')}


def order(shop):
    model, _ = shop.train(MAIN)
    found = predictions(shop, model)
    program, name = max(found, key=lambda key: apart(found[key]))
    path = shop.regionFile(program)

    def core(design):
        shard = labelled(shop, path, os.path.join('order', design),
                         designs()[design])
        rows = shop.samples(model, [shard], tested=False)
        return next(r['label'] for r in rows
                    if r['region'].endswith(':' + name))
    simulated = dict(zip(designs(), shop.each(core, designs())))
    groups = 'caches=l1d+l1i+l2,load-queue=load-queue'
    shares = shop.place('order', 'shares.json')
    shop.make(shares, ['concorde', 'attribute', model, path, '--groups=' +
                       groups, '--design=' + designs()['both'],
                       '-rafter-format=json'], [model])
    region = next(r for r in read(shares)['regions'] if r['name'] == name)
    told = {s['name']: s['cpi']
            for s in region['concorde']['attribution']['shares']}
    return {'program': program, 'region': name, 'model': found[program, name],
            'core': simulated, 'shares': {k: told[k] for k in SMALL},
            'core_shares': shapley(simulated),
            # Of the regions whose CPI rises by half or more.
            'regions': sum(apart(c) > -1 for c in found.values()),
            'mostly_both': sum(apart(c) > 0.5 for c in found.values())}


#===-----------------------------------------------------------------------===#
# Figs. 16 and 17
#===-----------------------------------------------------------------------===#

def sharesOf(attribution):
    return {s['name']: s['cpi'] for s in attribution['shares']}


def spread(regions):
    """The greatest standard deviation of a share over the regions of a
    program, by the mean CPI."""
    attributions = [r['concorde']['attribution'] for r in regions]
    cpi = mean(a['design_cpi'] for a in attributions)
    shares = [sharesOf(a) for a in attributions]
    greatest = 0
    for name in shares[0]:
        values = [s[name] for s in shares]
        m = mean(values)
        greatest = max(greatest, math.sqrt(mean((v - m) ** 2
                                                for v in values)) / cpi)
    return greatest


def attribution(shop):
    model, _ = shop.train(MAIN)
    command = ['concorde', 'attribute', model] + shop.regions
    path = shop.place('attribution', 'n1.json')
    seconds = shop.make(path, command + ['-rafter-format=json'],
                        [model])['seconds']
    report = read(path)
    programs = {}
    for p in report['programs']:
        a = p['attribution']
        programs[p['name']] = {'baseline': a['baseline_cpi'],
                               'n1': a['design_cpi'], 'shares': sharesOf(a)}
    parts = byProgram(report['regions'])
    seen = max(parts, key=lambda name: spread(parts[name]))
    chosen = sorted(parts[seen], key=lambda r: int(r['name'].split('@')[1]))
    first = [max(p['shares'], key=lambda s: p['shares'][s])
             for p in programs.values()]
    return {'seconds': round(seconds, 1), 'regions': len(report['regions']),
            'programs': programs, 'corpus': sharesOf(report['attribution']),
            'baseline': report['attribution']['baseline_cpi'],
            'n1': report['attribution']['design_cpi'],
            'largest_share': {s: first.count(s)
                              for s in sorted(set(first))},
            'map': {'program': seen, 'regions': [
                {'n1': r['concorde']['attribution']['design_cpi'],
                 'shares': sharesOf(r['concorde']['attribution'])}
                for r in chosen]}}


#===-----------------------------------------------------------------------===#
# Against the reference core's own
#===-----------------------------------------------------------------------===#

def testRegions(shop, model):
    """For each program the place in its file of the first region for tests,
    which the model has not seen."""
    tested = {r['region'] for r in shop.samples(model)}
    places = {}
    for row in shop.samples(model, tested=False):
        regions = places.setdefault(row['program'], {})
        regions.setdefault(row['region'], len(regions))
    return {program: next(places[program][r] for r in places[program]
                          if r in tested)
            for program in sorted(places) if tested & set(places[program])}


def compared(model, core):
    """Shares by the model against those of the core, in parts of what the core
    says that the design costs more than the baseline. None where that is less
    than a hundredth of it: shares of nothing are none."""
    shares, truth = sharesOf(model), sharesOf(core)
    rise = core['design_cpi'] - core['baseline_cpi']
    if rise < 0.01 * core['baseline_cpi']:
        return None
    errors = [s['standard_error'] for s in core['shares']]
    largest = max(truth, key=truth.get)
    chosen = max(shares, key=shares.get)
    return {'rise': rise, 'core_largest': largest, 'model_largest': chosen,
            'model_rise': model['design_cpi'] - model['baseline_cpi'],
            # Of the two that change places.
            'behind': (truth[largest] - truth[chosen]) / rise,
            'difference': sum(abs(shares[s] - truth[s]) for s in truth) / rise,
            # None with one pair of orders, which says nothing of others.
            'standard_error': None if None in errors else sum(errors) / rise}


def coreAttribution(shop):
    model, training = shop.train(MAIN)
    places = testRegions(shop, model)

    def study(program):
        found = {}
        for by in ('core', 'model'):
            path = shop.place('core-attribution', f'{program}-{by}.json')
            shop.make(path, ['concorde', 'attribute', model,
                             shop.regionFile(program), f'--by={by}',
                             f'--region={places[program]}',
                             f'--permutations={shop.options.core_orders}',
                             '-rafter-format=json'],
                      [model] if by == 'model' else [])
            found[by] = read(path)['regions'][0]['concorde']['attribution']
        return compared(found['model'], found['core'])
    rows = {program: row for program, row in
            zip(places, shop.each(study, places)) if row}
    kernels = kernelNames()

    def summary(names):
        of = [rows[n] for n in names]
        return {'regions': len(of),
                'same': mean(r['core_largest'] == r['model_largest']
                             for r in of),
                'within_5_percent': mean(r['behind'] <= 0.05 for r in of),
                'difference': mean(r['difference'] for r in of),
                'worst': max(r['difference'] for r in of),
                'standard_error': None if any(
                    r['standard_error'] is None for r in of)
                else mean(r['standard_error'] for r in of)} if of else None
    return {'training': training, 'orders': shop.options.core_orders,
            'all': summary(rows),
            'real': summary([n for n in rows if n not in kernels]),
            'programs': rows}


#===-----------------------------------------------------------------------===#
# More permutations
#===-----------------------------------------------------------------------===#

STABILITY = ['glpsol', 'lua']
PERMUTATIONS = [50, 200, 800, 3200]


def stability(shop):
    model, _ = shop.train(MAIN)
    names = [p for p in STABILITY if p in shop.programs] or shop.programs[:5]
    paths = [shop.regionFile(p) for p in names]

    def attributed(number):
        path = shop.place('stability', f'{number}.json')
        shop.make(path, ['concorde', 'attribute', model] + paths +
                  [f'--permutations={number}', f'--seed={number}',
                   '-rafter-format=json'], [model])
        return [r['concorde']['attribution'] for r in read(path)['regions']]
    found = dict(zip(PERMUTATIONS, shop.each(attributed, PERMUTATIONS)))
    reference = found[PERMUTATIONS[-1]]
    result = {'programs': names, 'regions': len(reference), 'rows': {}}
    for number in PERMUTATIONS:
        changes, inside, sums = [], [], []
        for a, b in zip(found[number], reference):
            sums.append(abs(sum(sharesOf(a).values()) - a['design_cpi'] +
                            a['baseline_cpi']) / a['design_cpi'])
            for s, t in zip(a['shares'], b['shares']):
                change = abs(s['cpi'] - t['cpi'])
                changes.append(change / a['design_cpi'])
                # Both are sampled.
                error = math.hypot(s['standard_error'], t['standard_error'])
                if error > 0:
                    inside.append(change <= 2 * error)
        result['rows'][str(number)] = {
            'largest_change': max(changes), 'mean_change': mean(changes),
            'within_2_standard_errors': mean(inside) if inside else None,
            'largest_gap': max(sums)}
    return result
