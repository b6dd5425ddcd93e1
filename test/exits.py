"""Runs a command and succeeds if its exit status is the one given.

exits.py STATUS COMMAND ARGUMENTS...
"""

import subprocess
import sys

expected = int(sys.argv[1])
status = subprocess.run(sys.argv[2:]).returncode
if status != expected:
    print(f"exit status {status}, expected {expected}", file=sys.stderr)
sys.exit(status != expected)
