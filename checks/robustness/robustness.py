#!/usr/bin/env python3
"""Several servers on one etcd, and what goes wrong between them. Started by robustness.sh, which says what it does."""
import argparse
import base64
import collections
import http.client
import itertools
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
import tempfile
import threading
import time
import urllib.request

TOKEN = "robustness-token"
PAGE = "/api/v1/namespaces/default/configmaps"
NEVER = 1 << 62
MEMBERS = SERVERS = 3
ANSWER_SECONDS = 12
DISK_BYTES = 256 << 20
CLOCK_SECONDS_MAX = 12 * 3600
STAY_SECONDS = 20
LATE_SECONDS_MAX = 60
# Within which controllers that have been started know what there is.
KNOWS_ALL_SECONDS = 15


def free_port():
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return free.getsockname()[1]


class Place:
    """The processes and the links between them."""

    def __init__(self, tenure):
        self.tenure = tenure
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="tenure-robustness."))
        (self.folder / "tokens.csv").write_text(f'{TOKEN},admin,admin,"system:masters"\n')
        self.running, self.lock, self.disks = {}, threading.Lock(), []
        for member in range(MEMBERS):
            self.mount(self.folder / f"etcd-{member}")
        self.client_ports, self.peer_ports, self.server_ports = ([free_port() for _ in range(3)] for _ in range(3))
        self.links = subprocess.Popen([sys.executable, str(pathlib.Path(__file__).with_name("links.py"))],
                                      stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.link_ports = {}
        for member in range(MEMBERS):
            self.open_link(f"peer-{member}", self.peer_ports[member])
            for server in range(SERVERS):
                self.open_link(f"{server}-{member}", self.client_ports[member])

    def mount(self, folder):
        """A disk of the member's own, which can be filled; without the right to make one, the folder's."""
        folder.mkdir()
        if os.geteuid() == 0 and subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={DISK_BYTES}", "tmpfs", folder],
                                                capture_output=True).returncode == 0:
            self.disks.append(folder)

    def fill(self, member):
        """Leaves no room on a member's disk."""
        with open(self.folder / f"etcd-{member}" / "filler", "wb", buffering=0) as filler:
            try:
                while filler.write(b"x" * (1 << 20)) == 1 << 20:
                    pass
            except OSError:
                pass

    def set_clock(self, name, seconds):
        """What a process takes for the time from now on; the machine's clock stays."""
        fresh = self.folder / f"clock-{name}.new"
        fresh.write_text(str(seconds))
        fresh.rename(self.folder / f"clock-{name}")

    def open_link(self, name, target):
        self.link_ports[name] = free_port()
        self.link("open", name, self.link_ports[name], target)

    def link(self, *order):
        with self.lock:
            self.links.stdin.write(json.dumps(order) + "\n")
            self.links.stdin.flush()
            self.links.stdout.readline()

    def run(self, name, *command):
        with open(self.folder / f"{name}.log", "ab") as log:
            self.running[name] = subprocess.Popen([str(word) for word in command], stdout=log, stderr=log,
                                                  cwd=self.folder, start_new_session=True,
                                                  env={**os.environ, "TENURE_CLOCK_FILE": str(self.folder / f"clock-{name}")})

    def signal(self, name, how):
        try:
            os.killpg(self.running[name].pid, how)
        except ProcessLookupError:
            pass

    def kill(self, name):
        self.signal(name, signal.SIGKILL)
        self.running[name].wait()

    def start_member(self, member):
        url = f"http://127.0.0.1:{self.client_ports[member]}"
        peers = [f"http://127.0.0.1:{self.link_ports[f'peer-{one}']}" for one in range(MEMBERS)]
        self.run(f"etcd-{member}", "etcd", "--name", f"m{member}", "--data-dir", self.folder / f"etcd-{member}" / "data", "--max-wals", "1", "--max-snapshots", "1",
                 "--listen-client-urls", url, "--advertise-client-urls", url,
                 "--listen-peer-urls", f"http://127.0.0.1:{self.peer_ports[member]}",
                 "--initial-advertise-peer-urls", peers[member],
                 "--initial-cluster", ",".join(f"m{one}={peer}" for one, peer in enumerate(peers)),
                 "--unsafe-no-fsync", "--log-level", "error")

    def start_server(self, server):
        etcd = ",".join(f"http://127.0.0.1:{self.link_ports[f'{server}-{member}']}" for member in range(MEMBERS))
        data = self.folder / f"server-{server}"
        if server and not data.exists():
            data.mkdir(mode=0o700)
            shutil.copytree(self.folder / "server-0" / "pki", data / "pki")
        self.run(f"server-{server}", self.tenure, "apiserver", "--etcd-servers", etcd, "--port",
                 self.server_ports[server], "--advertise-address", f"192.0.2.{server + 1}", "--data-dir", data,
                 "--token-auth-file", self.folder / "tokens.csv")

    def etcd(self, member, method, body):
        request = urllib.request.Request(f"http://127.0.0.1:{self.client_ports[member]}/v3/{method}",
                                         json.dumps(body).encode())
        return json.load(urllib.request.urlopen(request, timeout=5))

    def leader(self):
        """Which member leads, and who that is for etcd."""
        for member in range(MEMBERS):
            try:
                status = self.etcd(member, "maintenance/status", {})
                if status["header"]["member_id"] == status.get("leader"):
                    return member, status["leader"]
            except (OSError, KeyError, http.client.HTTPException):
                pass
        return None

    def ready(self, server, seconds=120):
        until = time.time() + seconds
        connection = Connection(self, server)
        while time.time() < until:
            if connection.call("GET", "/readyz", seconds=5)[0] == 200:
                return True
            if self.running[f"server-{server}"].poll() is not None:
                return False
            time.sleep(0.2)
        return False

    def close(self, keep):
        for name in self.running:
            self.signal(name, signal.SIGCONT)
            self.kill(name)
        self.links.stdin.close()
        self.links.wait()
        for disk in self.disks:
            subprocess.run(["umount", "-l", disk], check=False)
        if keep:
            print(f"kept: {self.folder}")
        else:
            shutil.rmtree(self.folder, ignore_errors=True)


