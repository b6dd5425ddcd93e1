"""Compares objects made with and without the plugin, byte for byte.

Every source file is compiled at each level, with and without -g, for each
target, four times: with and without the plugin, each with nothing asked and
with remarks printed and recorded (Clang by itself makes other objects without
-g when it records: it keeps track of places). Files that a target cannot compile (missing
headers) are left out there. Exit status 1 if any pair differs.

    perturbation.py --plugin build/tools/plugin/RafterPlugin.so FILES...

Without files: the project's examples, the kernels of utils/validation, the
inputs of the tests, and generated functions.
"""

import argparse
import filecmp
import os
import re
import subprocess
import sys

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..")


KINDS = ("float", "double", "int", "long", "short", "signed char", "unsigned")
KINDS += ("unsigned long", "unsigned short", "unsigned char")


def generated(folder, count):
    """Small loops over all combinations of type, operation and shape."""
    path = os.path.join(folder, "generated.c")
    shapes = [
        "for (int i = 0; i < n; ++i) y[i] = x[i] {op} a;",
        "for (int i = 0; i < n; ++i) s = s {op} x[i]; y[0] = s;",
        "for (int i = 2; i < n; ++i) y[i] = y[i - 2] {op} x[i];",
        "for (int i = 0; i < n; i += 3) y[i] = x[n - i] {op} y[i];",
        "for (int i = 0; i < n; ++i) if (x[i] > a) y[i] = x[i] {op} a;",
        "for (int i = 0; i < n; ++i) y[p[i]] = x[p[i]] {op} a;",
        "for (int i = 0; i < n; ++i) for (int k = 0; k < m; ++k)"
        " y[i] = y[i] {op} x[i * m + k];",
        "while (*x > a && n--) s = s {op} *x++; y[0] = s;",
    ]
    with open(path, "w") as out:
        number = 0
        for kind in KINDS:
            for operation in ("+", "-", "*", "/"):
                for shape in shapes:
                    if number == count:
                        return path
                    out.write(
                        f"void f{number}({kind} *y, const {kind} *x, {kind} a,"
                        f" const int *p, int n, int m) {{ {kind} s = 1; (void)s;"
                        f" {shape.format(op=operation)} }}\n"
                    )
                    number += 1
    return path


def corpus(work):
    files = [generated(work, 320)]
    for folder in ("examples", "utils/validation", "test", "benchmarks"):
        for where, _, names in os.walk(os.path.join(ROOT, folder)):
            for name in sorted(names):
                # It asks whether the plugin is there, and fails where it is not
                # told so.
                if name == "has-attribute.cpp":
                    continue
                if name.endswith((".c", ".cpp", ".cc")) and "Install" not in where:
                    files.append(os.path.join(where, name))
    return files


def compile_to(arguments, output):
    if os.path.exists(output):
        os.remove(output)
    done = subprocess.run(
        arguments + ["-o", output], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE
    )
    return done.returncode == 0


def functions(path, nm):
    listed = subprocess.run([nm, path], stdout=subprocess.PIPE, text=True).stdout
    return len(re.findall(r" [tTwW] [^$.]", listed))


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--clang", default="clang-22")
    parser.add_argument("--nm", default="nm")
    parser.add_argument("--plugin", required=True)
    parser.add_argument("--work", default="perturbation.work")
    targets = "x86_64-linux-gnu,aarch64-linux-gnu"
    parser.add_argument("--targets", default=targets, help="separated by commas")
    parser.add_argument("--levels", default="O0,O1,O2,O3")
    parser.add_argument("files", nargs="*")
    options = parser.parse_args()
    os.makedirs(options.work, exist_ok=True)

    pairs = 0
    differing = []
    seen_functions = 0
    seen_files = 0
    names = ("plain", "idle", "recorded", "asked")
    objects = [os.path.join(options.work, name + ".o") for name in names]
    record = os.path.join(options.work, "record.yaml")
    for path in options.files or corpus(options.work):
        found = 0
        for target in options.targets.split(","):
            for level in options.levels.split(","):
                for debug in ([], ["-g"]):
                    command = [options.clang, "-target", target, "-" + level, "-w"]
                    command += debug + ["-c", path]
                    plugin = [
                        "-fplugin=" + options.plugin,
                        "-fpass-plugin=" + options.plugin,
                    ]
                    asked = ["-Rpass-analysis=rafter"]
                    asked += ["-foptimization-record-file=" + record]
                    if not compile_to(command, objects[0]):
                        continue
                    found = max(found, functions(objects[0], options.nm))
                    pairs += 2
                    same = compile_to(command + plugin, objects[1]) and filecmp.cmp(
                        objects[0], objects[1], shallow=False
                    )
                    same = (
                        same
                        and compile_to(command + asked, objects[2])
                        and compile_to(command + plugin + asked, objects[3])
                        and filecmp.cmp(objects[2], objects[3], shallow=False)
                    )
                    if not same:
                        differing.append(" ".join(command))
        seen_functions += found
        seen_files += found > 0
    for command in differing:
        print("differs: " + command)
    print(
        f"{pairs} pairs of objects of {seen_files} files, "
        f"{seen_functions} functions: {len(differing)} differ"
    )
    return 1 if differing else 0


if __name__ == "__main__":
    sys.exit(main())
