"""call-as-compiler-explorer.py PROPERTIES TOOL SOURCE WORDS...: what an
instance with these properties would show."""

import os
import subprocess
import sys

properties, tool, source, *words = sys.argv[1:]
values = dict(
    line.strip().split("=", 1) for line in open(properties) if line[0] != "#"
)
assert values["tools"] == "rafter"
assert values["tools.rafter.type"] == "independent"
assert os.path.basename(values["tools.rafter.exe"]) == os.path.basename(tool)
command = [tool, *values["tools.rafter.options"].split(), *words, source]
done = subprocess.run(
    command,
    cwd=os.path.dirname(source),
    stdin=subprocess.DEVNULL,
    stdout=subprocess.PIPE,
    stderr=subprocess.STDOUT,
    text=True,
    timeout=60,
)
print("status", done.returncode)
print(done.stdout)
