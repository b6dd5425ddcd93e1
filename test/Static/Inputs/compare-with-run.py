"""compare-with-run.py TOOL SOURCE FUNCTION SIZE [--counts]

Analyses FUNCTION of SOURCE in a run and by a static walk and compares the
reports: everything that is measured or modelled must be equal, or with
--counts the nodes and flops alone.
"""

import json
import subprocess
import sys
import tempfile


def analyse(tool, source, function, *options):
    with tempfile.NamedTemporaryFile(suffix=".json") as output:
        subprocess.run(
            [
                tool,
                source,
                "-rafter-cpu=xeon-e5-2680",
                f"-rafter-function={function}",
                "-rafter-format=json",
                "-rafter-cache=cold",
                f"-rafter-output={output.name}",
                *options,
            ],
            check=True,
            stdout=subprocess.DEVNULL,
        )
        return json.load(open(output.name))["regions"][0]


def counts(region):
    roofline = region["generalized_roofline"]
    kinds = {k: v["count"] for k, v in roofline["nodes"].items()}
    return roofline["flops"], roofline["bytes"], kinds


tool, source, function, size = sys.argv[1:5]
run = analyse(tool, source, function, "-rafter-run", f"-rafter-args={size} 1")
walk = analyse(tool, source, function, f"-rafter-assume=n={size}")
assert run["mode"] == "modelled" and walk["mode"] == "static", (
    run["mode"],
    walk["mode"],
)
if "--counts" in sys.argv:
    assert counts(run) == counts(walk), (counts(run), counts(walk))
else:
    for part in ("computation_dag", "generalized_roofline"):
        assert run[part] == walk[part], (part, counts(run), counts(walk))
print(function, size, "equal")
