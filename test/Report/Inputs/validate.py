"""validate.py SCHEMAS [NAME FILE]...: each FILE against NAME.schema.json in the
folder SCHEMAS, and the schemas themselves, by the package jsonschema."""

import json
import pathlib
import sys

import jsonschema

folder = pathlib.Path(sys.argv[1])
schemas = {}
for path in sorted(folder.glob("*.schema.json")):
    schema = json.loads(path.read_text())
    jsonschema.Draft202012Validator.check_schema(schema)
    assert schema["$id"].endswith("/schema/" + path.name), path
    assert isinstance(schema["version"], int), path
    schemas[schema["$id"]] = schema
    schemas[path.name] = schema
print(len(schemas) // 2, "schemas")

status = 0
for name, file in zip(sys.argv[2::2], sys.argv[3::2]):
    schema = schemas[name + ".schema.json"]
    value = json.loads(pathlib.Path(file).read_text())
    resolver = jsonschema.RefResolver(schema["$id"], schema, store=schemas)
    validator = jsonschema.Draft202012Validator(schema, resolver=resolver)
    problems = [
        f"{name}: {'/'.join(map(str, error.path))}: {error.message}"
        for error in validator.iter_errors(value)
    ]
    if value.get("schema_version", schema["version"]) != schema["version"]:
        problems.append(f"{name}: version {value['schema_version']}")
    print("\n".join(problems) or name + ": valid")
    status |= bool(problems)
sys.exit(status)
