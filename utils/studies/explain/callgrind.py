#===- callgrind.py - Instructions of functions, by Valgrind ----------------===#
#
# Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===-----------------------------------------------------------------------===#
"""What `valgrind --tool=callgrind` counts, beside the counts of explain.

Both count what was executed, each in an emulator of its own. Functions begin
where symbols and the frames of `.eh_frame` do: callgrind adds what is entered by
a jump to the function that the jump is in, and a function without a symbol has
no name that both would give it. Stubs of the linker that callgrind knows no file
of are in the sum only."""
import bisect
import collections
import os
import re
import shutil
import subprocess

PRELOADED = "/usr/libexec/valgrind/vgpreload_core-amd64-linux.so"
NAMED = re.compile(r"\((\d+)\)(?: (.*))?")
BEGIN = re.compile(r" FDE .*pc=([0-9a-f]+)\.\.|"
                   r"^ *\d+: ([0-9a-f]+) +\w+ (?:FUNC|IFUNC) +\w+ +\w+ +\d", re.M)


def resolve(names, text):
    """A name in the format of callgrind: an id, and what it stands for where
    it comes first."""
    m = NAMED.fullmatch(text)
    if not m:
        return text
    if m[2] is not None:
        names[m[1]] = m[2]
    return names[m[1]]


def read(lines):
    """Instructions at each address of each file."""
    counts = collections.defaultdict(collections.Counter)
    objects, owner, address, called = {}, "", 0, False
    for line in lines:
        key, _, value = line.rstrip("\n").partition("=")
        if key in ("ob", "cob"):
            name = resolve(objects, value)
            owner = name if key == "ob" else owner
        elif key == "calls":
            called = True
        elif line[:1].isdigit() or line[:1] in ("+", "-", "*"):
            where, _, count = line.split()
            step = int(where.lstrip("+-*") or "0", 16 if "x" in where else 10)
            address = (address + step if where[0] == "+" else
                       address - step if where[0] == "-" else
                       address if where[0] == "*" else step)
            if not called:
                counts[owner][address] += int(count)
            called = False
    return counts


def begins_of(path):
    """Where the functions of a file begin, ascending."""
    text = subprocess.run(["readelf", "-W", "-s", "--debug-dump=frames", path],
                          capture_output=True, text=True).stdout
    return sorted({int(m[1] or m[2], 16) for m in BEGIN.finditer(text)})


def by_function(counts, begins):
    """Instructions of each function; those before the first one are of it."""
    result = collections.Counter()
    for address, count in counts.items():
        at = bisect.bisect_right(begins, address) - 1
        result[begins[max(at, 0)] if begins else 0] += count
    return result


def count(words, path):
    """By file and beginning of a function. None where there is no Valgrind."""
    try:
        subprocess.run(["valgrind", "--tool=callgrind", "--skip-plt=no",
                        "--dump-instr=yes", f"--callgrind-out-file={path}"] +
                       words, check=True, stdout=subprocess.DEVNULL,
                       stderr=subprocess.DEVNULL, stdin=subprocess.DEVNULL)
    except FileNotFoundError:
        return None
    with open(path, encoding="utf-8") as text:
        counts = read(text)
    program = shutil.which(words[0])
    result = collections.Counter()
    for file, at in counts.items():
        own = file == os.path.realpath(program)
        name = os.path.basename(program if own else file)
        for begin, n in by_function(at, begins_of(file)).items():
            result[name, begin] += n
    return result


def compare(theirs, report):
    """The ten functions with the most instructions, by callgrind."""
    begins, mine, names = {}, collections.Counter(), {}
    for part in report["parts"]:
        if not part["loop"]:
            begins[part["function"]] = part["file"], part["address"]
    for part in report["parts"]:
        where = begins[part["function"]]
        mine[where] += part["instructions"]
        names[where] = part["function"]
    total = sum(theirs.values())
    share = {f: 100 * n / total for f, n in theirs.items()}
    here = {f: 100 * n / report["instructions"] for f, n in mine.items()}
    first = [f for f, _ in theirs.most_common(11) if f[0] != "???"][:10]
    ours = [f for f, _ in mine.most_common(10)]
    pairs = [(f, g) for i, f in enumerate(first) for g in first[i + 1:]]
    worst = max(first, key=lambda f: abs(share[f] - here.get(f, 0)))
    return {"theirs": total, "mine": report["instructions"],
            "first": [names.get(f, f"{f[0]}+0x{f[1]:x}") for f in first],
            "covered": sum(share[f] for f in first),
            "found": sum(f in ours for f in first),
            "same": sum(f == g for f, g in zip(first, ours)),
            "pairs": len(pairs),
            "order": sum(here.get(f, 0) >= here.get(g, 0) for f, g in pairs),
            "worst_name": names.get(worst, f"{worst[0]}+0x{worst[1]:x}"),
            "worst": here.get(worst, 0) - share[worst]}
