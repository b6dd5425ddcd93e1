#===- plots.py - Plots of docs/concorde.md ---------------------------------===#
#
# Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===-----------------------------------------------------------------------===#
#
# Drawn 960 wide with letters of 20, so that they can be read at half the size,
# in light and dark.
#
#===-----------------------------------------------------------------------===#
import html
import math

WIDTH, LEFT, RIGHT, TOP = 960, 90, 930, 92

# After M. Okabe and K. Ito: Color Universal Design, 2008; light and dark.
COLOURS = [('#0072b2', '#56a9e8'), ('#d55e00', '#ff8c42'),
           ('#009e73', '#3fcf9f'), ('#b8860b', '#f0c34a'),
           ('#aa3377', '#ef8fc6')]


def style():
    light = ''.join(f'.l{i} {{ stroke: {c[0]} }} .f{i} {{ fill: {c[0]} }}\n'
                    for i, c in enumerate(COLOURS))
    dark = ''.join(f'.l{i} {{ stroke: {c[1]} }} .f{i} {{ fill: {c[1]} }}\n'
                   for i, c in enumerate(COLOURS))
    return f'''<style>
text {{ font: 20px sans-serif; fill: #222 }}
.title {{ font-size: 24px; font-weight: bold }}
.small {{ font-size: 17px }}
.axis {{ stroke: #222; fill: none }}
.grid {{ stroke: #ddd; fill: none }}
.line {{ fill: none; stroke-width: 4 }}
.thin {{ stroke-width: 1.5; opacity: 0.6 }}
.back {{ fill: #fff }}
.base {{ fill: #a8b0b8 }}
{light}@media (prefers-color-scheme: dark) {{
text {{ fill: #ddd }} .axis {{ stroke: #ddd }} .grid {{ stroke: #444 }}
.back {{ fill: #1b1b1b }} .base {{ fill: #68707a }}
{dark}}}
</style>'''


class Plot:
    """Axes, and what is drawn between them."""

    def __init__(self, title, height, bottom=70):
        self.title, self.height, self.bottom = title, height, height - bottom
        self.parts = []
        self.legend_x = LEFT

    def scale(self, x, y):
        """Functions from values to places."""
        self.x, self.y = x, y

    def add(self, text):
        self.parts.append(text)

    def text(self, x, y, text, anchor='middle', css=''):
        self.add(f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}"'
                 f'{css and f" class={chr(34)}{css}{chr(34)}"}>'
                 f'{html.escape(text)}</text>')

    def rows(self, values, label):
        """Horizontal lines of the grid."""
        for v in values:
            self.add(f'<path class="grid" d="M{LEFT} {self.y(v):.1f}H{RIGHT}"/>')
            self.text(LEFT - 10, self.y(v) + 7, label(v), 'end')

    def columns(self, values, label):
        for v in values:
            self.add(f'<path class="axis" d="M{self.x(v):.1f} {self.bottom}'
                     'v6"/>')
            self.text(self.x(v), self.bottom + 28, label(v))

    def frame(self, title):
        self.add(f'<path class="axis" d="M{LEFT} {TOP}V{self.bottom}H{RIGHT}"/>')
        self.text((LEFT + RIGHT) / 2, self.bottom + 58, title)

    def key(self, css, text):
        """An entry of the legend."""
        self.add(f'<rect class="{css}" x="{self.legend_x}" y="54" width="20" '
                 f'height="20"/>')
        self.text(self.legend_x + 28, 71, text, 'start')
        self.legend_x += 50 + 11 * len(text)

    def line(self, points, css):
        path = 'L'.join(f'{self.x(a):.1f} {self.y(b):.1f}' for a, b in points)
        self.add(f'<path class="line {css}" d="M{path}"/>')

    def bar(self, x, y, width, height, css, title=''):
        if abs(height) < 0.05 or width < 0.05:
            return
        told = f'<title>{html.escape(title)}</title>' if title else ''
        self.add(f'<rect class="{css}" x="{x:.1f}" y="{y:.1f}" '
                 f'width="{width:.1f}" height="{height:.1f}">{told}</rect>')

    def svg(self):
        return '\n'.join(
            [f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" '
             f'height="{self.height}" viewBox="0 0 {WIDTH} {self.height}" '
             'role="img">', f'<title>{html.escape(self.title)}</title>',
             style(),
             f'<rect class="back" width="{WIDTH}" height="{self.height}"/>',
             f'<text class="title" x="22" y="34">{html.escape(self.title)}'
             '</text>'] + self.parts + ['</svg>']) + '\n'


