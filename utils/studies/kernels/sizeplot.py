#===- sizeplot.py - Performance over size as an SVG ------------------------===#
#
# Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===-----------------------------------------------------------------------===#
#
# The plot of Fig. 6 of the extended-roofline paper: modelled and measured
# flops per cycle of one kernel over growing sizes, sizes on a log axis.
#
#===-----------------------------------------------------------------------===#
import math

WIDTH, HEIGHT = 560, 300
LEFT, RIGHT, TOP, BOTTOM = 56, 20, 40, 52

STYLE = '''<style>
text { font: 12px sans-serif; fill: #222 }
.title { font-size: 14px; font-weight: bold }
.axis { stroke: #222; fill: none }
.grid { stroke: #ddd; fill: none }
.line { fill: none; stroke-width: 2 }
.c0 { stroke: #0b62c4 } .d0 { fill: #0b62c4 }
.c1 { stroke: #c4420b } .d1 { fill: #c4420b }
.c2 { stroke: #2d8a3e; stroke-dasharray: 5 3 } .d2 { fill: #2d8a3e }
.back { fill: #fff }
@media (prefers-color-scheme: dark) {
text { fill: #ddd } .axis { stroke: #ddd } .grid { stroke: #444 }
.back { fill: #1b1b1b }
.c0 { stroke: #5aa9ff } .d0 { fill: #5aa9ff }
.c1 { stroke: #ff8c5a } .d1 { fill: #ff8c5a }
.c2 { stroke: #6fcf85 } .d2 { fill: #6fcf85 }
}
</style>'''


def step(limit):
    """A round distance of grid lines that gives 4 to 10 of them."""
    unit = 10 ** math.floor(math.log10(limit))
    for factor in (0.1, 0.2, 0.25, 0.5, 1):
        if limit / (unit * factor) <= 8:
            return unit * factor
    return unit


def short(n):
    """1000 as 1k where that is exact."""
    for unit, suffix in ((1000000, 'M'), (1000, 'k')):
        if n >= unit and n % (unit // 10) == 0:
            return f'{n / unit:g}{suffix}'
    return f'2^{n.bit_length() - 1}' if n >= 1024 and n & (n - 1) == 0 else str(n)


def sizeplot(title, unit, series):
    """series: [(label, {size: flops per cycle})]. Gives the SVG as text."""
    sizes = sorted({s for _, points in series for s in points})
    low, high = math.log2(sizes[0]), math.log2(sizes[-1])
    top = 1.1 * max(p for _, points in series for p in points.values())

    def x(size):
        share = (math.log2(size) - low) / (high - low) if high > low else 0.5
        return LEFT + share * (WIDTH - LEFT - RIGHT)

    def y(value):
        return HEIGHT - BOTTOM - value / top * (HEIGHT - TOP - BOTTOM)

    out = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" '
           f'height="{HEIGHT}" viewBox="0 0 {WIDTH} {HEIGHT}" role="img">',
           f'<title>{title}</title>', STYLE,
           f'<rect class="back" width="{WIDTH}" height="{HEIGHT}"/>',
           f'<text class="title" x="{LEFT}" y="18">{title}</text>']
    ticks = int(top / step(top))
    for i in range(ticks + 1):
        value = i * step(top)
        out.append(f'<path class="grid" d="M{LEFT} {y(value):.1f}H'
                   f'{WIDTH - RIGHT}"/><text x="{LEFT - 6}" '
                   f'y="{y(value) + 4:.1f}" text-anchor="end">{value:g}</text>')
    last = -100.0
    for size in sizes:
        if x(size) - last >= 34:
            last = x(size)
            out.append(f'<text x="{last:.1f}" y="{HEIGHT - BOTTOM + 16}" '
                       f'text-anchor="middle">{short(size)}</text>')
    out.append(f'<path class="axis" d="M{LEFT} {TOP}V{HEIGHT - BOTTOM}H'
               f'{WIDTH - RIGHT}"/>')
    out.append(f'<text x="{(LEFT + WIDTH - RIGHT) / 2:.0f}" y="{HEIGHT - 14}" '
               f'text-anchor="middle">{unit}</text>')
    out.append(f'<text transform="translate(14 {(TOP + HEIGHT - BOTTOM) / 2:.0f}'
               ') rotate(-90)" text-anchor="middle">flops per cycle</text>')
    for i, (label, points) in enumerate(series):
        path = 'L'.join(f'{x(s):.1f} {y(points[s]):.1f}' for s in sorted(points))
        out.append(f'<path class="line c{i}" d="M{path}"/>')
        out += [f'<circle class="d{i}" cx="{x(s):.1f}" cy="{y(p):.1f}" r="3"/>'
                for s, p in sorted(points.items())]
        at = LEFT + 10 + 160 * i
        out.append(f'<path class="line c{i}" d="M{at} 32h22"/>'
                   f'<text x="{at + 28}" y="36">{label}</text>')
    out.append('</svg>')
    return '\n'.join(out) + '\n'