class Connection:
    """Calls of one server; one at a time."""

    def __init__(self, place, server):
        self.place, self.server, self.connection = place, server, None

    def open(self, seconds):
        return http.client.HTTPSConnection("127.0.0.1", self.place.server_ports[self.server],
                                           context=ssl._create_unverified_context(), timeout=seconds)

    def call(self, method, path, body=None, seconds=ANSWER_SECONDS):
        """Status and answer; 0 when there is none."""
        try:
            if self.connection is None:
                self.connection = self.open(seconds)
            self.connection.request(method, path, json.dumps(body) if body is not None else None,
                                    {"Authorization": "Bearer " + TOKEN, "Content-Type":
                                     "application/merge-patch+json" if method == "PATCH" else "application/json"})
            answer = self.connection.getresponse()
            text = answer.read()
            return answer.status, json.loads(text) if text[:1] == b"{" else {}
        except (OSError, http.client.HTTPException, ValueError):
            self.connection = None
            return 0, {}


class Histories:
    """All that clients did, and the acknowledged versions."""

    def __init__(self):
        self.operations = collections.defaultdict(list)
        self.acknowledged = {}
        self.counts = collections.Counter()
        self.wrong = []
        self.lock = threading.Lock()

    def note(self, key, **operation):
        with self.lock:
            self.operations[key].append({"key": key, **operation})
            self.counts[operation["kind"] + " " + operation["status"]] += 1

    def version(self, revision, key, value, who):
        """One revision is one version of one object, whoever shows it."""
        with self.lock:
            before = self.acknowledged.setdefault(revision, (key, value))
            if before != (key, value):
                self.wrong.append(f"{who}: revision {revision} is {(key, value)} and was {before}")


def value_of(found):
    return found.get("data", {}).get("v", "")


class Client(threading.Thread):
    """Reads and writes; knows of each object what it saw last."""

    def __init__(self, place, histories, number, options):
        super().__init__(daemon=True)
        self.place, self.histories, self.number = place, histories, number
        self.random = random.Random(f"{options.seed}-{number}")
        self.keys = [f"k{i}" for i in range(options.keys)]
        self.seen = {}
        self.stopping = threading.Event()
        self.connections = [Connection(place, server) for server in range(SERVERS)]
        self.written = 0

    def run(self):
        while not self.stopping.is_set():
            server = self.number % SERVERS if self.random.random() < 0.5 else self.random.randrange(SERVERS)
            key, what = self.random.choice(self.keys), self.random.random()
            if what < 0.05:
                self.list(self.connections[server])
            elif what < 0.4 or key not in self.seen:
                self.read(self.connections[server], key)
            else:
                self.write(self.connections[server], key, what > 0.9)
            time.sleep(0.005)

    def read(self, connection, key):
        start = time.monotonic_ns()
        status, found = connection.call("GET", f"{PAGE}/{key}")
        end = time.monotonic_ns()
        if status not in (200, 404):
            self.histories.counts["read unknown"] += 1
            time.sleep(0.1)
            return
        self.saw(key, found if status == 200 else None, start, end)

    def saw(self, key, found, start, end):
        value = value_of(found) if found else ""
        self.seen[key] = (value, found["metadata"]["resourceVersion"] if found else "")
        if found:
            self.histories.version(int(self.seen[key][1]), key, value, "a read")
        self.histories.note(key, client=self.number, kind="read", value=value, status="ok", start=start, end=end)

    def list(self, connection):
        start = time.monotonic_ns()
        status, found = connection.call("GET", PAGE + "?labelSelector=robustness")
        end = time.monotonic_ns()
        if status != 200:
            self.histories.counts["read unknown"] += 1
            return
        there = {one["metadata"]["name"]: one for one in found["items"]}
        for key in self.keys:
            self.saw(key, there.get(key), start, end)
        self.histories.counts["lists"] += 1

    def write(self, connection, key, deleting):
        expect, revision = self.seen.pop(key)
        self.written += 1
        value = "" if deleting and expect else f"{self.number}-{self.written}"
        body = {"kind": "ConfigMap", "apiVersion": "v1", "data": {"v": value},
                "metadata": {"name": key, "labels": {"robustness": ""}}}
        start = time.monotonic_ns()
        if not expect:
            status, answer = connection.call("POST", PAGE, body)
        elif value:
            body["metadata"]["resourceVersion"] = revision
            status, answer = connection.call("PUT", f"{PAGE}/{key}", body)
        else:
            status, answer = connection.call("DELETE", f"{PAGE}/{key}", {
                "kind": "DeleteOptions", "apiVersion": "v1", "preconditions": {"resourceVersion": revision}})
        end = time.monotonic_ns()
        if status in (200, 201) and value:
            version = answer["metadata"]["resourceVersion"]
            self.seen[key] = (value, version)
            self.histories.version(int(version), key, value, "a write")
        said = {200: "ok", 201: "ok", 404: "gone", 409: "conflict"}.get(status, "unknown")
        self.histories.note(key, client=self.number, kind="swap", expect=expect, value=value, status=said, start=start,
                            end=end if said != "unknown" else NEVER)
        if said == "unknown":
            time.sleep(0.1)


