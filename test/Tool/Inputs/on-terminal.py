"""on-terminal.py PROGRAM ARGUMENTS...: what it prints on a terminal, escape
characters as \\x1b."""

import os
import pty
import sys

output = b""


def keep(terminal):
    global output
    data = os.read(terminal, 1 << 16)
    output += data
    return data


os.environ["TERM"] = "xterm"
screen = os.dup(1)
os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
pty.spawn(sys.argv[1:], keep)
os.dup2(screen, 1)
print(output.decode().replace("\x1b", "\\x1b").replace("\r", ""))
