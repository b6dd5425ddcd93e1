"""strange-names.py RAFTER-OPT SOURCE WORK: files whose names have blanks, quotes,
newlines and bytes that are no UTF-8 are read like others, and errors name them
in one line."""

import json
import os
import shutil
import subprocess
import sys

tool, source, work = sys.argv[1:]
shutil.rmtree(work, ignore_errors=True)
os.makedirs(work)
os.chdir(work)
for name in (b"a b.c", b"it's.c", b'"q".c', b"new\nline.c", b"\xff\xfe.c", b"-x.c", "ü.c".encode()):
    shutil.copy(source, name)
    path = b"./" + name
    for form in ("text", "json", "html"):
        done = subprocess.run(
            [tool, path, "--cpu=skylake", "--format=" + form, "--regions=1"],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        problem = done.stderr.decode(errors="replace").strip()
        if done.returncode or problem:
            print(name, form, done.returncode, problem)
        elif form == "json":
            try:
                json.loads(done.stdout.decode())
            except ValueError as error:
                print(name, "JSON:", error)
    os.remove(name)
    done = subprocess.run([tool, path], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    lines = done.stderr.decode(errors="replace").splitlines()
    if done.returncode != 1 or len(lines) != 1 or "No such file" not in lines[0]:
        print(name, "missing:", done.returncode, lines)
print("done")
