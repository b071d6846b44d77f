"""Plays lives at one control plane, and notes what became of every object when.

A recording is {life: {"objects": {id: [[t, facts or null], ...]}, "events": [[t, identity, count], ...], "answers": [...]}}: the
facts of an object are a flat map of what counts in it, null says that it is gone.
"""
import heapq
import http.client
import itertools
import json
import queue
import re
import threading
import time

import generate
import world

COLLECTIONS = {
    "Node": "/api/v1/nodes", "Pod": "/api/v1/pods", "PodDisruptionBudget": "/apis/policy/v1/poddisruptionbudgets",
    "Deployment": "/apis/apps/v1/deployments", "ReplicaSet": "/apis/apps/v1/replicasets",
    "StatefulSet": "/apis/apps/v1/statefulsets", "DaemonSet": "/apis/apps/v1/daemonsets", "Job": "/apis/batch/v1/jobs",
    "ResourceClaim": "/apis/resource.k8s.io/v1/resourceclaims", "ResourceClaimTemplate": "/apis/resource.k8s.io/v1/resourceclaimtemplates"}
NAMESPACED = {kind: path.rsplit("/", 1)[0] + "/namespaces/{ns}/" + path.rsplit("/", 1)[1] for kind, path in COLLECTIONS.items()
              if kind != "Node"}
UID = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}")
TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z")
CLUSTER = {"Node": COLLECTIONS["Node"], "ResourceSlice": "/apis/resource.k8s.io/v1/resourceslices"}
HASHES = ("labels.pod-template-hash", "labels.controller-revision-hash")
GUARD = generate.GUARD


