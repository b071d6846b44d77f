#!/usr/bin/env python3
"""Random clusters and pods for the scheduler, made of recorded ones: `generate.py --seed N --count N CASES.jsonl.gz` prints one
case a line, without an answer.

A case takes another's pod, or two cases are put together as one cluster; then parts of pods and nodes are given to others,
and numbers, labels, effects, operators, keys and weights are changed. What the API would refuse is avoided, so far as an
answer would depend on it.
"""
import argparse
import copy
import gzip
import json
import random

GRAFTED = ["affinity", "tolerations", "topologySpreadConstraints", "containers", "initContainers", "nodeSelector", "overhead",
           "volumes", "resources", "priority", "preemptionPolicy"]
BESIDE_NODES = ["services", "replicaSets", "statefulSets", "replicationControllers", "pdbs", "namespaces"]
OF_STORAGE = ["persistentVolumes", "persistentVolumeClaims", "storageClasses", "priorityClasses", "namespaces"]
SHORTENED = ["taints", "tolerations", "preferredDuringSchedulingIgnoredDuringExecution", "initContainers",
             "topologySpreadConstraints", "matchExpressions"]
OPPOSITES = {"In": "NotIn", "NotIn": "In", "DoesNotExist": "Exists"}
# By the name of a field: what may stand there.
VALUES = {
    "cpu": ["0", "1", "2", "3", "4", "8", "100m", "250m", "500m", "1500m", "2500m"],
    "memory": ["0", "64Mi", "128Mi", "200Mi", "500Mi", "1Gi", "1500Mi", "2Gi", "4Gi", "3G", "1e9"],
    "ephemeral-storage": ["0", "200Mi", "1Gi", "2Gi", "3G"],
    "effect": ["NoSchedule", "PreferNoSchedule", "NoExecute"],
    "whenUnsatisfiable": ["DoNotSchedule", "ScheduleAnyway"],
    "maxSkew": [1, 2, 3, 4],
    "minDomains": [1, 2, 3, 5],
    "weight": [1, 10, 50, 99, 100],
    "priority": [-5, 0, 1, 5, 10, 100, 1000],
    "hostPort": [80, 443, 8080],
    "tolerationSeconds": [0, 10, 300],
    "unschedulable": [False, True],
    "preemptionPolicy": ["Never", "PreemptLowerPriority"],
    "disruptionsAllowed": [0, 1, 2],
    "nodeAffinityPolicy": ["Honor", "Ignore"],
    "nodeTaintsPolicy": ["Honor", "Ignore"],
}


