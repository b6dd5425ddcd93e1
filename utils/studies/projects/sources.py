#===- sources.py - Programs from Debian's source packages ------------------===#
#
# Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===-----------------------------------------------------------------------===#
#
# Downloads source packages through an apt state folder of its own, from the
# mirror that this machine uses, and makes them ready to compile file by file.
#
#===-----------------------------------------------------------------------===#
import glob
import os
import shutil
import subprocess
import sys
from dataclasses import dataclass, field


@dataclass
class Project:
    """A program ready to compile: every file with the same flags, in folder."""
    name: str
    version: str
    folder: str
    flags: list = field(default_factory=list)
    files: list = field(default_factory=list)


def run(command, log, **options):
    with open(log, 'a') as file:
        status = subprocess.run(command, stdout=file, stderr=file,
                                **options).returncode
    if status != 0:
        sys.exit(f'projects: {command[0]} failed with {status}, see {log}')


def mirror():
    """'URI RELEASE main' of the Debian release that apt is set up for."""
    columns = '$(REPO_URI)|$(CODENAME)|$(COMPONENT)|$(ORIGIN)'
    listed = subprocess.run(
        ['apt-get', 'indextargets', '--format', columns,
         'Created-By: Packages'], capture_output=True, text=True)
    for line in listed.stdout.splitlines():
        uri, release, component, origin = line.split('|')
        if origin == 'Debian' and component == 'main' and '-' not in release:
            return f'{uri} {release} main'
    sys.exit('projects: apt has no Debian release to take sources from')


def download(packages, folder, log):
    """Fetches the .dsc of each package and what belongs to it."""
    state = os.path.join(folder, 'apt')
    for sub in ('lists/partial', 'cache/archives/partial', 'parts'):
        os.makedirs(os.path.join(state, sub), exist_ok=True)
    sources = os.path.join(state, 'sources.list')
    with open(sources, 'w') as file:
        file.write(f'deb-src {mirror()}\n')
    places = {'Dir::State': state, 'Dir::State::lists': state + '/lists',
              'Dir::Cache': state + '/cache', 'Dir::Etc::sourcelist': sources,
              'Dir::Etc::sourceparts': state + '/parts'}
    apt = ['apt-get', '-q'] + [word for key, value in places.items()
                               for word in ('-o', f'{key}={value}')]
    run(apt + ['update'], log)
    run(apt + ['source', '--download-only'] + packages, log, cwd=folder)


def unpack(package, folder, log):
    """The unpacked tree and its version."""
    descriptions = glob.glob(os.path.join(folder, package + '_*.dsc'))
    if len(descriptions) != 1:
        sys.exit(f'projects: expected one .dsc of {package} in {folder}')
    tree = os.path.join(folder, package)
    if not os.path.isdir(tree):
        run(['dpkg-source', '--no-check', '-x', descriptions[0], tree], log)
    version = os.path.basename(descriptions[0]).split('_')[1]
    return tree, version.removesuffix('.dsc')


def prepare_zlib(folder, clang, log):
    tree, version = unpack('zlib', folder, log)
    if not os.path.exists(os.path.join(tree, 'configure.log')):
        run(['./configure', '--static'], log, cwd=tree,
            env=dict(os.environ, CC=clang))
    files = sorted(glob.glob('*.c', root_dir=tree))
    return Project('zlib', version, tree,
                   ['-D_LARGEFILE64_SOURCE=1', '-DHAVE_HIDDEN', '-I.'], files)


def prepare_sqlite(folder, clang, log):
    """The sources that the build makes, one by one, and as the one file that
    most users compile."""
    if not shutil.which('tclsh'):
        sys.exit('projects: the build of sqlite3 needs tclsh (package tcl)')
    tree, version = unpack('sqlite3', folder, log)
    build = os.path.join(folder, 'sqlite3-build')
    if not os.path.exists(os.path.join(build, 'shell.c')):
        shutil.rmtree(build, ignore_errors=True)
        os.mkdir(build)
        run([tree + '/configure', '--disable-tcl', '--disable-readline'], log,
            cwd=build, env=dict(os.environ, CC=clang))
        run(['make', '.target_source', 'sqlite3.c', 'shell.c'], log, cwd=build)
    files = sorted(glob.glob('tsrc/*.c', root_dir=build))
    return Project('sqlite3', version, build,
                   ['-D_HAVE_SQLITE_CONFIG_H', '-DSQLITE_CORE=1',
                    '-DSQLITE_THREADSAFE=1', '-DSQLITE_ENABLE_FTS5',
                    '-DSQLITE_ENABLE_RTREE', '-I.', '-Itsrc'],
                   files + ['sqlite3.c', 'shell.c'])


def prepare(folder, clang):
    """Both programs; what was downloaded and configured before stays."""
    os.makedirs(folder, exist_ok=True)
    log = os.path.join(folder, 'log.txt')
    if not glob.glob(os.path.join(folder, '*.dsc')):
        download(['zlib', 'sqlite3'], folder, log)
    return [prepare_zlib(folder, clang, log),
            prepare_sqlite(folder, clang, log)]
