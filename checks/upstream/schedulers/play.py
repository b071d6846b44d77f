"""Plays lives before one scheduler, on an API server of upstream's that nothing else works on."""
import json
import re
import time
import traceback

from beside.machine import TOKEN, Machine
from generate import BUDGETS, CLAIMS, DRIVER, MERGE, NAMESPACE, PODS, VOLUMES
from ports import free_port

START_SECONDS = 120
EVENTS = f"/apis/events.k8s.io/v1/namespaces/{NAMESPACE}/events"
UID = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")
PRIORITIES = {"low": 10, "mid": 100, "high": 1000, "never": 1000}
READY = {"type": "Ready", "status": "True", "lastTransitionTime": "2026-01-01T00:00:00Z"}


class Stage(Machine):
    """etcd, kube-apiserver and one scheduler."""

    def begin(self, name, *command):
        """`command`: starts the scheduler once a kubeconfig stands behind it."""
        self.start_etcd()
        self.start_theirs("--disable-admission-plugins=ServiceAccount,TaintNodesByCondition")
        kubeconfig = self.folder / "kubeconfig"
        kubeconfig.write_text(json.dumps({
            "apiVersion": "v1", "kind": "Config", "current-context": "x",
            "clusters": [{"name": "c", "cluster": {"server": f"https://127.0.0.1:{self.their_port}", "insecure-skip-tls-verify": True}}],
            "users": [{"name": "u", "user": {"token": TOKEN}}],
            "contexts": [{"name": "x", "context": {"cluster": "c", "user": "u"}}]}))
        more = []
        if name == "upstream":
            more = [f"--authentication-kubeconfig={kubeconfig}", f"--authorization-kubeconfig={kubeconfig}", "--bind-address=127.0.0.1",
                    f"--cert-dir={self.folder / 'certs'}", f"--secure-port={free_port()}", "--kube-api-qps=300", "--kube-api-burst=500"]
        self.run(name, *command, f"--kubeconfig={kubeconfig}", "--leader-elect=false", *more)
        self.furnish()
        self.await_scheduler(name)

    def ask(self, method, path, body=None, form="application/json"):
        status, answer, _ = self.theirs.call(method, path, body, form)
        return status, answer

    def must(self, method, path, body=None, form="application/json"):
        status, answer = self.ask(method, path, body, form)
        if status >= 300:
            raise SystemExit(f"{method} {path}: {status} {json.dumps(answer)[:600]}\n{json.dumps(body)[:2000]}")
        return answer

    def furnish(self):
        for namespace in (NAMESPACE, "other"):
            self.must("POST", "/api/v1/namespaces", {"metadata": {"name": namespace}})
        for name, value in PRIORITIES.items():
            self.must("POST", "/apis/scheduling.k8s.io/v1/priorityclasses", {
                "metadata": {"name": name}, "value": value, **({"preemptionPolicy": "Never"} if name == "never" else {})})
        for name, more in (("heavy", {"overhead": {"podFixed": {"cpu": "700m", "memory": "256Mi"}}}),
                           ("placed", {"scheduling": {"nodeSelector": {"disk": "ssd"}, "tolerations": [{"key": "a", "operator": "Exists"}]}})):
            self.must("POST", "/apis/node.k8s.io/v1/runtimeclasses", {"metadata": {"name": name}, "handler": name, **more})
        for name, mode in (("late", "WaitForFirstConsumer"), ("at-once", "Immediate")):
            self.must("POST", "/apis/storage.k8s.io/v1/storageclasses", {
                "metadata": {"name": name}, "provisioner": "kubernetes.io/no-provisioner", "volumeBindingMode": mode})
        self.must("POST", "/apis/storage.k8s.io/v1/csidrivers", {"metadata": {"name": DRIVER}, "spec": {}})

    def await_scheduler(self, name):
        """Lives are for a scheduler that is at work. A JVM may take long on a busy machine."""
        self.node({"name": "first", "labels": {}, "size": {"cpu": "8", "memory": "8Gi", "pods": "9"}, "taints": [], "unschedulable": False, "images": []})
        self.must("POST", PODS, {"metadata": {"name": "first"}, "spec": {"containers": [{"name": "c", "image": "i"}]}})
        until = time.time() + START_SECONDS
        while not self.must("GET", PODS + "/first")["spec"].get("nodeName"):
            if time.time() > until:
                raise SystemExit("a scheduler did not begin its work: " + (self.folder / f"{name}.log").read_text()[-1500:])
            time.sleep(0.3)
        self.clear()

    def node(self, spec):
        self.must("POST", "/api/v1/nodes", {"metadata": {"name": spec["name"], "labels": spec["labels"]}, "status": {
            "capacity": spec["size"], "allocatable": spec["size"], "conditions": [READY], "images": spec["images"]}})
        if spec.get("attachable"):
            self.must("POST", "/apis/storage.k8s.io/v1/csinodes", {"metadata": {"name": spec["name"]}, "spec": {"drivers": [
                {"name": DRIVER, "nodeID": spec["name"], "topologyKeys": None, "allocatable": {"count": spec["attachable"]}}]}})
        self.must("PATCH", "/api/v1/nodes/" + spec["name"], {"spec": {
            "taints": spec["taints"] or None, "unschedulable": spec["unschedulable"] or None}}, MERGE)

    def volume(self, step):
        """A claim, and, if it is bound, its volume: nothing here binds but a scheduler."""
        name, amount = step["volume"], {"storage": f"{step['size']}Gi"}
        claim = {"metadata": {"name": name}, "spec": {"accessModes": step["modes"], "storageClassName": step["class"],
                                                       "resources": {"requests": amount}}}
        if step["bound"]:
            claim["spec"]["volumeName"] = name
            claim["metadata"]["annotations"] = {"pv.kubernetes.io/bind-completed": "yes"}
            uid = self.must("POST", CLAIMS, claim)["metadata"]["uid"]
            spec = {"capacity": amount, "accessModes": step["modes"], "storageClassName": step["class"],
                    "claimRef": {"kind": "PersistentVolumeClaim", "namespace": NAMESPACE, "name": name, "uid": uid}}
            spec.update({"csi": {"driver": DRIVER, "volumeHandle": name}} if step["driver"] else {"hostPath": {"path": "/x"}})
            if "requirement" in step:
                spec["nodeAffinity"] = {"required": {"nodeSelectorTerms": [{"matchExpressions": [step["requirement"]]}]}}
            self.must("POST", VOLUMES, {"metadata": {"name": name, "labels": step.get("labels", {})}, "spec": spec})
            self.must("PATCH", CLAIMS + "/" + name + "/status", {"status": {"phase": "Bound", "capacity": amount, "accessModes": step["modes"]}}, MERGE)
        else:
            self.must("POST", CLAIMS, claim)

    def pods(self):
        return self.must("GET", PODS)["items"]

    def clear(self):
        for each in self.pods():
            self.ask("DELETE", PODS + "/" + each["metadata"]["name"], {"gracePeriodSeconds": 0})
        for path in (CLAIMS, VOLUMES):
            for each in self.must("GET", path)["items"]:
                self.ask("PATCH", path + "/" + each["metadata"]["name"], {"metadata": {"finalizers": None}}, MERGE)
        for path in (CLAIMS, VOLUMES, "/api/v1/nodes", "/apis/storage.k8s.io/v1/csinodes", BUDGETS, EVENTS,
                     f"/api/v1/namespaces/{NAMESPACE}/events"):
            self.must("DELETE", path)
        self.must("PATCH", "/api/v1/namespaces/other", {"metadata": {"labels": {"team": None}}}, MERGE)
        time.sleep(0.5)


