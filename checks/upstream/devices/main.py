"""Has kube-scheduler and `tenure scheduler` look after the same worlds in one cluster, and tells what differs."""
import argparse
import json
import re
import sys
import time

from beside.machine import MERGE, TOKEN, Machine
from ports import free_port
from generate import Maker

RESOURCE = "/apis/resource.k8s.io/v1/"
CLAIMS = RESOURCE + "namespaces/default/resourceclaims"
PODS = "/api/v1/namespaces/default/pods"
SIDES = {"u": "default-scheduler", "t": "tenure"}
PATIENCE_SECONDS = 60
START_SECONDS = 120


class Stage(Machine):
    """etcd, kube-apiserver and both schedulers."""

    def begin(self):
        self.start_etcd()
        self.start_theirs("--disable-admission-plugins=ServiceAccount,TaintNodesByCondition")
        kubeconfig = self.folder / "kubeconfig"
        kubeconfig.write_text(json.dumps({
            "apiVersion": "v1", "kind": "Config", "current-context": "x",
            "clusters": [{"name": "c", "cluster": {"server": f"https://127.0.0.1:{self.their_port}", "insecure-skip-tls-verify": True}}],
            "users": [{"name": "u", "user": {"token": TOKEN}}],
            "contexts": [{"name": "x", "context": {"cluster": "c", "user": "u"}}]}))
        configuration = self.folder / "tenure-scheduler.json"
        configuration.write_text(json.dumps({
            "apiVersion": "kubescheduler.config.k8s.io/v1", "kind": "KubeSchedulerConfiguration",
            "profiles": [{"schedulerName": SIDES["t"]}]}))
        common = [f"--{flag}={kubeconfig}" for flag in ("kubeconfig", "authentication-kubeconfig", "authorization-kubeconfig")]
        self.run("kube-scheduler", self.options.scheduler, *common, "--leader-elect=false", "--bind-address=127.0.0.1",
                 f"--cert-dir={self.folder / 'certs'}", f"--secure-port={free_port()}", "--kube-api-qps=300", "--kube-api-burst=500", "-v=0")
        self.run("tenure", self.options.tenure, "scheduler", "--kubeconfig", kubeconfig, "--config", configuration, "--leader-elect=false")
        self.must("PATCH", "/api/v1/namespaces/default", {"metadata": {"labels": {"resource.kubernetes.io/admin-access": "true"}}})
        self.await_schedulers()

    def await_schedulers(self):
        """Worlds are for schedulers that are at work: a pod for each, until it has its node. A JVM may take long on a busy machine."""
        self.must("POST", "/api/v1/nodes", node({"name": "first", "zone": "a", "cpu": 8}, "first"))
        for scheduler in SIDES.values():
            self.must("POST", PODS, pod({"name": "first-" + scheduler, "claims": [], "containers": []}, "first", scheduler))
        until = time.time() + START_SECONDS
        while any(not each["spec"].get("nodeName") for each in self.must("GET", PODS)["items"]):
            if time.time() > until:
                raise SystemExit("a scheduler did not begin its work: " + (self.folder / "tenure.log").read_text()[-1500:])
            time.sleep(0.3)
        for scheduler in SIDES.values():
            self.must("DELETE", PODS + "/first-" + scheduler + "?gracePeriodSeconds=0")
        self.must("DELETE", "/api/v1/nodes/first")

    def must(self, method, path, body=None, allowed=("DELETE",)):
        """`allowed`: what may come too late, because a scheduler has taken the object away."""
        content = MERGE if method == "PATCH" else "application/json"
        status, answer, _ = self.theirs.call(method, path, body, content)
        if status >= 300 and not (method in allowed and status == 404):
            raise SystemExit(f"{method} {path}: {status} {json.dumps(answer)[:600]}\n{json.dumps(body)[:2000]}")
        return answer


def named(tree, name):
    return json.loads(json.dumps(tree).replace("%W", name))


