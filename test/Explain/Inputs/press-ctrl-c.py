"""press-ctrl-c.py FILE COMMAND...: runs a command, sends it SIGINT when there
is something in the file, and prints what it printed and its status."""
import os
import signal
import subprocess
import sys
import time

run = subprocess.Popen(sys.argv[2:], stdout=subprocess.PIPE, text=True)
while run.poll() is None and not (os.path.exists(sys.argv[1]) and
                                  os.path.getsize(sys.argv[1])):
    time.sleep(0.05)
run.send_signal(signal.SIGINT)
out, _ = run.communicate()
print(out)
print("status", run.returncode)