class Kubelets:
    """Renews leases of nodes and reports their pods, as the pods' annotations say."""

    def __init__(self, api, renew):
        self.api, self.renew = api, renew
        self.nodes, self.down, self.pods, self.known = set(), set(), {}, {}
        self.lock, self.wake = threading.RLock(), threading.Condition()
        self.heap, self.serial, self.stopped = [], itertools.count(), threading.Event()
        self.work = queue.Queue()

    def start(self):
        threading.Thread(target=self._timer, daemon=True).start()
        threading.Thread(target=self._beats, daemon=True).start()
        for _ in range(8):
            threading.Thread(target=self._worker, daemon=True).start()

    def _timer(self):
        while not self.stopped.is_set():
            with self.wake:
                while not self.heap or self.heap[0][0] > time.monotonic():
                    self.wake.wait(min(0.5, self.heap[0][0] - time.monotonic()) if self.heap else 0.5)
                    if self.stopped.is_set():
                        return
                _, _, do = heapq.heappop(self.heap)
            self.work.put(do)

    def _later(self, seconds, do):
        with self.wake:
            heapq.heappush(self.heap, (time.monotonic() + seconds, next(self.serial), do))
            self.wake.notify()

    def _worker(self):
        while not self.stopped.is_set():
            try:
                do = self.work.get(timeout=0.5)
            except queue.Empty:
                continue
            try:
                do()
            except (OSError, http.client.HTTPException):
                pass

    def _beats(self):
        while not self.stopped.wait(self.renew):
            with self.lock:
                names = sorted(self.nodes - self.down)
            for name in names:
                self.work.put(lambda name=name: self.beat(name))

    def beat(self, name):
        path = "/apis/coordination.k8s.io/v1/namespaces/kube-node-lease/leases"
        spec = {"holderIdentity": name, "leaseDurationSeconds": 8, "renewTime": world.now_micro()}
        if self.api.call("PATCH", path + "/" + name, {"spec": spec}, world.MERGE)[0] == 404:
            self.api.call("POST", path, {"apiVersion": "coordination.k8s.io/v1", "kind": "Lease",
                                         "metadata": {"name": name}, "spec": spec})

    def stop(self, node):
        self.beat(node)
        with self.lock:
            self.down.add(node)

    def revive(self, node):
        with self.lock:
            self.down.discard(node)
            standing = [pod for pod in self.pods.values() if pod["spec"].get("nodeName") == node]
        self.beat(node)
        for pod in standing:
            self.look(pod)

    def node(self, what, node):
        name = node["metadata"]["name"]
        with self.lock:
            if what == "DELETED":
                self.nodes.discard(name)
                return
            new = name not in self.nodes
            self.nodes.add(name)
            standing = [pod for pod in self.pods.values() if pod["spec"].get("nodeName") == name] if new else []
        if new and name not in self.down:
            self.work.put(lambda: self.beat(name))
        for pod in standing:
            self.look(pod)

    def pod(self, what, pod):
        with self.lock:
            if what == "DELETED":
                self.pods.pop(pod["metadata"]["uid"], None)
                self.known.pop(pod["metadata"]["uid"], None)
                return
            self.pods[pod["metadata"]["uid"]] = pod
        self.look(pod)

    def look(self, pod):
        """Sets going what comes next for the pod, each step once."""
        meta, uid = pod["metadata"], pod["metadata"]["uid"]
        with self.lock:
            node = pod["spec"].get("nodeName")
            if node not in self.nodes or node in self.down:
                return
            steps = self.known.setdefault(uid, set())
            phase = (pod.get("status") or {}).get("phase")
            notes = meta.get("annotations") or {}
            if meta.get("deletionTimestamp"):
                grace = meta.get("deletionGracePeriodSeconds") or 0
                step, delay, do = "stop", min(grace, int(notes.get("lives/stops-after", 0))), self.confirm
            elif phase == "Pending":
                step, delay, do = "run", 0.2, self.run
            elif phase == "Running" and "lives/ends-after" in notes:
                step, delay, do = "end", int(notes["lives/ends-after"]), self.end
            else:
                return
            if step in steps:
                return
            steps.add(step)
        self._later(delay, lambda: self.take(uid, step, do))

    def take(self, uid, step, do):
        with self.lock:
            pod = self.pods.get(uid)
            if pod is None:
                return
            if pod["spec"]["nodeName"] in self.down or pod["spec"]["nodeName"] not in self.nodes:
                self.known.get(uid, set()).discard(step)
                return
        do(pod)

    def status(self, pod, status):
        self.api.call("PATCH", path_of(pod) + "/status", {"metadata": {"uid": pod["metadata"]["uid"]}, "status": status}, world.STRATEGIC)

    def run(self, pod):
        now = world.now_second()
        self.status(pod, {"phase": "Running", "startTime": now, "conditions": [
            {"type": kind, "status": "True", "lastTransitionTime": now} for kind in ("Initialized", "Ready", "ContainersReady")],
            "containerStatuses": [{"name": "c", "image": "i", "imageID": "", "ready": True, "restartCount": 0,
                                   "state": {"running": {"startedAt": now}}}]})

    def end(self, pod):
        if not pod["metadata"].get("deletionTimestamp"):
            self.ended(pod, int(pod["metadata"]["annotations"].get("lives/exit-code", 0)))

    def ended(self, pod, code):
        now = world.now_second()
        self.status(pod, {"phase": "Failed" if code else "Succeeded", "conditions": [
            {"type": kind, "status": "False", "reason": "PodFailed" if code else "PodCompleted", "lastTransitionTime": now}
            for kind in ("Ready", "ContainersReady")],
            "containerStatuses": [{"name": "c", "image": "i", "imageID": "", "ready": False, "restartCount": 0, "state": {
                "terminated": {"exitCode": code, "reason": "Error" if code else "Completed", "startedAt": now, "finishedAt": now}}}]})

    def confirm(self, pod):
        if "lives/reports-end" in (pod["metadata"].get("annotations") or {}) and pod["status"].get("phase") == "Running":
            self.ended(pod, 143)
        self.api.call("DELETE", path_of(pod), {"gracePeriodSeconds": 0, "preconditions": {"uid": pod["metadata"]["uid"]}})


def path_of(pod):
    return "/api/v1/namespaces/%s/pods/%s" % (pod["metadata"]["namespace"], pod["metadata"]["name"])