def node(spec, name):
    amounts = {"cpu": spec["cpu"], "memory": f"{spec['cpu']}Gi", "pods": "50", **spec.get("offers", {})}
    return {"apiVersion": "v1", "kind": "Node", "metadata": {"name": spec["name"], "labels": {
                "world": name, f"zone-{name}": spec["zone"], "kubernetes.io/hostname": spec["name"]}},
            "status": {"capacity": amounts, "allocatable": amounts, "conditions": [{"type": "Ready", "status": "True"}]}}


def pod(spec, name, scheduler):
    made = {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": spec["name"]}, "spec": {
        "schedulerName": scheduler, "nodeSelector": {"world": name}, "terminationGracePeriodSeconds": 0,
        "resourceClaims": [{"name": f"c{i}", "resourceClaimName": claim} for i, claim in enumerate(spec["claims"])],
        "containers": [{"name": "c", "image": "i", "resources": {
            "requests": {"cpu": "1", "memory": "1Gi"}, "claims": [{"name": f"c{i}"} for i in range(len(spec["claims"]))]}}]}}
    for each in spec.get("containers", []):
        container = {"name": each["name"], "image": "i", "resources": {"requests": each["wants"], "limits": each["wants"]}}
        if each["kind"] == "sidecar":
            container["restartPolicy"] = "Always"
        made["spec"].setdefault("containers" if each["kind"] == "plain" else "initContainers", []).append(container)
    return made


