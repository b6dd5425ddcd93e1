"""count-lines.py MOST COMMAND... -- FILE...: what COMMAND prints for each FILE
has from 1 to MOST lines."""

import subprocess
import sys

split = sys.argv.index("--")
most, command = int(sys.argv[1]), sys.argv[2:split]
for path in sys.argv[split + 1:]:
    text = subprocess.run(command + [path], check=True, capture_output=True,
                          text=True).stdout
    if not 1 <= text.count("\n") <= most:
        sys.exit(f"{path}: {text.count(chr(10))} lines\n{text}")
