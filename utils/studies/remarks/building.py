#===- building.py - Programs built with the plugin -------------------------===#
#
# Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===-----------------------------------------------------------------------===#
#
# What the two scripts of this study share: a list of programs is downloaded,
# compiled file by file with the plugin, without a profile or with that of one
# run, and linked.
#
#===-----------------------------------------------------------------------===#
import contextlib
import glob
import importlib
import json
import os
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.join(HERE, '..', '..', '..')
sys.path.insert(1, os.path.join(HERE, '..', 'projects'))
import sources  # noqa: E402

CLANG = 'clang-22'
LISTS = ('programs', 'later', 'sixth', 'seventh', 'eighth', 'ninth',
         'tenth', 'eleventh', 'twelfth', 'thirteenth', 'fourteenth',
         'fifteenth', 'sixteenth', 'seventeenth', 'eighteenth',
         'nineteenth', 'twentieth')


def add_options(parser):
    parser.add_argument('--programs', default=LISTS[0], choices=LISTS)
    parser.add_argument('--work', default='/tmp/rafter-remarks')
    parser.add_argument('--plugin', default=os.path.join(
        ROOT, 'build/tools/plugin/RafterPlugin.so'))
    parser.add_argument('--rafter-opt', default=os.path.join(
        ROOT, 'build/tools/rafter-opt/rafter-opt'))
    parser.add_argument('--only')
    parser.add_argument('--profile', action='store_true')
    parser.add_argument('--draw', type=int, default=40)


def programs_of(options):
    """The programs of a list, ready to compile."""
    options.plugin = os.path.abspath(options.plugin)
    folder = options.work = os.path.abspath(options.work)
    listed = importlib.import_module(options.programs)
    wanted = options.only.split(',') if options.only else listed.PROGRAMS
    os.makedirs(folder, exist_ok=True)
    log = os.path.join(folder, 'log.txt')
    missing = [n for n in wanted
               if not glob.glob(os.path.join(folder, n + '_*.dsc'))]
    if missing:
        sources.download(missing, folder, log)
    inputs = os.path.join(folder, 'inputs')
    listed.make_inputs(inputs)
    for name in wanted:
        tree, version = sources.unpack(name, folder, log)
        program = listed.PROGRAMS[name](tree, inputs)
        program.folder, program.version = tree, version
        program.libraries += ['-lm', '-lpthread']
        yield program


def compile_all(program, out, flags):
    """Its objects; what does not compile ends the study."""
    os.makedirs(out, exist_ok=True)
    for file in program.files:
        stem = os.path.join(out, file.strip('/').replace('/', '_'))
        compiler = CLANG if file.endswith('.c') else 'clang++-22'
        subprocess.run([compiler, '-O2', '-gdwarf-4', '-w', '-c', file, '-o',
                        stem + '.o'] + program.flags +
                       [f.replace('STEM', stem) for f in flags],
                       cwd=program.folder, check=True)
        yield stem + '.o'


def link(program, out, objects, flags=()):
    binary = os.path.join(out, program.name)
    subprocess.run(['clang++-22', '-o', binary] + list(flags) + list(objects) +
                   program.libraries, check=True)
    return binary


def run(program, command, folder, **environment):
    """What COMMAND prints is of no interest, nor how it ends."""
    with contextlib.ExitStack() as stack:
        reads = (stack.enter_context(open(program.reads)) if program.reads
                 else subprocess.DEVNULL)
        return subprocess.run(command + program.arguments, stdin=reads,
                              cwd=folder, stdout=subprocess.DEVNULL,
                              stderr=subprocess.DEVNULL,
                              env=dict(os.environ, **environment))


def profile_of(program, out):
    """What a run of the instrumented program counts."""
    out += '-counting'
    merged = os.path.join(out, program.name) + '.profdata'
    if os.path.exists(merged):
        return merged
    flag = ['-fprofile-generate']
    binary = link(program, out, compile_all(program, out, flag), flag)
    raw = binary + '.profraw'
    run(program, [binary], out, LLVM_PROFILE_FILE=raw)
    subprocess.run(['llvm-profdata-22', 'merge', '-o', merged, raw],
                   check=True)
    return merged


def compile_with_plugin(options, program):
    """The folder with its objects and records, and the objects."""
    out = os.path.join(options.work, 'drawn', program.name)
    flags = [f'-fplugin={options.plugin}', f'-fpass-plugin={options.plugin}',
             '-foptimization-record-file=STEM.opt.yaml',
             '-foptimization-record-passes=rafter']
    if options.profile:
        flags.append('-fprofile-use=' + profile_of(program, out))
    return out, list(compile_all(program, out, flags))


def report_of(options, out):
    done = subprocess.run([options.rafter_opt, 'report', '-rafter-format=json',
                           out], capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


def print_drawn(drawn, most, seed):
    print(f'\n## {min(most, len(drawn))} of {len(drawn)} remarks, drawn by '
          f'{seed}\n')
    for number, (name, e) in enumerate(drawn[:most], 1):
        print(f'{number}. {name} `{os.path.basename(e["file"] or "")}:'
              f'{e["line"]}`: {e["text"]}')
