"""Runs each kernel of examples at both levels, for targets without and with
fused multiply-adds, and prints what a report says that they executed.

  levels-agree.py RAFTER-OPT EXAMPLES REPORT
"""

import json
import re
import subprocess
import sys

KERNELS = {"sum": 1000, "mvm": 32, "mmm-triple": 16, "mmm-blocked": 16,
           "stencil": 12, "fft": 64, "kmeans": 20, "wht-iterative": 64,
           "wht-recursive": 64}
LEVELS = re.compile(r"both levels execute (\d+) additions, "
                    r"(\d+) multiplications, (\d+) multiply-adds$")


def can_execute_fused():
    with open("/proc/cpuinfo") as info:
        words = set(info.read().split())
    return {"avx2", "bmi2", "fma"} <= words


def executed(tool, source, size, function, march, path):
    subprocess.run(
        [tool, source, "-passes=print<computation-dag>,print<causality>",
         "-rafter-run", f"-rafter-function={function}",
         f"-rafter-args={size} 1", "-rafter-cpu=skylake",
         f"-rafter-cflags=-march={march}", "-rafter-format=json",
         f"-rafter-output={path}"],
        check=True, stdout=subprocess.DEVNULL)
    with open(path) as file:
        region, = json.load(file)["regions"]
    said = [LEVELS.match(line) for line in region["assumptions"]]
    said = [match for match in said if match]
    assert len(said) == 1, (source, march, region["assumptions"])
    counts = [int(count) for count in said[0].groups()]
    nodes = region["computation_dag"]["nodes"]
    assert counts == [nodes[kind] for kind in ("add", "mul", "fma")], nodes
    return counts


def main():
    tool, examples, path = sys.argv[1:]
    targets = ["x86-64"] + ["x86-64-v3"] * can_execute_fused()
    for kernel, size in KERNELS.items():
        for march in targets:
            adds, multiplies, fused = executed(
                tool, f"{examples}/{kernel}.c", size, kernel.replace("-", "_"),
                march, path)
            print(kernel, march, adds, multiplies, fused)
            assert adds + fused > 0
            # Without fused multiply-adds in the target there are none.
            assert march != "x86-64" or fused == 0


main()