class Player:
    """One control plane, all its lives at a time."""

    def __init__(self, kubeconfig, renew=2.0):
        self.api, self.stopped = world.Api(kubeconfig), threading.Event()
        self.kubelets = Kubelets(self.api, renew)
        self.lock, self.lives, self.live = threading.Lock(), {}, {}
        self.kubelets.start()
        for kind, path in dict(COLLECTIONS, Event="/api/v1/events").items():
            follower = world.Follower(self.api, path, lambda what, item, first, kind=kind: self.seen(kind, what, item), self.stopped)
            follower.start()
            follower.synced.wait(20)

    def close(self):
        self.stopped.set()
        self.kubelets.stopped.set()

    def seen(self, kind, what, item):
        at, meta = time.monotonic(), item["metadata"]
        if kind == "Node":
            self.kubelets.node(what, item)
        elif kind == "Pod":
            self.kubelets.pod(what, item)
        space = meta.get("namespace")
        if kind == "Node":
            space = (meta.get("labels") or {}).get("life") or space
        elif kind == "Event" and item["involvedObject"]["kind"] == "Node":
            space = item["involvedObject"]["name"].rsplit("-n", 1)[0]
        with self.lock:
            if kind != "Event":
                key = (kind, meta.get("namespace"), meta["name"])
                if what == "DELETED":
                    self.live.pop(key, None)
                else:
                    self.live[key] = item
            life = self.lives.get(space)
        if life:
            life.seen(at, kind, what, item)

    def find(self, kind, space, name):
        with self.lock:
            return self.live.get((kind, space, name))

    def play(self, lives):
        """The recordings of the lives, which begin one shortly after the other."""
        found, threads = {}, []

        def one(life):
            played = PlayedLife(self, life)
            try:
                found[life["name"]] = played.go()
            except (RuntimeError, OSError, http.client.HTTPException) as problem:
                found[life["name"]] = {"failed": repr(problem)}

        for life in lives:
            threads.append(threading.Thread(target=one, args=(life,)))
            threads[-1].start()
            time.sleep(0.15)
        for thread in threads:
            thread.join()
        return found


