"""Two runs of a region: the second core is smaller and its run is cut."""

import json
import sys

runs = []
for path in sys.argv[1:]:
    with open(path) as file:
        runs.append(json.load(file))
large, small = (run["regions"][0] for run in runs)
assert [run["design"]["rob"] for run in runs] == [128, 2]
assert len(large["intervals"]) == 1
assert len(small["intervals"]) == -(-small["cycles"] // 1000)
for region in (large, small):
    assert region["instructions"] == 20000
    assert region["cpi"] == region["cycles"] / 20000
    assert sum(region["stack"].values()) == region["cycles"]
    assert sum(region["areas"].values()) == region["cycles"]
    for event, count in region["counters"].items():
        parts = [part["counters"][event] for part in region["intervals"]]
        assert sum(parts) == count, event
for event in "instructions", "branches", "branch-misses", "loads", "stores":
    assert large["counters"][event] == small["counters"][event], event
assert small["cycles"] > large["cycles"]
assert small["rob_occupancy"] <= 2 < large["rob_occupancy"]
