"""Two schedulers and two controllers: how long is it until another one leads?"""
import collections
import json
import random
import threading
import time

from place import Connection, Place, SERVERS, TOKEN, start


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

    def leader(self, kind, connection, **how):
        """Which of the two holds the Lease, by the name that each has told it calls itself."""
        leases = connection.call("GET", "/apis/coordination.k8s.io/v1/namespaces/kube-system/leases", **how)[1]
        for lease in leases.get("items", []):
            holder = lease["spec"].get("holderIdentity") or ""
            if kind in lease["metadata"]["name"]:
                for number in range(2):
                    told = (self.place.folder / f"{kind}-{number}.log").read_text()
                    if holder and told.rpartition(" as ")[2].startswith(holder):
                        return number
                return holder
        return None


class Working(threading.Thread):
    """Who leads, and for how long, taken together, its own server has answered: only then can anything be done in time."""

    LOOK_SECONDS, ANSWER_SECONDS = 1, 2

    def __init__(self, place, copies, kind, seed):
        super().__init__(daemon=True)
        self.place, self.copies, self.kind = place, copies, kind
        self.random = random.Random(f"{seed}-working")
        self.stopping = threading.Event()
        # The process that worked last, and how long it has.
        self.life, self.seconds = None, 0.0

    def run(self):
        before, at = None, time.monotonic()
        while not self.stopping.wait(self.LOOK_SECONDS):
            life, now = self.working(), time.monotonic()
            if life is not None and life != self.life:
                self.life, self.seconds = life, 0.0
            elif life is not None and life == before:
                self.seconds += now - at
            before, at = life, now

    def working(self):
        """The process that could work at this moment; None when it has stopped or its server does not answer."""
        number = self.copies.leader(self.kind, Connection(self.place, self.random.randrange(SERVERS)), seconds=self.ANSWER_SECONDS)
        if number not in (0, 1) or not self.place.runs(f"{self.kind}-{number}"):
            return None
        answers = Connection(self.place, number).call("GET", "/readyz", seconds=self.ANSWER_SECONDS)[0] == 200
        return self.place.running[f"{self.kind}-{number}"].pid if answers else None


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