def linear(low, high, start, end):
    return lambda v: start + (v - low) / (high - low) * (end - start)


def logarithmic(low, high, start, end):
    return lambda v: start + (math.log(v / low) / math.log(high / low) *
                              (end - start))


def nice(limit, parts=6):
    """A round distance of grid lines that gives up to so many of them."""
    unit = 10 ** math.floor(math.log10(limit / parts))
    return next(unit * f for f in (1, 2, 5, 10) if limit / (unit * f) <= parts)


def upTo(limit, parts=6):
    step = nice(limit, parts)
    return [i * step for i in range(int(limit / step + 1e-9) + 1)]


def percent(v):
    return f'{100 * v:g} %'


def errorsPlot(r):
    """Fig. 12: how many samples have at most an error."""
    most = 0.3
    series = [('all', r['ablation']['all']['distribution']),
              ("the paper's", r['ablation']['paper']['distribution']),
              ('throughputs', r['ablation']['base']['distribution']),
              ('linear', r['accuracy']['linear']['distribution']),
              ('least bound', r['accuracy']['bound_distribution'])]
    shares = [(i + 1) / (len(series[0][1]) + 1)
              for i in range(len(series[0][1]))]
    p = Plot('Samples with at most this error', 480)
    p.scale(linear(0, most, LEFT, RIGHT), linear(0, 1, p.bottom, TOP))
    p.rows([0, 0.25, 0.5, 0.75, 1], percent)
    p.columns(upTo(most), percent)
    p.frame('relative error of CPI')
    for i, (name, errors) in reversed(list(enumerate(series))):
        p.line([(0, 0)] + [(e, s) for e, s in zip(errors, shares) if e <= most],
               f'l{i}')
    for i, (name, _) in enumerate(series):
        p.key(f'f{i}', name)
    return p.svg()


def curvePlot(r):
    """Fig. 13."""
    points = r['learning-curve']['points']
    most = 1.1 * max(q['mean'] for q in points)
    p = Plot('Mean error by training samples', 420)
    p.scale(logarithmic(points[0]['samples'], points[-1]['samples'], LEFT + 30,
                        RIGHT - 40), linear(0, most, p.bottom, TOP))
    p.rows(upTo(most), percent)
    # The last two would overlap.
    shown = [q['samples'] for q in points if q is points[-1] or
             q['samples'] < 0.7 * points[-1]['samples']]
    p.columns(shown, lambda v: f'{v:,}')
    p.frame('samples')
    for i, (key, name) in enumerate([('mean', 'mean'), ('median', 'median')]):
        p.line([(q['samples'], q[key]) for q in points], f'l{i}')
        p.key(f'f{i}', name)
    return p.svg()


# More pairs of bars cannot be read.
MOST_PROGRAMS = 40


def outPlot(r):
    """Fig. 14: a pair of bars for each program, or for the worst ones."""
    programs = r['left-out']['programs']
    order = sorted(programs, key=lambda n: programs[n]['out']['mean'])
    order = order[-MOST_PROGRAMS:]
    most = 1.05 * max(programs[n][key]['mean'] for n in order
                      for key in ('out', 'within') if programs[n][key])
    title = 'Mean error if left out of training'
    if len(programs) > len(order):
        title += f', the worst {len(order)} of {len(programs)}'
    p = Plot(title, 560, 150)
    p.scale(linear(0, len(order), LEFT, RIGHT), linear(0, most, p.bottom, TOP))
    p.rows(upTo(most), percent)
    width = (p.x(1) - p.x(0)) / 2 - 2
    for i, name in enumerate(order):
        for j, key in enumerate(('out', 'within')):
            if not programs[name][key]:
                continue
            value = programs[name][key]['mean']
            p.bar(p.x(i) + 1 + (width + 1) * j, p.y(value), width,
                  p.bottom - p.y(value), f'f{1 - j}', f'{name}: {100 * value:.1f} %')
        p.add(f'<text class="small" text-anchor="end" transform="translate('
              f'{p.x(i) + 13:.1f} {p.bottom + 10}) rotate(-60)">'
              f'{html.escape(name)}</text>')
    p.add(f'<path class="axis" d="M{LEFT} {TOP}V{p.bottom}H{RIGHT}"/>')
    p.key('f1', 'left out')
    p.key('f0', 'trained on, other regions')
    return p.svg()


