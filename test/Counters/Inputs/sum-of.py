"""sum-of.py EVENT FILE: the sum of the counts of an event."""
import csv
import sys

with open(sys.argv[2]) as file:
    rows = csv.reader(line for line in file if not line.startswith("#"))
    heading = next(rows)
    print(int(sum(float(row[heading.index("metric")]) for row in rows
                  if row[0] == sys.argv[1])))
