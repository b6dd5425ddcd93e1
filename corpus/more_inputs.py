#===- more_inputs.py - Inputs of the corpus's later programs ---------------===#
#
# Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===-----------------------------------------------------------------------===#
#
# As corpus/make-inputs, which has the generators: the same bytes everywhere but
# for what zlib and libbz2 compress.
#
#===-----------------------------------------------------------------------===#
import bz2
import gzip

SHEET = '''<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform">
<xsl:output method="text"/>
<xsl:key name="by" match="item" use="name"/>
<xsl:template match="/list"><xsl:apply-templates select="item">
<xsl:sort select="name"/><xsl:sort select="@value" data-type="number"/>
</xsl:apply-templates></xsl:template>
<xsl:template match="item"><xsl:value-of select="concat(name, ' ', @value)"/>
<xsl:text> </xsl:text><xsl:value-of select="sum(part/@size)"/>
<xsl:if test="count(key('by', name)) &gt; 3"><xsl:text> often</xsl:text></xsl:if>
<xsl:text>&#10;</xsl:text></xsl:template>
</xsl:stylesheet>
'''

SHELL = '''declare -A count
while read -r -a words; do
  for w in "${words[@]}"; do
    count[${w:0:4}]=$((${count[${w:0:4}]:-0} + 1))
  done
done < tiny.txt
best=0
for w in "${!count[@]}"; do
  ((count[$w] > best)) && best=${count[$w]}
done
a=0 b=1
for ((i = 0; i < 6000; ++i)); do
  c=$(((a + b) % 1000003)); a=$b; b=$c
  case $((c % 5)) in 0) s+=x ;; 1|2) s=${s#x} ;; *) [[ $s == *xx* ]] && s=${s%x} ;; esac
done
echo $best $a "${#s}"
'''

DASH = '''n=0 total=0
while read -r first rest; do
  n=$((n + 1))
  for w in $rest; do
    case $w in
    *ing) total=$((total + ${#w})) ;;
    [aeiou]*) total=$((total ^ n)) ;;
    esac
  done
done < tiny.txt
f() { if [ "$1" -lt 2 ]; then r=1; else f $(($1 - 1)); fi; r=$((r * 31 % 65521 + $1)); }
i=0
while [ $i -lt 150 ]; do f 40; i=$((i + 1)); done
echo $n $total $r
'''

PHP = '''<?php
function sieve($n) {
  $s = array_fill(0, $n + 1, true);
  for ($i = 2; $i * $i <= $n; ++$i)
    if ($s[$i]) for ($j = $i * $i; $j <= $n; $j += $i) $s[$j] = false;
  return count(array_filter($s)) - 2;
}
class Cell { public $next, $key; function __construct($k, $n) { $this->key = $k; $this->next = $n; } }
$words = [];
foreach (file("tiny.txt") as $line)
  foreach (explode(" ", trim($line)) as $w) $words[$w] = ($words[$w] ?? 0) + strlen($w);
arsort($words);
$list = null;
for ($i = 0; $i < 20000; ++$i) $list = new Cell(($i * 7919) % 1009, $list);
for ($sum = 0; $list; $list = $list->next) $sum += $list->key;
$text = preg_replace_callback('/([a-z]+)ing/', fn($m) => strrev($m[1]), file_get_contents("tiny.txt"));
echo sieve(60000), " ", key($words), " ", $sum, " ", md5($text), "\\n";
'''

FORTH = ''': fib dup 2 < if drop 1 else dup 1- recurse swap 2 - recurse + then ;
create flags 8192 allot
: sieve flags 8192 1 fill 0 8192 0 do
  flags i + c@ if i 2* 3 + dup i + begin dup 8192 < while
    0 over flags + c! over + repeat 2drop 1+ then loop ;
: rounds 0 do sieve drop loop ;
21 fib . 6 rounds sieve . bye
'''