def longPlot(r):
    """Fig. 9 before regions had warm states, with the model that has seen
    N1."""
    found = r['long-programs']
    means = {w: m['with_n1'] for w, m in found['mean'].items()}
    numbers = [int(n) for n in next(iter(means.values()))]
    p = Plot('Long programs: error by number of regions', 480)
    longest = max(means, key=int)
    most = 1.05 * max(m['error'] for w in means.values() for m in w.values())
    p.scale(logarithmic(numbers[0], numbers[-1], LEFT + 20, RIGHT - 20),
            linear(0, most, p.bottom, TOP))
    p.rows(upTo(most), percent)
    p.columns(numbers, str)
    p.frame('regions of 100,000 instructions')
    for q in found['programs'].values():
        p.line([(int(n), d['error'])
                for n, d in q[longest]['with_n1'].items()], 'thin l0')
    lines = [(longest, 'error', f'{int(longest):,} warm up (thin: programs)'),
             (longest, 'sampling', 'the same, simulated'),
             (min(means, key=int), 'error',
              f'{int(min(means, key=int)):,} warm up')]
    for i, (warmUp, key, name) in enumerate(lines):
        p.line([(int(n), m[key]) for n, m in means[warmUp].items()], f'l{i}')
        p.key(f'f{i}', name)
    return p.svg()


def warmPlot(r):
    """Fig. 9: three bars for each program."""
    programs = r['warm-programs']['programs']
    order = sorted(programs, key=lambda n: abs(programs[n]['predicted']))
    keys = ('even', 'simulated', 'predicted')
    most = 1.05 * max(abs(programs[n][key]) for n in order for key in keys)
    p = Plot('Long programs: error of the CPI from a few regions', 480, 110)
    p.scale(linear(0, len(order), LEFT, RIGHT), linear(0, most, p.bottom, TOP))
    p.rows(upTo(most), percent)
    width = (p.x(1) - p.x(0) - 8) / 3 - 1
    for i, name in enumerate(order):
        for j, key in enumerate(keys):
            value = abs(programs[name][key])
            p.bar(p.x(i) + 4 + (width + 1) * j, p.y(value), width,
                  p.bottom - p.y(value), f'f{j}',
                  f'{name}: {100 * value:.1f} %')
        p.text((p.x(i) + p.x(i + 1)) / 2, p.bottom + 24, name, css='small')
    p.add(f'<path class="axis" d="M{LEFT} {TOP}V{p.bottom}H{RIGHT}"/>')
    p.key('f0', 'even regions simulated')
    p.key('f1', 'regions by phases simulated')
    p.key('f2', 'and predicted')
    return p.svg()


def orderPlot(r):
    """Fig. 15: two orders and Shapley's shares, by the model and the core."""
    o = r['order']
    p = Plot(f'Small caches and load queue: {o["program"]}', 480)
    most = 1.05 * max(o['model']['both'], o['core']['both'])
    p.scale(linear(0, 6.4, LEFT, RIGHT), linear(0, most, p.bottom, TOP))
    p.rows(upTo(most), lambda v: f'{v:g}')
    place = 0.2
    for who, shares in (('model', o['shares']), ('core', o['core_shares'])):
        cpi = o[who]
        base, both = cpi['baseline'], cpi['both']
        bars = [('caches first', cpi['caches'] - base, 0),
                ('queue first', cpi['load-queue'] - base, 1),
                ('Shapley', shares['caches'], 0)]
        for name, first, colour in bars:
            p.bar(p.x(place), p.y(base), 100, p.bottom - p.y(base), 'base')
            p.bar(p.x(place), p.y(base + first), 100,
                  p.y(base) - p.y(base + first), f'f{colour}')
            p.bar(p.x(place), p.y(both), 100, p.y(base + first) - p.y(both),
                  f'f{1 - colour}')
            p.text(p.x(place) + 50, p.bottom + 26, name, css='small')
            place += 1
        p.text(p.x(place - 2) + 50, p.bottom + 54,
               'predicted by the model' if who == 'model'
               else 'simulated by the reference core')
        place += 0.2
    p.add(f'<path class="axis" d="M{LEFT} {TOP}V{p.bottom}H{RIGHT}"/>')
    for css, name in (('base', 'baseline'), ('f0', 'small caches'),
                      ('f1', 'small load queue')):
        p.key(css, name)
    p.text(RIGHT, 71, 'cycles per instruction', 'end', 'small')
    return p.svg()


