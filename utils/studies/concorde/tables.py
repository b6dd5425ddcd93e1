#===- tables.py - Tables of docs/concorde.md -------------------------------===#
#
# Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===-----------------------------------------------------------------------===#
#
# Each table is a section of docs/data/concorde.md and is made of
# docs/data/concorde-studies.json alone.
#
#===-----------------------------------------------------------------------===#
import pages


def percent(x, digits=1):
    return f'{100 * x:.{digits}f} %'


def count(n):
    return f'{n:,}'


def table(head, rows):
    out = ['| ' + ' | '.join(head) + ' |', '|' + '---|' * len(head)]
    out += ['| ' + ' | '.join(str(c) for c in row) + ' |' for row in rows]
    return '\n'.join(out)


def errors(e):
    return [percent(e['mean']), percent(e['median']),
            percent(e['above_10_percent'])]


def minutes(seconds):
    return f'{seconds:.0f} s' if seconds < 90 else f'{seconds / 60:.1f} min'


def accuracyTable(r):
    a = r['accuracy']
    m, t = a['mispredictions'], a['execution_times']
    rows = [['**the model**', *errors(a['all'])],
            ['a linear model', *errors(a['linear'])],
            ['least bound, without learning', *errors(a['bound'])],
            ['the same, where no branch is mispredicted',
             *errors(a['bound_without_mispredictions'])],
            ['mispredicted branches below 1000', *errors(m['below_1000'])],
            ['1000 to 4999', *errors(m['below_5000'])],
            ['5000 and more', *errors(m['more'])],
            ['load times below 1.1 of their estimates',
             *errors(t['below_1.1'])],
            ['1.1 to 1.5', *errors(t['below_1.5'])],
            ['1.5 and more', *errors(t['more'])]]
    late = a['load_times']['queued_time_ratio']
    known = a['training']
    return (table(['', 'mean error', 'median', 'above 10 %'], rows) + '\n\n'
            f'{count(known["samples"])} training samples, {known["epochs"]} '
            f'epochs in {minutes(known["cpu_seconds"])} of processor time, '
            f'{count(a["all"]["samples"])} samples of regions that were not '
            f'trained on. Error in the last epoch of training: '
            f'{percent(known["training_error"])}. Inside their interval for '
            f'90 %: {percent(a["covered_by_90_percent_interval"])}. Of the '
            f'errors above 10 %, {percent(a["tail_with_long_loads"], 0)} have '
            f'load times of 1.5 and more. By the estimates behind queues, '
            f'{count(late["samples"])} samples have such load times'
            + (f', with an error of {percent(late["mean"])}.'
               if late['mean'] is not None else '.'))


def programTable(r):
    programs = r['accuracy']['programs']
    worst = sorted(programs, key=lambda p: -programs[p]['mean'])[:8]
    rows = []
    for name in worst:
        p = programs[name]
        rows.append([name, p['regions'], percent(p['mean']),
                     percent(p['median']), percent(p['worst_region']['mean']),
                     '' if p['other_regions'] is None else
                     percent(p['other_regions']),
                     percent(p['long_loads'], 0),
                     '' if p['mean_of_long_loads'] is None else
                     percent(p['mean_of_long_loads'])])
    rest = [programs[p]['mean'] for p in programs if p not in worst]
    return (table(['', 'regions', 'mean error', 'median', 'worst region',
                   'the others', 'samples with load times of 1.5 and more',
                   'their error'], rows) +
            (f'\n\nThe other {len(rest)} programs: {percent(min(rest))} to '
             f'{percent(max(rest))}.' if rest else ''))


def parameterTable(r):
    rows = []
    for p in r['accuracy']['parameters'][:6]:
        what = (f'`{p["parameter"]}` up to {p["most"]}' if p['most'] is not None
                else f'`{p["parameter"]}` above')
        rows.append([what, count(p['samples']), *errors(p)])
    by = ', '.join(f'{e["to"]:.2g}: {percent(e["mean"])}'
                   for e in r['accuracy']['cpi'])
    return (table(['', 'samples', 'mean error', 'median', 'above 10 %'], rows) +
            '\n\nMean errors of eight parts of as many samples, by CPI up to '
            f'{by}.')


