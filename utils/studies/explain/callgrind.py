#===- callgrind.py - Instructions of functions, by Valgrind ----------------===#
#
# Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===-----------------------------------------------------------------------===#
"""What `valgrind --tool=callgrind` counts, beside the counts of explain.

Both count what was executed, each in an emulator of its own. A function without
a symbol has its file and the offset of its first instruction in both, and
recursive calls and stubs of the linker count as what they are."""
import collections
import os
import re
import shutil
import subprocess

NAMED = re.compile(r"\((\d+)\)(?: (.*))?")


def resolve(names, text):
    """A name in the format of callgrind: an id, and what it stands for where
    it comes first."""
    m = NAMED.fullmatch(text)
    if not m:
        return text
    if m[2] is not None:
        names[m[1]] = m[2]
    return names[m[1]]


def name_of(object_file, function, program=""):
    """As explain says it: functions of the program itself have no file, those
    without a name that by which it was called."""
    own = object_file == os.path.realpath(program)
    file = os.path.basename(program if own else object_file)
    function = re.sub(r"'\d+$|@.*", "", function)
    if m := re.fullmatch(r"0x([0-9a-f]+)", function):
        return f"{file}+0x{int(m[1], 16):x}"
    return function if own else f"{file}`{function}"


def read(lines, program=""):
    """Instructions of each function itself, of an executable and its
    libraries."""
    counts = collections.Counter()
    objects, functions = {}, {}
    owner = function = ""
    called = False
    for line in lines:
        line = line.rstrip("\n")
        key, _, value = line.partition("=")
        if key == "ob":
            owner = resolve(objects, value)
        elif key == "cob":
            resolve(objects, value)
        elif key == "fn":
            function = resolve(functions, value)
        elif key == "cfn":
            resolve(functions, value)
        elif key == "calls":
            called = True
        elif line[:1].isdigit() or line[:1] in ("+", "-", "*"):
            if not called:
                counts[name_of(owner, function, program)] += int(line.split()[1])
            called = False
    return counts


def count(words, path):
    """None where there is no Valgrind."""
    try:
        subprocess.run(["valgrind", "--tool=callgrind", "--skip-plt=no",
                        f"--callgrind-out-file={path}"] + words, check=True,
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                       stdin=subprocess.DEVNULL)
    except FileNotFoundError:
        return None
    with open(path, encoding="utf-8") as text:
        return read(text, shutil.which(words[0]))


def compare(theirs, report):
    """The ten functions with the most instructions, by callgrind."""
    mine = collections.Counter()
    for part in report["parts"]:
        mine[part["function"]] += part["instructions"]
    total = sum(theirs.values())
    share = {f: 100 * n / total for f, n in theirs.items()}
    here = {f: 100 * n / report["instructions"] for f, n in mine.items()}
    first = [f for f, _ in theirs.most_common(10)]
    ours = [f for f, _ in mine.most_common(10)]
    pairs = [(f, g) for i, f in enumerate(first) for g in first[i + 1:]]
    worst = max(first, key=lambda f: abs(share[f] - here.get(f, 0)))
    return {"theirs": total, "mine": report["instructions"], "first": first,
            "covered": sum(share[f] for f in first),
            "found": sum(f in ours for f in first),
            "same": sum(f == g for f, g in zip(first, ours)),
            "pairs": len(pairs),
            "order": sum(here.get(f, 0) >= here.get(g, 0) for f, g in pairs),
            "worst_name": worst, "worst": here.get(worst, 0) - share[worst]}