def played(stage, life, looks):
    """Leaves in `looks` what stood in the pods after each step, then the events."""
    try:
        stage.clear()
        for each in life["nodes"]:
            stage.node(each)
        time.sleep(0.5)
        for step in life["steps"]:
            looks.append({"answer": take(stage, step), "pods": settled(stage)})
        looks.append({"events": events(stage)})
    except (Exception, SystemExit):  # pylint: disable=broad-except; told with the life, and the next one is played
        looks.append({"failed": traceback.format_exc()})


def start(stage):
    """As agents of nodes do: among pods of one priority the one that has run longest is spared, and without these times chance says which."""
    for number, each in enumerate(stage.pods()):
        if each["spec"].get("nodeName") and "startTime" not in each.get("status", {}):
            stage.ask("PATCH", PODS + "/" + each["metadata"]["name"] + "/status", {"status": {"startTime": f"2026-01-01T00:{number:02}:00Z"}}, MERGE)


def take(stage, step):
    """The status of the step's request, with the message of a refusal."""
    start(stage)
    if "node" in step:
        stage.node(step["node"])
    elif "volume" in step:
        stage.volume(step)
    elif "finish" in step:
        for each in stage.pods():
            if "deletionTimestamp" in each["metadata"]:
                stage.ask("DELETE", PODS + "/" + each["metadata"]["name"], {"gracePeriodSeconds": 0})
    else:
        method = next(word for word in ("post", "patch", "delete") if word in step)
        status, answer = stage.ask(method.upper(), step[method], step["body"], step.get("form", "application/json"))
        for each in step.get("alike", []):
            stage.ask("POST", step["post"], each)
        return [status, answer.get("message")] if status in (400, 403, 422, 500) else status
    return None


def brief(pod):
    status = pod.get("status", {})
    return {"node": pod["spec"].get("nodeName"), "nominated": status.get("nominatedNodeName"), "leaving": "deletionTimestamp" in pod["metadata"],
            "priority": pod["spec"].get("priority"), "phase": status.get("phase"),
            "conditions": [[each["type"], each["status"], each.get("reason"), each.get("message"), each.get("observedGeneration")]
                           for each in status.get("conditions", [])]}


def settled(stage, quick=0.6, slow=2.0, longest=16):
    """What stands in the pods once they have not changed for a while, longer where one waits."""
    def look():
        return {each["metadata"]["name"]: brief(each) for each in stage.pods()}
    last, since, until = look(), time.monotonic(), time.monotonic() + longest
    while time.monotonic() < until:
        time.sleep(0.15)
        now = look()
        if now != last:
            last, since = now, time.monotonic()
        waits = any(not each["node"] and not each["leaving"] for each in now.values())
        if time.monotonic() - since > (slow if waits else quick):
            break
    return json.loads(UID.sub("UID", json.dumps(last)))


def events(stage):
    """Which there are, without how often. Why a pod was not placed stands in its conditions after each step; the Event says it of tries
    between them too, and Tenure makes one more where a node's labels change that upstream does not take for news (docs/scheduler.md)."""
    def told(each):
        return "" if each["reason"] == "FailedScheduling" else UID.sub("UID", each.get("note", ""))
    return sorted({json.dumps([each["regarding"].get("kind"), each["regarding"]["name"], each["reason"], each.get("action"), each["type"],
                               told(each)]) for each in stage.must("GET", EVENTS)["items"]})
