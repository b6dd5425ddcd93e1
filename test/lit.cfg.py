"""How lit runs the tests of rafter-opt and of the plugin.

Features: `golden` (the reference data is there), `x86` (the host is x86-64),
`qemu` (executables can be recorded), `lld` (LLVM's linker is there),
`host-cpu` (there is a CPU file for the host), `perf-software-events` (perf
counts events of the kernel), `mlir` (it is built in), `jsonschema` (Python has
it), `user-namespaces` (the kernel gives them, and the build is not in /tmp,
which a sandbox hides), `sanitized` (built with sanitizers), `slurm` (a cluster
of this machine alone can be started), `unittests` (they are built), `sarif-schema` (the environment names
one). Substitutions: %module (the folder of the Python module), %rafter-opt,
%plugin, %mlir-plugin, %opt, %mlir-opt, %clang, %clangxx, %exits (expects an exit
status), %python, %lit, %update-checks and %fingerprint-training (the scripts of
these names), %examples, %golden, %uarch.
"""

import glob
import importlib.util
import os
import shutil
import subprocess
import sys

import lit.formats

config.name = "Rafter"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".test", ".c", ".cc", ".cpp", ".ll", ".mlir", ".s"]
config.excludes = ["Inputs", "Install", "CMakeLists.txt"]
config.test_source_root = os.path.dirname(__file__)
config.test_exec_root = config.rafter_test_binary_dir

# FileCheck, not, split-file, count: beside opt.
config.environment["PATH"] = os.pathsep.join(
    [
        os.path.dirname(config.rafter_tool),
        config.rafter_llvm_tools_dir,
        config.environment.get("PATH", ""),
    ]
)
config.environment["RAFTER_UARCH_PATH"] = os.path.join(
    config.rafter_source_dir, "uarch"
)
config.environment["LC_ALL"] = "C"


def llvm_tool(name):
    return os.path.join(config.rafter_llvm_tools_dir, name)


config.substitutions += [
    (
        "%exits",
        f"{sys.executable} {os.path.join(config.test_source_root, 'exits.py')}",
    ),
    ("%python", sys.executable),
    ("%build", config.rafter_binary_dir),
    ("%affected-tests", os.path.join(config.rafter_source_dir, "utils/affected-tests")),
    ("%module", os.path.join(config.rafter_source_dir, "python")),
    (
        "%update-checks",
        os.path.join(config.rafter_source_dir, "utils/update_rafter_test_checks.py"),
    ),
    (
        "%fingerprint-training",
        os.path.join(config.rafter_source_dir, "utils/studies/fingerprint/train"),
    ),
    (
        "%loops-of-guides",
        f"{sys.executable} "
        + os.path.join(config.rafter_source_dir, "utils/studies/loops/run"),
    ),
    ("%lit", f"{sys.executable} {os.path.abspath(sys.argv[0])}"),
    ("%rafter-opt", config.rafter_tool),
    ("%plugin", config.rafter_plugin),
    ("%mlir-plugin", config.rafter_mlir_plugin),
    ("%mlir-opt", llvm_tool("mlir-opt")),
    ("%opt", llvm_tool("opt")),
    ("%clangxx", llvm_tool("clang++")),
    ("%clang", llvm_tool("clang")),
    ("%examples", os.path.join(config.rafter_source_dir, "examples")),
    ("%golden", config.rafter_golden_dir),
    ("%uarch", os.path.join(config.rafter_source_dir, "uarch")),
]

if os.path.isdir(os.path.join(config.rafter_golden_dir, "generalized-roofline")):
    config.available_features.add("golden")
if os.path.exists(os.environ.get("RAFTER_SARIF_SCHEMA", "")):
    config.available_features.add("sarif-schema")
    config.substitutions.append(
        ("%sarif-schema", os.environ["RAFTER_SARIF_SCHEMA"])
    )
if config.rafter_host_arch in ("x86_64", "AMD64"):
    config.available_features.add("x86")
if shutil.which("qemu-x86_64"):
    config.available_features.add("qemu")
# Events of the kernel may be counted where the processor has no counters.
if (
    shutil.which("perf")
    and subprocess.run(
        ["perf", "stat", "-e", "task-clock,page-faults", "--", "true"],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    ).returncode
    == 0
):
    config.available_features.add("perf-software-events")
if shutil.which("snakemake"):
    config.available_features.add("snakemake")
# Slurm's daemons, which only root may start (Debian: slurmctld, slurmd, munge).
if os.geteuid() == 0 and all(
    shutil.which(name, path=config.environment["PATH"] + ":/usr/sbin")
    for name in ("slurmctld", "slurmd", "munged", "sbatch")
):
    config.available_features.add("slurm")
if os.path.exists(llvm_tool("ld.lld")):
    config.available_features.add("lld")
# Any other version of LLVM that is installed beside ours.
for folder in sorted(glob.glob("/usr/lib/llvm-*/bin")):
    tools = [os.path.join(folder, name) for name in ("clang", "opt")]
    if os.path.realpath(folder) != os.path.realpath(
        config.rafter_llvm_tools_dir
    ) and all(map(os.path.exists, tools)):
        config.available_features.add("other-llvm")
        config.substitutions += [
            ("%other-clang", tools[0]),
            ("%other-opt", tools[1]),
        ]
        break
if (
    not os.path.realpath(config.rafter_tool).startswith("/tmp/")
    and subprocess.run(
        ["unshare", "-Umn", "true"], stderr=subprocess.DEVNULL
    ).returncode
    == 0
):
    config.available_features.add("user-namespaces")
if importlib.util.find_spec("jsonschema"):
    config.available_features.add("jsonschema")
if config.rafter_has_mlir == "ON":
    config.available_features.add("mlir")
if os.path.exists(os.path.join(config.rafter_binary_dir, "unittests/Memory/MemoryTests")):
    config.available_features.add("unittests")
if config.rafter_sanitize:
    config.available_features.add("sanitized")
if (
    subprocess.run(
        [config.rafter_tool, "uarch", "show", "host"],
        env=config.environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    ).returncode
    == 0
):
    config.available_features.add("host-cpu")
