"""Clients that change objects, watches that follow them, and the history that both write down."""
import collections
import http.client
import json
import random
import threading
import time

from place import ANSWER_SECONDS, Connection, SERVERS, TOKEN

PAGE = "/api/v1/namespaces/default/configmaps"
NEVER = 1 << 62


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
