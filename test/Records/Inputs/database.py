"""database.py SOURCES BUILD: a compilation database in both of its forms."""

import json
import sys

sources, build = sys.argv[1:]
entries = [
    {
        "directory": sources,
        "file": "sum.c",
        "command": 'cc -march=skylake -Wall -MD -MF sum.d -o sum.o -c "sum.c"',
    },
    {
        "directory": build,
        "file": "sum.c",
        "arguments": ["gcc", "-O3", "-c", "../source files/sum.c", "-o", "x.o"],
    },
    {
        "directory": sources,
        "file": "broken.c",
        "arguments": ["cc", "-O2", "-c", "broken.c"],
    },
]
with open(build + "/compile_commands.json", "w") as file:
    json.dump(entries, file)