class Watch(threading.Thread):
    """All changes of all objects, from server to server."""

    def __init__(self, place, histories, number, seed):
        super().__init__(daemon=True)
        self.place, self.histories, self.number = place, histories, number
        self.random = random.Random(f"{seed}-watch-{number}")
        self.state, self.seen, self.gaps, self.last = {}, set(), [], 0
        self.stopping = threading.Event()
        self.begun = threading.Event()

    def wrong(self, what):
        self.histories.wrong.append(f"watch {self.number} after revision {self.last}: {what}")

    def run(self):
        server = self.number
        while not self.stopping.is_set():
            connection = Connection(self.place, server)
            try:
                if not self.last:
                    self.begin(connection)
                    self.begun.set()
                self.follow(connection.open(ANSWER_SECONDS))
            except (OSError, http.client.HTTPException, ValueError):
                time.sleep(0.1)
            self.histories.counts["watches"] += 1
            server = self.random.randrange(SERVERS)

    def begin(self, connection):
        """From a list, as at the start and after what was forgotten."""
        status, found = connection.call("GET", PAGE + "?labelSelector=robustness")
        if status != 200:
            raise OSError(status)
        revision = int(found["metadata"]["resourceVersion"])
        before = max(self.seen, default=0)
        if revision < before:
            self.wrong(f"a list is at revision {revision}")
        self.gaps.append((before, revision))
        self.state = {one["metadata"]["name"]: value_of(one) for one in found["items"]}
        self.last = revision

    def follow(self, connection):
        connection.request("GET", f"{PAGE}?labelSelector=robustness&watch=1&allowWatchBookmarks=1&resourceVersion={self.last}",
                           headers={"Authorization": "Bearer " + TOKEN})
        answer = connection.getresponse()
        if answer.status == 410:
            self.last = 0
        if answer.status != 200:
            raise OSError(answer.status)
        while not self.stopping.is_set() and (line := answer.readline()):
            if not line.endswith(b"\n"):
                return
            event = json.loads(line)
            if event["type"] == "ERROR":
                self.last = 0 if event["object"].get("code") == 410 else self.last
                return
            self.took(event["type"], event["object"])

    def took(self, kind, found):
        revision, key, value = int(found["metadata"]["resourceVersion"]), found["metadata"].get("name"), value_of(found)
        if revision < self.last or (revision == self.last and kind != "BOOKMARK"):
            self.wrong(f"{kind} {key} at revision {revision} comes late or again")
        self.last = max(self.last, revision)
        if kind == "BOOKMARK":
            return
        self.histories.counts["watched"] += 1
        self.seen.add(revision)
        if (kind == "ADDED") == (key in self.state):
            self.wrong(f"{kind} {key} at {revision}, which is {'' if key in self.state else 'not '}there")
        if kind == "DELETED":
            self.state.pop(key, None)
        else:
            self.state[key] = value
            self.histories.version(revision, key, value, f"watch {self.number}")


