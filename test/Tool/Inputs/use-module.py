"""use-module.py RAFTER-OPT SOURCE REPORT: what the module makes of it."""

import sys

import rafter

rafter.TOOL, source, path = sys.argv[1:]
report = rafter.load(path)
print("regions:", len(report.rows("regions")))
row = report.rows("regions.sensitivity.resources")[0]
print("resource:", row["name"], "region:", row["regions.function"])
again = rafter.run(source, "--cpu=skylake")
print("same rows from a run:", again.rows("regions") == report.rows("regions"))
print("plot:", rafter.plot(source, "--cpu=skylake")._repr_svg_()[:4])
try:
    report.rows("regions.nosuch")
except KeyError as error:
    print("no path:", error)
try:
    rafter.run("nosuch.c")
except rafter.Error as error:
    print("error:", error)
try:
    rows = report.rows("regions.sensitivity.resources")
    assert len(report.frame("regions.sensitivity.resources")) == len(rows)
    print("data frame: fine")
except ImportError:
    print("data frame: no pandas")
data = {"a": [{"x": 1, "b": [{"y": 2, "z": {"w": 3}}, 4]}]}
print("nested:", rafter.Report(data).rows("a.b"))