class Play:
    """Some worlds at a time, each there for both schedulers."""

    def __init__(self, stage, worlds):
        self.stage = stage
        self.worlds = {f"w{number}{side}": (named(world, f"w{number}{side}"), scheduler)
                       for number, world in worlds.items() for side, scheduler in SIDES.items()}
        self.looks = {name: [] for name in self.worlds}

    def create(self, path, kind, version, body):
        return self.stage.must("POST", path, {"apiVersion": version, "kind": kind, **body})

    def run(self):
        version = "resource.k8s.io/v1"
        for name, (world, _) in self.worlds.items():
            for each in world["nodes"]:
                self.stage.must("POST", "/api/v1/nodes", node(each, name))
            for each in world["classes"]:
                self.create(RESOURCE + "deviceclasses", "DeviceClass", version, each)
            for each in world["slices"]:
                self.create(RESOURCE + "resourceslices", "ResourceSlice", version, each)
            for each in world["claims"]:
                self.create(CLAIMS, "ResourceClaim", version, each)
        time.sleep(1)
        for step in range(max(len(world["pods"]) for world, _ in self.worlds.values())):
            for name, (world, scheduler) in self.worlds.items():
                if step < len(world["pods"]):
                    self.stage.must("POST", PODS, pod(world["pods"][step], name, scheduler))
            self.settle()
            self.look()
        for step in range(max(len(world["changes"]) for world, _ in self.worlds.values())):
            for name, (world, _) in self.worlds.items():
                if step < len(world["changes"]):
                    self.change(world["changes"][step], name)
            self.settle()
            self.look()
        self.clear()
        return self.looks

    def change(self, change, name):
        kind = change["change"]
        if kind == "class":
            self.stage.theirs.call("PATCH", RESOURCE + "deviceclasses/" + change["name"], {"metadata": {"labels": {"a": "b"}}, "spec": {
                "selectors": [{"cel": {"expression": f'device.driver == "{change["name"]}.example.com"'}}]}}, MERGE)
        elif kind == "free":
            self.free(change["claim"])
        elif kind == "leave":
            self.leave(change["pod"])
        elif kind == "offer":
            amounts = {change["resource"]: change["amount"]}
            self.stage.must("PATCH", "/api/v1/nodes/" + change["node"] + "/status", {"status": {"capacity": amounts, "allocatable": amounts}})
        elif kind == "rename":
            self.stage.must("PATCH", RESOURCE + "deviceclasses/" + change["class"], {"spec": {"extendedResourceName": change["resource"]}})
        else:
            path = RESOURCE + "resourceslices/" + change["slice"]
            slice_ = self.stage.must("GET", path)
            for i, device in enumerate(slice_["spec"].get("devices", [])):
                if kind == "untaint":
                    device.pop("taints", None)
                elif kind == "taint":
                    device["taints"] = [{"key": "example.com/health", "effect": "NoExecute"}]
                elif i == 0:
                    device["attributes"] = {"model": {"string": "a100"}, "numa": {"int": 0}, "fast": {"bool": True}}
            self.stage.must("PUT", path, slice_)

    def leave(self, pod):
        """Deletes a pod and the claim that was made for it, as the garbage collector would."""
        self.stage.must("DELETE", PODS + "/" + pod + "?gracePeriodSeconds=0")
        for each in self.stage.must("GET", CLAIMS)["items"]:
            if any(owner["name"] == pod for owner in each["metadata"].get("ownerReferences", [])):
                self.stage.must("PATCH", CLAIMS + "/" + each["metadata"]["name"], {"metadata": {"finalizers": None}}, ("PATCH",))
                self.stage.must("DELETE", CLAIMS + "/" + each["metadata"]["name"])

    def free(self, claim):
        """Deletes the pods of a claim and takes its devices away, as the controller of claims would."""
        for each in self.stage.must("GET", PODS)["items"]:
            if any(used.get("resourceClaimName") == claim for used in each["spec"].get("resourceClaims", [])):
                self.stage.must("DELETE", PODS + "/" + each["metadata"]["name"] + "?gracePeriodSeconds=0")
        found = self.stage.must("GET", CLAIMS + "/" + claim)
        found["status"] = {}
        self.stage.must("PUT", CLAIMS + "/" + claim + "/status", found)

    def state(self):
        pods, claims = self.stage.must("GET", PODS)["items"], self.stage.must("GET", CLAIMS)["items"]
        return {each["metadata"]["name"]: brief_pod(each) for each in pods}, {claim_name(each): brief_claim(each) for each in claims}

    def settle(self):
        last, since, until = None, time.time(), time.time() + PATIENCE_SECONDS
        while time.time() < until:
            now = self.state()
            if now != last:
                last, since = now, time.time()
            elif time.time() - since > self.stage.options.quiet and even(now[0]):
                return
            time.sleep(0.3)

    def look(self):
        pods, claims = self.state()
        for name in self.worlds:
            mine = [{key: value for key, value in found.items() if key.endswith("-" + name)} for found in (pods, claims)]
            self.looks[name].append(json.loads(json.dumps(mine).replace(name, "%W")))

    def clear(self):
        for each in self.stage.must("GET", PODS)["items"]:
            self.stage.must("DELETE", PODS + "/" + each["metadata"]["name"] + "?gracePeriodSeconds=0")
        for each in self.stage.must("GET", CLAIMS)["items"]:
            self.stage.must("PATCH", CLAIMS + "/" + each["metadata"]["name"], {"metadata": {"finalizers": None}}, ("PATCH",))
        for path in (CLAIMS, RESOURCE + "resourceslices", RESOURCE + "deviceclasses", "/api/v1/nodes"):
            self.stage.must("DELETE", path)


def brief_pod(found):
    condition = next((each for each in found.get("status", {}).get("conditions", []) if each["type"] == "PodScheduled"), {})
    message = re.sub(r"^0/\d+ nodes are available: ", "", condition.get("message", ""))
    message = re.sub(r"\b\d+ (node\(s\) didn't match|Preemption is not)", r"N \1", re.sub(r"preemption: 0/\d+", "preemption: 0/N", message))
    brief = {"node": found["spec"].get("nodeName", ""), "status": condition.get("status", ""), "reason": condition.get("reason", ""),
             "message": message}
    extended = found.get("status", {}).get("extendedResourceClaimStatus")
    if extended:
        brief["extended"] = extended["requestMappings"]
    return brief


