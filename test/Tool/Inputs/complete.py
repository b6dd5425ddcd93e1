"""complete.py DIRECTORY: tries the completions and manual pages there."""

import glob
import shutil
import subprocess
import sys

directory = sys.argv[1]
script = directory + "/bash-completion/completions/rafter-opt"
for line in [
    "spi",
    "spire ",
    "spire fit --tr",
    "spire fit --trends=p",
    "diff --format=",
    "help u",
    "-rafter-cac",
    "-rafter-cache=",
]:
    whole = "rafter-opt " + line
    words = subprocess.run(
        ["bash", "-c", 'cd /; . "$1"; COMP_LINE=$2; COMP_POINT=${#2}; '
         '_rafter_opt; echo "${COMPREPLY[@]}"', "bash", script, whole],
        stdout=subprocess.PIPE,
        check=True,
        text=True,
    ).stdout.split()
    print(f"'{line}' ->", *words)

errors = ""
for command in (
    ["zsh", "-n", directory + "/zsh/site-functions/_rafter-opt"],
    ["fish", "-n", directory + "/fish/vendor_completions.d/rafter-opt.fish"],
    ["groff", "-man", "-Tutf8", "-ww", *glob.glob(directory + "/man/man1/*")],
):
    if shutil.which(command[0]):
        result = subprocess.run(
            command,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
        )
        errors += result.stderr or ("" if result.returncode == 0 else command[0])
print("errors of the other shells and of groff:", errors or "none")
