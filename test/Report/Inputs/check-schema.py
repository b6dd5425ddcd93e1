"""Checks standard input against docs/schema/report.schema.json.

Knows the keywords that this schema uses: $ref, type, enum, required,
properties, additionalProperties, items, minimum, maximum. Prints every
violation and every undocumented field, and exits with status 1 if there is one.
"""

import json
import sys

with open(sys.argv[1]) as file:
    root = json.load(file)
value = json.load(sys.stdin)
problems = []

TYPES = {
    "object": dict,
    "array": list,
    "string": str,
    "boolean": bool,
    "integer": int,
    "number": (int, float),
    "null": type(None),
}


def has_type(value, name):
    if isinstance(value, bool):
        return name == "boolean"
    return isinstance(value, TYPES[name])


def check(schema, value, place):
    if "$ref" in schema:
        check(root["$defs"][schema["$ref"].split("/")[-1]], value, place)
    types = schema.get("type", [])
    types = [types] if isinstance(types, str) else types
    if types and not any(has_type(value, name) for name in types):
        problems.append(f"{place}: is not {' or '.join(types)}")
        return
    if "enum" in schema and value not in schema["enum"]:
        problems.append(f"{place}: {value!r} is not one of {schema['enum']}")
    if "minimum" in schema and value is not None and value < schema["minimum"]:
        problems.append(f"{place}: {value} is too small")
    if "maximum" in schema and value is not None and value > schema["maximum"]:
        problems.append(f"{place}: {value} is too large")
    if isinstance(value, list) and "items" in schema:
        for index, item in enumerate(value):
            check(schema["items"], item, f"{place}[{index}]")
    if isinstance(value, dict):
        check_object(schema, value, place)


def check_object(schema, value, place):
    for name in schema.get("required", []):
        if name not in value:
            problems.append(f"{place}: has no {name}")
    known = schema.get("properties", {})
    others = schema.get("additionalProperties")
    for name, member in value.items():
        if name in known:
            check(known[name], member, f"{place}.{name}")
        elif others:
            check(others, member, f"{place}.{name}")
        elif known:
            problems.append(f"{place}.{name}: is not documented")


check(root, value, "report")
print("\n".join(problems) or "valid")
sys.exit(1 if problems else 0)