def curveTable(r):
    return table(
        ['training samples', 'mean error', 'median', 'above 10 %',
         'processor time'],
        [[count(p['samples']), *errors(p), minutes(p['cpu_seconds'])]
         for p in r['learning-curve']['points']])


def epochTable(r):
    return table(
        ['epochs', 'error in the last one', 'mean error', 'median',
         'above 10 %', 'processor time'],
        [[p['epochs'], percent(p['training_error']), *errors(p),
          minutes(p['cpu_seconds'])] for p in r['learning-curve']['epochs']])


def coreTable(r):
    c = r['cores']
    names = {'main': 'all families', 'far': '`uniform` and `scaled` alone'}
    rows = [[f'{names[name]}, {count(m["training"]["samples"])} samples', core,
             count(e['samples']), percent(e['bound']), *errors(e),
             f'{100 * e["signed"]:+.1f} %', percent(e['covered']),
             percent(e['worst_program'])]
            for name, m in c.items() if name in names
            for core, e in m['cores'].items()]
    return table(['trained on', 'core', 'unseen regions', 'least bound',
                  'mean error', 'median', 'above 10 %',
                  'mean of the signed errors', 'inside the 90 % interval',
                  'worst program'],
                 rows)


def outTable(r):
    o = r['left-out']
    programs = o['programs']
    worst = sorted(programs, key=lambda p: -programs[p]['out']['mean'])[:10]
    rows = [[p, percent(programs[p]['out']['mean']),
             percent(programs[p]['bound']),
             percent(programs[p]['within']['mean'])
             if programs[p]['within'] else ''] for p in worst]
    real = o.get('real')
    told = '' if not real else (
        f' Of these {real["programs"]} are no kernels: {percent(real["out"])} '
        f'in the mean (the least bound: {percent(real["bound"])}), '
        f'{percent(real["worst"])} at worst.')
    return (f'{o["folds"]} trainings of {o["epochs"]} epochs, each without '
            f'one program of {o["folds"]}; tested on all regions of these. In '
            f'the mean over {len(programs)} programs {percent(o["out"])} (the '
            f'least bound alone: {percent(o["bound"])}), below 10 % for '
            f'{o["below_10_percent"]}.{told} With all programs, on regions that '
            f'were not trained on: {percent(o["within"]["mean"])}. The '
            f'worst:\n\n' +
            table(['', 'left out', 'least bound', 'trained on'], rows))


def doubtTable(r):
    o = r['left-out']
    names = {'correction': 'distance from the least bound (the product)',
             'hidden_distance': 'distance in the first layer',
             'distance': 'distance of the features',
             'members': 'two models that differ'}

    def row(name, d):
        return [name, percent(d['covered']), f'{100 * d["radius"]:.1f} %',
                percent(d['worst_program'], 0)]
    rows = [[*row('none: one width', o['constant']), '', '']]
    for key, d in o['doubt'].items():
        name = names[key]
        rows.append([*row(name, d), '' if d['bad_flagged'] is None else
                     percent(d['bad_flagged'], 0),
                     '' if d['good_flagged'] is None else
                     percent(d['good_flagged'])])
    bad = o['doubt']['correction']['bad']
    total = sum(p['out']['samples'] for p in o['programs'].values())
    return (table(['measure of doubt', 'inside the 90 % interval',
                   'mean half width', 'worst program', 'flagged of errors '
                   'above 15 %', 'of the others'], rows) +
            f'\n\n{count(bad)} of {count(total)} errors are above 15 %.' +
            ''.join(f' {d["note"]}' for d in o['doubt'].values()
                    if 'note' in d))