def mapPlot(r):
    """Fig. 17: the regions of one program in the order in which they run."""
    m = r['attribution']['map']
    sizes = {}
    for region in m['regions']:
        for name, share in region['shares'].items():
            sizes[name] = sizes.get(name, 0) + abs(share)
    parts = sorted(sizes, key=lambda n: -sizes[n])[:4]
    p = Plot(f'What adds to CPI on ARM N1 in the course of {m["program"]}', 480)
    most = 1.05 * max(q['n1'] for q in m['regions'])
    p.scale(linear(0, len(m['regions']), LEFT, RIGHT),
            linear(0, most, p.bottom, TOP))
    p.rows(upTo(most), lambda v: f'{v:g}')
    width = p.x(1) - p.x(0) - 1.5
    for i, region in enumerate(m['regions']):
        # What is no part of its own stands below, with the baseline.
        level = region['n1'] - sum(max(region['shares'][n], 0) for n in parts)
        p.bar(p.x(i), p.y(level), width, p.bottom - p.y(level), 'base')
        for j, name in enumerate(parts):
            share = max(region['shares'][name], 0)
            p.bar(p.x(i), p.y(level + share), width,
                  p.y(level) - p.y(level + share), f'f{j}',
                  f'{name}: {share:.3g}')
            level += share
    p.frame('regions in the order in which they run')
    p.key('base', 'baseline and rest')
    for j, name in enumerate(parts):
        p.key(f'f{j}', name)
    return p.svg()


def attributionPlot(r):
    """Fig. 16: a bar for each program, by the relative increase."""
    a = r['attribution']
    programs = a['programs']
    order = sorted(programs, key=lambda n: -programs[n]['n1'] /
                   programs[n]['baseline'])
    parts = sorted(a['corpus'], key=lambda n: -abs(a['corpus'][n]))[:5]
    p = Plot('What each part of ARM N1 adds to CPI', 560, 150)
    most = 1.02 * max(q['n1'] for q in programs.values())
    p.scale(linear(0, len(order), LEFT, RIGHT), linear(0, most, p.bottom, TOP))
    p.rows(upTo(most), lambda v: f'{v:g}')
    for i, name in enumerate(order):
        q = programs[name]
        level = q['n1'] - sum(max(q['shares'][s], 0) for s in parts)
        p.bar(p.x(i), p.y(level), 15, p.bottom - p.y(level), 'base',
              f'{name}: {q["baseline"]:.2f} to {q["n1"]:.2f}')
        for j, s in enumerate(parts):
            share = max(q['shares'][s], 0)
            p.bar(p.x(i), p.y(level + share), 15,
                  p.y(level) - p.y(level + share), f'f{j}',
                  f'{name}, {s}: {share:.3g}')
            level += share
        p.add(f'<text class="small" text-anchor="end" transform="translate('
              f'{p.x(i) + 13:.1f} {p.bottom + 10}) rotate(-60)">'
              f'{html.escape(name)}</text>')
    p.add(f'<path class="axis" d="M{LEFT} {TOP}V{p.bottom}H{RIGHT}"/>')
    p.key('base', 'baseline, rest')
    for j, s in enumerate(parts):
        p.key(f'f{j}', s)
    return p.svg()


PLOTS = {'attribution': (('attribution',), attributionPlot),
         'errors': (('accuracy', 'ablation'), errorsPlot),
         'learning-curve': (('learning-curve',), curvePlot),
         'left-out': (('left-out',), outPlot),
         'long-programs': (('long-programs',), longPlot),
         'warm-programs': (('warm-programs',), warmPlot),
         'order': (('order',), orderPlot),
         'map': (('attribution',), mapPlot)}


def plots(results):
    """The plots of the studies there are, as SVG, by name."""
    return {name: make(results) for name, (studies, make) in PLOTS.items()
            if all(s in results for s in studies)}