class PlayedLife:
    """One life at one control plane."""

    def __init__(self, player, life):
        self.player, self.api, self.life, self.space = player, player.api, life, life["name"]
        self.lock = threading.Lock()
        self.objects, self.events, self.answers, self.counts, self.zero = {}, [], [], {}, None
        self.serial = itertools.count(1)

    # ---- what is seen
    def seen(self, at, kind, what, item):
        meta = item["metadata"]
        with self.lock:
            if kind == "Event":
                if what != "DELETED":
                    self.event(at, item)
                return
            key = f"{kind}/{meta['name']}/{meta['uid']}"
            self.objects.setdefault(key, []).append([at, None if what == "DELETED" else facts(kind, item)])

    def event(self, at, item):
        target, count = item["involvedObject"], item.get("count") or 1
        if item["reason"] == "FailedScheduling":
            return
        before = self.counts.get(item["metadata"]["uid"], 0)
        self.counts[item["metadata"]["uid"]] = count
        identity = {"object": target["kind"] + "/" + target["name"], "type": item["type"], "reason": item["reason"],
                    "message": masked(item.get("message", "")), "from": (item.get("source") or {}).get("component"),
                    "by": item.get("reportingComponent"), "path": target.get("fieldPath"), "uid": bool(target.get("uid")),
                    "api": target.get("apiVersion")}
        for _ in range(count - before):
            self.events.append([at, json.dumps(identity, sort_keys=True)])

    # ---- what is done
    def filled(self, value):
        return json.loads(json.dumps(value).replace("{ns}", self.space).replace("{now}", world.now_second()))

    def call(self, method, path, body=None, kind=None):
        code, answer = self.api.call(method, path, self.filled(body) if body is not None else None, kind)
        return code, answer if isinstance(answer, dict) else {}

    def create(self, body):
        path = CLUSTER.get(body["kind"]) or NAMESPACED[body["kind"]].replace("{ns}", self.space)
        code, answer = self.call("POST", path, body)
        if code != 201:
            raise RuntimeError(f"{self.space}: {path}: {code} {answer.get('message')}")

    def node(self, name):
        spec = next(node for node in self.life["nodes"] if node["name"] == name)
        return self.call("POST", COLLECTIONS["Node"], world.node_object(spec))

    def until(self, test, seconds, what):
        end = time.monotonic() + seconds
        while not test():
            if time.monotonic() > end:
                raise RuntimeError(f"{self.space}: {what}")
            time.sleep(0.1)

    def prepare(self):
        self.api.call("POST", "/api/v1/namespaces", {"metadata": {"name": self.space}})
        self.until(lambda: self.api.get(f"/api/v1/namespaces/{self.space}/serviceaccounts/default")[0] == 200, 60, "no service account")
        for spec in self.life["nodes"]:
            if not spec.get("later"):
                self.create(world.node_object(spec))
        for spec in self.life["nodes"]:
            if not spec.get("later") and "Ready" not in (spec.get("conditions") or {}):
                self.until(lambda name=spec["name"]: self.healthy(name), 60, "node " + spec["name"] + " does not come")
        for body in self.life["objects"]:
            self.create(body)
        time.sleep(1)
        end = time.monotonic() + 12
        while time.monotonic() < end and not self.settled():
            time.sleep(0.1)
        time.sleep(2)

    def settled(self):
        """Whether every pod runs that has a node, or is to get one."""
        with self.player.lock:
            nodes = {name for kind, _, name in self.player.live if kind == "Node"}
            return all(pod["status"].get("phase") != "Pending" for (kind, space, _), pod in self.player.live.items()
                       if kind == "Pod" and space == self.space and (pod["spec"].get("nodeName") in nodes or pod["metadata"].get("ownerReferences")))

    def healthy(self, name):
        node = self.player.find("Node", None, name)
        return node and not any(t["key"] in ("node.kubernetes.io/not-ready", "node.kubernetes.io/unreachable") for t in node["spec"].get("taints") or [])

    def act(self, action):
        _, what, *rest = action
        if what == "call":
            method, path, body, kind = rest
            code, answer = self.call(method, path.replace("{ns}", self.space), body, kind)
            self.answer(f"{method} {path}", code, answer)
        elif what == "stop":
            self.player.kubelets.stop(rest[0])
        elif what == "start":
            self.player.kubelets.revive(rest[0])
        elif what == "node":
            code, answer = self.node(rest[0])
            self.answer("POST node " + rest[0], code, answer)
        elif what == "pods":
            self.pods(*rest)
        elif what == "allocate":
            self.allocate(*rest)

    def allocate(self, name, result):
        """Does nothing when the pod or its claim is not there, or has its devices."""
        pod = self.player.find("Pod", self.space, name) or {"spec": {}, "status": {}}
        claim = next((one.get("resourceClaimName") for one in pod["spec"].get("resourceClaims") or []), None) or next(
            (one.get("resourceClaimName") for one in pod["status"].get("resourceClaimStatuses") or []), None)
        path = NAMESPACED["ResourceClaim"].replace("{ns}", self.space) + "/" + str(claim)
        code, found = self.call("GET", path) if claim else (404, None)
        if code != 200 or found["metadata"].get("deletionTimestamp") or (found.get("status") or {}).get("allocation"):
            return
        self.call("PATCH", path, {"metadata": {"finalizers": ["resource.kubernetes.io/delete-protection"]}}, world.MERGE)
        code, answer = self.call("PATCH", path + "/status", {"status": {"allocation": {"devices": {"results": [result]}}}}, world.MERGE)
        self.answer("allocate " + name, code, answer)

    def pods(self, verb, node):
        with self.player.lock:
            standing = [pod for (kind, space, _), pod in self.player.live.items() if kind == "Pod" and space == self.space
                        and pod["spec"].get("nodeName") == node]
        for pod in sorted(standing, key=lambda pod: pod["metadata"]["name"]):
            if verb == "delete":
                code, answer = self.call("DELETE", path_of(pod))
            else:
                code, answer = self.call("POST", path_of(pod) + "/eviction", {
                    "apiVersion": "policy/v1", "kind": "Eviction", "metadata": {"name": pod["metadata"]["name"], "namespace": self.space}})
            self.answer(verb + " pod", code, answer)

    def answer(self, what, code, answer):
        said = [answer.get("reason"), masked(answer.get("message") or ""), dict(answer.get("details") or {}, uid=None)] if answer.get("kind") == "Status" else []
        self.answers.append([time.monotonic(), json.dumps([what, code] + said, sort_keys=True)])

    def go(self):
        with self.player.lock:
            self.player.lives[self.space] = self
        try:
            self.prepare()
            with self.lock:
                self.zero, wall = time.monotonic(), time.time()
            for action in self.life["actions"]:
                delay = self.zero + action[0] - time.monotonic()
                if delay > 0:
                    time.sleep(delay)
                self.act(action)
            time.sleep(max(0, self.zero + self.life["seconds"] - time.monotonic()))
        finally:
            with self.player.lock:
                self.player.lives.pop(self.space)
            if self.life["alone"]:
                back = generate.Generator(0, "")
                back.comes_back(0, GUARD)
                for action in back.actions:
                    self.act(action)
            self.clean()
            self.until(lambda: self.healthy(GUARD), 60, "the guard does not come back")
        return self.recording(wall)

    def recording(self, wall):
        names, hashes = {}, {}
        for key, states in sorted(self.objects.items(), key=lambda entry: entry[1][0][0]):
            first = next((state for _, state in states if state), {})
            for label in HASHES:
                if first.get(label):
                    hashes.setdefault(first[label], f"hash{len(hashes) + 1}")
            prefix = first.get("generateName")
            if prefix and not first.get("labels.statefulset.kubernetes.io/pod-name"):
                names[key.split("/")[1]] = prefix + "*"
        for name in sorted(hashes, key=len):
            names = {known: pattern.replace(name, hashes[name]) for known, pattern in names.items()}
        names.update(hashes)
        pattern = re.compile("|".join(map(re.escape, sorted(names, key=len, reverse=True)))) if names else None

        def plain(text):
            return pattern.sub(lambda found: names[found.group(0)], text) if pattern else text

        objects = {}
        for key, states in self.objects.items():
            kind, name, uid = key.split("/")
            told = [[round(at - self.zero, 2), relative(state, wall, plain)] for at, state in states]
            objects[f"{kind}/{plain(name)}/{uid}"] = told
        return {"objects": objects, "events": [[round(max(0, at - self.zero), 2), plain(text)] for at, text in self.events],
                "answers": [[round(at - self.zero, 2), plain(text)] for at, text in self.answers]}

    def clean(self):
        for spec in self.life["nodes"]:
            self.player.kubelets.down.add(spec["name"])
            self.api.call("DELETE", "/api/v1/nodes/" + spec["name"])
            self.api.call("DELETE", "/apis/coordination.k8s.io/v1/namespaces/kube-node-lease/leases/" + spec["name"])
            self.player.kubelets.down.discard(spec["name"])
        for kind in ("Deployment", "ReplicaSet", "StatefulSet", "DaemonSet", "Job"):
            self.api.call("DELETE", NAMESPACED[kind].replace("{ns}", self.space), {"propagationPolicy": "Background"})
        with self.player.lock:
            standing = [pod for (kind, space, _), pod in self.player.live.items() if kind == "Pod" and space == self.space]
        for pod in standing:
            if pod["metadata"].get("finalizers"):
                self.api.call("PATCH", path_of(pod), {"metadata": {"finalizers": None}}, world.MERGE)
            self.api.call("DELETE", path_of(pod), {"gracePeriodSeconds": 0})
        self.api.call("DELETE", CLUSTER["ResourceSlice"] + "?labelSelector=life%3D" + self.space)
        self.api.call("DELETE", "/api/v1/namespaces/" + self.space)


