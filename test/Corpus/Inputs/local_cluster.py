"""A Slurm cluster of one machine, for tests: two nodes of one core each, in a
folder of its own, with its own keys and ports.

    with LocalCluster(folder) as cluster:
        subprocess.run(["sbatch", ...], env=cluster.environment)

Everything is stopped and killed at the end. RuntimeError if a daemon does not
come up.
"""

import os
import signal
import socket
import subprocess
import time

NODES = ("left", "right")


def free_ports(count):
    sockets = [socket.socket() for _ in range(count)]
    try:
        for s in sockets:
            s.bind(("127.0.0.1", 0))
        return [s.getsockname()[1] for s in sockets]
    finally:
        for s in sockets:
            s.close()


class LocalCluster:
    def __init__(self, folder):
        self.folder = os.path.abspath(folder)
        self.daemons = {}
        self.environment = dict(
            os.environ, SLURM_CONF=f"{self.folder}/slurm.conf",
            SBATCH_PARTITION=",".join(NODES),
            PATH=os.environ["PATH"] + ":/usr/sbin:/sbin")

    def __enter__(self):
        os.makedirs(f"{self.folder}/state")
        os.chmod(self.folder, 0o755)
        self.write_configuration()
        try:
            self.start_munge()
            self.start("controller")
            for node in NODES:
                self.start(node)
            self.wait_until(lambda: self.states() == {n: "idle" for n in NODES},
                            "the nodes are idle")
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_):
        subprocess.run(["scancel", "--user=root"], env=self.environment,
                       capture_output=True, check=False, timeout=60)
        for name in list(self.daemons):
            self.kill(name)

    def write_configuration(self):
        host = socket.gethostname().split(".")[0]
        ports = free_ports(1 + len(NODES))
        lines = {
            "ClusterName": "test", "SlurmctldHost": f"{host}(127.0.0.1)",
            "SlurmUser": "root", "SlurmdUser": "root",
            "AuthType": "auth/munge",
            "AuthInfo": f"socket={self.folder}/munge.socket",
            "CredType": "cred/munge", "SlurmctldPort": ports[0],
            "SlurmctldPidFile": f"{self.folder}/controller.pid",
            "SlurmdPidFile": f"{self.folder}/%n.pid",
            "SlurmdSpoolDir": f"{self.folder}/spool-%n",
            "StateSaveLocation": f"{self.folder}/state",
            "ProctrackType": "proctrack/linuxproc", "TaskPlugin": "task/none",
            "SelectType": "select/cons_tres", "SelectTypeParameters": "CR_CPU",
            "SwitchType": "switch/none", "MpiDefault": "none",
            "JobAcctGatherType": "jobacct_gather/none",
            "AccountingStorageType": "accounting_storage/none",
            "SchedulerParameters": "sched_interval=2,bf_interval=2",
            "ReturnToService": 2, "SlurmdTimeout": 5, "SlurmctldTimeout": 10,
            "KillWait": 1, "MessageTimeout": 5}
        with open(f"{self.folder}/slurm.conf", "w", encoding="ascii") as file:
            for key, value in lines.items():
                file.write(f"{key}={value}\n")
            for node, port in zip(NODES, ports[1:]):
                file.write(f"NodeName={node} NodeHostname={host} "
                           f"NodeAddr=127.0.0.1 Port={port} CPUs=1 "
                           "RealMemory=8000\n"
                           f"PartitionName={node} Nodes={node} State=UP\n")

    def start_munge(self):
        folder = f"{self.folder}/munge"
        os.mkdir(folder, 0o700)
        with open(f"{folder}/key", "wb") as file:
            os.chmod(file.fileno(), 0o400)
            file.write(os.urandom(128))
        self.spawn("munge", [
            "munged", "--foreground", "--force", f"--key-file={folder}/key",
            f"--socket={self.folder}/munge.socket",
            f"--pid-file={folder}/pid", f"--log-file={folder}/log",
            f"--seed-file={folder}/seed"])
        self.wait_until(lambda: os.path.exists(f"{self.folder}/munge.socket"),
                        "munge listens")

    def start(self, name):
        """The controller, or a node."""
        self.spawn(name, ["slurmctld", "-D"] if name == "controller"
                   else ["slurmd", "-D", "-N", name])

    def spawn(self, name, command):
        with open(f"{self.folder}/{name}.log", "a", encoding="utf-8") as log:
            self.daemons[name] = subprocess.Popen(
                command, env=self.environment, stdout=log, stderr=log,
                stdin=subprocess.DEVNULL, start_new_session=True)

    def kill(self, name):
        """As a crash does; the jobs of a node die with it."""
        daemon = self.daemons.pop(name)
        if name in NODES:
            for pid in self.processes_of(name):
                os.kill(pid, signal.SIGKILL)
        daemon.kill()
        daemon.wait()

    def processes_of(self, node):
        """What the jobs of a node have started."""
        found = []
        for pid in filter(str.isdigit, os.listdir("/proc")):
            try:
                with open(f"/proc/{pid}/environ", "rb") as file:
                    variables = file.read().split(b"\0")
            except OSError:
                continue
            if (f"SLURMD_NODENAME={node}".encode() in variables and
                    f"SLURM_CONF={self.folder}/slurm.conf".encode()
                    in variables):
                found.append(int(pid))
        return found

    def saved(self):
        """Whether the controller knows of the jobs after a restart; it saves
        its state every few seconds."""
        run = subprocess.run(["squeue", "--noheader", "--format=%i"],
                             env=self.environment, capture_output=True,
                             text=True, check=False)
        try:
            with open(f"{self.folder}/state/job_state", "rb") as file:
                age = time.time() - os.fstat(file.fileno()).st_mtime
        except OSError:
            return False
        return age < 2 and bool(run.stdout)

    def states(self):
        run = subprocess.run(["sinfo", "--noheader", "--Node",
                              "--format=%N %t"], env=self.environment,
                             capture_output=True, text=True, check=False)
        return dict(line.split()[:2] for line in run.stdout.splitlines())

    def wait_until(self, condition, what, seconds=60):
        end = time.monotonic() + seconds
        while not condition():
            if time.monotonic() > end:
                raise RuntimeError(f"after {seconds} s it is not so that {what}")
            time.sleep(0.2)
