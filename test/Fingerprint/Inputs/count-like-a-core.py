"""Runs a program of examples/pathologies and writes counts as perf stat does in
intervals of 100 ms: more misses with the pathology, of caches for those that
have a working set, of branches for the others. Usage: OUTPUT PROGRAM..."""
import subprocess
import sys

output, *program = sys.argv[1:]
subprocess.run(program, check=True, stdout=subprocess.DEVNULL)
name, variant, size = program[1], program[2] == "with", int(program[3])
misses = size // 100 if name == "array" else 10
with open(output, "w") as file:
    for i in range(1, 14):
        for event, value in (
            ("cycles", 100000),
            ("instructions", 50000 + 100 * i),
            ("cache-misses", misses + i if variant and name == "array" else i),
            ("branch-misses", 3000 + i if variant and name == "branches" else i),
        ):
            print(f"{i / 10},{value},,{event},1000,100.00,,", file=file)