class Bounds(threading.Thread):
    """Budgets and quotas that everybody wants to use up at once, round by round, at all servers."""

    WRITERS, WANTED, ALLOWED = 6, 12, 4

    def __init__(self, place, histories, seed):
        super().__init__(daemon=True)
        self.place, self.histories, self.random = place, histories, random.Random(f"{seed}-bounds")
        self.stopping = threading.Event()

    def run(self):
        number = 0
        while not self.stopping.is_set():
            number += 1
            (self.budget if number % 2 else self.quota)(f"b{number}")

    def insist(self, method, path, body=None, good=(200, 201, 409)):
        """Asks one server after the other until one has done it."""
        while not self.stopping.is_set():
            status, answer = Connection(self.place, self.random.randrange(SERVERS)).call(method, path, body)
            if status in good:
                return answer
            time.sleep(0.2)
        return {}

    def together(self, call):
        """The statuses of all calls, which run at once."""
        found, numbers, lock = [], list(range(self.WANTED)), threading.Lock()

        def work(writer):
            connections = [Connection(self.place, server) for server in range(SERVERS)]
            while True:
                with lock:
                    if not numbers:
                        return
                    number = numbers.pop()
                status = call(connections[(writer + number) % SERVERS], number)
                with lock:
                    found.append(status)

        writers = [threading.Thread(target=work, args=(writer,)) for writer in range(self.WRITERS)]
        for thread in writers:
            thread.start()
        for thread in writers:
            thread.join()
        return found

    def judge(self, what, name, statuses, left):
        granted = sum(status in (200, 201) for status in statuses)
        gone = self.WANTED - left
        counts = self.histories.counts
        counts[what + " rounds"] += 1
        counts[what + " granted"] += granted
        counts[what + " refused"] += sum(status in (403, 429) for status in statuses)
        if granted > self.ALLOWED or (left >= 0 and gone > self.ALLOWED):
            self.histories.wrong.append(f"{what} {name}: {granted} were granted, {gone} are gone, {self.ALLOWED} are allowed")

    def budget(self, name):
        pods = "/api/v1/namespaces/default/pods"
        ready = {"status": {"phase": "Running", "conditions": [{"type": "Ready", "status": "True"}]}}
        for number in range(self.WANTED):
            self.insist("POST", pods, pod(f"{name}-{number}", name))
            self.insist("PATCH", f"{pods}/{name}-{number}/status", ready)
        self.insist("POST", "/apis/policy/v1/namespaces/default/poddisruptionbudgets", {
            "apiVersion": "policy/v1", "kind": "PodDisruptionBudget", "metadata": {"name": name},
            "spec": {"minAvailable": self.WANTED - self.ALLOWED, "selector": {"matchLabels": {"app": name}}}})
        until = time.time() + 45
        while time.time() < until and not self.stopping.is_set():
            found = self.insist("GET", f"/apis/policy/v1/namespaces/default/poddisruptionbudgets/{name}")
            if found.get("status", {}).get("disruptionsAllowed"):
                break
            time.sleep(0.3)
        statuses = self.together(lambda connection, number: connection.call(
            "POST", f"{pods}/{name}-{number}/eviction", {"apiVersion": "policy/v1", "kind": "Eviction",
                                                         "metadata": {"name": f"{name}-{number}", "namespace": "default"}})[0])
        left = self.insist("GET", f"{pods}?labelSelector=app={name}", good=(200,)).get("items")
        if left is None:
            return
        self.judge("budget", name, statuses, sum("deletionTimestamp" not in one["metadata"] for one in left))
        self.insist("DELETE", f"{pods}?labelSelector=app={name}", {"kind": "DeleteOptions", "apiVersion": "v1", "gracePeriodSeconds": 0})
        self.insist("DELETE", f"/apis/policy/v1/namespaces/default/poddisruptionbudgets/{name}", good=(200, 404))

    def begin_to_count(self, page, hard):
        """Fills the status, unless the controller has: once, for a write that got no answer may be carried out later."""
        while not self.stopping.is_set():
            found = self.insist("GET", page, good=(200,))
            if found.get("status", {}).get("used") or not found:
                return
            self.insist("PATCH", page + "/status", {"metadata": {"resourceVersion": found["metadata"]["resourceVersion"]},
                                                    "status": {"hard": hard, "used": {"count/secrets": "0"}}})

    def quota(self, name):
        self.insist("POST", "/api/v1/namespaces", {"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": name}})
        page = f"/api/v1/namespaces/{name}"
        hard = {"count/secrets": str(self.ALLOWED)}
        self.insist("POST", page + "/resourcequotas", {"apiVersion": "v1", "kind": "ResourceQuota", "metadata": {"name": name},
                                                       "spec": {"hard": hard}})
        self.begin_to_count(f"{page}/resourcequotas/{name}", hard)
        statuses = self.together(lambda connection, number: connection.call(
            "POST", page + "/secrets", {"apiVersion": "v1", "kind": "Secret", "metadata": {"name": f"s{number}"}})[0])
        made = self.insist("GET", page + "/secrets", good=(200,)).get("items")
        if made is None:
            return
        self.judge("quota", name, statuses, self.WANTED - len(made))
        self.insist("DELETE", f"/api/v1/namespaces/{name}", good=(200, 202, 404, 409))


