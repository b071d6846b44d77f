"""One etcd with kube-apiserver and `tenure apiserver` on it, how they are asked, and what is counted."""
import base64
import collections
import http.client
import json
import os
import pathlib
import shutil
import signal
import ssl
import subprocess
import sys
import tempfile
import time
import urllib.request

from ports import free_port
from server import Server

TOKEN = "beside-token"
MERGE = "application/merge-patch+json"
PROTOBUF = "application/vnd.kubernetes.protobuf"


class Etcd:
    """Calls of etcd's JSON gateway."""

    def __init__(self, port):
        self.url = f"http://127.0.0.1:{port}/v3/kv/"

    def call(self, method, body):
        request = urllib.request.Request(self.url + method, json.dumps(body).encode())
        return json.load(urllib.request.urlopen(request, timeout=20))

    def put(self, key, value):
        self.call("put", {"key": base64.b64encode(key.encode()).decode(), "value": base64.b64encode(value).decode()})

    def get(self, key):
        found = self.call("range", {"key": base64.b64encode(key.encode()).decode()}).get("kvs")
        return base64.b64decode(found[0].get("value", "")) if found else None

    def delete(self, key):
        self.call("deleterange", {"key": base64.b64encode(key.encode()).decode()})


class Machine:
    """The processes."""

    def __init__(self, options):
        self.options = options
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="tenure-beside."))
        self.running = {}
        self.etcd_port, self.their_port, self.our_port = free_port(), free_port(), free_port()
        self.etcd = Etcd(self.etcd_port)
        self.ours = Server(f"https://127.0.0.1:{self.our_port}", TOKEN)
        self.theirs = Server(f"https://127.0.0.1:{self.their_port}", TOKEN)
        (self.folder / "tokens.csv").write_text(f'{TOKEN},admin,admin,"system:masters"\n')
        subprocess.run(["openssl", "ecparam", "-name", "prime256v1", "-genkey", "-noout", "-out", self.folder / "sa.key"],
                       check=True, capture_output=True)
        subprocess.run(["openssl", "ec", "-in", self.folder / "sa.key", "-pubout", "-out", self.folder / "sa.pub"],
                       check=True, capture_output=True)

    def run(self, name, *command):
        with open(self.folder / f"{name}.log", "ab") as log:
            self.running[name] = subprocess.Popen([str(word) for word in command], stdout=log, stderr=log,
                                                  cwd=self.folder, start_new_session=True)

    def stop(self, name, how=signal.SIGTERM):
        process = self.running.pop(name, None)
        if process is None:
            return
        for signaled in (how, signal.SIGKILL):
            try:
                os.killpg(process.pid, signaled)
                process.wait(30)
                return
            except ProcessLookupError:
                return
            except subprocess.TimeoutExpired:
                continue

    def start_etcd(self):
        peer = free_port()
        url = f"http://127.0.0.1:{self.etcd_port}"
        self.run("etcd", "etcd", "--data-dir", self.folder / "etcd", "--listen-client-urls", url,
                 "--advertise-client-urls", url, "--listen-peer-urls", f"http://127.0.0.1:{peer}",
                 "--unsafe-no-fsync", "--log-level", "error")

    def start_theirs(self, *more):
        self.run("kube-apiserver", self.options.apiserver, "--etcd-servers", f"http://127.0.0.1:{self.etcd_port}",
                 "--secure-port", self.their_port, "--bind-address", "127.0.0.1", "--advertise-address", "192.0.2.1",
                 "--cert-dir", self.folder / "certs", "--token-auth-file", self.folder / "tokens.csv",
                 "--authorization-mode", "Node,RBAC", "--service-account-key-file", self.folder / "sa.pub",
                 "--service-account-signing-key-file", self.folder / "sa.key",
                 "--service-account-issuer", "https://kubernetes.default.svc",
                 "--service-cluster-ip-range", "10.0.0.0/16", "--allow-privileged", *more)
        self.ready(self.theirs, "kube-apiserver")

    def start_ours(self, *more):
        self.run("tenure", self.options.tenure, "apiserver", "--etcd-servers", f"http://127.0.0.1:{self.etcd_port}",
                 "--port", self.our_port, "--advertise-address", "192.0.2.2", "--data-dir", self.folder / "tenure",
                 "--token-auth-file", self.folder / "tokens.csv", "--service-cluster-ip-range", "10.0.0.0/16", *more)
        self.ready(self.ours, "tenure")

    def forget_cluster(self):
        """Another prefix is another cluster, and Tenure serves none with the certificates of another one."""
        (self.folder / "tenure" / "pki" / "cluster-id").unlink(missing_ok=True)

    def start_upstream(self, port):
        kubeconfig = self.folder / "kubeconfig"
        kubeconfig.write_text(json.dumps({
            "apiVersion": "v1", "kind": "Config", "current-context": "x",
            "clusters": [{"name": "c", "cluster": {"server": f"https://127.0.0.1:{port}", "insecure-skip-tls-verify": True}}],
            "users": [{"name": "u", "user": {"token": TOKEN}}],
            "contexts": [{"name": "x", "context": {"cluster": "c", "user": "u"}}]}))
        common = [f"--{flag}={kubeconfig}" for flag in ("kubeconfig", "authentication-kubeconfig", "authorization-kubeconfig")]
        common += ["--leader-elect=false", "--bind-address=127.0.0.1", f"--cert-dir={self.folder / 'certs'}"]
        self.run("kube-controller-manager", self.options.controllers, *common, f"--secure-port={free_port()}",
                 "--use-service-account-credentials=false", "--node-monitor-grace-period=10h",
                 f"--service-account-private-key-file={self.folder / 'sa.key'}")
        self.run("kube-scheduler", self.options.scheduler, *common, f"--secure-port={free_port()}")

    def stop_upstream(self):
        self.stop("kube-controller-manager")
        self.stop("kube-scheduler")

    def ready(self, server, name):
        until = time.time() + 90
        while time.time() < until:
            if self.running[name].poll() is not None:
                break
            try:
                if server.call("GET", "/readyz", tries=1)[0] == 200:
                    return
            except (http.client.HTTPException, OSError):
                pass
            time.sleep(0.2)
        raise SystemExit(f"{name} did not become ready:\n" + (self.folder / f"{name}.log").read_text()[-2000:])

    def close(self):
        for name in list(self.running)[::-1]:
            self.stop(name, signal.SIGKILL)
        shutil.rmtree(self.folder, ignore_errors=True)


