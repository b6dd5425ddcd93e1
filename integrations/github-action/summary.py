"""summary.py REPORT.sarif: what rafter-opt report --format=sarif found, as a
table in Markdown."""

import json
import sys

with open(sys.argv[1], encoding="utf-8") as file:
    results = json.load(file)["runs"][0]["results"]
print("### Rafter: what binds the hot loops\n")
if results:
    print("| | loop | |\n|---|---|---|")
else:
    print("No loop has a remark.")
for rank, result in enumerate(results, 1):
    place = ""
    for location in result.get("locations", [])[:1]:
        physical = location["physicalLocation"]
        line = physical.get("region", {}).get("startLine")
        place = physical["artifactLocation"]["uri"] + (f":{line}" if line else "")
    text = result["message"]["text"].replace("|", "\\|").replace("\n", " ")
    print(f"| {rank} | `{place}` | {text} |")
