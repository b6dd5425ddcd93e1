"""usage: run_on_cluster.py CORPUS RAFTER-OPT FOLDER

Runs the workflow of CORPUS to a small model twice: on this machine alone, and
on two nodes of Slurm, of which one and then the controller are killed on the way.
Then a shard is replaced by one of other samples, as a node makes it whose
arithmetic is wrong, the clocks of its inputs are set ahead, and the workflow
runs once more. Prints what happened, and whether the shards, models and
evaluations are the same.
"""

import filecmp
import os
import subprocess
import sys
import time

from local_cluster import LocalCluster

CORPUS, RAFTER, FOLDER = map(os.path.abspath, sys.argv[1:])
# So many regions that some are for tests wherever the folder is: their places
# follow from how long its path is, and the evaluation needs one of ten.
SETTINGS = {"programs": "fft,hash-table", "regions": 40, "instructions": 4000,
            "warm_up": 2000, "designs": 6, "parts": 2, "epochs": 4,
            "threads": 1, "rafter_opt": RAFTER,
            "families": "uniform,scaled,between,swept"}


def snakemake(output, *options, **more):
    settings = [f"{k}={v}" for k, v in SETTINGS.items()]
    environment = more.pop("env", os.environ)
    os.makedirs(f"{FOLDER}/home", exist_ok=True)
    return subprocess.Popen(
        ["snakemake", "-s", f"{CORPUS}/Snakefile", "-d", FOLDER, *options,
         "--config", f"output={output}", *settings],
        env=dict(environment, HOME=f"{FOLDER}/home"),
        stdout=open(f"{output}.log", "w", encoding="utf-8"),
        stderr=subprocess.STDOUT, **more)


def finish(process, output):
    if process.wait(timeout=1200):
        with open(f"{output}.log", encoding="utf-8") as log:
            sys.exit(log.read())


def labelling(cluster):
    """Nodes on which a shard is being labelled."""
    nodes = []
    for node in ("left", "right"):
        for pid in cluster.processes_of(node):
            try:
                with open(f"/proc/{pid}/cmdline", "rb") as file:
                    words = file.read().split(b"\0")
            except OSError:
                continue
            if words[1:3] == [b"concorde", b"label"]:
                nodes.append(node)
    return nodes


def compare():
    shards = [f"shards/{s}" for s in sorted(os.listdir(f"{FOLDER}/alone/shards"))
              if s.endswith(".shard")]
    for path in [*shards, "model.concorde", "evaluation.json"]:
        print(path, "the same" if filecmp.cmp(
            f"{FOLDER}/alone/{path}", f"{FOLDER}/nodes/{path}",
            shallow=False) else "DIFFERENT")


def spoil(output):
    """A shard with good checksums and wrong samples: other caches."""
    subprocess.run(
        [f"{CORPUS}/record", f"--output={FOLDER}/other",
         f"--rafter-opt={RAFTER}", f"--regions={SETTINGS['regions']}",
         f"--instructions={SETTINGS['instructions']}", "--warm-up=0",
         "--no-install", "fft"], check=True, stdout=subprocess.DEVNULL)
    shard = f"{output}/shards/fft-2.shard"
    os.remove(shard)
    subprocess.run(
        [RAFTER, "concorde", "label", f"{FOLDER}/other/regions/fft.regions",
         "-o", shard, f"--designs={SETTINGS['designs']}",
         f"--families={SETTINGS['families']}", "--part=2/2"],
        check=True, stderr=subprocess.DEVNULL)
    for path in (f"{output}/shards/fft-2.checked", f"{output}/model.concorde",
                 f"{output}/evaluation.json"):
        os.remove(path)
    ahead = time.time() + 3600
    for program in ("fft", "hash-table"):
        os.utime(f"{output}/regions/{program}.regions", (ahead, ahead))


def main():
    # Names of one length: what a program does before main depends on how long
    # the path of its own file is, and a region's state remembers it.
    alone, together = f"{FOLDER}/alone", f"{FOLDER}/nodes"
    finish(snakemake(alone, "--cores", "2"), alone)
    with LocalCluster(f"{FOLDER}/slurm") as cluster:
        run = snakemake(together, "--profile", f"{CORPUS}/slurm",
                        "--latency-wait", "10", env=cluster.environment)
        cluster.wait_until(lambda: labelling(cluster), "a shard is labelled",
                           300)
        victim = labelling(cluster)[0]
        cluster.kill(victim)
        print("killed a node while it labelled")
        cluster.wait_until(cluster.saved, "the controller has saved its state")
        cluster.kill("controller")
        time.sleep(3)
        cluster.start("controller")
        cluster.start(victim)
        print("killed the controller")
        finish(run, together)
        compare()
        spoil(together)
        print("spoiled a shard")
        run = snakemake(together, "--profile", f"{CORPUS}/slurm",
                        "--latency-wait", "10", env=cluster.environment)
        finish(run, together)
    compare()
    with open(f"{together}.log", encoding="utf-8") as log:
        print("labelled again:", log.read().count("rule label:"))
    print(open(f"{together}/shards/fft-2.checked", encoding="utf-8").read())
    print(sorted(s for s in os.listdir(f"{together}/shards") if "bad" in s))


if __name__ == "__main__":
    main()
