"""commands.py RAFTER-OPT CLANG SOURCES WORK: runs the commands that README.md
and the docs show.

Those of README.md run in a folder with files of the shown names and must end
with status 0. Those of the docs run where their files are not: a shown option
that is not known, or a crash, is an error; a missing file is none.
"""

import os
import pathlib
import re
import shutil
import subprocess
import sys

tool, clang, sources, work = map(os.path.abspath, sys.argv[1:])
sources = pathlib.Path(sources)
inputs = sources / "test"

# What depends on the machine's counters, or measures it for minutes.
FREE = ("rafter-opt counters", "rafter-opt uarch infer")
# Words that stand for something, in templates of usage.
TEMPLATE = re.compile(r"\b[A-Z]{2,}[.-]|\[[A-Z]|\bFILES?\b|\bNAME\b|rafter-opt [a-z]+:|\.\.\.$")


def shown(page):
    """The commands in code blocks of a page."""
    for kind, block in re.findall(r"^```(.*?)\n(.*?)^```", page.read_text(), re.S | re.M):
        if kind not in ("", "sh", "bash"):
            continue
        for line in block.replace("\\\n", " ").split("\n"):
            line = line.strip().removeprefix("$ ")
            line = re.sub(r"\s+#.*", "", line)
            if line.startswith("rafter-opt ") and not TEMPLATE.search(line):
                yield line


def run(command, folder):
    environment = dict(os.environ, PATH=f"{folder}:{os.path.dirname(tool)}:{os.environ['PATH']}")
    try:
        done = subprocess.run(
            ["sh", "-c", command],
            cwd=folder,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            timeout=120,
        )
    except subprocess.TimeoutExpired:
        return -1, "no end after 120 s"
    return done.returncode, done.stdout.decode(errors="replace")


def prepare(folder):
    """Files of the names that README.md uses."""
    shutil.copy(inputs / "Docs/Inputs/kernel.c", folder / "kernel.c")
    shutil.copy(inputs / "MLIR/linalg-matmul.mlir", folder / "matmul.mlir")
    shutil.copy(inputs / "Spire/Inputs/train.csv", folder / "train.csv")
    shutil.copy(inputs / "Spire/Inputs/memory.csv", folder / "run.csv")
    (folder / "block.s").write_text("vfmadd231pd %ymm0, %ymm1, %ymm2\n")
    for command in (
        f"{clang} -O2 -g kernel.c -o program",
        "rafter-opt kernel.c -S -passes=verify -o kernel.ll",
        "rafter-opt kernel.c --cpu=skylake --format=json --output=old.json",
        "cp old.json new.json",
        f"rafter-opt fingerprint train {inputs}/Fingerprint/Inputs/slices.csv -o tree.json",
        f"cp {inputs}/Fingerprint/Inputs/program.csv slices.csv",
    ):
        status, output = run(command, folder)
        assert status == 0, (command, output)


problems = []
count = 0
folder = pathlib.Path(work) / "readme"
shutil.rmtree(work, ignore_errors=True)
folder.mkdir(parents=True)
prepare(folder)
for command in shown(sources / "README.md"):
    if command.startswith(FREE):
        continue
    # The classes of the tree are those of other counters.
    command = command.replace("classify tree.json run.csv", "classify tree.json slices.csv")
    status, output = run(command, folder)
    count += 1
    if status:
        problems.append(f"README.md: {command}: status {status}: {output[-400:]}")
print(count, "commands of README.md")

count = 0
folder = pathlib.Path(work) / "docs"
folder.mkdir()
(folder / "text.txt").write_text("text\n")
for page in sorted((sources / "docs").glob("*.md")):
    if page.name == "options.md":
        continue
    for command in shown(page):
        if command.startswith(FREE):
            continue
        status, output = run(command, folder)
        count += 1
        if status < 0 or status == 2 or status > 125:
            problems.append(f"{page.name}: {command}: status {status}: {output[-400:]}")
print(count, "commands of the docs")
print("\n".join(problems) or "all are fine")
sys.exit(bool(problems))