SMALL_RUBY = '''def tak(x, y, z)
  y >= x ? z : tak(tak(x - 1, y, z), tak(y - 1, z, x), tak(z - 1, x, y))
end
puts tak(11, 6, 2)
h = {}
20000.times { |i| k = "key#{i * 7919 % 997}"; h[k] = (h[k] || 0) + i }
puts h.keys.sort.first, h.values.inject { |a, b| a > b ? a : b }
class Point
  attr_reader :x
  def initialize(x) = @x = x
  def +(o) = Point.new(@x + o.x)
end
puts (1..20000).map { |i| Point.new(i * 0.5) }.inject { |a, b| a + b }.x
'''

SCENE = '''global_settings { assumed_gamma 1 }
camera { location <0, 2, -7> look_at <0, 0.6, 0> }
light_source { <6, 9, -5> rgb 1 }
light_source { <-7, 4, -3> rgb 0.4 }
plane { y, 0 pigment { checker rgb 0.9, rgb 0.2 } finish { reflection 0.2 } }
#declare I = 0;
#while (I < 30)
sphere { <mod(I * 7, 11) - 5, 0.4 + mod(I, 4) * 0.3, mod(I * 5, 9) - 3> 0.35
  pigment { bozo color_map { [0 rgb <1, 0.3, 0.1>] [1 rgb <0.1, 0.4, 1>] } scale 0.2 }
  finish { phong 0.8 reflection 0.15 } }
#declare I = I + 1;
#end
difference { box { <-1, 0, -1> <1, 1.6, 1> } cylinder { <0, -1, 0> <0, 2, 0> 0.7 }
  pigment { marble turbulence 0.8 } rotate y * 30 }
'''

PLOT = '''set terminal dumb 120 50
set samples 1200
set isosamples 30
plot sin(x)*exp(-x*x/40), besj0(x), gamma(abs(x)/3+0.5)/9
splot sin(x)*cos(y)*exp(-(x*x+y*y)/50)
f(x) = a*sin(b*x) + c
a = 1; b = 0.9; c = 0.1
set fit quiet logfile '/dev/null'
fit f(x) 'curve.txt' via a, b, c
plot 'curve.txt' using 1:2 smooth bezier, f(x)
'''


def pages(random, words, markup):
    """A document of headings, lists, tables and paragraphs."""
    heading, item, bold, end = markup
    out = []
    for i in range(60):
        out.append(heading.format(random.choice(words)))
        for _ in range(3):
            line = [random.choice(words) for _ in range(40)]
            line[random.below(40)] = bold.format(random.choice(words))
            out.append(" ".join(line) + end)
        out.extend(item.format(random.choice(words), random.below(1000))
                   for _ in range(5))
    return "\n".join(out) + "\n"


def cpp_source(random, count):
    out = ["#include <algorithm>", "#include <map>", "#include <string>",
           "#include <vector>", "namespace n {"]
    for i in range(count):
        a, b = 1 + random.below(40), 1 + random.below(9)
        out.append(f"""template <typename T, int N> struct S{i} {{
  std::vector<T> v; std::map<std::string, T> m;
  T run(T x) {{ v.push_back(x * N + {a}); std::sort(v.begin(), v.end(),
      [](T p, T q) {{ return p % {b} < q % {b}; }});
    return m[std::to_string(v[0])] += T(N); }}
}};
long f{i}(long x) {{ S{i}<long, {a}> s; S{i}<int, {b}> t; return s.run(x) + t.run(int(x)); }}""")
    return "\n".join(out + ["}"]) + "\n"


def nasm(random, count):
    registers = "rax rbx rcx rdx rsi rdi r8 r9 r10 r11".split()
    out = ["section .text"]
    for i in range(count):
        if i % 10 == 0:
            out.append(f"l{i // 10}:")
        r, s = random.choice(registers), random.choice(registers)
        out.append("  " + [f"mov {s}, [{r} + {s}*8 + {8 * random.below(64)}]",
                           f"add {r}, {random.below(1 << 20)}",
                           f"lea {s}, [{r} + {random.below(99)}]",
                           f"jne l{random.below(i // 10 + 1)}",
                           f"xor {r}, {s}"][random.below(5)])
    return "\n".join(out) + "\n"


