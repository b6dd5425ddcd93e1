"""Checks standard input against a schema; schemas may refer to others beside.

Knows the keywords that this schema uses: $ref, type, enum, required,
properties, additionalProperties, items, minimum, maximum. Prints every
violation and every undocumented field, and exits with status 1 if there is one.
"""

import json
import pathlib
import sys


def load(path):
    return json.loads(path.read_text())


path = pathlib.Path(sys.argv[1])
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


def check(schema, value, place, root):
    if "$ref" in schema:
        other, _, name = schema["$ref"].partition("#/$defs/")
        target = load(path.parent / other) if other else root
        check(target["$defs"][name] if name else target, value, place, target)
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
            check(schema["items"], item, f"{place}[{index}]", root)
    if isinstance(value, dict):
        check_object(schema, value, place, root)


def check_object(schema, value, place, root):
    for name in schema.get("required", []):
        if name not in value:
            problems.append(f"{place}: has no {name}")
    known = schema.get("properties", {})
    others = schema.get("additionalProperties")
    for name, member in value.items():
        if name in known:
            check(known[name], member, f"{place}.{name}", root)
        elif others:
            check(others, member, f"{place}.{name}", root)
        elif known:
            problems.append(f"{place}.{name}: is not documented")


root = load(path)
check(root, value, "report", root)
print("\n".join(problems) or "valid")
sys.exit(1 if problems else 0)
