"""run-action.py ACTION TOOL INPUT=VALUE...: runs the first step of an action as
a runner of GitHub does, in the folder where it is called, and prints the
summary it made. The other steps are of GitHub."""

import os
import re
import subprocess
import sys
import tempfile

action, tool, *given = sys.argv[1:]
lines = open(action, encoding="utf-8").read().split("\n")
inputs, variables, script, block = {}, {}, [], ""
for line in lines:
    indent = len(line) - len(line.lstrip())
    key, _, value = line.strip().partition(":")
    if line and indent == 0:
        block = key
    if block == "inputs" and indent == 2:
        name = key
    if block == "inputs" and key == "default":
        inputs[name] = value.strip().strip('"')
    found = re.fullmatch(r" +([A-Z]+): \$\{\{ inputs\.(\w+) \}\}", line)
    if found:
        variables[found[1]] = found[2]
    if script and line and indent <= script[0]:
        break
    if script:
        script.append(line)
    if line.strip() == "run: |":
        script = [indent]
inputs.update(word.split("=", 1) for word in given)
folder = os.path.dirname(os.path.abspath(action))
with tempfile.NamedTemporaryFile("r", encoding="utf-8") as summary:
    environment = dict(
        os.environ,
        PATH=os.path.dirname(tool) + ":" + os.environ["PATH"],
        GITHUB_ACTION_PATH=folder,
        GITHUB_STEP_SUMMARY=summary.name,
        **{name: inputs[of] for name, of in variables.items()},
    )
    command = ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c"]
    done = subprocess.run(command + ["\n".join(script[1:])], env=environment)
    print("status", done.returncode)
    print(summary.read())