class Leaving(threading.Thread):
    """Pods that a taint lets stay for a while: does each leave, and none before its time?"""

    def __init__(self, place, histories, seed, copies):
        super().__init__(daemon=True)
        self.place, self.histories, self.copies = place, histories, copies
        self.random = random.Random(f"{seed}-leaving")
        self.stopping = threading.Event()
        self.born, self.latest, self.earliest = {}, 0.0, float("inf")

    def call(self, method, path, body=None):
        return Connection(self.place, self.random.randrange(SERVERS)).call(method, path, body)

    def begin(self):
        node = {"apiVersion": "v1", "kind": "Node", "metadata": {"name": "leaving"}, "spec": {
            "taints": [{"key": "leave", "effect": "NoExecute"}]}}
        while self.call("POST", "/api/v1/nodes", node)[0] not in (201, 409):
            time.sleep(0.5)

    def run(self):
        number = 0
        while not self.stopping.is_set():
            number += 1
            name = f"leave-{number}"
            body = pod(name, "leaving")
            body["spec"].update(nodeName="leaving", tolerations=[
                {"key": "leave", "operator": "Exists", "effect": "NoExecute", "tolerationSeconds": STAY_SECONDS}])
            sent = time.monotonic()
            status, _ = self.call("POST", "/api/v1/namespaces/default/pods", body)
            # What got no answer may have been made, but not before it was sent.
            if status != 409:
                self.born[name] = (sent, status == 201)
            self.look()
            self.stopping.wait(self.random.uniform(0.5, 2))

    def look(self):
        """@return whether all servers' word could be had"""
        status, found = self.call("GET", "/api/v1/namespaces/default/pods?labelSelector=app=leaving")
        if status != 200:
            return False
        now = time.monotonic()
        there = {one["metadata"]["name"]: one for one in found["items"]}
        for name, (sent, sure) in list(self.born.items()):
            if name in there and "deletionTimestamp" not in there[name]["metadata"]:
                continue
            if name not in there and not sure:
                # It was never made, as far as one can tell yet.
                if now - sent > 2 * ANSWER_SECONDS:
                    del self.born[name]
                continue
            del self.born[name]
            stayed = now - sent
            self.histories.counts["evictions"] += 1
            if stayed < STAY_SECONDS and not self.copies.any_since(sent - KNOWS_ALL_SECONDS):
                # Who let it go had not seen it come, and had only what a server wrote by a clock that was set.
                self.histories.counts["not seen to come"] += 1
            else:
                self.earliest, self.latest = min(self.earliest, stayed), max(self.latest, stayed)
                if stayed < STAY_SECONDS:
                    self.histories.wrong.append(f"{name} left after {stayed:.2f} s, {STAY_SECONDS} are allowed")
            self.call("DELETE", f"/api/v1/namespaces/default/pods/{name}", {
                "kind": "DeleteOptions", "apiVersion": "v1", "gracePeriodSeconds": 0})
        return True

    def end(self):
        """When all is mended: everybody who is left must leave."""
        until = time.monotonic() + STAY_SECONDS + LATE_SECONDS_MAX
        while self.born and time.monotonic() < until:
            self.look()
            time.sleep(0.5)
        for name in self.born:
            self.histories.wrong.append(f"{name} has not left a minute after all was mended")


def pod(name, app):
    return {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": name, "labels": {"app": app}}, "spec": {
        "automountServiceAccountToken": False, "terminationGracePeriodSeconds": 30, "containers": [{"name": "c", "image": "none"}]}}


