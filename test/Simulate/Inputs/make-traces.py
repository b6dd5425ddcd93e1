"""Writes the same small loop as traces of several tools.

make-traces.py PREFIX

PREFIX.champsim, PREFIX.champsim.xz, PREFIX.drmemtrace (version 6, REGDEPS) and
PREFIX.cbp.gz, each with 2000 iterations of a load, an addition and a branch
back.
"""

import gzip
import lzma
import struct
import sys

prefix = sys.argv[1]
iterations = range(2000)


def data_address(iteration):
    return 0x10000 + 64 * (iteration % 32)


def champsim():
    def record(address, taken, results, sources, load):
        return struct.pack(
            "<QBB2B4B2Q4Q", address, taken, taken, *(results + [0, 0])[:2],
            *(sources + [0, 0, 0, 0])[:4], 0, 0, load, 0, 0, 0)

    instruction_pointer, flags = 26, 25
    out = b""
    for i in iterations:
        out += record(0x401000, 0, [1], [2], data_address(i))
        out += record(0x401004, 0, [3], [1, 3], 0)
        out += record(0x401008, 1, [instruction_pointer],
                      [instruction_pointer, flags], 0)
    return out


def drmemtrace():
    def record(kind, size, value):
        return struct.pack("<HHQ", kind, size, value)

    def encoding(category, flags, results, sources):
        code = struct.pack("<I", category << 10 | flags << 8
                           | len(sources) << 4 | len(results))
        if results or sources:
            code += bytes([6, *results, *sources])
        code += b"\xaa" * (-len(code) % 4)
        parts = [code[at:at + 8] for at in range(0, len(code), 8)]
        return b"".join(record(47, len(part), int.from_bytes(part, "little"))
                        for part in parts)

    def first(i, text):
        return text if i == 0 else b""

    version, kind = 6, 0x20e00
    out = record(25, 0, version) + record(28, 12, version)
    out += record(28, 9, kind) + record(22, 0, 77) + record(24, 0, 77)
    for i in iterations:
        out += first(i, encoding(2, 0, [3], [4])) + record(10, 4, 0x401000)
        out += record(0, 8, data_address(i))
        out += first(i, encoding(0x100, 1, [5], [3, 5])) + record(10, 4, 0x401004)
        out += first(i, encoding(8, 2, [], [])) + record(48, 2, 0x401008)
    return out + record(23, 0, 77) + record(26, 0, 0)


def cbp():
    out = b""
    for i in iterations:
        # Class, its fields, numbers of inputs and outputs with their values.
        out += struct.pack("<QBQBB", 0x401000, 1, data_address(i), 8, 0)
        out += struct.pack("<BBBBQ", 1, 2, 1, 1, 0)
        out += struct.pack("<QB", 0x401004, 0)
        out += struct.pack("<BBBBBQ", 2, 1, 3, 1, 3, 0)
        out += struct.pack("<QBBQ", 0x401008, 3, 1, 0x401000)
        out += struct.pack("<BBB", 1, 64, 0)
    return out


for name, contents in [("champsim", champsim()),
                       ("champsim.xz", lzma.compress(champsim())),
                       ("drmemtrace", drmemtrace()),
                       ("cbp.gz", gzip.compress(cbp(), mtime=0))]:
    with open(f"{prefix}.{name}", "wb") as file:
        file.write(contents)
