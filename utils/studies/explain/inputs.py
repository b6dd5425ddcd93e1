#===- inputs.py - Programs of Debian and what they work on -----------------===#
#
# Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===-----------------------------------------------------------------------===#
"""Debian packages: xz-utils gzip bzip2 zstd lz4 mawk perl python3 sqlite3 jq
gawk lua5.4 tcc flac libjpeg-turbo-progs optipng minisat glpk-utils brotli nasm
m4 lzip bison cmark busybox pari-gp webp bc tidy ruby libxml2-utils muscle valgrind
gnuplot-nox ripgrep units wdiff."""
import json
import random
import struct
import zlib

# With these explain was not tried before its windows were what they are.
NEW = ("tcc", "flac", "cjpeg", "optipng", "minisat", "glpsol", "m4", "lzip",
       "busybox sha1sum", "gp", "gp, three threads", "cwebp", "bc", "tidy",
       "ruby", "xmllint", "muscle", "gnuplot", "rg", "units", "wdiff")


def png(width, height, pixels):
    def chunk(kind, data):
        return (struct.pack(">I", len(data)) + kind + data +
                struct.pack(">I", zlib.crc32(kind + data)))
    rows = b"".join(b"\0" + pixels[3 * width * y:3 * width * (y + 1)]
                    for y in range(height))
    return (b"\x89PNG\r\n\x1a\n" +
            chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0,
                                       0)) +
            chunk(b"IDAT", zlib.compress(rows, 1)) + chunk(b"IEND", b""))