def even(pods):
    """Whether both schedulers have looked at the same pods: else one of them is only slower."""
    undecided = {side: {name[:-1] for name, brief in pods.items() if name.endswith(side) and not brief["node"] and not brief["status"]}
                 for side in SIDES}
    return undecided["u"] == undecided["t"]


def claim_name(found):
    """Those that were made for pods have names of chance."""
    owners = found["metadata"].get("ownerReferences", [])
    return "of-" + owners[0]["name"] if owners else found["metadata"]["name"]


def brief_claim(found):
    status = found.get("status", {})
    allocation = json.loads(json.dumps(status.get("allocation")))
    if allocation:
        allocation["allocationTimestamp"] = bool(allocation.get("allocationTimestamp"))
        for each in allocation.get("devices", {}).get("results", []):
            each["shareID"] = bool(each.get("shareID"))
    brief = {"finalizers": found["metadata"].get("finalizers", []), "allocation": allocation,
             "reservedFor": sorted(each["name"] for each in status.get("reservedFor", []))}
    if found["metadata"].get("ownerReferences"):
        brief["made"] = {"generateName": found["metadata"].get("generateName"), "annotations": found["metadata"].get("annotations"),
                         "controller": found["metadata"]["ownerReferences"][0].get("controller"), "spec": found["spec"]}
    return brief


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--tenure", required=True)
    parser.add_argument("--apiserver", required=True)
    parser.add_argument("--scheduler", required=True)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=20)
    parser.add_argument("--jobs", type=int, default=10)
    parser.add_argument("--quiet", type=float, default=3, help="seconds without a change before one looks; more than 10 outlasts every backoff")
    parser.add_argument("--keep")
    options = parser.parse_args()
    stage = Stage(options)
    differing, compared, kinds = 0, 0, {}
    kept = open(options.keep, "w") if options.keep else None
    try:
        stage.begin()
        for start in range(options.seed, options.seed + options.count, options.jobs):
            worlds = {seed: Maker(seed).world() for seed in range(start, min(start + options.jobs, options.seed + options.count))}
            looks = Play(stage, worlds).run()
            pods = max(len(world["pods"]) for world in worlds.values())
            for seed, world in worlds.items():
                # others of the batch have more pods and changes
                theirs, ours = ([*all_[:len(world["pods"])], *all_[pods:pods + len(world["changes"])]]
                                for all_ in (looks[f"w{seed}u"], looks[f"w{seed}t"]))
                if kept:
                    kept.write(json.dumps({"seed": seed, "world": worlds[seed], "looks": theirs}) + "\n")
                for place, (one, other) in enumerate(zip(theirs, ours)):
                    compared += len(one[0]) + len(one[1])
                    for found in one[0].values():
                        message = re.sub(r"\d+", "N", found["message"])[:110]
                        kinds[message] = kinds.get(message, 0) + 1
                    if one != other:
                        differing += 1
                        print(f"world {seed}, look {place}:")
                        show(one, other)
                        break
    finally:
        if differing:
            print((stage.folder / "tenure.log").read_text()[-1500:])
        stage.close()
    for message, count in sorted(kinds.items(), key=lambda entry: -entry[1])[:40]:
        print(f"{count:5}  {message or '(on a node)'}")
    print(f"{options.count - differing} of {options.count} worlds alike, {compared} objects compared")
    sys.exit(1 if differing else 0)


def show(one, other):
    for theirs, ours in zip(one, other):
        for name in sorted(set(theirs) | set(ours)):
            if theirs.get(name) != ours.get(name):
                print(f"  {name}\n    upstream {json.dumps(theirs.get(name))}\n    tenure   {json.dumps(ours.get(name))}")


if __name__ == "__main__":
    main()
