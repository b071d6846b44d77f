"""Upstream's controllers at each server, and a rolling change from one server to the other under load."""
import http.client
import json
import random
import signal
import ssl
import threading
import time

from answers import difference
from machine import MERGE, TOKEN, Tally, until
from server import Server


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
    """Follows the load's objects, and goes on at the other server whenever one ends the watch.

    kube-apiserver knows nothing from before its start and then answers 410: the other one has it. Tenure has to know it.
    """

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
            if answer.status == 410 and port == self.ports[0]:
                self.wrong.append(f"a watch from {self.revision}: {answer.status} {answer.read()[:200]}")
            return
        self.switches += 1
        for line in answer:
            event = json.loads(line)
            if event["type"] == "ERROR":
                if event["object"].get("code") == 410 and port == self.ports[0]:
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