def grammar(random, levels):
    """An expression grammar of many levels, and statements."""
    out = ["%token NUM ID IF ELSE WHILE", "%%", "program: | program stmt;",
           "stmt: e0 ';' | IF '(' e0 ')' stmt ELSE stmt | WHILE '(' e0 ')' "
           "stmt | '{' program '}' | ID '=' e0 ';';"]
    marks = "+-*/<>&|^%!~?:@#"
    for i in range(levels):
        a = marks[random.below(len(marks))]
        out.append(f"e{i}: e{i + 1} | e{i} '{a}' '{marks[i % 16]}' e{i + 1};")
    out += [f"e{levels}: NUM | ID | '(' e0 ')' | ID '(' e0 ')';", "%%"]
    return "\n".join(out) + "\n"


def scanner(words, flex):
    rules = sorted(set(words))[:120]
    if flex:
        return "\n".join(["%option noyywrap", "%%"] +
                         [f'"{w}" return {i + 1};'
                          for i, w in enumerate(rules)] +
                         ["[a-z_][a-z0-9_]* return 900;",
                          "[0-9]+(\\.[0-9]*)?(e[+-]?[0-9]+)? return 901;",
                          "[ \\t\\n]+ ;", ". return 902;", "%%"]) + "\n"
    return "\n".join(
        ["int scan(const char *s) { const char *m; for (;;) {", "/*!re2c",
         "re2c:define:YYCTYPE = char; re2c:yyfill:enable = 0;",
         "re2c:define:YYCURSOR = s; re2c:define:YYMARKER = m;"] +
        [f'"{w}" {{ return {i + 1}; }}' for i, w in enumerate(rules)] +
        ["[a-z_][a-z0-9_]* { return 900; }",
         "[0-9]+(\".\"[0-9]*)?(\"e\"[+-]?[0-9]+)? { return 901; }",
         "[ \\t\\n]+ { continue; }", "* { return 902; }", "*/", "}}"]) + "\n"


def style(random, words):
    out = ["$w: 3px;", "@mixin box($n) { width: $w * $n; &:hover { color: "
           "darken(#9ac, $n * 1%); } }"]
    for i in range(120):
        out.append(f".{random.choice(words)}-{i} {{ @include box({i % 30}); "
                   f"@for $k from 1 through 4 {{ .{random.choice(words)}-#{{$k}}"
                   f" {{ margin: $w * $k + {random.below(9)}px; }} }} }}")
    return "\n".join(out) + "\n"


def mesh(side):
    """A square grid with one kind of diagonals, as METIS reads it."""
    lines, edges = [], 0
    for y in range(side):
        for x in range(side):
            near = [(x + dx, y + dy) for dx, dy in
                    ((1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, -1))]
            near = [j * side + i + 1 for i, j in near
                    if 0 <= i < side and 0 <= j < side]
            edges += len(near)
            lines.append(" ".join(map(str, near)))
    return f"{side * side} {edges // 2}\n" + "\n".join(lines) + "\n"


def mutated(random, letters, original, per_mille):
    return "".join(random.choice(letters) if random.below(1000) < per_mille
                   else c for c in original)


def relatives(random, letters, count, length, per_mille):
    """Sequences of one family, each from the one before."""
    now, out = "".join(random.choice(letters) for _ in range(length)), []
    for i in range(count):
        now = mutated(random, letters, now, per_mille)
        out.append(f">s{i}\n{now}\n")
    return "".join(out)


def reads(random, genome, count, length):
    letters = "".join(genome.splitlines()[1:])
    out = []
    for i in range(count):
        at = random.below(len(letters) - length)
        out.append(f">r{i}\n" + mutated(random, "ACGT",
                                        letters[at:at + length], 30) + "\n")
    return "".join(out)


def integer_program(random, rows, columns, solver):
    """Knapsacks: for lp_solve or in CPLEX's format."""
    def terms(low, high):
        return " + ".join(f"{low + random.below(high)} x{c}"
                          for c in range(columns))
    if solver:
        out = [f"max: {terms(5, 40)};"]
        out += [f"{terms(1, 30)} <= {columns * 6};" for _ in range(rows)]
        return "\n".join(out + [f"x{c} <= 3;" for c in range(columns)]) + \
            "\nint " + ",".join(f"x{c}" for c in range(0, columns, 3)) + ";\n"
    out = ["Maximize", f" obj: {terms(5, 40)}", "Subject To"]
    out += [f" c{r}: {terms(1, 30)} <= {columns * 6}" for r in range(rows)]
    out += ["Bounds"] + [f" x{c} <= 3" for c in range(columns)]
    return "\n".join(out + ["General", " ".join(
        f"x{c}" for c in range(columns)), "End"]) + "\n"


