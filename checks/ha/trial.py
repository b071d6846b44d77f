#!/usr/bin/env python3
"""deploy/ha on one machine: the units' own command lines, with addresses of loopback in place of three machines, and the
balancer's own configuration. Started by trial.sh, which says what it does."""
import argparse
import base64
import http.client
import json
import os
import pathlib
import re
import shlex
import shutil
import signal
import ssl
import subprocess
import sys
import tempfile
import threading
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
UNITS = ROOT / "deploy/ha"
NAMES = ["one", "two", "three"]
BALANCER = "127.0.1.10"
PORT = 6443
PODS = 5
TAKEN_OVER_WITHIN_SECONDS = 20
FAILOVERS = ["scheduler", "controllers", "both leaders", "machine of the scheduler", "machine of the controllers"]


def address(name):
    return f"127.0.1.{NAMES.index(name) + 1}"


def told(name):
    return f"10.0.0.{NAMES.index(name) + 1}"


class Place:
    def __init__(self, options):
        self.options, self.running, self.killed, self.restarts, self.closing = options, {}, set(), [], threading.Event()
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="tenure-ha."))
        self.secrets = self.folder / "etc/tenure"
        (self.secrets / "etcd").mkdir(parents=True)
        self.certificates()
        self.keeper = threading.Thread(target=self.keep_up, daemon=True)
        self.keeper.start()
        key = base64.b64encode(os.urandom(32)).decode()
        (self.secrets / "encryption.yaml").write_text(
            "apiVersion: apiserver.config.k8s.io/v1\nkind: EncryptionConfiguration\nresources:\n- resources: [secrets]\n  providers:\n"
            f"  - secretbox: {{keys: [{{name: one, secret: {key}}}]}}\n  - identity: {{}}\n")

    def openssl(self, *words):
        subprocess.run(["openssl", *map(str, words)], cwd=self.secrets / "etcd", check=True, capture_output=True)

    def certificates(self):
        """An authority for etcd, and what it vouches for: members towards clients and towards each other, and the client."""
        self.openssl("req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", "ca.key", "-out", "ca.crt", "-subj", "/CN=etcd-ca", "-days", 2)
        # Connections from here to these addresses come from 127.0.0.1, and members compare that with the certificate too.
        names = ",".join(f"IP:{one}" for one in ["127.0.0.1", *map(address, NAMES)])
        for what, usage in (("server", "serverAuth,clientAuth"), ("peer", "serverAuth,clientAuth"), ("client", "clientAuth")):
            (self.secrets / f"etcd/{what}.cnf").write_text(f"subjectAltName={names}\nextendedKeyUsage={usage}\n")
            self.openssl("req", "-newkey", "rsa:2048", "-nodes", "-keyout", f"{what}.key", "-out", f"{what}.csr", "-subj", f"/CN={what}")
            self.openssl("x509", "-req", "-in", f"{what}.csr", "-CA", "ca.crt", "-CAkey", "ca.key", "-CAcreateserial", "-out", f"{what}.crt",
                         "-days", 2, "-extfile", f"{what}.cnf")

    def here(self, text, name):
        """A text of the units as it is on one of the machines, which is this one."""
        text = re.sub(r"10\.0\.0\.(\d+)", r"127.0.1.\1", text)
        for there, ours in (("/etc/tenure", self.secrets), ("/var/lib/etcd", self.folder / name / "etcd"),
                            ("/var/lib/tenure", self.folder / name / "tenure"), ("/usr/local/bin/tenure", self.options.tenure),
                            ("/usr/local/bin/etcd", shutil.which("etcd"))):
            text = text.replace(there, str(ours))
        return text

    def settings(self, name):
        """ha.env, with the three lines that differ."""
        lines = dict(line.split("=", 1) for line in (UNITS / "ha.env").read_text().splitlines() if "=" in line and line[0] != "#")
        lines = {key: self.here(value, name) for key, value in lines.items()}
        return {**lines, "NAME": name, "ADDRESS": address(name)}

    def start(self, unit, name):
        text = (UNITS / f"{unit}.service").read_text().replace("\\\n", " ")
        line = re.search(r"^ExecStart=(.*)$", text, re.M).group(1)
        line = self.here(line, name)
        # No address of loopback may be that of a Service's endpoint: what servers tell of themselves stays as it is.
        line = line.replace("--advertise-address=${ADDRESS}", f"--advertise-address={told(name)}")
        for key, value in self.settings(name).items():
            line = line.replace("${%s}" % key, value)
        self.run(f"{unit}-{name}", *shlex.split(line))
        self.killed.discard(f"{unit}-{name}")

    def run(self, name, *command):
        with open(self.folder / f"{name}.log", "ab") as log:
            self.running[name] = subprocess.Popen(command, stdout=log, stderr=log, cwd=self.folder, start_new_session=True)

    def keep_up(self):
        """Starts what has ended by itself again, as systemd does (Restart=always, RestartSec=2), and notes it."""
        while not self.closing.wait(0.2):
            for name, process in list(self.running.items()):
                if name not in self.killed and process.poll() is not None and not self.closing.wait(2) and name not in self.killed:
                    self.restarts.append(f"{name} ({process.returncode})")
                    self.run(name, *process.args)

    def balance(self):
        text = self.here((UNITS / "haproxy.cfg").read_text(), "balancer").replace(f"bind :{PORT}", f"bind {BALANCER}:{PORT}")
        (self.folder / "haproxy.cfg").write_text(text)
        self.run("haproxy", "haproxy", "-db", "-f", str(self.folder / "haproxy.cfg"))

    def kill(self, *names):
        self.killed.update(names)
        for name in names:
            try:
                os.killpg(self.running[name].pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
        for name in names:
            self.running[name].wait()

    def close(self):
        self.closing.set()
        self.keeper.join()
        self.kill(*self.running)
        if self.options.keep:
            print(f"kept: {self.folder}")
        else:
            shutil.rmtree(self.folder, ignore_errors=True)


class Client:
    """Calls as the administrator, whose certificate the first server made; one at a time."""

    def __init__(self, place, host=BALANCER):
        self.place, self.host, self.connection = place, host, None
        pki = place.folder / "one/tenure/pki"
        self.context = ssl.create_default_context(cafile=pki / "ca.crt")
        self.context.load_cert_chain(pki / "admin.crt", pki / "admin.key")

    def call(self, method, path, body=None, form="application/json"):
        try:
            if self.connection is None:
                self.connection = http.client.HTTPSConnection(self.host, PORT, context=self.context, timeout=5)
            self.connection.request(method, path, json.dumps(body) if body is not None else None, {"Content-Type": form})
            answer = self.connection.getresponse()
            text = answer.read()
            return answer.status, json.loads(text) if text[:1] == b"{" else {}
        except (OSError, http.client.HTTPException, ValueError):
            self.connection = None
            return 0, {}


def until(seconds, question):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        answer = question()
        if answer:
            return answer
        time.sleep(0.1)
    return question()


class Writer(threading.Thread):
    """Makes objects through the balancer all the time."""

    def __init__(self, place):
        super().__init__(daemon=True)
        self.client, self.stopping, self.acknowledged, self.longest = Client(place), threading.Event(), [], 0.0

    def run(self):
        number, last = 0, time.monotonic()
        while not self.stopping.is_set():
            number += 1
            status, _ = self.client.call("POST", "/api/v1/namespaces/default/configmaps", {
                "kind": "ConfigMap", "apiVersion": "v1", "metadata": {"name": f"w{number}"}})
            if status == 201:
                now = time.monotonic()
                self.longest, last = max(self.longest, now - last), now
                self.acknowledged.append(f"w{number}")
            time.sleep(0.02)

    def silence(self):
        longest, self.longest = self.longest, 0.0
        return longest


class Watcher(threading.Thread):
    """Follows all pods through the balancer, from revision to revision, and notes each node that a pod was ever bound to."""

    def __init__(self, place):
        super().__init__(daemon=True)
        self.client, self.stopping, self.nodes, self.revision, self.problem = Client(place), threading.Event(), {}, 0, ""

    def run(self):
        while not self.stopping.is_set():
            try:
                self.follow()
            except (OSError, http.client.HTTPException, ValueError):
                time.sleep(0.1)

    def follow(self):
        if not self.revision:
            status, pods = self.client.call("GET", "/api/v1/pods")
            if status != 200:
                raise OSError(status)
            for pod in pods["items"]:
                self.note(pod)
            self.revision = pods["metadata"]["resourceVersion"]
        connection = http.client.HTTPSConnection(self.client.host, PORT, context=self.client.context, timeout=3)
        connection.request("GET", f"/api/v1/pods?watch=true&timeoutSeconds=2&resourceVersion={self.revision}")
        answer = connection.getresponse()
        for line in answer:
            event = json.loads(line)
            if answer.status != 200 or event["type"] == "ERROR":
                self.problem = self.problem or str(event)[:300]
                raise OSError(answer.status)
            self.note(event["object"])
            self.revision = event["object"]["metadata"]["resourceVersion"]
        connection.close()

    def note(self, pod):
        if pod["spec"].get("nodeName"):
            self.nodes.setdefault((pod["metadata"]["name"], pod["metadata"]["uid"]), set()).add(pod["spec"]["nodeName"])

    def twice(self):
        return [name for name, nodes in self.nodes.items() if len(nodes) > 1]


class Kubelets(threading.Thread):
    """Makes nodes, and renews their Leases as kubelets do: a node that is silent for 50 s is tainted, and no pod goes there."""

    def __init__(self, place, *names):
        super().__init__(daemon=True)
        self.client, self.names, self.stopping = Client(place), names, threading.Event()
        for name in names:
            until(20, lambda: self.client.call("POST", "/api/v1/nodes", node(name))[0] in (201, 409))

    def run(self):
        leases = "/apis/coordination.k8s.io/v1/namespaces/kube-node-lease/leases"
        while not self.stopping.wait(3):
            for name in self.names:
                now = time.strftime("%Y-%m-%dT%H:%M:%S.000000Z", time.gmtime())
                spec = {"spec": {"holderIdentity": name, "leaseDurationSeconds": 40, "renewTime": now}}
                if self.client.call("PATCH", f"{leases}/{name}", spec, "application/merge-patch+json")[0] == 404:
                    self.client.call("POST", leases, {"kind": "Lease", "apiVersion": "coordination.k8s.io/v1", "metadata": {"name": name}, **spec})


def node(name):
    room = {"cpu": "100", "memory": "100Gi", "pods": "1000"}
    return {"apiVersion": "v1", "kind": "Node", "metadata": {"name": name}, "status": {"allocatable": room, "capacity": room, "conditions": [
        {"type": "Ready", "status": "True", "reason": "x", "lastHeartbeatTime": "2026-01-01T00:00:00Z", "lastTransitionTime": "2026-01-01T00:00:00Z"}]}}


def deployment(name):
    labels = {"app": name}
    return {"apiVersion": "apps/v1", "kind": "Deployment", "metadata": {"name": name}, "spec": {
        "replicas": PODS, "selector": {"matchLabels": labels}, "template": {"metadata": {"labels": labels}, "spec": {
            "containers": [{"name": "c", "image": "none"}]}}}}


class Trial:
    def __init__(self, options):
        self.place, self.wrong, self.deployments, self.figures = Place(options), [], 0, []

    def check(self, what, good, more=""):
        print(f"{'ok  ' if good else 'FAIL'} {what}{more}", flush=True)
        if not good:
            self.wrong.append(what)

    def start(self):
        place = self.place
        for name in NAMES:
            place.start("etcd", name)
        begun = time.monotonic()
        for name in NAMES:
            place.start("tenure-apiserver", name)
            if not until(120, lambda: (place.folder / name / "tenure/kubeconfig").exists()):
                raise SystemExit(f"API server {name} does not start: " + (place.folder / f"tenure-apiserver-{name}.log").read_text()[-1000:])
            ready = until(90, lambda: Client(place, address(name)).call("GET", "/readyz")[0] == 200)
            self.check(f"API server {name} is ready", ready)
            if name == "one":
                for other in NAMES[1:]:
                    shutil.copytree(place.folder / "one/tenure/pki", place.folder / other / "tenure/pki")
        place.balance()
        self.client = Client(place)
        ready = until(20, lambda: self.client.call("GET", "/readyz")[0] == 200)
        self.check("the balancer leads to them", ready, f", {time.monotonic() - begun:.1f} s after the first was started")
        config = (place.folder / "one/tenure/kubeconfig").read_text().replace(f"https://{address('one')}:{PORT}", f"https://{BALANCER}:{PORT}")
        for kind in ("scheduler", "controllers"):
            (place.secrets / f"{kind}.kubeconfig").write_text(config)
            for name in NAMES:
                place.start(f"tenure-{kind}", name)

    def bound(self, name, seconds=60, meanwhile=lambda: None):
        """How long until the pods of a new Deployment are bound; the Deployment is asked for until somebody has made it."""
        begun = time.monotonic()
        made = until(seconds, lambda: self.client.call("POST", "/apis/apps/v1/namespaces/default/deployments", deployment(name))[0] in (201, 409))

        def all_bound():
            meanwhile()
            pods = self.client.call("GET", f"/api/v1/namespaces/default/pods?labelSelector=app={name}")[1].get("items", [])
            return len(pods) == PODS and all(pod["spec"].get("nodeName") for pod in pods)

        good = made and until(seconds, all_bound)
        self.deployments += 1
        return good, time.monotonic() - begun

    def items(self, path):
        """What there is, from whoever answers."""
        answer = {}

        def read():
            status, answer["list"] = self.client.call("GET", path)
            return status == 200

        return answer["list"]["items"] if until(60, read) else []

    def leases(self):
        leases = self.client.call("GET", "/apis/coordination.k8s.io/v1/namespaces/kube-system/leases")[1].get("items", [])
        return {lease["metadata"]["name"]: lease["spec"].get("holderIdentity") for lease in leases}

    def holder(self, kind):
        for lease, holder in self.leases().items():
            if kind in lease:
                for name in NAMES:
                    if (holder or "?") in (self.place.folder / f"tenure-{kind}-{name}.log").read_text(errors="replace"):
                        return name
        return None

    def killed_by(self, what):
        """What is killed in one failover: units on machines."""
        leaders = {kind: until(30, lambda: self.holder(kind)) for kind in ("scheduler", "controllers")}
        if None in leaders.values():
            return []
        if what == "both leaders":
            return [f"tenure-{kind}-{name}" for kind, name in leaders.items()]
        if what.startswith("machine"):
            return [f"{unit}-{leaders[what.split()[-1]]}" for unit in ("etcd", "tenure-apiserver", "tenure-scheduler", "tenure-controllers")]
        return [f"tenure-{what}-{leaders[what]}"]

    def failover(self, what, count):
        """Kills leaders, or all that a machine runs; others bind the pods of a new Deployment."""
        units = self.killed_by(what)
        if not units:
            self.check(f"who leads can be told before {what} is killed", False)
            return
        before, led = until(60, self.leases), {}
        self.place.kill(*units)
        killed = time.monotonic()

        def who_leads():
            for lease, holder in self.leases().items():
                if holder != before.get(lease):
                    led.setdefault(lease, f"{lease} led again after {time.monotonic() - killed:.1f} s")

        good, took = self.bound(f"after-{what.replace(' ', '-')}-{count}", meanwhile=who_leads)
        self.check(f"the pods of a new Deployment are bound when {what} is killed ({', '.join(units)})",
                   good and took < TAKEN_OVER_WITHIN_SECONDS, f", after {took:.1f} s ({', '.join(led.values())})")
        self.figures.append(f"{what}: {took:.1f} s")
        told = {unit: self.stood(unit) for unit in units}
        for unit in units:
            self.place.start(*unit.rsplit("-", 1))
        for name in {unit.rsplit("-", 1)[1] for unit in units if unit.startswith("tenure-apiserver")}:
            ready = until(60, lambda: Client(self.place, address(name)).call("GET", "/readyz")[0] == 200)
            self.check(f"{name} is ready again", ready)
        for unit in told:
            if unit.startswith(("tenure-scheduler", "tenure-controllers")):
                self.check(f"{unit} stands for election again", until(60, lambda: self.stood(unit) > told[unit]))

    def stood(self, unit):
        return (self.place.folder / f"{unit}.log").read_text(errors="replace").count("waiting for lease")

    def placed_once(self, watcher):
        """No pod twice on a node, none too many, and nobody told twice that it was scheduled."""
        watcher.stopping.set()
        watcher.join()
        pods = self.items("/api/v1/namespaces/default/pods")
        self.check("there are as many pods as the Deployments want", len(pods) == PODS * self.deployments, f": {len(pods)}")
        followed = {(pod["metadata"]["name"], pod["metadata"]["uid"]) for pod in pods} <= set(watcher.nodes)
        self.check("no pod was ever bound to a second node", followed and not watcher.twice() and not watcher.problem,
                   f": {len(watcher.nodes)} pods followed {watcher.twice() or ''}{watcher.problem}")
        told = {}
        for event in self.items("/api/v1/namespaces/default/events"):
            if event.get("reason") == "Scheduled":
                pod = event["involvedObject"]["name"]
                told[pod] = told.get(pod, 0) + max(1, event.get("count") or 1)
        twice = [pod for pod, count in told.items() if count > 1]
        self.check("no pod was told twice that it was scheduled", not twice, f": {len(told)} of {len(pods)} were told once {twice or ''}")

    def run(self):
        place = self.place
        self.start()
        kubelets = Kubelets(place, "n0", "n1", "n2")
        kubelets.start()
        watcher = Watcher(place)
        watcher.start()
        good, took = self.bound("first")
        self.check("the pods of a Deployment are bound", good, f" after {took:.1f} s")
        addresses = until(30, lambda: sorted(
            one["ip"] for part in self.client.call("GET", "/api/v1/namespaces/default/endpoints/kubernetes")[1].get("subsets", [])
            for one in part["addresses"]) == [told(name) for name in NAMES])
        self.check("the service kubernetes leads to all three", addresses)
        writer = Writer(place)
        writer.start()
        time.sleep(3)
        writer.silence()
        for unit, name, longest in (("tenure-apiserver", "two", 10), ("etcd", "three", 10), ("tenure-apiserver", "one", 10)):
            place.kill(f"{unit}-{name}")
            time.sleep(8)
            silence = writer.silence()
            self.check(f"writes go on when {unit} of {name} is killed", silence < longest, f", after {silence:.1f} s at most")
            place.start(unit, name)
            ready = until(60, lambda: Client(place, address(name)).call("GET", "/readyz")[0] == 200)
            self.check(f"{name} is ready again", ready)
        for count in range(1, self.place.options.times + 1):
            for what in FAILOVERS:
                self.failover(what, count)
        writer.stopping.set()
        kubelets.stopping.set()
        writer.join()
        there = {one["metadata"]["name"] for one in self.items("/api/v1/namespaces/default/configmaps")}
        lost = [name for name in writer.acknowledged if name not in there]
        self.check("all acknowledged writes are there", not lost, f": {len(writer.acknowledged) - len(lost)} of {len(writer.acknowledged)}")
        self.placed_once(watcher)
        secret = {"kind": "Secret", "apiVersion": "v1", "metadata": {"name": "s"}, "stringData": {"word": "plaintext-of-the-trial"}}
        made = until(60, lambda: self.client.call("POST", "/api/v1/namespaces/default/secrets", secret)[0] in (201, 409))
        self.check("secrets are encrypted in etcd", made and not any(
            b"plaintext-of-the-trial" in one.read_bytes() for one in place.folder.glob("*/etcd/member/**/*") if one.is_file()
            and one.name == "db"))
        print(f"     ended by themselves and started again after 2 s, as systemd does: {', '.join(place.restarts) or 'nobody'}")
        print("     " + "; ".join(self.figures))
        return self.wrong


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tenure", required=True)
    parser.add_argument("--times", type=int, default=1, help="how often each kind of leader is killed")
    parser.add_argument("--keep", action="store_true", help="keep the folder with data and logs")
    trial = Trial(parser.parse_args())
    try:
        wrong = trial.run()
    finally:
        trial.place.close()
    print(f"wrong: {len(wrong)}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
