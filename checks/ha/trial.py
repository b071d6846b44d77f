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


def address(name):
    return f"127.0.1.{NAMES.index(name) + 1}"


def told(name):
    return f"10.0.0.{NAMES.index(name) + 1}"


class Place:
    def __init__(self, options):
        self.options, self.running = options, {}
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="tenure-ha."))
        self.secrets = self.folder / "etc/tenure"
        (self.secrets / "etcd").mkdir(parents=True)
        self.certificates()
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

    def run(self, name, *command):
        with open(self.folder / f"{name}.log", "ab") as log:
            self.running[name] = subprocess.Popen(command, stdout=log, stderr=log, cwd=self.folder, start_new_session=True)

    def balance(self):
        text = self.here((UNITS / "haproxy.cfg").read_text(), "balancer").replace(f"bind :{PORT}", f"bind {BALANCER}:{PORT}")
        (self.folder / "haproxy.cfg").write_text(text)
        self.run("haproxy", "haproxy", "-db", "-f", str(self.folder / "haproxy.cfg"))

    def kill(self, name):
        try:
            os.killpg(self.running[name].pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        self.running[name].wait()

    def ended(self):
        return [name for name, process in self.running.items() if process.poll() is not None]

    def close(self):
        for name in self.running:
            self.kill(name)
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

    def call(self, method, path, body=None):
        try:
            if self.connection is None:
                self.connection = http.client.HTTPSConnection(self.host, PORT, context=self.context, timeout=5)
            self.connection.request(method, path, json.dumps(body) if body is not None else None, {"Content-Type": "application/json"})
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


def deployment(name):
    labels = {"app": name}
    return {"apiVersion": "apps/v1", "kind": "Deployment", "metadata": {"name": name}, "spec": {
        "replicas": 5, "selector": {"matchLabels": labels}, "template": {"metadata": {"labels": labels}, "spec": {
            "containers": [{"name": "c", "image": "none"}]}}}}


class Trial:
    def __init__(self, options):
        self.place, self.wrong = Place(options), []

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

    def bound(self, name, seconds=60):
        begun = time.monotonic()
        self.client.call("POST", "/apis/apps/v1/namespaces/default/deployments", deployment(name))

        def all_bound():
            pods = self.client.call("GET", f"/api/v1/namespaces/default/pods?labelSelector=app={name}")[1].get("items", [])
            return len(pods) == 5 and all(pod["spec"].get("nodeName") for pod in pods)

        return until(seconds, all_bound), time.monotonic() - begun

    def holder(self, kind):
        for lease in self.client.call("GET", "/apis/coordination.k8s.io/v1/namespaces/kube-system/leases")[1].get("items", []):
            if kind in lease["metadata"]["name"]:
                holder = lease["spec"].get("holderIdentity") or "?"
                for name in NAMES:
                    if holder in (self.place.folder / f"tenure-{kind}-{name}.log").read_text():
                        return name
        return None

    def run(self):
        place = self.place
        self.start()
        self.client.call("POST", "/api/v1/nodes", {"apiVersion": "v1", "kind": "Node", "metadata": {"name": "n"}, "status": {
            "allocatable": {"cpu": "100", "memory": "100Gi", "pods": "1000"}, "capacity": {"cpu": "100", "memory": "100Gi", "pods": "1000"},
            "conditions": [{"type": "Ready", "status": "True", "reason": "x", "lastHeartbeatTime": "2026-01-01T00:00:00Z",
                            "lastTransitionTime": "2026-01-01T00:00:00Z"}]}})
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
        for kind in ("scheduler", "controllers"):
            name = until(30, lambda: self.holder(kind))
            if name is None:
                self.check(f"who leads the {kind} can be told", False)
                continue
            place.kill(f"tenure-{kind}-{name}")
            good, took = self.bound(f"after-{kind}")
            self.check(f"the pods of a new Deployment are bound when the leading {kind} is killed", good and took < 20, f", after {took:.1f} s")
            place.start(f"tenure-{kind}", name)
        writer.stopping.set()
        writer.join()
        there = {one["metadata"]["name"] for one in self.client.call("GET", "/api/v1/namespaces/default/configmaps")[1].get("items", [])}
        lost = [name for name in writer.acknowledged if name not in there]
        self.check("all acknowledged writes are there", not lost, f": {len(writer.acknowledged) - len(lost)} of {len(writer.acknowledged)}")
        secret = self.client.call("POST", "/api/v1/namespaces/default/secrets", {
            "kind": "Secret", "apiVersion": "v1", "metadata": {"name": "s"}, "stringData": {"word": "plaintext-of-the-trial"}})[0]
        self.check("secrets are encrypted in etcd", secret == 201 and not any(
            b"plaintext-of-the-trial" in one.read_bytes() for one in place.folder.glob("*/etcd/member/**/*") if one.is_file()
            and one.name == "db"))
        self.check("nobody has ended by himself", not place.ended(), f" {place.ended() or ''}")
        return self.wrong


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tenure", required=True)
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
