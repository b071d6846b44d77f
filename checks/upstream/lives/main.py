"""Plays random lives at upstream's control plane and at Tenure's, one after the other, and tells what differs."""
import argparse
import contextlib
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile

import differ
import generate
import play
import world
from beside.machine import TOKEN, Machine, free_port

CONTROLLERS = ["--node-monitor-period=1s", "--node-monitor-grace-period=6s", "--node-startup-grace-period=8s", "--node-eviction-rate=0.5",
               "--secondary-node-eviction-rate=0.2", "--large-cluster-size-threshold=4"]
SERVER = ["--default-not-ready-toleration-seconds=6", "--default-unreachable-toleration-seconds=6"]


class Upstream(Machine):
    """etcd, kube-apiserver, kube-controller-manager, kube-scheduler."""

    def begin(self):
        self.start_etcd()
        self.start_theirs(*SERVER)
        kubeconfig = self.folder / "kubeconfig"
        kubeconfig.write_text(json.dumps({
            "apiVersion": "v1", "kind": "Config", "current-context": "x",
            "clusters": [{"name": "c", "cluster": {"server": f"https://127.0.0.1:{self.their_port}", "insecure-skip-tls-verify": True}}],
            "users": [{"name": "u", "user": {"token": TOKEN}}],
            "contexts": [{"name": "x", "context": {"cluster": "c", "user": "u"}}]}))
        common = [f"--{flag}={kubeconfig}" for flag in ("kubeconfig", "authentication-kubeconfig", "authorization-kubeconfig")]
        common += ["--leader-elect=false", "--bind-address=127.0.0.1", f"--cert-dir={self.folder / 'certs'}",
                   "--kube-api-qps=300", "--kube-api-burst=500"]
        self.run("kube-controller-manager", self.options.controllers, *common, f"--secure-port={free_port()}",
                 "--use-service-account-credentials=false",
                 f"--service-account-private-key-file={self.folder / 'sa.key'}", *CONTROLLERS)
        self.run("kube-scheduler", self.options.scheduler, *common, f"--secure-port={free_port()}")
        return str(kubeconfig)


@contextlib.contextmanager
def upstream(options):
    machine = Upstream(options)
    try:
        yield machine.begin()
    finally:
        machine.close()


@contextlib.contextmanager
def tenure(options):
    folder = pathlib.Path(tempfile.mkdtemp(prefix="tenure-lives."))
    try:
        subprocess.run([options.tenure, "up", "--nodes", "0", "--semantics", "kubernetes-1.36", "--ephemeral", "--port", "0",
                        "--data-dir", folder, "--detach", *CONTROLLERS, *SERVER], check=True, stdout=subprocess.DEVNULL)
        yield str(folder / "kubeconfig")
    finally:
        subprocess.run([options.tenure, "down", "--data-dir", folder], stdout=subprocess.DEVNULL)
        if options.keep and (folder / "tenure.log").exists():
            shutil.copy(folder / "tenure.log", options.keep)
        shutil.rmtree(folder, ignore_errors=True)


def played(side, options, lives, kept):
    """Plays the lives at one side."""
    with side(options) as kubeconfig:
        player = play.Player(kubeconfig)
        api = world.Api(kubeconfig)
        api.call("POST", "/api/v1/nodes", world.node_object({"name": play.GUARD, "labels": {"topology.kubernetes.io/zone": play.GUARD}}))
        try:
            for start in range(0, len(lives), options.jobs):
                kept.add(player.play(lives[start:start + options.jobs]))
        finally:
            player.close()


class Kept:
    """Recordings by life, of which a life may have several; kept in a folder if there is one."""

    def __init__(self, folder, side):
        self.file = pathlib.Path(folder) / f"{side}.json" if folder else None
        self.found = json.loads(self.file.read_text()) if self.file and self.file.exists() else {}

    def add(self, recordings):
        for name, recording in recordings.items():
            if "failed" not in recording or name not in self.found:
                self.found.setdefault(name, []).append(recording)
        if self.file:
            self.file.parent.mkdir(parents=True, exist_ok=True)
            self.file.write_text(json.dumps(self.found))


def judge(life, ours, theirs, counter):
    """The fewest differences of any two recordings."""
    best = None
    for mine in ours:
        for other in theirs:
            counted = differ.Counter()
            lines = differ.compare(mine, other, life["seconds"], counter=counted)
            if best is None or len(lines) < len(best[0]):
                best = (lines, counted.observations)
    counter.observations += best[1]
    return best[0]


def main():
    parser = argparse.ArgumentParser()
    for name in ("tenure", "golden", "apiserver", "controllers", "scheduler"):
        parser.add_argument("--" + name)
    parser.add_argument("--seed", default="1")
    parser.add_argument("--count", type=int, default=40)
    parser.add_argument("--jobs", type=int, default=40)
    parser.add_argument("--only")
    parser.add_argument("--attempts", type=int, default=2)
    parser.add_argument("--keep")
    parser.add_argument("--fresh", action="store_true")
    options = parser.parse_args()
    lives = generate.lives(options.seed, options.count, options.only and options.only.split(","))
    if options.fresh:
        (pathlib.Path(options.keep) / "ours.json").unlink(missing_ok=True)
    theirs, ours = Kept(options.keep, "theirs"), Kept(options.keep, "ours")
    counter, wrong = differ.Counter(), {}
    for attempt in range(options.attempts):
        left = [life for life in lives if attempt == 0 or wrong.get(life["name"])]
        for kept, side in ((theirs, upstream), (ours, tenure)):
            todo = [life for life in left if len(kept.found.get(life["name"], [])) <= attempt]
            if todo:
                played(side, options, todo, kept)
        counter = differ.Counter()
        wrong = {life["name"]: judge(life, ours.found[life["name"]], theirs.found[life["name"]], counter) for life in lives}
        print(f"attempt {attempt + 1}: {sum(not lines for lines in wrong.values())} of {len(lives)} lives alike", flush=True)
    for life in lives:
        for line in wrong[life["name"]]:
            print(f"{life['name']} ({life['theme']}): {line}")
    print(f"{sum(not lines for lines in wrong.values())} of {len(lives)} lives alike, {counter.observations} observations, "
          f"{sum(map(len, wrong.values()))} differences")
    sys.exit(1 if any(wrong.values()) else 0)


if __name__ == "__main__":
    main()