class Faults:
    """Breaks one thing after the other, and mends it."""

    def __init__(self, place, counts, seed, copies):
        self.place, self.counts, self.copies, self.random = place, counts, copies, random.Random(f"{seed}-faults")

    def etcd(self):
        leader = self.place.leader()
        member = leader[0] if leader and self.random.random() < 0.5 else self.random.randrange(MEMBERS)
        name, what = f"etcd-{member}", self.random.choice(
            ["killed", "frozen", "cut", "held", "moved", "compacted", "compacted", "full"])
        if what == "killed":
            self.place.kill(name)
            self.sleep(0.5, 4)
            self.place.start_member(member)
        elif what == "frozen":
            self.place.signal(name, signal.SIGSTOP)
            self.sleep(0.5, 5)
            self.place.signal(name, signal.SIGCONT)
        elif what == "full" and self.place.disks:
            self.place.fill(member)
            self.sleep(0.5, 5)
            (self.place.folder / name / "filler").unlink()
            self.sleep(0, 1)
            if self.place.running[name].poll() is not None:
                what += ", and ended"
                self.place.start_member(member)
        elif what in ("cut", "held"):
            self.place.link({"cut": "cut", "held": "hold"}[what], f"peer-{member}")
            self.sleep(0.5, 5)
            self.place.link("heal", f"peer-{member}")
        else:
            try:
                if what == "moved" and leader:
                    others = [one["ID"] for one in self.place.etcd(leader[0], "cluster/member/list", {})["members"]
                              if one["ID"] != leader[1]]
                    self.place.etcd(leader[0], "maintenance/transfer-leadership", {"targetID": self.random.choice(others)})
                elif what == "compacted" and leader:
                    revision = int(self.place.etcd(leader[0], "maintenance/status", {})["header"]["revision"])
                    self.place.etcd(leader[0], "kv/compaction", {"revision": max(1, revision - self.random.choice([0, 0, 50]))})
            except (OSError, http.client.HTTPException, KeyError):
                what += " in vain"
        self.counts[f"member {what}"] += 1

    def server(self):
        server = self.random.randrange(SERVERS)
        name, what = f"server-{server}", self.random.choice(
            ["killed", "frozen", "cut from one", "cut", "held", "held from one", "slowed", "slowed", "clock set", "clock set"])
        links = [f"{server}-{member}" for member in range(MEMBERS)]
        if what.endswith("from one"):
            links = [self.random.choice(links)]
        if what == "killed":
            self.place.kill(name)
            self.sleep(0, 2)
            self.place.start_server(server)
            self.place.ready(server, 60)
        elif what == "frozen":
            self.place.signal(name, signal.SIGSTOP)
            self.sleep(0.5, 6)
            self.place.signal(name, signal.SIGCONT)
        elif what == "clock set":
            self.set_clock(name)
        else:
            for link in links:
                if what == "slowed":
                    self.place.link("slow", link, self.random.randrange(10, 150))
                else:
                    self.place.link("cut" if what.startswith("cut") else "hold", link)
            self.sleep(0.5, 6)
            for link in links:
                self.place.link("heal", link)
        self.counts[f"server {what}"] += 1

    def set_clock(self, name):
        bound = self.random.choice([30, 600, CLOCK_SECONDS_MAX])
        self.place.set_clock(name, self.random.randrange(-bound, bound))

    def controllers(self):
        """Of the two that may lead; each has a clock of its own."""
        self.copies.revive("controllers")
        name = f"controllers-{self.random.randrange(2)}"
        what = self.random.choice(["killed", "frozen", "clock set", "clock set"])
        if what == "killed":
            # Who leads next has only what is written, by whatever clocks: those of the two are right by then.
            for number in range(2):
                self.place.set_clock(f"controllers-{number}", 0)
            self.sleep(2, 3)
            self.place.kill(name)
            self.sleep(0, 3)
            self.copies.start("controllers", int(name[-1]))
        elif what == "frozen":
            self.place.signal(name, signal.SIGSTOP)
            self.sleep(1, 8)
            self.place.signal(name, signal.SIGCONT)
        else:
            self.set_clock(name)
        self.counts[f"controllers {what}"] += 1
        self.sleep(3, 12)

    def sleep(self, low, high):
        time.sleep(self.random.uniform(low, high))

    def repeat(self, fault, until):
        while time.time() < until:
            self.sleep(0.5, 3)
            fault()


def start(place):
    for member in range(MEMBERS):
        place.start_member(member)
    until = time.time() + 60
    while place.leader() is None:
        if time.time() > until:
            raise SystemExit("etcd has no leader after a minute")
        time.sleep(0.2)
    for server in range(SERVERS):
        place.start_server(server)
        if server == 0 and not place.ready(0):
            raise SystemExit("the first server is not ready:\n" + (place.folder / "server-0.log").read_text()[-2000:])
    for server in range(SERVERS):
        if not place.ready(server):
            raise SystemExit(f"server {server} is not ready")


def settle(place, histories, watches):
    """When all is mended: does everybody show the same, and has every watch come to the end?"""
    for server in range(SERVERS):
        if place.running[f"server-{server}"].poll() is not None:
            log = (place.folder / f"server-{server}.log").read_text()[-1500:]
            histories.wrong.append(f"server {server} has ended by itself: {log}")
            place.start_server(server)
        if not place.ready(server):
            histories.wrong.append(f"server {server} is not ready two minutes after all was mended")
    shown = []
    for server in range(SERVERS):
        status, found = Connection(place, server).call("GET", PAGE + "?labelSelector=robustness")
        shown.append({one["metadata"]["name"]: value_of(one) for one in found.get("items", [])} if status == 200 else status)
    if any(one != shown[0] for one in shown):
        histories.wrong.append(f"servers show different objects: {shown}")
    newest = max(histories.acknowledged)
    until = time.time() + 60
    while time.time() < until and any(watch.last < newest or watch.state != shown[0] for watch in watches):
        time.sleep(0.2)
    for watch in watches:
        if watch.state != shown[0]:
            histories.wrong.append(f"watch {watch.number} shows {watch.state}, servers show {shown[0]}")
        missed = [revision for revision in histories.acknowledged if revision not in watch.seen
                  and not any(low < revision <= high for low, high in watch.gaps)]
        if missed:
            histories.wrong.append(f"watch {watch.number} has not seen {len(missed)} acknowledged versions, {missed[:5]}")
    return shown[0]


