"""How lit runs these tests: lit --param rafter_opt=FILE, or with rafter-opt in
the PATH. FileCheck comes from LLVM: lit --param llvm_tools=DIRECTORY."""

import os
import tempfile

import lit.formats

config.name = "pinned-tests"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".c", ".s"]
config.test_source_root = os.path.dirname(__file__)
config.test_exec_root = lit_config.params.get(
    "work", os.path.join(tempfile.gettempdir(), "pinned-tests")
)

folders = [config.environment.get("PATH", "")]
if "llvm_tools" in lit_config.params:
    folders.insert(0, lit_config.params["llvm_tools"])
if "rafter_opt" in lit_config.params:
    folders.insert(0, os.path.dirname(lit_config.params["rafter_opt"]))
config.environment["PATH"] = os.pathsep.join(folders)
# CPU files of one's own, so that those of another version change no figure.
if "RAFTER_UARCH_PATH" in os.environ:
    config.environment["RAFTER_UARCH_PATH"] = os.environ["RAFTER_UARCH_PATH"]
