#===- tables.py - Tables of programs explained -----------------------------===#
#
# Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===-----------------------------------------------------------------------===#
"""The sections of docs/data/explain.md."""
import collections
import pathlib
import statistics
import sys

import inputs

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "common"))
import pages  # noqa: E402

# Less is some milliseconds, of which the system does not know the mode.
LEAST_CYCLES = 25e6
# Of a loop, in the whole simulation.
HOT = 0.05


def tau(pairs):
    """Kendall's, of pairs of numbers."""
    agree = total = 0
    for i, (a, b) in enumerate(pairs):
        for c, d in pairs[:i]:
            total += 1
            agree += (a - c) * (b - d) > 0
            agree -= (a - c) * (b - d) < 0
    return agree / total if total else 0


def mean(values):
    values = list(values)
    return sum(values) / len(values) if values else 0


def star(name):
    return f"{name} *" if name in inputs.NEW else name


def table(head, align, rows):
    return "\n".join(["| " + " | ".join(head) + " |",
                      "|" + "|".join(align) + "|"] +
                     ["| " + " | ".join(r) + " |" for r in rows]) + "\n"


def what_explain_says(store):
    rows = []
    for name, s in store.items():
        if e := s.get("explain"):
            kind = "loop in " if e["loop"] else ""
            rows.append([
                star(name), f"{e['instructions'] / 1e6:.0f}",
                f"{e['took']:.1f}", f"{e['processor']:.1f}",
                f"{e['memory']:.0f}", str(e["windows"]),
                f"{e['cycles'] / 1e6:.0f}",
                f"{100 * e['half'] / e['cycles']:.1f} %", str(e["ranked"]),
                f"{100 * e['top']:.1f} %", f"{kind}`{e['function']}`",
                e["limits"] or "-"])
    return table(
        ["program", "instructions, millions", "seconds", "of processors", "MB",
         "windows", "cycles, millions", "+-", "parts of 1 %", "largest",
         "its function", "bound by"],
        ["---"] + ["--:"] * 9 + ["---"] * 2, rows)


def compare_loops(w):
    """Largest difference of the shares of hot parts in points, the same by
    instructions; and of each hot part its limits, sampled and whole, and
    whether what binds when sampled helps within 1 % of the most."""
    whole, sampled = w["whole"], w["sampled"]
    hot = [p for p, s in whole["shares"].items()
           if s >= HOT and p in whole["binds"]]
    apart = [abs(sampled["shares"].get(p, 0) - whole["shares"][p]) for p in hot]
    plain = [abs(whole["instruction_shares"][p] - whole["shares"][p])
             for p in hot]
    verdicts = []
    for p in (h for h in hot if whole["binds"][h]):
        mine, right = sampled["binds"].get(p, "-"), whole["binds"][p]
        gains = dict(whole["gains"].get(p, []))
        near = (mine in gains and right in gains and
                gains[mine] <= gains[right] + 0.01)
        verdicts.append((mine, right, mine == right or near))
    return apart, plain, verdicts


def sampled_and_whole(store):
    rows, errors, inside, apart, plain, verdicts = [], [], 0, [], [], []
    todo = {n: s["whole"] for n, s in store.items() if "whole" in s}
    sums = [sum(w["whole"][k] for w in todo.values())
            for k in ("cycles", "instructions")]
    alike = []
    for name, w in todo.items():
        e, right = w["sampled"], w["whole"]["cycles"]
        error = e["cycles"] / right - 1
        hit = abs(e["cycles"] - right) <= e["half"]
        errors.append(abs(error))
        alike.append(abs(e["instructions"] * sums[0] / sums[1] / right - 1))
        inside += hit
        shares, simple, limits = compare_loops(w)
        apart += shares
        plain += simple
        verdicts += limits
        rows.append([
            star(name), f"{e['instructions'] / 1e6:.0f}", f"{right / 1e6:.2f}",
            f"{e['cycles'] / 1e6:.2f}",
            f"{100 * e['half'] / e['cycles']:.1f} %", f"{100 * error:+.1f} %",
            "yes" if hit else "no", str(len(shares)),
            f"{100 * max(shares, default=0):.1f}",
            f"{sum(v[2] for v in limits)} of {len(limits)}"])
    text = table(
        ["program", "instructions, millions", "whole, millions of cycles",
         "sampled", "+-", "error", "inside", "hot parts",
         "share, most points apart", "same top limit"],
        ["---"] + ["--:"] * 5 + ["---"] + ["--:"] * 3, rows)
    if not rows:
        return text
    most = collections.Counter(v[1] for v in verdicts).most_common(1)[0]
    return text + f"""
Mean error {100 * mean(errors):.1f} %, worst {100 * max(errors):.1f} %; \
{inside} of {len(errors)} inside their intervals. (One number of cycles per \
instruction for all programs: {100 * mean(alike):.0f} %.) Hot parts have 5 % of \
the cycles: {sum(x <= 0.02 for x in apart)} of {len(apart)} shares are within 2 \
points, the worst {100 * max(apart):.1f} apart (shares of the instructions \
instead: {sum(x <= 0.02 for x in plain)}, worst {100 * max(plain):.1f}). The top \
limit is the same, or helps within 1 % as much, in {sum(v[2] for v in verdicts)} \
of {len(verdicts)}; exactly the same in {sum(v[0] == v[1] for v in verdicts)} \
("{most[0]}" for all would be right in {most[1]}).
"""