def theorem(random, count):
    out = ["(set-logic QF_LIA)"] + [f"(declare-const x{i} Int)"
                                    for i in range(count)]
    for i in range(count * 2):
        a, b, c = (random.below(count) for _ in range(3))
        out.append(f"(assert (or (< (+ x{a} (* {1 + random.below(5)} x{b})) "
                   f"{random.below(60)}) (> x{c} {random.below(40)})))")
        out.append(f"(assert (distinct x{a} (+ x{c} {1 + random.below(7)})))")
    return "\n".join(out + ["(check-sat)"]) + "\n"


def shapes(random, width, height):
    rows = [[0] * width for _ in range(height)]
    for _ in range(30):
        cx, cy, r = random.below(width), random.below(height), \
            4 + random.below(18)
        for y in range(max(0, cy - r), min(height, cy + r)):
            for x in range(max(0, cx - r), min(width, cx + r)):
                if (x - cx) ** 2 + (y - cy) ** 2 < r * r:
                    rows[y][x] ^= 1
    return f"P1\n{width} {height}\n" + "\n".join(
        " ".join(map(str, row)) for row in rows) + "\n"


def curve(random, count):
    return "".join(f"{i / 20} {(i * 37 % 41) / 20 + random.below(100) / 300}\n"
                   for i in range(count))


def more(tools, known, share):
    """Files by their names. tools is corpus/make-inputs, known the files that
    it has made."""
    new = tools["Random"]
    words = tools["vocabulary"](new(30), 600)
    small = tools["pixels"](new(31), 160, 120)
    table = known["table.tsv"].splitlines()[:60000 // share // 2]
    return {
        "tiny.txt": known["short.txt"][:25000],
        "text.gz": gzip.compress(known["text.txt"].encode(), 6, mtime=0),
        "text.bz2": bz2.compress(known["text.txt"].encode(), 9),
        "sorted.tsv": "\n".join(sorted(table)) + "\n",
        "password.txt": "correct horse battery staple",
        "sheet.xsl": SHEET, "program.sh": SHELL, "program.dash": DASH,
        "program.php": PHP, "program.fs": FORTH, "small.rb": SMALL_RUBY,
        "scene.pov": SCENE, "plot.gp": PLOT,
        "pages.man": ".TH PAGES 1\n" + pages(new(32), words, (
            ".SH\n{}\n.PP", ".IP \\(bu\n{} {}", "\\fB{}\\fP", ".")),
        "pages.md": pages(new(33), words, (
            "## {}\n", "* `{}` is [{}](#n)", "**{}**", ".\n")),
        "source.cpp": cpp_source(new(34), 6),
        "assembly.nasm": nasm(new(35), 60000 // share),
        "grammar.y": grammar(new(36), 40),
        "scanner.l": scanner(words, True), "scanner.re": scanner(words, False),
        "style.scss": style(new(37), words), "mesh.graph": mesh(70),
        "small.ppm": b"P6\n160 120\n255\n" + b"".join(small),
        "small.png": tools["png"](small, 160),
        "shapes.pbm": shapes(new(38), 300, 200),
        "family.fa": relatives(new(39), "ACDEFGHIKLMNPQRSTVWY", 8, 90, 120),
        "aligned.fa": relatives(new(40), "ACGT", 40, 200, 60),
        "reads.fa": reads(new(41), known["genome.fa"], 40, 900),
        "small.lp": integer_program(new(42), 16, 18, True),
        "knapsack.lp": integer_program(new(43), 6, 14, False),
        "hard.cnf": tools["formula"](new(44), 130, 554),
        "problem.smt2": theorem(new(45), 25),
        "xboard.txt": "new\nforce\nsd 5\ngo\nquit\n",
        "curve.txt": curve(new(46), 120),
    }