def unseenTable(r):
    u = r['unseen']
    rows = [[name, p['regions'], p['samples'], percent(p['bound']), *errors(p)]
            for name, p in u['programs'].items()]
    return (table(['', 'regions', 'samples', 'least bound', 'mean error',
                   'median', 'above 10 %'], rows) +
            f'\n\nThe shipped model on programs that it was not trained on. In '
            f'the mean over {len(rows)} programs {percent(u["mean"])} (the '
            f'least bound: {percent(u["bound"])}), {percent(u["worst"])} at '
            f'worst; of {count(u["samples"])} samples {u["large"]} are off by '
            f'more than 15 %. Inside the 90 % interval: '
            f'{percent(u["covered"])}. Called doubtful: '
            f'{percent(u["doubtful"])}.')


def ablationTable(r):
    names = {'base': 'throughputs and mispredictions',
             'stalls': 'and stalls',
             'paper': 'and latencies: the features of the paper',
             'queues': 'and queues for memory',
             'joint': 'and the joint model: all features',
             'all': 'all, as a multiple of the least bound',
             '512-256': 'this, hidden layers of 512 and 256',
             '128-64': 'this, hidden layers of 128 and 64'}
    rows = [['least bound', *errors(r['accuracy']['bound'])]] if (
        'accuracy' in r) else []
    rows += [[text, *errors(r['ablation'][name])]
             for name, text in names.items()]
    return table(['', 'mean error', 'median', 'above 10 %'], rows)


def occupancyTable(r):
    names = {'rob-occupancy': 'reorder buffer',
             'rename-occupancy': 'rename queue'}
    return table(
        ['mean occupancy', 'mean error', 'median', 'above 10 %',
         'mean error where it is 0.5 or more', 'entries off in the mean'],
        [[names[n], *errors(o), percent(o['used']['mean']),
          f'{o["absolute"]:.2g}'] for n, o in r['occupancy'].items() if n in names])


def longTable(r):
    """Of the study before regions had warm states."""
    found = r['long-programs']
    rows = []
    for warmUp, models in found['mean'].items():
        for n, m in models['random'].items():
            knowing = models['with_n1'][n]
            rows.append([f'{int(warmUp):,}', n, percent(m['sampling']),
                         percent(m['error']), percent(m['model']),
                         percent(knowing['error']), percent(knowing['model']),
                         percent(knowing['stated']),
                         percent(knowing['label_within_2_stated'], 0)])
    most = str(max(int(w) for w in found['mean']))

    def last(program):
        return list(found['programs'][program][most]['with_n1'].values())[-1]
    each = ', '.join(f'{p} {percent(last(p)["error"])}'
                     for p in sorted(found['programs'],
                                     key=lambda p: -last(p)['error']))
    return (table(['warm-up', 'regions', 'if they are simulated',
                   'model of random designs', 'its own error',
                   'model with samples of N1', 'its own error',
                   'its stated standard error',
                   'simulated within two of these'], rows) +
            f'\n\nThe last line: {each}.')


def warmTable(r):
    found = r['warm-programs']

    def signed(x):
        return f'{100 * x:+.1f} %'
    rows = [[name, f'{p["instructions"] / 1e6:.0f} million',
             f'{p["cpi"]:.3f}', signed(p['even']), signed(p['simulated']),
             signed(p['predicted']), signed(p['model'])]
            for name, p in found['programs'].items()]
    for key in ('mean', 'worst'):
        rows.append([f'**{key}, without sign**', '', ''] + [
            percent(found[of][key])
            for of in ('even', 'simulated', 'predicted', 'model')])
    return (table(['', 'instructions', 'CPI of the whole program',
                   f'{found["regions"]} even regions simulated',
                   f'{found["regions"]} by phases', 'predicted',
                   'predicted against simulated'], rows) +
            f'\n\nN1, behind warm states; the whole program in pieces of '
            f'{count(found["piece"])} instructions.')