def against_the_machine(store):
    """Predicted by the shipped file, and with what the machine has of its own."""
    rows, pairs = [], []
    errors = {"shipped": [], "own": []}
    both = {n: s for n, s in store.items() if "own" in s and "machine" in s
            and s["machine"]["cycles"] >= LEAST_CYCLES}
    if not both:
        return ""
    each = (sum(s["machine"]["cycles"] for s in both.values()) /
            sum(s["own"]["instructions"] for s in both.values()))
    same = [each * s["own"]["instructions"] / s["machine"]["cycles"] - 1
            for s in both.values()]
    for name, s in both.items():
        m, count = s["machine"]["cycles"], s["own"]["instructions"]
        row = [star(name), f"{count / 1e6:.0f}", f"{m / 1e6:.0f}",
               f"{s['machine']['counted'] / 1e6:.0f}",
               str(s["machine"]["pages"])]
        for kind, found in errors.items():
            if kind not in s:
                row += ["-", "-"]
                continue
            e = s[kind]["cycles"]
            found.append(e / m - 1)
            row += [f"{e / 1e6:.0f}", f"{100 * (e / m - 1):+.0f} %"]
        pairs.append((s["own"]["cycles"] / count, m / count))
        rows.append(row + [f"{pairs[-1][0]:.3f}", f"{pairs[-1][1]:.3f}"])
    found = {}
    for s in both.values():
        for k, v in s["machine"]["own"].items():
            found.setdefault(k, []).append(v)
    text = table(["program", "instructions, millions",
                  "measured", "with first uses of pages", "pages",
                  "shipped file", "error", "with the machine's memory", "error",
                  "predicted CPI", "measured CPI"], ["---"] + ["--:"] * 10, rows)
    raw = [s["own"]["cycles"] / s["machine"]["counted"] - 1
           for s in both.values()]
    raw_pairs = [(s["own"]["cycles"] / s["own"]["instructions"],
                  s["machine"]["counted"] / s["own"]["instructions"])
                 for s in both.values()]
    start, _, use = next(iter(both.values()))["machine"]["uses"]
    return text + f"""
Measured: user time times the clock, the middle of the fastest quarter of the \
runs (three at least), without the start of a \
process ({start / 1e6:.1f} million cycles) and {use:.0f} cycles for each page's \
first use, which the kernel and the hypervisor spend. With these the same \
predictions are {100 * mean(abs(e) for e in raw):.0f} % off, tau \
{tau(raw_pairs):.2f}. The machine's memory, by `uarch calibrate` before and \
after the runs of each program, the middle and the extremes: \
{", ".join(f"{k}={statistics.median(v):.0f} ({min(v):.0f} to {max(v):.0f})"
           for k, v in found.items())}. Mean error \
{100 * mean(abs(e) for e in errors["own"]):.0f} %, tau of cycles per \
instruction {tau(pairs):.2f}. By the shipped file \
{100 * mean(abs(e) for e in errors["shipped"]):.0f} % \
(of {len(errors["shipped"])}). The same cycles per instruction for all \
({each:.3f}): {100 * mean(abs(e) for e in same):.0f} %.
"""


