"""Kills a command as soon as a file that it writes has some size.

kill-when.py FILE BYTES COMMAND ARGUMENTS...

Fails if the command ends before that: then nothing was interrupted.
"""

import os
import signal
import subprocess
import sys
import time

path, least = sys.argv[1], int(sys.argv[2])
process = subprocess.Popen(sys.argv[3:])
while process.poll() is None:
    if os.path.exists(path) and os.path.getsize(path) >= least:
        process.send_signal(signal.SIGKILL)
        process.wait()
        break
    time.sleep(0.001)
if process.returncode != -signal.SIGKILL:
    sys.exit(f"ended with {process.returncode} before it could be killed")
