#===- work.py - Runs of rafter-opt concorde that are kept ------------------===#
#
# Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===-----------------------------------------------------------------------===#
#
# What the studies of Concorde make: labels, models, predictions, attributions.
# Each is a file of the folder of data, and is not made again while it has been
# made with the same command from the same model.
#
#===-----------------------------------------------------------------------===#
import concurrent.futures
import csv
import glob
import hashlib
import json
import os
import subprocess
import sys
import tempfile
import time

from pages import ROOT


class Failed(Exception):
    """One line for the user."""


class Training:
    """What a model is trained with; without epochs as many as the main one.
    More are shards beside those of the data set, shards others instead."""

    def __init__(self, name, options=(), epochs=None, more=(), shards=None):
        self.name = name
        self.options = list(options)
        self.epochs = epochs
        self.more = list(more)
        self.shards = shards


class Workshop:
    """The data, the tool, and what has been made of them."""

    def __init__(self, options):
        self.options = options
        self.data = os.path.abspath(options.data)
        self.tool = options.rafter_opt
        if os.path.exists(self.tool):
            self.tool = os.path.abspath(self.tool)
        self.pool = concurrent.futures.ThreadPoolExecutor(options.jobs)
        self.threads = max(1, (os.cpu_count() or 1) // options.jobs)
        self.shards = self.files('shards', 'shard')
        self.regions = self.files('regions', 'regions')
        # A given model needs neither.
        if not options.model and not (self.shards and self.regions):
            raise Failed(f'{self.data}: no regions and shards of them')
        self.programs = [programOf(path) for path in self.regions]
        self.shard_programs = sorted({programOf(p).rsplit('-', 1)[0]
                                      for p in self.shards})
        for folder in ('models', 'studies'):
            os.makedirs(os.path.join(self.data, folder), exist_ok=True)

    def describe(self):
        """What a result was made of, and where."""
        host = {'host': self.options.host or hostName()}
        if self.options.model:
            return {'model': os.path.basename(self.options.model), **host}
        return {'programs': len(self.regions), 'shards': len(self.shards),
                **host}

    def files(self, folder, suffix):
        return sorted(glob.glob(os.path.join(self.data, folder,
                                             '*.' + suffix)))

    def place(self, *parts):
        """A file of the studies; its folder is made."""
        path = os.path.join(self.data, 'studies', *parts)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        return path

    def each(self, function, items):
        """function of all items, --jobs at a time; in their order."""
        return list(self.pool.map(function, items))

    def make(self, path, words, inputs=()):
        """Runs rafter-opt words, which writes path, if the file is not there
        from the same words and no input is younger. Gives what is known of the
        run."""
        words = [str(w) for w in words]
        threads = [f'--threads={self.threads}'] if words[1] in (
            'train', 'predict') else []
        note = path + '.made'
        if os.path.exists(path) and os.path.exists(note):
            with open(note) as file:
                known = json.load(file)
            if known['words'] == words and all(
                    os.path.getmtime(i) <= os.path.getmtime(path)
                    for i in inputs):
                return known
        start = time.monotonic()
        status, message, used = self.run(
            [self.tool] + words + threads + self.output(words, path))
        if status != 0:
            cause = (message.splitlines() or ['no message'])[-1]
            raise Failed(f'{os.path.basename(path)}: {cause}')
        known = {'words': words, 'seconds': time.monotonic() - start,
                 'cpu_seconds': used.ru_utime, 'message': message}
        with open(note, 'w') as file:
            json.dump(known, file)
        say(f'{os.path.relpath(path, self.data)}: {known["seconds"]:.0f} s')
        return known

    @staticmethod
    def run(command):
        """Exit status, what it said, and what it used."""
        with tempfile.TemporaryFile('w+', errors='replace') as told:
            process = subprocess.Popen(command, stdin=subprocess.DEVNULL,
                                       stdout=subprocess.DEVNULL, stderr=told)
            _, status, used = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
            told.seek(0)
            return process.returncode, told.read().strip(), used

    @staticmethod
    def output(words, path):
        return ['-o', path] if words[1] in ('train', 'label') else [
            f'-rafter-output={path}']

    def train(self, training):
        """The model's file, and what is known of its training."""
        o = self.options
        words = ['concorde', 'train'] + (training.shards or self.shards) + \
            training.more + [
            f'--epochs={training.epochs or o.epochs}', f'--rate={o.rate}',
            f'--batch={o.batch}', f'--decay={o.decay}'] + training.options
        path = os.path.join(self.data, 'models', training.name + '.concorde')
        known = self.make(path, words)
        samples, _, calibration = known['message'].partition(' samples, ')
        return path, {
            'samples': int(samples.split()[-1]),
            'calibration': int(calibration.split()[0]),
            'training_error': float(known['message'].split('%')[0].split()[-1])
            / 100,
            'epochs': training.epochs or o.epochs,
            'seconds': round(known['seconds'], 1),
            'cpu_seconds': round(known['cpu_seconds'], 1)}

    def evaluate(self, model, shards=None, tested=True):
        """What rafter-opt concorde predict says of the model."""
        return self.predicted(model, shards, tested, 'json', json.load)

    def samples(self, model, shards=None, tested=True):
        """Predictions and labels one by one."""
        return self.predicted(model, shards, tested, 'csv', rowsOf)

    @staticmethod
    def readSamples(path):
        with open(path) as file:
            return rowsOf(file)

    def predicted(self, model, shards, tested, format, read):
        shards = shards or self.shards
        name = programOf(model)
        of = hashlib.sha256(''.join(shards).encode()).hexdigest()[:8]
        path = self.place('predictions',
                          f'{name}-{of}{"" if tested else "-all"}.{format}')
        words = ['concorde', 'predict', model] + shards + [
            f'-rafter-format={format}']
        self.make(path, words if tested else words + ['--all-samples'],
                  [model])
        with open(path) as file:
            return read(file)

    def regionFile(self, program):
        for path in self.regions:
            if programOf(path) == program:
                return path
        raise Failed(f'{self.data}/regions: no program {program}')


def rowsOf(file):
    rows = list(csv.DictReader(file))
    for row in rows:
        for key in ('predicted', 'label', 'bound_cpi', 'load_time_ratio',
                    'queued_time_ratio'):
            row[key] = float(row[key])
        row['error'] = row['predicted'] / row['label'] - 1
    return rows


def hostName():
    with open('/proc/cpuinfo') as file:
        found = [line.split(':', 1)[1].strip() for line in file
                 if line.startswith('model name')]
    return found[0] if found else 'unknown'


def programOf(path):
    return os.path.basename(path).rsplit('.', 1)[0]


def say(text):
    print(text, file=sys.stderr, flush=True)


#===-----------------------------------------------------------------------===#
# Errors
#===-----------------------------------------------------------------------===#

def mean(values):
    values = list(values)
    return sum(values) / len(values)


def quantile(values, share):
    """The value of the rank that rafter-opt takes."""
    ordered = sorted(values)
    return ordered[max(0, -int(-share * len(ordered) // 1) - 1)]


def summary(rows):
    errors = [abs(r['error']) for r in rows]
    return {'samples': len(errors), 'mean': mean(errors),
            'median': quantile(errors, 0.5),
            'percentile_90': quantile(errors, 0.9),
            'above_10_percent': mean(e > 0.1 for e in errors),
            'signed': mean(r['error'] for r in rows)}


def byProgram(rows):
    groups = {}
    for row in rows:
        groups.setdefault(row['program'], []).append(row)
    return {name: groups[name] for name in sorted(groups)}
