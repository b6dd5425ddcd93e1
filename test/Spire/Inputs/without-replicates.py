"""usage: without-replicates.py MODEL: the rooflines of a model alone."""
import json
import sys

with open(sys.argv[1], encoding="utf-8") as file:
    model = json.load(file)
for metric in model["metrics"]:
    if not metric.pop("replicates"):
        sys.exit("no replicates in " + metric["name"])
print(json.dumps(model, indent=1))
