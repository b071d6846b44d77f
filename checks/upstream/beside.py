#!/usr/bin/env python3
"""kube-apiserver and `tenure apiserver` on one etcd: does each read, change and go on with what the other wrote?

Started by beside.sh. Everything runs on free ports of loopback in a folder of its own and is stopped at the end.
"""
import argparse
import base64
import collections
import copy
import hashlib
import http.client
import json
import os
import pathlib
import random
import shutil
import signal
import socket
import ssl
import subprocess
import sys
import tarfile
import tempfile
import threading
import time
import urllib.request

from compare import Comparison, Server, difference
from objects import OBJECTS

TOKEN = "beside-token"
MERGE = "application/merge-patch+json"
PROTOBUF = "application/vnd.kubernetes.protobuf"
# Folders that are not called as their resource, as pkg/kubeapiserver/default_storage_factory_builder.go has them.
FOLDERS = {"nodes": "minions", "replicationcontrollers": "controllers", "endpoints": "services/endpoints",
           "services": "services/specs", "ingresses": "ingress"}


def free_port():
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return free.getsockname()[1]


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
        subprocess.run(["openssl", "genrsa", "-out", self.folder / "sa.key", "2048"], check=True, capture_output=True)
        subprocess.run(["openssl", "rsa", "-in", self.folder / "sa.key", "-pubout", "-out", self.folder / "sa.pub"],
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
                 "--authorization-mode", "RBAC", "--service-account-key-file", self.folder / "sa.pub",
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


def samples(machine, options):
    tally = Tally("samples")
    known = resources(machine.theirs)
    with tarfile.open(pathlib.Path(options.golden) / "codec.tar.gz") as archive:
        files = {member.name: archive.extractfile(member).read() for member in archive if member.isfile()}
    for name in sorted(name for name in files if name.endswith(".json")):
        sample = json.loads(files[name])
        place = known.get((sample.get("apiVersion"), sample.get("kind")))
        metadata = sample.get("metadata")
        if place is None or not isinstance(metadata, dict) or "name" not in metadata:
            continue
        base, resource, namespaced = place
        if sample["kind"] == "Event" and base != "/api/v1":
            continue  # stored as the core kind, whose sample is another one
        if sample["kind"] == "Deployment":
            continue  # its limits of an update are texts that both servers refuse, and Tenure reads none like it
        folder = FOLDERS.get(resource, resource)
        within = f"{metadata['namespace']}/" if namespaced else ""
        key = f"/registry/{folder}/{within}{metadata['name']}"
        path = base + (f"/namespaces/{metadata['namespace']}" if namespaced else "") + f"/{resource}/{metadata['name']}"
        machine.etcd.put(key, files[name.removesuffix(".json") + ".pb"])
        theirs, ours = (raw(server, path, "application/json") for server in (machine.theirs, machine.ours))
        if theirs[0] != 200:
            tally.note("not a stored form, alike at both", None if ours[0] != 200 else f"{key}: only Tenure reads it")
        else:
            found = difference(json.loads(ours[1]), json.loads(theirs[1]))
            tally.note("read alike as JSON", found and f"{key}: {found}")
            theirs, ours = (raw(server, path, PROTOBUF)[1] for server in (machine.theirs, machine.ours))
            tally.note("read alike as protobuf, byte by byte", None if theirs == ours else key)
        machine.etcd.delete(key)
    return tally


def both_show(servers, one):
    """The object at both servers, as of one version: controllers of the servers may change it meanwhile."""
    for _ in range(5):
        both = [server.call("GET", one)[1] for server in servers]
        if both[0].get("metadata", {}).get("resourceVersion") == both[1].get("metadata", {}).get("resourceVersion"):
            break
    return both


def passes(machine, tally, path, body, first):
    """Makes an object at one server, reads and changes it at the other, and asks upstream whether the bytes are its own."""
    servers = [machine.ours, machine.theirs] if first == 0 else [machine.theirs, machine.ours]
    writer = "Tenure" if first == 0 else "kube-apiserver"
    status, made, _ = servers[0].call("POST", path, body)
    if status not in (200, 201) or "metadata" not in made or "name" not in made["metadata"]:
        return False
    one = f"{path}/{made['metadata']['name']}"
    both = both_show(servers, one)
    found = difference(both[0], both[1])
    tally.note(f"made by {writer}, read alike", found and f"{one}: {found}")
    if first == 0:  # its own objects kube-apiserver sometimes writes again, the first time that they are put
        unchanged(machine, tally, one, f"made by {writer}, then put unchanged at kube-apiserver: no byte differs")
    status, changed, _ = servers[1].call("PATCH", one, {"metadata": {"annotations": {"beside": "x"}}}, MERGE)
    if status == 200:
        both = both_show(servers, one)
        found = difference(both[0], both[1])
        tally.note(f"made by {writer}, changed at the other, read alike", found and f"{one}: {found}")
        unchanged(machine, tally, one, f"made by {writer}, changed at the other, then put unchanged: no byte differs")
    elif status != 404:
        tally.note(f"made by {writer}, changed at the other", f"{one}: {status} {str(changed)[:300]}")
    status, answer, _ = servers[1].call("DELETE", one + "?gracePeriodSeconds=0")
    servers[1].call("PATCH", one, {"metadata": {"finalizers": None}}, MERGE)
    gone = [server.call("GET", one)[0] for server in servers]
    tally.note(f"made by {writer}, removed at the other", None if gone[0] == gone[1] else f"{one}: {gone} {str(answer)[:200]}")
    return True


def unchanged(machine, tally, one, what):
    """Upstream writes nothing when what it would store is, byte by byte, what is stored."""
    status, before, _ = machine.theirs.call("GET", one)
    if status != 200:
        return
    status, after, _ = machine.theirs.call("PUT", one, before)
    if status == 200:
        same = after["metadata"].get("resourceVersion") == before["metadata"].get("resourceVersion")
        tally.note(what, None if same else f"{one} {difference(after, before)}")


def objects(machine, options):
    tally = Tally("objects")
    for first in (0, 1):
        for path, body in OBJECTS:
            passes(machine, tally, path, copy.deepcopy(body), first)
    return tally


# Versions in which older servers stored kinds that look the same today; kube-apiserver decodes them to this day.
OLDER = {
    "admissionregistration.k8s.io/v1alpha1": "ValidatingAdmissionPolicy ValidatingAdmissionPolicyBinding",
    "admissionregistration.k8s.io/v1beta1": "MutatingWebhookConfiguration ValidatingWebhookConfiguration ValidatingAdmissionPolicy"
                                            " ValidatingAdmissionPolicyBinding",
    "apps/v1beta1": "ControllerRevision Deployment StatefulSet",
    "apps/v1beta2": "ControllerRevision DaemonSet Deployment ReplicaSet StatefulSet",
    "batch/v1beta1": "CronJob", "certificates.k8s.io/v1beta1": "CertificateSigningRequest", "coordination.k8s.io/v1beta1": "Lease",
    "extensions/v1beta1": "DaemonSet Deployment ReplicaSet NetworkPolicy",
    "flowcontrol.apiserver.k8s.io/v1beta1": "FlowSchema", "flowcontrol.apiserver.k8s.io/v1beta2": "FlowSchema",
    "flowcontrol.apiserver.k8s.io/v1beta3": "FlowSchema",
    "networking.k8s.io/v1beta1": "IPAddress IngressClass ServiceCIDR", "node.k8s.io/v1beta1": "RuntimeClass",
    "policy/v1beta1": "PodDisruptionBudget",
    "rbac.authorization.k8s.io/v1beta1": "ClusterRole ClusterRoleBinding Role RoleBinding",
    "resource.k8s.io/v1beta2": "DeviceClass ResourceClaim ResourceClaimTemplate ResourceSlice", "scheduling.k8s.io/v1beta1": "PriorityClass",
    "storage.k8s.io/v1alpha1": "CSIStorageCapacity VolumeAttachment VolumeAttributesClass",
    "storage.k8s.io/v1beta1": "CSIDriver CSINode CSIStorageCapacity StorageClass VolumeAttachment VolumeAttributesClass"}


def as_of(value, older):
    """An object in protobuf with another version in its envelope."""
    length, begin = value[7], 8 + value[7]
    return value[:5] + bytes([value[5] + len(older) - length]) + value[6:7] + bytes([len(older)]) + older.encode() + value[begin:]


def older(machine, options):
    """Objects that kube-apiserver made, as if a server of years ago had stored them."""
    tally = Tally("older")
    known = resources(machine.theirs)
    for path, body in OBJECTS:
        version = body["apiVersion"]
        place = known.get((version, body["kind"]))
        versions = [name for name, kinds in OLDER.items() if body["kind"] in kinds.split()]
        if not version.endswith("/v1") or not versions or place is None:
            continue
        status, made, _ = machine.theirs.call("POST", path, copy.deepcopy(body))
        if status not in (200, 201) or "name" not in made.get("metadata", {}):
            continue
        base, resource, namespaced = place
        metadata = made["metadata"]
        one = f"{path}/{metadata['name']}"
        key = f"/registry/{FOLDERS.get(resource, resource)}/" + (f"{metadata['namespace']}/" if namespaced else "") + metadata["name"]
        stored = machine.etcd.get(key)
        for name in versions if stored and stored[:4] == b"k8s\0" else []:
            machine.etcd.put(key, as_of(stored, name))
            both = both_show((machine.theirs, machine.ours), one)
            found = difference(both[1], both[0])
            tally.note("read alike", found and f"{key} {name}: {found}")
            status, _, _ = machine.ours.call("PUT", one, both[1])
            if status == 409:  # a controller of upstream's own wrote meanwhile
                machine.etcd.put(key, as_of(stored, name))
                status, _, _ = machine.ours.call("PUT", one, both_show((machine.theirs, machine.ours), one)[1])
            value = machine.etcd.get(key)
            today = stored[:8 + stored[7]]
            tally.note("put unchanged at Tenure: written in the version of today",
                       None if status == 200 and value and value.startswith(today) else f"{key} {name}: {status}")
        machine.theirs.call("DELETE", one + "?gracePeriodSeconds=0")
        machine.theirs.call("PATCH", one, {"metadata": {"finalizers": None}}, MERGE)
    return tally


def definitions():
    """CustomResourceDefinitions of every shape that upstream stores differently, and an object of each."""
    plain = {"openAPIV3Schema": {"type": "object", "x-kubernetes-preserve-unknown-fields": True}}
    rich = {"openAPIV3Schema": {"type": "object", "description": "<b>a</b> & b > c \u2028", "properties": {
        "spec": {"type": "object", "required": ["size"], "properties": {
            "size": {"type": "integer", "minimum": 1, "default": 3, "maximum": 9},
            "words": {"type": "array", "items": {"type": "string", "enum": ["a", "b<c"]}, "x-kubernetes-list-type": "set"},
            "any": {"x-kubernetes-int-or-string": True}},
            "x-kubernetes-validations": [{"rule": "self.size < 8 && self.size > 0", "message": "1 <= size & size < 8"}]},
        "status": {"type": "object", "properties": {"replicas": {"type": "integer"}}}}}}
    columns = [{"name": "Size", "type": "integer", "jsonPath": ".spec.size", "priority": 1, "description": "how <large>"}]
    both = {"status": {}, "scale": {"specReplicasPath": ".spec.size", "statusReplicasPath": ".status.replicas"}}
    hook = {"strategy": "Webhook", "webhook": {"conversionReviewVersions": ["v1", "v1beta1"], "clientConfig": {
        "service": {"namespace": "default", "name": "hook", "path": "/convert"}}}}
    shapes = {
        "plains": ([{"name": "v1", "schema": plain}], {}),
        "riches": ([{"name": "v1", "schema": rich, "additionalPrinterColumns": columns, "subresources": both,
                     "selectableFields": [{"jsonPath": ".spec.size"}]}], {}),
        "alikes": ([{"name": "v1", "schema": rich}, {"name": "v1beta1", "schema": rich, "deprecated": True,
                                                    "deprecationWarning": "use v1 & nothing else"}], {}),
        "others": ([{"name": "v2", "schema": rich, "additionalPrinterColumns": columns},
                    {"name": "v1", "schema": plain, "subresources": {"status": {}}}], {}),
        "hookeds": ([{"name": "v1", "schema": plain}, {"name": "v2", "schema": plain}], {"conversion": hook}),
    }
    for plural, (versions, more) in shapes.items():
        kind = plural.capitalize()[:-1]
        for number, version in enumerate(versions):
            version.update(served=True, storage=number == 0)
        yield {"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition",
               "metadata": {"name": f"{plural}.beside.example.org"},
               "spec": {"group": "beside.example.org", "scope": "Namespaced", "versions": versions, **more,
                        "names": {"plural": plural, "kind": kind, "shortNames": [plural[:3]], "categories": ["all"]}}}, {
                   "apiVersion": f"beside.example.org/{versions[0]['name']}", "kind": kind, "metadata": {"name": "one", "labels": {"z": "a", "b": "c"}},
                   "spec": {"size": 5, "words": ["b<c", "a"], "any": "x & y"}}


def defined(machine, options):
    tally = Tally("defined")
    page = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions"
    for first in (0, 1):
        for definition, _ in definitions():
            passes(machine, tally, page, copy.deepcopy(definition), first)
            one = f"{page}/{definition['metadata']['name']}"
            until(30, lambda: all(at.call("GET", one)[0] == 404 for at in (machine.ours, machine.theirs)))
    for definition, one in definitions():
        machine.theirs.call("POST", page, definition)
        path = f"/apis/{one['apiVersion']}/namespaces/default/{definition['spec']['names']['plural']}"
        served = until(30, lambda: all(at.call("GET", path)[0] == 200 for at in (machine.ours, machine.theirs)))
        tally.note("a kind that is defined is served by both", None if served else path)
        for first in (0, 1):
            passes(machine, tally, path, copy.deepcopy(one), first)
    return tally


def randomly(machine, options):
    tally = Tally("random")
    wanted = argparse.Namespace(seed=options.seed, corpus=str(pathlib.Path(options.golden) / "api"), only="", record="",
                                ours=f"https://127.0.0.1:{machine.our_port}",
                                theirs=f"https://127.0.0.1:{machine.their_port}", token=TOKEN)
    source = Comparison(wanted)
    number = accepted = 0
    while accepted < options.count and number < options.count * 20:
        number += 1
        kind, path, body = source.sample()
        if not isinstance(body.get("metadata"), dict) or path.endswith("/namespaces"):
            continue
        for _ in range(source.random.choice([0, 1, 1, 2])):
            source.mutate(body, kind)
        if not isinstance(body.get("metadata"), dict):
            continue
        body["metadata"].pop("generateName", None)
        body["metadata"]["name"] = f"r{number}"
        accepted += passes(machine, tally, path, body, number % 2)
    return tally


def until(longest, question):
    end = time.time() + longest
    while time.time() < end:
        answer = question()
        if answer:
            return answer
        time.sleep(0.2)
    return question()


def controllers(machine, options):
    tally = Tally("controllers")
    namespace = "/api/v1/namespaces/steered"
    machine.ours.call("POST", "/api/v1/namespaces", {"metadata": {"name": "steered"}})
    for number in range(4):
        machine.theirs.call("POST", "/api/v1/nodes", {
            "metadata": {"name": f"n{number}", "labels": {"kubernetes.io/hostname": f"n{number}"}},
            "status": {"capacity": {"cpu": "32", "memory": "64Gi", "pods": "110"},
                       "conditions": [{"type": "Ready", "status": "True", "lastHeartbeatTime": "2026-01-01T00:00:00Z",
                                       "lastTransitionTime": "2026-01-01T00:00:00Z", "reason": "r", "message": "m"}]}})
    template = {"metadata": {"labels": {"a": "b"}}, "spec": {"containers": [{"name": "c", "image": "i"}]}}
    wanted = 0
    for turn, (name, port, server) in enumerate([("Tenure", machine.our_port, machine.ours),
                                                 ("kube-apiserver", machine.their_port, machine.theirs),
                                                 ("Tenure again", machine.our_port, machine.ours)]):
        machine.start_upstream(port)
        for number in range(3):
            wanted += 6
            server.call("POST", "/apis/apps/v1/namespaces/steered/deployments", {
                "metadata": {"name": f"d{turn}-{number}"},
                "spec": {"replicas": 6, "selector": {"matchLabels": {"a": "b"}}, "template": template}})

        def bound(at):
            items = at.call("GET", namespace + "/pods")[1].get("items", [])
            # No agent lets go of pods on these nodes: those that are marked have gone as far as they can.
            return [pod for pod in items if pod["spec"].get("nodeName") and "deletionTimestamp" not in pod["metadata"]]

        until(60, lambda: len(bound(server)) >= wanted)
        for at, where in ((machine.ours, "Tenure"), (machine.theirs, "kube-apiserver")):
            count = len(bound(at))
            tally.note(f"deployments of {name}'s turn are pods on nodes",
                       None if count == wanted else f"{where} shows {count}, expected {wanted}")
        if turn == 0:  # one deployment goes, with what it owns
            status, answer, _ = server.call("DELETE", "/apis/apps/v1/namespaces/steered/deployments/d0-0")
            tally.note("a deployment is deleted", None if status == 200 else f"{status} {answer}")
            wanted -= 6
            gone = until(60, lambda: len(bound(server)) == wanted)
            tally.note("what a deployment owns goes with it", None if gone else f"{len(bound(server))} of {wanted} are there")
        machine.stop_upstream()
    return tally


class Load(threading.Thread):
    """Writes objects of its own, at whichever server answers, and knows what was acknowledged."""

    def __init__(self, machine, number, stop):
        super().__init__(daemon=True)
        self.servers = [Server(f"https://127.0.0.1:{port}", TOKEN) for port in (machine.our_port, machine.their_port)]
        self.random, self.stop, self.number = random.Random(number), stop, number
        self.state, self.unsure, self.acknowledged, self.refused = {}, set(), 0, 0

    def ask(self, *call):
        server = self.random.choice(self.servers)
        for _ in range(200):
            try:
                status, body, _ = server.call(*call, tries=1)
                if status not in (429, 500, 502, 503, 504):
                    return status, body
                lost = status != 429
            except (http.client.HTTPException, OSError):
                server.connection = None
                lost = True
            if lost and call[0] != "GET":
                return 0, None
            server = self.servers[1 - self.servers.index(server)]
            time.sleep(0.05)
        return 0, None

    def run(self):
        path = "/api/v1/namespaces/rolling/configmaps"
        count = 0
        while not self.stop.is_set():
            count += 1
            name = f"m{self.number}-{self.random.randrange(40)}"
            value = f"{self.number}.{count}"
            known = self.state.get(name)
            chance = self.random.random()
            if name in self.unsure:
                status, body = self.ask("GET", f"{path}/{name}")
                if status in (200, 404):
                    self.state[name] = body["data"]["v"] if status == 200 else None
                    self.unsure.discard(name)
                continue
            if known is None:
                status, body = self.ask("POST", path, {"metadata": {"name": name}, "data": {"v": value}})
                done = status == 201
            elif chance < 0.2:
                status, body = self.ask("DELETE", f"{path}/{name}")
                done, value = status == 200, None
            else:
                status, body = self.ask("PATCH", f"{path}/{name}", {"data": {"v": value}}, MERGE)
                done = status == 200
            if done:
                self.state[name] = value
                self.acknowledged += 1
            elif status == 0:
                self.unsure.add(name)
            else:
                self.refused += 1
                self.problem = f"{name}: {status} {str(body)[:200]}"


class Watcher(threading.Thread):
    """Follows the load's objects, and goes on at the other server whenever one ends the watch."""

    def __init__(self, machine, revision, stop):
        super().__init__(daemon=True)
        self.ports, self.revision, self.stop = [machine.our_port, machine.their_port], revision, stop
        self.seen, self.state, self.wrong, self.changes, self.switches = {}, {}, [], 0, 0

    def run(self):
        turn = 0
        while not self.stop.is_set():
            turn += 1
            try:
                self.follow(self.ports[turn % 2])
            except (http.client.HTTPException, OSError, ValueError):
                time.sleep(0.1)

    def follow(self, port):
        connection = http.client.HTTPSConnection("127.0.0.1", port, context=ssl._create_unverified_context(), timeout=5)
        connection.request("GET", "/api/v1/namespaces/rolling/configmaps?watch=1&timeoutSeconds=3&allowWatchBookmarks=true"
                           f"&resourceVersion={self.revision}", headers={"Authorization": "Bearer " + TOKEN})
        answer = connection.getresponse()
        if answer.status != 200:
            self.wrong += [f"a watch from {self.revision}: {answer.status} {answer.read()[:200]}"] * (answer.status == 410)
            return
        self.switches += 1
        for line in answer:
            event = json.loads(line)
            if event["type"] == "ERROR":
                if event["object"].get("code") == 410:
                    self.wrong.append(f"from {self.revision}: {event['object']}")
                return
            self.revision = int(event["object"]["metadata"]["resourceVersion"])
            if event["type"] != "BOOKMARK":
                self.take(event)

    def take(self, event):
        metadata = event["object"]["metadata"]
        name, revision = metadata["name"], int(metadata["resourceVersion"])
        self.changes += 1
        if revision <= self.seen.get(name, 0):
            self.wrong.append(f"{name} at {revision} after {self.seen[name]}")
        there = self.state.get(name) is not None
        if (event["type"] == "ADDED") == there:
            self.wrong.append(f"{event['type']} of {name} at {revision}, which {'is' if there else 'is not'} there")
        self.seen[name] = revision
        self.state[name] = event["object"].get("data", {}).get("v") if event["type"] != "DELETED" else None


def rolling(machine, options):
    tally = Tally("rolling")
    machine.ours.call("POST", "/api/v1/namespaces", {"metadata": {"name": "rolling"}})
    until(10, lambda: machine.theirs.call("GET", "/api/v1/namespaces/rolling")[0] == 200)
    listed = machine.theirs.call("GET", "/api/v1/namespaces/rolling/configmaps")[1]
    stop, ended = threading.Event(), threading.Event()
    watchers = [Watcher(machine, int(listed["metadata"]["resourceVersion"]), ended) for _ in range(3)]
    for item in listed["items"]:
        for watcher in watchers:
            watcher.state[item["metadata"]["name"]] = item.get("data", {}).get("v")
    loads = [Load(machine, number, stop) for number in range(4)]
    for thread in watchers + loads:
        thread.start()
    changes = 0
    end = time.time() + options.seconds
    while time.time() < end or changes < 4:
        name, begin = (("kube-apiserver", machine.start_theirs), ("tenure", machine.start_ours))[changes % 2]
        time.sleep(1.5)
        machine.stop(name, signal.SIGKILL if changes % 4 > 1 else signal.SIGTERM)
        time.sleep(1.5)
        begin()
        changes += 1
    time.sleep(1)
    stop.set()
    for load in loads:
        load.join(60)
    time.sleep(2)
    revisions = [int(server.call("GET", "/api/v1/namespaces/rolling/configmaps")[1]["metadata"]["resourceVersion"])
                 for server in (machine.ours, machine.theirs)]
    until(15, lambda: all(watcher.revision >= min(revisions) - 1 or watcher.state == watchers[0].state for watcher in watchers))
    time.sleep(4)
    ended.set()
    both = [{item["metadata"]["name"]: item["data"]["v"]
             for item in server.call("GET", "/api/v1/namespaces/rolling/configmaps")[1]["items"]}
            for server in (machine.ours, machine.theirs)]
    for load in loads:
        tally.note("writers of whom no write was refused", load.problem if load.refused else None)
        for name, value in load.state.items():
            if name not in load.unsure:
                for stored in both:
                    tally.note("objects as they were acknowledged, at both",
                               None if stored.get(name) == value else f"{name}: {stored.get(name)}, acknowledged {value}")
    for watcher in watchers:
        tally.note("watches that see each version once and in order, over all changes", "; ".join(watcher.wrong[:3]) or None)
        left = {name: value for name, value in watcher.state.items() if value is not None and name.startswith("m")}
        mine = {name: value for name, value in both[0].items() if name.startswith("m")}
        tally.note("watches that end with what is stored", None if left == mine else difference(left, mine))
    print(f"rolling: {changes} changes of servers, {sum(load.acknowledged for load in loads)} acknowledged writes, "
          f"{sum(watcher.changes for watcher in watchers)} changes seen on {sum(watcher.switches for watcher in watchers)} watches")
    return tally


def lifetimes(machine, options):
    """What the servers write for one another."""
    tally = Tally("shared")
    both = until(20, lambda: all(
        sorted(address["ip"] for subset in server.call("GET", "/api/v1/namespaces/default/endpoints/kubernetes")[1]
               .get("subsets", []) for address in subset["addresses"]) == ["192.0.2.1", "192.0.2.2"]
        for server in (machine.ours, machine.theirs)))
    tally.note("the endpoints of the service kubernetes are both servers", None if both else str(machine.ours.call(
        "GET", "/api/v1/namespaces/default/endpoints/kubernetes")[1].get("subsets")))
    path = "/api/v1/namespaces/default/services"
    ports, names, failed = [], [], []

    def make(server, number):
        body = {"metadata": {"name": f"np{number}"}, "spec": {"type": "NodePort", "ports": [{"port": 80}]}}
        status, made, _ = server.call("POST", path, body)
        if status != 201:
            failed.append(str(made)[:200])
            return
        ports.append(made["spec"]["ports"][0]["nodePort"])
        ports.append(made["spec"]["clusterIP"])
        names.append(made["metadata"]["name"])

    def many(port, offset):
        server = Server(f"https://127.0.0.1:{port}", TOKEN)
        for number in range(50):
            make(server, offset + number)

    threads = [threading.Thread(target=many, args=(port, 100 * number))
               for number, port in enumerate([machine.our_port, machine.their_port] * 2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    twice = [port for port, count in collections.Counter(ports).items() if count > 1]
    tally.note("200 services made at both at once have ports and addresses of their own",
               None if not twice and len(names) == 200 else f"{len(names)} made, given twice: {twice}; {failed[:2]}")
    for number, name in enumerate(names):
        (machine.ours, machine.theirs)[number % 2].call("DELETE", f"{path}/{name}")
    free = until(15, lambda: b"30000-32767\x1a\x00\x1a\x00" in machine.etcd.get("/registry/ranges/servicenodeports"))
    tally.note("all ports are free again once the services are gone", None if free else str(
        machine.etcd.get("/registry/ranges/servicenodeports")))
    for server, name in ((machine.ours, "Tenure"), (machine.theirs, "kube-apiserver")):
        roles = server.call("GET", "/apis/rbac.authorization.k8s.io/v1/clusterroles?limit=7")[1]
        other = machine.theirs if server is machine.ours else machine.ours
        rest = other.call("GET", "/apis/rbac.authorization.k8s.io/v1/clusterroles?limit=500&continue="
                          + roles["metadata"]["continue"])[1]
        whole = server.call("GET", "/apis/rbac.authorization.k8s.io/v1/clusterroles")[1]["items"]
        got = [item["metadata"]["name"] for item in roles["items"] + rest.get("items", [])]
        tally.note("pages that the other server goes on with",
                   None if got == [item["metadata"]["name"] for item in whole] else f"begun at {name}: {str(rest)[:300]}")
    return tally


def keys(*names):
    """Keys that are the same for each name."""
    return {"keys": [{"name": name, "secret": base64.b64encode(hashlib.sha256(name.encode()).digest()).decode()}
                     for name in names]}


def provided(machine, resources, *providers):
    """The file of --encryption-provider-config."""
    file = machine.folder / "encryption.yaml"
    file.write_text(json.dumps({"apiVersion": "apiserver.config.k8s.io/v1", "kind": "EncryptionConfiguration",
                                "resources": [{"resources": resources, "providers": list(providers)}]}))
    return f"--encryption-provider-config={file}"


def encrypted(machine, options):
    """Secrets, and then everything, encrypted in each way, read and written by both; keys that are rotated."""
    tally = Tally("encrypted")
    pages = "/api/v1/namespaces/default/secrets"

    def restart(prefix, flag, *servers):
        for name, begin in (("kube-apiserver", machine.start_theirs), ("tenure", machine.start_ours)):
            if name in (servers or ("kube-apiserver", "tenure")):
                machine.stop(name)
                machine.forget_cluster()
                begin(f"--etcd-prefix=/{prefix}", flag)

    def stored(prefix, name):
        return machine.etcd.get(f"/{prefix}/secrets/default/{name}") or b""

    def both_read(what, name, value):
        for server, reader in ((machine.ours, "Tenure"), (machine.theirs, "kube-apiserver")):
            found = until(10, lambda: server.call("GET", f"{pages}/{name}")[1].get("data", {}).get("v") == value)
            tally.note(what, None if found else f"{name} at {reader}: {str(server.call('GET', f'{pages}/{name}'))[:300]}")

    for way in ("aescbc", "aesgcm", "secretbox"):
        for resources in (["secrets"], ["*.*"]):
            prefix = f"{way}{len(resources[0])}"
            restart(prefix, provided(machine, resources, {way: keys("one")}, {"identity": {}}))
            for server, name in ((machine.ours, "ours"), (machine.theirs, "theirs")):
                status, answer, _ = server.call("POST", pages, {"metadata": {"name": name}, "data": {"v": "eHl6"}})
                tally.note(f"{way} of {resources[0]}: written", None if status == 201 else f"{name}: {status} {answer}")
                begins = stored(prefix, name).startswith(f"k8s:enc:{way}:v1:one:".encode())
                tally.note(f"{way} of {resources[0]}: stands encrypted", None if begins else str(stored(prefix, name))[:100])
            for name in ("ours", "theirs"):
                both_read(f"{way} of {resources[0]}: read by both", name, "eHl6")
            made = [server.call("POST", "/api/v1/namespaces/default/services", {
                "metadata": {"name": name}, "spec": {"type": "NodePort", "ports": [{"port": 80}]}})
                for server, name in ((machine.ours, "a"), (machine.theirs, "b"), (machine.ours, "c"))]
            ports = {one[1]["spec"]["ports"][0]["nodePort"] if one[0] == 201 else str(one[1]) for one in made}
            tally.note(f"{way} of {resources[0]}: node ports are shared", None if len(ports) == 3 else str(ports))
            if resources == ["*.*"]:
                continue
            restart(prefix, provided(machine, resources, {way: keys("two", "one")}), "tenure")
            machine.ours.call("PUT", f"{pages}/theirs", machine.ours.call("GET", f"{pages}/theirs")[1])
            begins = stored(prefix, "theirs").startswith(f"k8s:enc:{way}:v1:two:".encode())
            tally.note(f"{way}: put unchanged at Tenure, it stands under the new key", None if begins else str(stored(prefix, "theirs"))[:100])
            restart(prefix, provided(machine, resources, {way: keys("two", "one")}), "kube-apiserver")
            both_read(f"{way}: read by both after the rotation", "theirs", "eHl6")
            both_read(f"{way}: read by both after the rotation", "ours", "eHl6")
            restart(prefix, provided(machine, resources, {"identity": {}}, {way: keys("two", "one")}), "tenure")
            machine.ours.call("PUT", f"{pages}/ours", machine.ours.call("GET", f"{pages}/ours")[1])
            tally.note(f"{way}: decrypted again by identity", None if stored(prefix, "ours").startswith(b"k8s\0") else str(stored(prefix, "ours"))[:100])
    for name, begin in (("kube-apiserver", machine.start_theirs), ("tenure", machine.start_ours)):
        machine.stop(name)
        machine.forget_cluster()
        begin()
    return tally


PARTS = {"samples": samples, "objects": objects, "older": older, "defined": defined, "random": randomly, "shared": lifetimes, "controllers": controllers,
         "rolling": rolling, "encrypted": encrypted}


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("tenure", "golden", "apiserver", "controllers", "scheduler"):
        parser.add_argument("--" + name, required=True)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=300, help="random objects")
    parser.add_argument("--seconds", type=int, default=30, help="how long servers are changed under load, at least")
    parser.add_argument("--only", choices=sorted(PARTS), default="")
    options = parser.parse_args()
    machine = Machine(options)
    good = True
    try:
        machine.start_etcd()
        machine.start_theirs()
        machine.start_ours()
        for server in (machine.ours, machine.theirs):
            server.call("POST", "/api/v1/namespaces", {"metadata": {"name": "compared"}})
            server.call("POST", "/api/v1/namespaces/compared/serviceaccounts", {"metadata": {"name": "default"}})
        for name, part in PARTS.items():
            if options.only in ("", name):
                began = time.time()
                good = part(machine, options).print() and good
                print(f"{name}: {time.time() - began:.0f} s", flush=True)
        if not good and os.environ.get("KEEP"):
            shutil.copytree(machine.folder, os.environ["KEEP"], dirs_exist_ok=True, ignore=shutil.ignore_patterns("etcd", "*.sock", "control*"))
    finally:
        machine.close()
    sys.exit(0 if good else 1)


if __name__ == "__main__":
    main()
