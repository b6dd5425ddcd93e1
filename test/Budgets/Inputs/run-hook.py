"""run-hook.py HOOKS TOOL FILE...: runs the entry of the only hook on those of the
files that its types take, as pre-commit does."""

import os
import re
import shlex
import subprocess
import sys

hooks, tool, *files = sys.argv[1:]
text = open(hooks, encoding="utf-8").read()
entry = re.search(r"^  entry: (.*)$", text, re.M)[1]
wanted = re.compile(re.search(r"^  files: (.*)$", text, re.M)[1])
done = subprocess.run(
    shlex.split(entry) + [file for file in files if wanted.search(file)],
    env=dict(os.environ, PATH=os.path.dirname(tool) + ":" + os.environ["PATH"]),
    stdout=subprocess.PIPE,
    stderr=subprocess.STDOUT,
    text=True,
)
print(done.stdout, end="")
print("status", done.returncode)
