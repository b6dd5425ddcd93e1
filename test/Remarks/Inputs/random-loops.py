"""Random loops, and a check that none takes less than its computation needs."""
import random
import re
import sys


def expression(r, names, depth, kind):
    if depth == 0 or r.random() < 0.25:
        number = str(r.randint(1, 99)) if kind == "u" else "%d.5" % r.randint(1, 9)
        return r.choice(names) if r.random() < 0.8 else number
    part = lambda: expression(r, names, depth - 1, kind)
    if kind == "u" and r.random() < 0.25:
        return "(%s %s %d)" % (part(), r.choice(["<<", ">>"]), r.randint(1, 7))
    if r.random() < 0.15:
        return "(%s > %s ? %s : %s)" % (part(), part(), part(), part())
    return "(%s %s %s)" % (part(), r.choice("+-*^&|" if kind == "u" else "+-*"), part())


def statement(r, kind, variables, names):
    what, v = r.random(), r.choice(variables)
    if what < 0.1:
        place, before = r.choice([("c[i]", "c[i - 1]"), ("c[i]", "c[i - 2]"), ("b[i + 3]", "b[i]"), ("*b", "*b")])
        return "%s = %s;" % (place, expression(r, names[:2] + [before], 2, kind))
    if what < 0.25:
        place = r.choice(["c[i]", "b[i]", "a[n]", "*c"])
        return "%s = %s;" % (place, expression(r, names, 2, kind))
    if what < 0.35:
        return "if (%s > %s) %s = %s;" % (expression(r, names, 1, kind), r.choice(names), v,
                                          expression(r, names, 2, kind))
    if what < 0.42 and kind == "u":
        return "%s = a[%s];" % (v, v)
    return "%s %s %s;" % (v, r.choice(["=", "+=", "-="]), expression(r, names + [v], 2, kind))


def loop(r, number):
    kind = r.choice("ud")
    of = r.choice(["unsigned", "unsigned long", "unsigned char"] if kind == "u" else ["double", "float"])
    variables = ["v%d" % i for i in range(r.randint(1, 3))]
    names = variables + ["a[i]", "b[i]"] + (["a[p[i]]"] if r.random() < 0.2 else [])
    lines = [statement(r, kind, variables, names) for _ in range(r.randint(1, 3))]
    arguments = ", ".join("%s %s" % (of, v) for v in variables)
    return ("%s f%d(%s *a, %s *b, %s *restrict c, unsigned *p, int n, %s) {\n"
            "  [[rafter::analyze]]\n  for (int i = 0; i < n; ++i) {\n    %s\n  }\n  return %s;\n}\n"
            % (of, number, of, of, of, arguments, "\n    ".join(lines), " + ".join(variables)))


def check(record):
    loops = chains = 0
    for entry in open(record).read().split("--- !")[1:]:
        value = dict(re.findall(r"- (\w+): +'?(.*?)'?$", entry, re.M))
        if "LeastCycles" not in value or "VectorFactor" not in value:
            continue
        loops += 1
        chains += "chain" in value["LeastLimit"]
        # Both have two digits.
        if float(value["LeastCycles"]) > float(value["Cycles"]) + 0.011:
            print("takes less than it needs:", entry)
    print("enough loops" if loops >= 20 and chains >= 10 else "%d loops, %d chains" % (loops, chains))


if sys.argv[1] == "check":
    check(sys.argv[2])
else:
    generator = random.Random(int(sys.argv[1]))
    print("\n".join(loop(generator, i) for i in range(70)))