def against_profilers(store):
    rows = []
    for name, s in store.items():
        if p := s.get("perf"):
            rows.append([star(name), str(p["samples"]), str(len(p["first"])),
                         f"{p['found']} of {len(p['first'])}",
                         f"{p['order']} of {p['pairs']}", f"{p['worst']:.1f}",
                         f"`{p['worst_name']}`"])
    return table(["program", "samples", "functions of 1 %", "also predicted",
                  "pairs in order", "worst, points", "of"],
                 ["---"] + ["--:"] * 5 + ["---"], rows)


def against_callgrind(store):
    rows = []
    for name, s in store.items():
        if c := s.get("callgrind"):
            rows.append([
                star(name), f"{c['theirs'] / 1e6:.2f}", f"{c['mine'] / 1e6:.2f}",
                f"{c['covered']:.0f} %", f"{c['found']} of {len(c['first'])}",
                str(c["same"]), f"{c['order']} of {c['pairs']}",
                f"{c['worst']:+.2f}", f"`{c['worst_name']}`"])
    return table(["program", "instructions by callgrind, millions",
                  "by explain", "its ten hottest functions have",
                  "also of explain's ten", "at the same rank", "pairs in order",
                  "worst, points", "of"],
                 ["---"] + ["--:"] * 7 + ["---"], rows)


def windows_alone(store):
    rows, each = [], []
    for name, s in store.items():
        for cpu, w in s.get("windows", {}).items():
            each.append(w["each"])
            rows.append([name, cpu, f"{w['instructions'] / 1e6:.0f}",
                         f"{w['whole'] / 1e6:.2f}", f"{w['sampled'] / 1e6:.2f}",
                         f"{100 * w['half'] / w['sampled']:.1f} %",
                         f"{100 * (w['sampled'] / w['whole'] - 1):+.1f} %",
                         str(w["windows"]),
                         f"{100 * w['error']:+.2f} %", f"{100 * w['each']:.2f} %",
                         "{:.2f}, {:.2f}".format(*w["missed"]),
                         "{:.2f}, {:.2f}".format(*w["memory"])])
    return table(["program", "CPU", "instructions, millions",
                  "whole, millions of cycles", "sampled", "+-", "error",
                  "windows compared", "cycles of all", "of each, mean",
                  "mispredictions: whole, windows", "lines from memory"],
                 ["---"] * 2 + ["--:"] * 10, rows) + (
        f"\nSingle windows are off by {100 * mean(each):.2f} % in the mean.\n")


def behind_state(store):
    rows, all_errors, worst_design = [], [], collections.defaultdict(list)
    for name, s in store.items():
        if found := s.get("state"):
            errors = [cpi / whole - 1 for _, _, whole, cpi in found]
            all_errors += errors
            for (design, *_), e in zip(found, errors):
                worst_design[design].append(abs(e))
            at = max(range(len(errors)), key=lambda i: abs(errors[i]))
            rows.append([name, str(len({r[1] for r in found})),
                         f"{100 * mean(abs(e) for e in errors):.2f} %",
                         f"{100 * mean(errors):+.2f} %",
                         f"{100 * errors[at]:+.2f} %", f"`{found[at][0]}`"])
    text = table(["program", "regions", "mean error", "with sign", "worst",
                  "on design"], ["---"] + ["--:"] * 4 + ["---"], rows)
    by_design = ", ".join(f"`{d}` {100 * mean(e):.2f} %"
                          for d, e in worst_design.items())
    return text + f"""
{len(all_errors)} pairs of a region and a design are off by \
{100 * mean(abs(e) for e in all_errors):.2f} % in the mean; by design: \
{by_design}.
"""


def write(docs, store, host, note):
    """Those sections for which the store has something; with a host they stand
    beside those of others. Each begins with the note."""
    where = f", {host}" if host else ""
    sections = {}
    for kind, title, make in (
            ("explain", "What explain says", what_explain_says),
            ("whole", "Sampled and whole", sampled_and_whole),
            ("windows", "Windows and the same instructions of the whole run",
             windows_alone),
            ("state", "Regions behind their warm state, on ten designs",
             behind_state),
            ("machine", "Against the machine", against_the_machine),
            ("perf", "Functions, against perf", against_profilers),
            ("callgrind", "Functions, against callgrind", against_callgrind)):
        if any(kind in s for s in store.values()):
            sections[title + where] = make(store)
    pages.write(str(docs), "explain",
                {k: (note + "\n\n" if note else "") +
                    "Programs with a star are new: nothing was made with them."
                    "\n\n" + v for k, v in sections.items()})