def coreAttributionTable(r):
    c = r['core-attribution']
    names = {'all': 'all programs', 'real': 'without kernels'}
    rows = [[names[key], s['regions'], percent(s['same'], 0),
             percent(s['within_5_percent'], 0), percent(s['difference']),
             percent(s['worst'], 0), '' if s['standard_error'] is None
             else percent(s['standard_error'])]
            for key in names for s in [c[key]] if s]
    swaps = {}
    for p in c['programs'].values():
        if p['core_largest'] != p['model_largest']:
            pair = (p['core_largest'], p['model_largest'])
            swaps[pair] = swaps.get(pair, 0) + 1
    told = ', '.join(f'{a} becomes {b} ({n})' for (a, b), n in
                     sorted(swaps.items(), key=lambda i: (-i[1], i[0]))[:6])
    return (table(['one region for tests of each program', 'regions',
                   'largest part the same',
                   'or within 5 % of the difference',
                   'absolute errors of all shares, of the difference', 'worst',
                   'standard errors of the sampling'], rows) +
            f'\n\nN1 against the largest of everything without mispredictions, '
            f'where that costs at least 1 % more, '
            f'{c["orders"]} orders, the same for the core and for the model.' +
            (f' Where the largest part is another: {told}.' if told else ''))


def orderTable(r):
    o = r['order']

    def row(who, cpi, shares):
        total = cpi['both'] - cpi['baseline']
        first = {'caches': cpi['caches'] - cpi['baseline'],
                 'load-queue': cpi['load-queue'] - cpi['baseline']}
        return [who, f'{cpi["baseline"]:.2f}', f'{cpi["both"]:.2f}'] + [
            f'{x:.2f}' for x in (
                first['caches'], total - first['caches'],
                total - first['load-queue'], first['load-queue'],
                shares['caches'], shares['load-queue'])]
    return table(
        ['CPI', 'baseline', 'both small', 'caches first: caches',
         'load queue', 'load queue first: caches', 'load queue',
         'Shapley: caches', 'load queue'],
        [row('model', o['model'], o['shares']),
         row('reference core', o['core'], o['core_shares'])])


def attributionTable(r):
    a = r['attribution']
    parts = sorted(a['corpus'], key=lambda s: -abs(a['corpus'][s]))
    rise = a['n1'] - a['baseline']
    return table(
        ['part', 'CPI', 'of the difference', 'largest part of so many '
         'programs'],
        [[p, f'{a["corpus"][p]:+.3f}', percent(a['corpus'][p] / rise, 0),
          a['largest_share'].get(p, 0)] for p in parts[:8]])


def stabilityTable(r):
    return table(
        ['permutations', 'greatest change of a share', 'mean change',
         'changes within two standard errors'],
        [[n, percent(s['largest_change'], 2), percent(s['mean_change'], 3),
          '' if s['within_2_standard_errors'] is None or not s['mean_change']
          else percent(s['within_2_standard_errors'], 0)]
         for n, s in r['stability']['rows'].items()])


TABLES = {
    'accuracy': ('accuracy', accuracyTable),
    'programs': ('accuracy', programTable),
    'parameters': ('accuracy', parameterTable),
    'learning curve': ('learning-curve', curveTable),
    'epochs': ('learning-curve', epochTable),
    'cores': ('cores', coreTable),
    'programs left out': ('left-out', outTable),
    'doubt': ('left-out', doubtTable),
    'programs never seen': ('unseen', unseenTable),
    'ablation': ('ablation', ablationTable),
    'occupancy': ('occupancy', occupancyTable),
    'long programs': ('long-programs', longTable),
    'long programs behind states': ('warm-programs', warmTable),
    'attribution by the core': ('core-attribution', coreAttributionTable),
    'order': ('order', orderTable),
    'attribution': ('attribution', attributionTable),
    'stability': ('stability', stabilityTable),
}


def madeOf(result):
    """What the numbers of a table were made of, where that was kept."""
    made = result.get('made')
    if not made:
        return ''
    if 'model' in made:
        return f'\n\nBy `{made["model"]}`, on {made["host"]}.'
    known = result.get('training')
    told = f'{count(known["samples"])} training samples, ' if isinstance(
        known, dict) and 'samples' in known else ''
    return (f'\n\nOf {told}regions of {made["programs"]} programs, on '
            f'{made["host"]}.')


def write(docs, results):
    """Writes the tables of the studies there are."""
    pages.write(docs, 'concorde',
                {name: make(results) + madeOf(results[study])
                 for name, (study, make) in TABLES.items()
                 if study in results})