def one(options):
    place, histories, faults = Place(options.tenure), Histories(), collections.Counter()
    try:
        start(place)
        watches = [Watch(place, histories, number, options.seed) for number in range(SERVERS)]
        clients = [Client(place, histories, number, options) for number in range(options.clients)]
        for thread in watches:
            thread.start()
        for thread in watches:
            thread.begun.wait(30)
        for thread in clients:
            thread.start()
        copies = Copies(place, "controllers")
        bounds, leaving = Bounds(place, histories, options.seed), Leaving(place, histories, options.seed, copies)
        leaving.begin()
        for thread in (bounds, leaving):
            thread.start()
        until = time.time() + options.seconds
        # Three of them: something may be wrong with a member, with a server and with controllers at the same time.
        breakers = [threading.Thread(target=breaker.repeat, args=(fault, until))
                    for breaker, fault in ((one, getattr(one, name)) for name in ("etcd", "server", "controllers")
                                           for one in [Faults(place, faults, f"{options.seed}-{name}", copies)])]
        for thread in breakers:
            thread.start()
        for thread in breakers:
            thread.join()
        time.sleep(3)
        for thread in (bounds, leaving):
            thread.stopping.set()
        for thread in (bounds, leaving):
            thread.join(120)
        for client in clients:
            client.stopping.set()
        for client in clients:
            client.join(60)
        final = settle(place, histories, watches)
        leaving.end()
        for watch in watches:
            watch.stopping.set()
        now = time.monotonic_ns()
        for number in range(options.keys):
            histories.note(f"k{number}", client=options.clients, kind="read", value=final.get(f"k{number}", ""),
                           status="ok", start=now, end=now + 1)
        return report(options, histories, faults, watches, leaving)
    finally:
        place.close(options.keep)


def decided(operations, versions, complete):
    """What got no answer but can be told: its value is unlike all others, so that it was written if anybody saw it, and was
    not if all changes were seen. Deletions stay open. This keeps the search for an order short.

    @param versions all (key, value) that anybody saw
    @param complete whether every change was seen by a watch
    """
    read_at = {}
    for one in operations:
        if one["kind"] == "read":
            read_at[one["value"]] = min(one["end"], read_at.get(one["value"], one["end"]))
    for one in operations:
        if one["status"] != "unknown" or not one["value"]:
            yield one
        elif (one["key"], one["value"]) in versions:
            yield {**one, "status": "ok", "end": max(one["start"] + 1, min(one["end"], read_at.get(one["value"], one["end"])))}
        elif not complete:
            yield one


def report(options, histories, faults, watches, leaving):
    versions = set(histories.acknowledged.values())
    # The first gap of each is before anything was written; of the others, is there a revision that lies in one of every watch?
    complete = not any(max(low for low, _ in some) < min(high for _, high in some)
                       for some in itertools.product(*(watch.gaps[1:] for watch in watches)))
    lines = "\n".join(json.dumps(list(decided(operations, versions, complete))) for operations in histories.operations.values())
    checked = subprocess.run([options.checker], input=lines, capture_output=True, text=True)
    if checked.returncode:
        histories.wrong.append(checked.stdout + checked.stderr)
    counts = histories.counts
    print(f"seed {options.seed}: {sum(faults.values())} faults: "
          + ", ".join(f"{count} {name}" for name, count in sorted(faults.items())))
    print(f"seed {options.seed}: {counts['read ok']} reads, {counts['swap ok']} writes acknowledged, "
          f"{counts['swap conflict'] + counts['swap gone']} refused, {counts['swap unknown']} without an answer, "
          f"{counts['watched']} changes watched over {counts['watches']} connections, "
          f"{sum(len(watch.gaps) - 1 for watch in watches)} new lists after compactions")
    print(f"seed {options.seed}: budgets: {counts['budget rounds']} rounds, {counts['budget granted']} granted, {counts['budget refused']} refused; "
          f"quotas: {counts['quota rounds']} rounds, {counts['quota granted']} granted, {counts['quota refused']} refused; "
          f"evictions: {counts['evictions']}, after {leaving.earliest:.1f} to {leaving.latest:.1f} s where {STAY_SECONDS} are allowed; "
          f"earlier, for nobody who ran had seen them come: {counts['not seen to come']}")
    print(f"seed {options.seed}: linearizable: {checked.stdout.strip().splitlines()[-1] if checked.stdout else '-'}; "
          f"wrong: {len(histories.wrong)}")
    for problem in histories.wrong[:20]:
        print("    " + problem[:1500])
    sys.stdout.flush()
    return not histories.wrong


class Copies:
    """Two of each kind, each with a server of its own."""

    def __init__(self, place, *kinds):
        self.place, self.begun = place, {}
        for number in range(2):
            for kind in kinds:
                self.start(kind, number)

    def start(self, kind, number):
        kubeconfig = self.place.folder / f"kubeconfig-{number}"
        kubeconfig.write_text(json.dumps({
            "apiVersion": "v1", "kind": "Config", "current-context": "x", "users": [{"name": "u", "user": {"token": TOKEN}}],
            "clusters": [{"name": "c", "cluster": {"server": f"https://127.0.0.1:{self.place.server_ports[number]}",
                                                   "insecure-skip-tls-verify": True}}],
            "contexts": [{"name": "x", "context": {"cluster": "c", "user": "u"}}]}))
        more = ["--node-monitor-grace-period=10h"] if kind == "controllers" else []
        self.begun[f"{kind}-{number}"] = time.monotonic()
        self.place.run(f"{kind}-{number}", self.place.tenure, kind, "--kubeconfig", kubeconfig, *more)

    def revive(self, kind):
        """Starts those again that have ended by themselves, as their machine would."""
        for number in range(2):
            if self.place.running[f"{kind}-{number}"].poll() is not None:
                self.start(kind, number)

    def any_since(self, moment):
        """Whether one of those that run has run since before that."""
        return any(begun < moment and self.place.running[name].poll() is None for name, begun in self.begun.items())

    def leader(self, kind, connection):
        """Which of the two holds the Lease, by the name that each has told it calls itself."""
        for lease in connection.call("GET", "/apis/coordination.k8s.io/v1/namespaces/kube-system/leases")[1]["items"]:
            holder = lease["spec"].get("holderIdentity") or ""
            if kind in lease["metadata"]["name"]:
                for number in range(2):
                    told = (self.place.folder / f"{kind}-{number}.log").read_text()
                    if holder and told.rpartition(" as ")[2].startswith(holder):
                        return number
                return holder
        return None