class Generator:
    """Draws from all that was recorded."""

    def __init__(self, seed, recorded):
        self.random, self.seed = random.Random(seed), seed
        self.cases = [one for one in recorded if one["expect"]["outcome"] not in ("gated", "filtered")]
        self.pods = [pod for one in self.cases for pod in one["input"].get("pods", []) + [one["input"]["pod"]]]
        self.nodes = [node for one in self.cases for node in one["input"].get("nodes", [])]

    def case(self, number):
        first, second = (copy.deepcopy(self.random.choice(self.cases)) for _ in range(2))
        made = first["input"]
        drawn = self.random.random()
        if drawn < 0.35:
            self.take_pod(made, second["input"])
        elif drawn < 0.7:
            self.put_together(made, second["input"])
        if self.random.random() < 0.5:
            self.graft(made)
        if self.random.random() < 0.8:
            share = self.random.choice([0.02, 0.05, 0.1, 0.2])
            for one in made.get("nodes", []) + made.get("pods", []) + [made["pod"]] + made.get("pdbs", []):
                self.change(one, share, ())
        tidy(made)
        self.random.shuffle(made.get("nodes", []))
        return {"id": f"random-{self.seed}-{number}-{first['id']}", "family": "random", "seed": self.seed, "input": made}

    def take_pod(self, made, other):
        made["pod"] = other["pod"]
        made["pod"]["metadata"].update(name="taken", uid="taken")
        for name in OF_STORAGE:
            add_unknown(made, other, name)

    @staticmethod
    def put_together(made, other):
        """The nodes and pods of both, those of the other under names of their own."""
        for node in other.get("nodes", []):
            meta = node["metadata"]
            meta.update(name="m-" + meta["name"], uid="m-" + meta.get("uid", ""))
            if "kubernetes.io/hostname" in meta.get("labels", {}):
                meta["labels"]["kubernetes.io/hostname"] = meta["name"]
        for pod in other.get("pods", []):
            meta, spec, status = pod["metadata"], pod["spec"], pod.get("status", {})
            meta.update(name="m-" + meta["name"], uid="m-" + meta.get("uid", ""))
            for holder, field in ((spec, "nodeName"), (status, "nominatedNodeName")):
                if holder.get(field):
                    holder[field] = "m-" + holder[field]
            spec.pop("volumes", None)
        for name in ("nodes", "pods"):
            made[name] = made.get(name, []) + other.get(name, [])
        for name in BESIDE_NODES:
            add_unknown(made, other, name)

    def graft(self, made):
        pods = made.get("pods", [])
        for pod in self.random.sample(pods, min(len(pods), self.random.randint(0, 4))) + [made["pod"]]:
            donor = copy.deepcopy(self.random.choice(self.pods))
            for field in self.random.sample(GRAFTED, self.random.randint(1, 3)):
                # resources of the pod must fit those of its containers: they go together
                for name in ("resources", "containers", "initContainers") if field in (
                        "resources", "containers", "initContainers") else (field,):
                    if name in donor["spec"]:
                        pod["spec"][name] = donor["spec"][name]
                    else:
                        pod["spec"].pop(name, None)
            if self.random.random() < 0.3 and "labels" in donor["metadata"]:
                pod["metadata"]["labels"] = donor["metadata"]["labels"]
            pod.get("status", {}).pop("containerStatuses", None)
        for node in made.get("nodes", []):
            if self.random.random() < 0.2:
                donor = copy.deepcopy(self.random.choice(self.nodes))
                field = self.random.choice(["spec", "status"])
                if field in donor:
                    node[field] = donor[field]
        for namespace in made.get("namespaces", []):
            if self.random.random() < 0.3:
                namespace["metadata"]["labels"] = {self.random.choice(["team", "env"]): self.random.choice("abx")}

    def change(self, value, share, path):
        """Changes a share of what is below a value, in place."""
        if isinstance(value, dict):
            for name in list(value):
                if name in value:
                    if self.random.random() < share:
                        self.change_member(value, name, path)
                    if name in value:
                        self.change(value[name], share, path + (name,))
        elif isinstance(value, list):
            for at in range(len(value) - 1, -1, -1):
                if path[-1] in SHORTENED and len(value) > 1 and self.random.random() < share / 2:
                    del value[at]
                else:
                    self.change(value[at], share, path + (at,))

    def change_member(self, holder, name, path):
        if name in VALUES and holder[name] not in ("", None):
            holder[name] = self.random.choice(VALUES[name])
        elif name == "operator" and "tolerations" in path:
            if holder[name] == "Equal":
                holder[name] = "Exists"
                holder.pop("value", None)
            elif holder.get("key"):
                holder[name] = "Equal"
        elif name == "operator" and holder[name] in OPPOSITES:
            holder[name] = OPPOSITES[holder[name]]
            if holder[name] == "Exists":
                holder.pop("values", None)
        elif path and path[-1] == "labels":
            if self.random.random() < 0.3:
                del holder[name]
            else:
                holder[name] = self.random.choice(["a", "b", "c", "1", "2", "z1", "z2"])
        elif name == "nominatedNodeName":
            del holder[name]


def add_unknown(made, other, name):
    def key(one):
        return one["metadata"].get("namespace", ""), one["metadata"]["name"]
    known = {key(one) for one in made.get(name, [])}
    made[name] = made.get(name, []) + [one for one in other.get(name, []) if key(one) not in known]


def first_of_each(items, key):
    return list({key(one): one for one in reversed(items)}.values())[::-1]


def tidy(made):
    """Takes out what no API server lets stand: doubled taints, constraints and names, and limits below requests."""
    sizes = {}
    for node in made.get("nodes", []):
        if node.get("spec", {}).get("taints"):
            node["spec"]["taints"] = first_of_each(node["spec"]["taints"], lambda one: (one["key"], one["effect"]))
        for image in node.get("status", {}).get("images", []):
            for name in image.get("names", []):
                image["sizeBytes"] = sizes.setdefault(name, image.get("sizeBytes", 0))
    for pod in made.get("pods", []) + [made["pod"]]:
        spec = pod["spec"]
        if spec.get("topologySpreadConstraints"):
            spec["topologySpreadConstraints"] = first_of_each(
                spec["topologySpreadConstraints"], lambda one: (one["topologyKey"], one["whenUnsatisfiable"]))
            for one in spec["topologySpreadConstraints"]:
                if one["whenUnsatisfiable"] != "DoNotSchedule":
                    one.pop("minDomains", None)
        names = set()
        for container in spec.get("initContainers", []) + spec.get("containers", []):
            while container["name"] in names:
                container["name"] += "x"
            names.add(container["name"])
            for name in ("cpu", "memory", "ephemeral-storage"):
                container.get("resources", {}).get("limits", {}).pop(name, None)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=500)
    parser.add_argument("recorded")
    options = parser.parse_args()
    with gzip.open(options.recorded, "rt") as lines:
        generator = Generator(options.seed, [json.loads(line) for line in lines])
    for number in range(options.count):
        print(json.dumps(generator.case(number)))


if __name__ == "__main__":
    main()
