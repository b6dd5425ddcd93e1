# Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What rafter-opt prints as JSON, as tables and plots.

    import rafter
    report = rafter.run("kernel.c", "--cpu=skylake")
    report.frame("regions.sensitivity.resources")     # a pandas.DataFrame
    rafter.plot("kernel.c", "--cpu=skylake")          # drawn in a notebook

load() reads files of any output of rafter-opt --format=json. rows() needs no
other package, frame() needs pandas.
"""

import json
import subprocess

#: The program that run() and plot() call.
TOOL = "rafter-opt"


class Error(Exception):
    """rafter-opt failed; the text is what it said."""


class Report:
    """One JSON document; `data` is what json.load gives."""

    def __init__(self, data):
        self.data = data

    def rows(self, path):
        """The objects of the list at `path` ("regions.sensitivity.resources"),
        a dictionary for each. Objects in them are flattened ("source.line").
        What the lists on the way say of themselves stands in front, under
        their path ("regions.name"). KeyError: nothing has such a path."""
        names = path.split(".")
        found, result = _walk(self.data, names, "", {})
        if not found:
            raise KeyError(path)
        return result

    def frame(self, path):
        """rows(path) as a pandas.DataFrame."""
        import pandas

        return pandas.DataFrame(self.rows(path))

    def paths(self):
        """Every path that rows() takes, sorted."""
        return sorted(_paths(self.data, ""))

    def __repr__(self):
        return f"<rafter.Report of {', '.join(self.data)}>"


class Plot:
    """A drawing of rafter-opt; notebooks show it."""

    def __init__(self, svg):
        self.svg = svg

    def _repr_svg_(self):
        return self.svg


def load(path):
    """The report in a file."""
    with open(path, encoding="utf-8") as file:
        return Report(json.load(file))


def run(*arguments):
    """rafter-opt ARGUMENTS --format=json."""
    return Report(json.loads(_call(arguments, "json")))


def plot(*arguments):
    """rafter-opt ARGUMENTS --format=svg: the same plot that the tool draws."""
    return Plot(_call(arguments, "svg"))


def _call(arguments, form):
    # What follows "--" belongs to a program.
    words = [str(word) for word in arguments]
    end = words.index("--") if "--" in words else len(words)
    words.insert(end, "--format=" + form)
    done = subprocess.run([TOOL, *words], stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, encoding="utf-8")
    if done.returncode:
        raise Error(done.stderr.strip() or f"exit status {done.returncode}")
    return done.stdout


def _flat(value, prefix=""):
    """The scalars of an object, and of objects in it."""
    row = {}
    for name, member in value.items():
        if isinstance(member, dict):
            row.update(_flat(member, prefix + name + "."))
        elif not isinstance(member, list):
            row[prefix + name] = member
    return row


def _walk(value, names, path, before):
    """Whether the path goes on, and the rows at its end."""
    if isinstance(value, list):
        found, rows = False, []
        for item in value:
            if not names:
                own = _flat(item) if isinstance(item, dict) else {"value": item}
                found, more = True, [{**before, **own}]
            elif isinstance(item, dict):
                own = {path + k: v for k, v in item.items()
                       if not isinstance(v, (dict, list))}
                here, more = _walk(item, names, path, {**before, **own})
                found = found or here
            else:
                more = []
            rows += more
        return found or not names, rows
    if not names:
        return isinstance(value, dict), [{**before, **_flat(value)}] * (
            isinstance(value, dict))
    if not isinstance(value, dict) or names[0] not in value:
        return False, []
    return _walk(value[names[0]], names[1:], path + names[0] + ".", before)


def _paths(value, path):
    found = set()
    if isinstance(value, list):
        if path:
            found.add(path)
        for item in value:
            found |= _paths(item, path)
    elif isinstance(value, dict):
        for name, member in value.items():
            if isinstance(member, (dict, list)):
                inner = f"{path}.{name}" if path else name
                found |= {inner} | _paths(member, inner)
    return found