def deployment(name):
    labels = {"app": name}
    return {"apiVersion": "apps/v1", "kind": "Deployment", "metadata": {"name": name}, "spec": {
        "replicas": 10, "selector": {"matchLabels": labels}, "template": {"metadata": {"labels": labels}, "spec": {
            "containers": [{"name": "c", "image": "none"}]}}}}


def bound(connection, name, seconds):
    """How long until all pods of a Deployment are bound; None when they are not in time."""
    start = time.monotonic()
    while time.monotonic() - start < seconds:
        pods = connection.call("GET", f"/api/v1/namespaces/default/pods?labelSelector=app={name}")[1].get("items", [])
        if len(pods) == 10 and all(pod["spec"].get("nodeName") for pod in pods):
            return time.monotonic() - start
        time.sleep(0.05)
    return None


def failover(options):
    place = Place(options.tenure)
    wrong, times = [], []
    try:
        start(place)
        connection = Connection(place, 2)
        node = {"apiVersion": "v1", "kind": "Node", "metadata": {"name": "n"}, "status": {
            "allocatable": {"cpu": "100", "memory": "100Gi", "pods": "10000"}, "capacity": {"cpu": "100", "memory": "100Gi", "pods": "10000"},
            "conditions": [{"type": "Ready", "status": "True", "reason": "x", "lastHeartbeatTime": "2026-01-01T00:00:00Z",
                            "lastTransitionTime": "2026-01-01T00:00:00Z"}]}}
        connection.call("POST", "/api/v1/nodes", node)
        copies = Copies(place, "scheduler", "controllers")
        connection.call("POST", "/apis/apps/v1/namespaces/default/deployments", deployment("d0"))
        if bound(connection, "d0", 120) is None:
            wrong.append("the first Deployment is not running after two minutes")
        for count in range(1, options.failover + 1):
            killed = []
            for kind in ("scheduler", "controllers"):
                number = copies.leader(kind, connection)
                if number not in (0, 1):
                    wrong.append(f"nobody leads the {kind}: {number}")
                    continue
                place.kill(f"{kind}-{number}")
                killed.append((kind, number))
            connection.call("POST", "/apis/apps/v1/namespaces/default/deployments", deployment(f"d{count}"))
            took = bound(connection, f"d{count}", 120)
            times.append(took)
            if took is None or took > 20:
                wrong.append(f"failover {count}: the pods are bound after {took} s")
            for kind, number in killed:
                copies.start(kind, number)
            time.sleep(8)
        scheduled = collections.Counter(
            event["involvedObject"]["name"] for event in connection.call("GET", "/api/v1/namespaces/default/events")[1]["items"]
            if event.get("reason") == "Scheduled")
        twice = [name for name, count in scheduled.items() if count > 1]
        if twice:
            wrong.append(f"bound twice: {twice}")
        pods = connection.call("GET", "/api/v1/namespaces/default/pods")[1]["items"]
        if len(pods) != 10 * (options.failover + 1):
            wrong.append(f"{len(pods)} pods, {10 * (options.failover + 1)} expected")
        print(f"failover: {len(times)} times both leaders were killed; ten pods of a new Deployment were bound after "
              + ", ".join("never" if one is None else f"{one:.1f}" for one in times) + " s; "
              f"{len(scheduled)} of {len(pods)} pods told once that they were scheduled, {len(twice)} more than once; wrong: {len(wrong)}")
        for problem in wrong:
            print("    " + problem)
        return not wrong
    finally:
        place.close(options.keep)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tenure", required=True)
    parser.add_argument("--checker", required=True)
    parser.add_argument("--seconds", type=int, default=120, help="how long something is wrong, for each seed")
    parser.add_argument("--seeds", default="1,2,3")
    parser.add_argument("--clients", type=int, default=6)
    parser.add_argument("--keys", type=int, default=30)
    parser.add_argument("--keep", action="store_true", help="keep the folder with data and logs")
    parser.add_argument("--failover", type=int, default=0, metavar="N", help="kill leading schedulers and controllers N times")
    options = parser.parse_args()
    if options.failover:
        sys.exit(0 if failover(options) else 1)
    good = True
    for seed in options.seeds.split(","):
        options.seed = seed
        good &= one(options)
    sys.exit(0 if good else 1)


if __name__ == "__main__":
    main()
