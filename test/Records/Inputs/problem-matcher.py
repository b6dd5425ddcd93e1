"""problem-matcher.py TASKS LINES: what the problem matcher of VS Code in TASKS
makes of LINES."""

import json
import re
import sys

with open(sys.argv[1], encoding="utf-8") as file:
    matcher = json.load(file)["tasks"][0]["problemMatcher"]
pattern = matcher["pattern"]
for line in open(sys.argv[2], encoding="utf-8"):
    match = re.match(pattern["regexp"], line.rstrip("\n"))
    if match:
        fields = [match[pattern[name]] for name in ("file", "line", "column")]
        print(*fields, matcher["severity"], match[pattern["message"]])