class Tally:
    """How many of how many, and what was wrong."""

    def __init__(self, part):
        self.part, self.good, self.all, self.wrong = part, collections.Counter(), collections.Counter(), []

    def note(self, what, problem):
        self.all[what] += 1
        self.good[what] += not problem
        if problem:
            self.wrong.append(f"{what}: {problem}")

    def print(self):
        for what in self.all:
            print(f"{self.part}: {what}: {self.good[what]} of {self.all[what]}")
        for problem in self.wrong[:20]:
            print("    " + problem[:600])
        if len(self.wrong) > 20:
            print(f"    and {len(self.wrong) - 20} more")
        sys.stdout.flush()
        return not self.wrong


def resources(server):
    """(apiVersion, kind) -> (path of its group and version, resource, whether it has namespaces)"""
    found = {}
    groups = ["/api/v1"] + ["/apis/" + version["groupVersion"] for group in server.call("GET", "/apis")[1]["groups"]
                            for version in group["versions"]]
    for base in groups:
        for one in server.call("GET", base)[1].get("resources", []):
            if "/" not in one["name"] and "get" in one["verbs"]:
                version = base.removeprefix("/apis/").removeprefix("/api/")
                found[(version, one["kind"])] = (base, one["name"], one["namespaced"])
    return found


def raw(server, path, accept):
    """The bytes of an answer, over a connection of their own."""
    connection = http.client.HTTPSConnection(server.host, server.port, context=ssl._create_unverified_context(), timeout=60)
    connection.request("GET", path, headers={"Authorization": "Bearer " + TOKEN, "Accept": accept})
    answer = connection.getresponse()
    return answer.status, answer.read()


def until(longest, question):
    end = time.time() + longest
    while time.time() < end:
        answer = question()
        if answer:
            return answer
        time.sleep(0.2)
    return question()