def masked(text):
    return UID.sub("UID", text)


def facts(kind, item):
    """What counts in an object, as a flat map; lists of things with a type or a name are told by it."""
    meta, spec, status = item["metadata"], item.get("spec") or {}, item.get("status") or {}
    found = {}
    flatten("", {
        "generateName": meta.get("generateName"), "labels": meta.get("labels"), "annotations": meta.get("annotations"),
        "finalizers": meta.get("finalizers"), "generation": meta.get("generation"), "deletionTimestamp": meta.get("deletionTimestamp"),
        "deletionGracePeriodSeconds": meta.get("deletionGracePeriodSeconds"),
        "owners": [dict(owner, uid=None) for owner in meta.get("ownerReferences") or []] or None,
        "spec": {name: spec[name] for name in ("nodeName", "tolerations", "taints", "unschedulable", "replicas", "selector",
                                               "completions", "parallelism") if name in spec},
        "status": status}, found)
    return found


def flatten(path, value, found):
    if isinstance(value, dict):
        for key, inner in value.items():
            flatten(f"{path}.{key}" if path else key, inner, found)
    elif isinstance(value, list) and value and all(isinstance(one, dict) and "type" in one for one in value):
        for one in value:
            flatten(f"{path}[{one['type']}]", {key: inner for key, inner in one.items() if key != "type"}, found)
        found[path + ".order"] = ",".join(one["type"] for one in value)
    elif path == "spec.taints":
        for one in value:
            flatten(f"{path}[{one['key']}:{one['effect']}]", dict(one, there=True), found)
    elif path == "status.reservedFor":
        for one in value:
            flatten(f"{path}[{one['name']}]", one, found)
    elif isinstance(value, list) and value and all(isinstance(one, dict) for one in value):
        for number, one in enumerate(value):
            flatten(f"{path}[{number}]", one, found)
    elif value not in (None, [], {}):
        found[path] = masked(json.dumps(value)) if isinstance(value, list) else masked(value) if isinstance(value, str) else value


def relative(state, wall, plain):
    """The facts with times as seconds of the life and random names as patterns."""
    if state is None:
        return None
    found = {}
    for key, value in state.items():
        if isinstance(value, str) and TIME.fullmatch(value):
            at = time.mktime(time.strptime(value[:19], "%Y-%m-%dT%H:%M:%S")) - time.timezone
            value = {"at": round(at - wall, 1)} if abs(at - wall) < 10000 else value
        elif isinstance(value, str):
            value = plain(value)
        found[plain(key)] = value
    return found
