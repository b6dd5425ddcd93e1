"""Checks what the schema cannot say of sensitivity and causality on standard
input: curves rise, nothing slows down, shares add up to 1.
"""

import json
import sys

for region in json.load(sys.stdin)["regions"]:
    sensitivity, causality = region["sensitivity"], region["causality"]
    speedups = [r["speedup"] for r in sensitivity["resources"]]
    assert speedups == sorted(speedups, reverse=True), speedups
    for resource in sensitivity["resources"]:
        curve = [point["speedup"] for point in resource["curve"]]
        assert curve == sorted(curve) and curve[0] >= 1, resource
        assert resource["curve"][-1]["factor"] is None, resource
    assert sensitivity["cycles"] == causality["cycles"]
    shares = [i["share"] for i in causality["instructions"]]
    total = sum(shares) + causality["unattributed"]
    assert abs(total - 1) < 1e-6, total
    for instruction in causality["instructions"]:
        by = sum(instruction["by"].values())
        assert abs(by - instruction["share"]) < 1e-6, instruction