def image(r, width, height):
    """Slopes with some noise."""
    out = bytearray()
    for y in range(height):
        for x in range(width):
            n = r.getrandbits(4)
            out += bytes(((x * 2 + n) & 255, (x + y + n) & 255,
                          (x * y // 64 + n) & 255))
    return bytes(out)


def sound(r, samples):
    """A walk with friction, 16 bits."""
    out, speed, at = bytearray(), 0.0, 0.0
    for _ in range(samples):
        speed = 0.98 * speed + r.uniform(-60, 60)
        at = 0.999 * at + speed
        out += struct.pack("<h", max(-32768, min(32767, int(at))))
    head = struct.pack("<4sI4s4sIHHIIHH4sI", b"RIFF", 36 + len(out), b"WAVE",
                       b"fmt ", 16, 1, 1, 44100, 88200, 2, 16, b"data",
                       len(out))
    return head + bytes(out)


def c_source(r, functions):
    text = ["struct s { int a, b; struct s *next; };"]
    for n in range(functions):
        text.append(f"int f{n}(int x, struct s *p) {{ int i, t = {n};\n"
                    f"  for (i = 0; i < x; ++i) {{ t += p->a * {r.randint(2, 99)}"
                    f" - (i ^ p->b); if (t & {1 << r.randint(0, 9)}) t /= 3; "
                    "else p = p->next; }\n"
                    f"  switch (t & 3) {{ case 0: return f{max(0, n - 1)}(x - 1,"
                    " p); case 1: return t; default: p->b = t; } return t * 2; }")
    return "\n".join(text) + "\n"


def formula(r, variables):
    """Random 3-SAT, 4.1 clauses for each variable."""
    clauses = [sorted(r.sample(range(1, variables + 1), 3))
               for _ in range(int(4.1 * variables))]
    return f"p cnf {variables} {len(clauses)}\n" + "".join(
        " ".join(str(v * r.choice((-1, 1))) for v in c) + " 0\n"
        for c in clauses)


def transport(r, size):
    """A transport problem of size by size."""
    names = [[f"x{i}_{j}" for j in range(size)] for i in range(size)]
    lines = ["Minimize", " cost: " + "\n + ".join(
        f"{r.randint(1, 99)} {n}" for row in names for n in row), "Subject To"]
    for i, row in enumerate(names):
        lines.append(f" s{i}: " + "\n + ".join(row) + f" <= {r.randint(60, 99)}")
    for j in range(size):
        lines.append(f" d{j}: " + "\n + ".join(row[j] for row in names) +
                     f" >= {r.randint(20, 50)}")
    return "\n".join(lines + ["End"]) + "\n"


def assembly(r, lines):
    out = ["bits 64", "section .text"]
    for n in range(lines):
        out.append(f"l{n}: mov rax, [rbx+rcx*8+{r.randint(0, 4096)}]\n"
                   f"  add rax, {r.randint(0, 99999)}\n"
                   f"  jnz l{r.randint(0, lines - 1)}\n  vaddps ymm1, ymm2, ymm3")
    return "\n".join(out) + "\n"


def grammar(r, rules):
    out = ["%token A B C D E F", "%%", "start: " +
           " | ".join(f"r{n}" for n in range(rules)) + ";"]
    for n in range(rules):
        out.append(f"r{n}: {' '.join(r.choice('ABCDEF') for _ in range(4))} r"
                   f"{r.randint(0, rules - 1)} | {r.choice('ABCDEF')} ;")
    return "\n".join(out + ["%%"]) + "\n"


def page(lines):
    body = "".join(f"<p class=x>{l}<ul><li><b>{l[:9]}</b><li>{l[-9:]}</ul>\n"
                   for l in lines)
    return ("<!DOCTYPE html><html><head><title>x</title></head><body>\n"
            f"{body}</body></html>\n")


def tree(r, lines):
    """Elements with attributes, some of them nested."""
    return "<all>" + "\n".join(
        f'<line n="{n}" v="{r.random():.4f}"><a>{l[:12]}</a>'
        f'<b c="x"><d>{l[12:]}</d></b></line>'
        for n, l in enumerate(lines)) + "</all>\n"


def proteins(r, count, length):
    """Descendants of one protein."""
    letters = "ACDEFGHIKLMNPQRSTVWY"
    first = [r.choice(letters) for _ in range(length)]
    text = []
    for n in range(count):
        text.append(f">p{n}")
        text.append("".join(r.choice(letters) if r.random() < 0.3 else c
                            for c in first if r.random() > 0.05))
    return "\n".join(text) + "\n"


def numbers(count):
    """For gp: factors, a determinant, zeros of a polynomial."""
    return ("default(nbthreads,1);\n"
            f"print(sum(i=1,{count},eulerphi(i^2+1)));\n"
            "print(matdet(matrix(40,40,i,j,1/(i+j))));\n"
            "print(polroots(sum(i=0,16,(i^2%7-3)*x^i))[1]);\n")


def digits(count):
    """For bc: pi, e and a root of 2."""
    return f"scale={count}\n4*a(1)\ne(1)\nsqrt(2)\nquit\n"


def make_inputs(folder, size):
    """Text of words, of lines, numbers, JSON, bytes of all kinds, and what
    compilers, coders and solvers read; each of some parts of size bytes."""
    r = random.Random(1)
    words = ["".join(r.choice("abcdefghijklmnopqrstuvwxyz")
                     for _ in range(r.randint(2, 9))) for _ in range(3000)]
    text = []
    length = 0
    while length < size // 2:
        line = " ".join(r.choice(words) for _ in range(r.randint(3, 12)))
        text.append(line)
        length += len(line) + 1
    lines = "\n".join(text) + "\n"
    table = bytearray()
    while len(table) < size // 4:
        table += (len(table) * 7).to_bytes(4, "little") + b"\0\1"
    noise = bytes(r.getrandbits(8) for _ in range(size // 4))
    side = int((size / 8) ** 0.5)
    pixels = image(r, side, side)
    marked = "\n".join(f"{'#' * (n % 5 + 1)} {l}\n\n* {l} **{l[:9]}** `x`\n"
                       for n, l in enumerate(text[:len(text) // 2]))
    files = {
        "mixed": lines.encode() + table + noise, "text": lines.encode(),
        "numbers": "".join(f"{r.randint(0, 10**9)}\n"
                           for _ in range(size // 30)).encode(),
        "json": json.dumps([{"id": i, "name": r.choice(words), "v": r.random()}
                            for i in range(size // 60)]).encode(),
        "wav": sound(r, size // 4),
        "ppm": b"P6 %d %d 255\n" % (side, side) + pixels,
        "png": png(side, side, pixels), "c": c_source(r, size // 600).encode(),
        "cnf": formula(r, 60 + int(size ** 0.5) // 15).encode(),
        "lp": transport(r, int(size ** 0.5) // 30).encode(),
        "asm": assembly(r, size // 400).encode(),
        "y": grammar(r, 10 + int(size ** 0.5) // 20).encode(),
        "md": marked.encode(), "html": page(text[:len(text) // 4]).encode(),
        "gp": numbers(size // 150).encode(),
        "bc": digits(int(size ** 0.5) // 4).encode(),
        "xml": tree(r, text).encode(),
        "proteins": proteins(r, 4 + int(size ** 0.5) // 150, 120).encode(),
        "size": str(size).encode()}
    for name, data in files.items():
        (folder / name).write_bytes(data)


def programs(folder):
    """Name: words. Inputs are in the folder."""
    f = str(folder) + "/"
    size = int((folder / "size").read_text())
    count = size // 30
    sql = ("create table t(a integer, b text); with recursive c(x) as (select 1"
           f" union all select x+1 from c where x < {count // 2}) insert into t"
           " select x * 7919 % 10007, hex(x) from c; select count(*), sum(a) "
           "from t where b like '%A%'; create index i on t(a); select a, "
           "count(*) from t group by a order by 2 limit 5;")
    py = (f"d = {{}}\nfor w in open('{f}text').read().split():\n"
          "  d[w] = d.get(w, 0) + len(w)\n"
          "print(sorted(d.items(), key=lambda p: p[1])[:5])\n"
          f"s = 0\nfor i in range({count * 4}):\n  s += i * i % 7\nprint(s)")
    perl = ("while(<>){for(split){$h{$_}++ if /[aeiou]{2}/}}"
            "print join(',', (sort {$h{$b}<=>$h{$a}} keys %h)[0..4])")
    lua = (f"local t = {{}} for l in io.lines('{f}text') do for w in "
           "l:gmatch('%a+') do t[w] = (t[w] or 0) + 1 end end local x = 0.5 "
           f"for i = 1, {count * 4} do x = 3.7 * x * (1 - x) end print(x)")
    ruby = (f"h = Hash.new(0); File.foreach('{f}text') {{ |l| l.split.each "
            "{ |w| h[w.reverse] += w.size } }; "
            f"a = (1..{count // 2}).map {{ |i| i * i % 977 }}; "
            "puts h.size, a.sort.uniq.sum, a.each_slice(3).count")
    m4 = (f"define(`loop',`ifelse($1,0,,`eval($1*$1%97) loop(decr($1))')')"
          f"loop({min(count // 20, 1000)})"
          f"define(`again',`ifelse($1,0,,`len(loop(40))again(decr($1))')')"
          f"again({count // 400})")
    (folder / "m4").write_text(m4)
    plot = ("set terminal svg; set isosamples 60; set contour; "
            f"set samples {count // 80}; "
            "splot sin(x)*cos(y/2)+besj0(x*y/9) with lines; "
            f"plot [0:9] sin(x*x)*exp(-x/3), '{f}numbers' using 0:1 smooth "
            "bezier")
    lines = (folder / "text").read_text().splitlines()
    # Words that are elsewhere, and some that are new.
    (folder / "text2").write_text("\n".join(
        l if n % 7 else l[::-1] for n, l in enumerate(lines)) + "\n")
    return {
        "xz -1": ["xz", "-1", "-k", "-c", f + "mixed"],
        "xz -6": ["xz", "-6", "-k", "-c", f + "mixed"],
        "gzip -6": ["gzip", "-6", "-c", f + "mixed"],
        "bzip2": ["bzip2", "-k", "-c", f + "mixed"],
        "zstd -3": ["zstd", "-3", "--single-thread", "-c", "-q", f + "mixed"],
        "lz4 -9": ["lz4", "-9", "-c", "-q", f + "mixed"],
        "sort": ["sort", "--parallel=1", f + "text"],
        "sort -n": ["sort", "--parallel=1", "-n", f + "numbers"],
        "grep -E": ["grep", "-E", "-c", "([a-z]{3,5}e) (s|t).*ing", f + "text"],
        "sed": ["sed", "-E", "s/([a-z]+) ([a-z]+)/\\2 \\1/g", f + "text"],
        "mawk": ["mawk", "{for(i=1;i<=NF;++i)++c[$i]} END{for(w in c)n+=c[w]*"
                 "length(w);print n}", f + "text"],
        "perl": ["perl", "-e", perl, f + "text"],
        "python3": ["/usr/bin/python3", "-S", "-c", py],
        "sqlite3": ["sqlite3", ":memory:", sql],
        "jq": ["jq", "[.[]|select(.v>0.5)|.id]|add", f + "json"],
        "sha256sum": ["sha256sum", f + "mixed"],
        "cksum": ["cksum", f + "mixed"],
        "factor": ["factor"] + [str(10**18 + 9 * k) for k in range(1, 60)],
        "wc": ["wc", f + "text"],
        "gawk": ["gawk", "{n+=gsub(/[aeiou]+/,\"#\"); c[$1]+=length($2)} "
                 "END{print n,length(c)}", f + "text"],
        "lua": ["lua5.4", "-e", lua],
        "tcc": ["tcc", "-c", "-o", f + "tcc.o", "-x", "c", f + "c"],
        "flac": ["flac", "-s", "-5", "-f", "-o", f + "flac.out",
                 "--totally-silent", f + "wav"],
        "cjpeg": ["cjpeg", "-quality", "85", f + "ppm"],
        "optipng": ["optipng", "-quiet", "-o1", "-force", "-simulate",
                    f + "png"],
        "minisat": ["minisat", "-verb=0", f + "cnf"],
        "glpsol": ["glpsol", "--lp", f + "lp"],
        "brotli": ["brotli", "-q", "5", "-c", f + "mixed"],
        "nasm": ["nasm", "-f", "elf64", "-o", f + "nasm.o", f + "asm"],
        "m4": ["m4", "-L", "0", f + "m4"],
        "lzip": ["lzip", "-1", "-k", "-c", f + "mixed"],
        "bison": ["bison", "-o", f + "bison.c", f + "y"],
        "cmark": ["cmark", f + "md"],
        "busybox sha1sum": ["busybox", "sha1sum", f + "mixed"],
        "gp": ["gp", "-q", "-f", f + "gp"],
        "cwebp": ["cwebp", "-quiet", f + "png", "-o", f + "cwebp.out"],
        "bc": ["bc", "-l", "-q", f + "bc"],
        "tidy": ["tidy", "-q", "-o", f + "tidy.out", f + "html"],
        "ruby": ["ruby", "-e", ruby],
        "xmllint": ["xmllint", "--xpath", "count(//d[string-length()>30])",
                    f + "xml"],
        "gnuplot": ["gnuplot", "-e", plot],
        "rg": ["rg", "-j1", "-c", "-i", r"(\w+a\w+ ){2}.*e[^o]*(o|u).*i{1,2}[bcd]", f + "text"],
        "units": ["units", "-q", "-f", "/usr/share/units/definitions.units",
                  "-t", "1000 btu", "joule"],
        "wdiff": ["wdiff", "-s", f + "text", f + "text2"],
        "muscle": ["muscle", "-align", f + "proteins", "-output",
                   f + "muscle.out", "-threads", "1"],
    }
