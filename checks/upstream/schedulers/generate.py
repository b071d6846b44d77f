"""Lives of pods before a scheduler, made by chance from a number: nodes, and steps that create, change and delete what it looks at."""
import random

NAMESPACE = "lives"
PODS = f"/api/v1/namespaces/{NAMESPACE}/pods"
CLAIMS = f"/api/v1/namespaces/{NAMESPACE}/persistentvolumeclaims"
VOLUMES = "/api/v1/persistentvolumes"
BUDGETS = f"/apis/policy/v1/namespaces/{NAMESPACE}/poddisruptionbudgets"
MERGE = "application/merge-patch+json"
STRATEGIC = "application/strategic-merge-patch+json"
ZONE, HOST = "topology.kubernetes.io/zone", "kubernetes.io/hostname"
IMAGES = {"small": 40, "large": 700, "huge": 3000}  # in MB
DRIVER = "disks.example.com"


class Maker:
    """What one number makes."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.names = []
        self.volumes = []

    def chance(self, part):
        return self.random.random() < part

    def pick(self, *of):
        return self.random.choice(of)

    def some(self, least, most, make):
        return [make() for _ in range(self.random.randint(least, most))]

    def life(self):
        nodes = [self.node(i) for i in range(self.random.randint(2, 5))]
        steps = self.some(0, 2, self.volume)
        steps += [self.step(i, len(nodes)) for i in range(self.random.randint(14, 24))]
        if self.chance(0.5):
            steps.insert(self.random.randint(0, 6), {"post": BUDGETS, "body": self.budget("first")})
        return {"nodes": nodes, "steps": steps}

    # -- nodes

    def node(self, number):
        """Sizes are never alike, for between nodes of the same score a scheduler throws dice."""
        labels = {HOST: f"n{number}", ZONE: self.pick("x", "y", "z"), "disk": self.pick("ssd", "hdd"), "gen": str(self.random.randint(1, 9))}
        if self.chance(0.2):
            labels.pop(ZONE)
        size = {"cpu": str([3, 5, 9, 17, 29][number]), "memory": f"{[7, 13, 5, 31, 19][number]}Gi",
                "pods": str(self.pick(110, 110, 110, 3)), "ephemeral-storage": "50Gi"}
        if self.chance(0.3):
            size["example.com/gpu"] = str(self.random.randint(1, 3))
        made = {"name": f"n{number}", "labels": labels, "size": size, "taints": self.taints(0.25), "unschedulable": self.chance(0.06)}
        made["images"] = [{"names": [f"docker.io/library/{name}:1"], "sizeBytes": megabytes * 1_000_000}
                          for name, megabytes in IMAGES.items() if self.chance(0.3)]
        if self.chance(0.3):
            made["attachable"] = self.random.randint(1, 2)
        return made

    def taints(self, part):
        if not self.chance(part):
            return []
        return [{"key": self.pick("a", "b"), "value": self.pick("1", "2"), "effect": self.effect()}]

    def effect(self):
        return self.pick("NoSchedule", "NoExecute", "PreferNoSchedule")

    # -- pods

    def labels(self):
        made = {"app": self.pick("web", "db", "x")}
        if self.chance(0.5):
            made["v"] = self.pick("1", "2")
        return made

    def selector(self):
        values = [self.pick("web", "db"), "x"][:self.random.randint(1, 2)]
        return self.pick({"matchLabels": {"app": self.pick("web", "db", "x")}}, {},
                         {"matchExpressions": [{"key": "app", "operator": self.pick("In", "NotIn"), "values": values}]},
                         {"matchExpressions": [{"key": "v", "operator": self.pick("Exists", "DoesNotExist")}]})

    def term(self):
        made = {"topologyKey": self.pick(HOST, ZONE, "disk", "none"), "labelSelector": self.selector()}
        keys = {str(each) for each in made["labelSelector"].values()}
        if self.chance(0.3) and not any("'v'" in each for each in keys):
            made[self.pick("matchLabelKeys", "mismatchLabelKeys")] = ["v"]
        if self.chance(0.2):
            made["namespaceSelector"] = self.pick({}, {"matchLabels": {"team": "t"}}, {"matchLabels": {"team": "none"}})
        if self.chance(0.15):
            made["namespaces"] = [self.pick("other", NAMESPACE)]
        return made

    def requirement(self):
        operator = self.pick("In", "NotIn", "Exists", "DoesNotExist", "Gt", "Lt")
        made = {"key": self.pick("disk", "gen", ZONE, "absent"), "operator": operator}
        if operator in ("In", "NotIn"):
            made["values"] = [self.pick("ssd", "hdd", "x", "y", "3")]
        elif operator in ("Gt", "Lt"):
            made["key"], made["values"] = "gen", [str(self.random.randint(1, 9))]
        return made

    def node_term(self):
        if self.chance(0.12):
            return {"matchFields": [{"key": "metadata.name", "operator": self.pick("In", "NotIn"), "values": [f"n{self.random.randint(0, 5)}"]}]}
        return {"matchExpressions": self.some(1, 2, self.requirement)}

    def constraint(self):
        made = {"maxSkew": self.pick(1, 1, 2), "topologyKey": self.pick(HOST, ZONE, "disk"),
                "whenUnsatisfiable": self.pick("DoNotSchedule", "DoNotSchedule", "ScheduleAnyway"), "labelSelector": self.selector()}
        if self.chance(0.3) and made["whenUnsatisfiable"] == "DoNotSchedule":
            made["minDomains"] = self.random.randint(1, 4)
        if self.chance(0.3) and "'v'" not in str(made["labelSelector"]):
            made["matchLabelKeys"] = ["v"]
        for policy in ("nodeAffinityPolicy", "nodeTaintsPolicy"):
            if self.chance(0.3):
                made[policy] = self.pick("Honor", "Ignore")
        return made

    def toleration(self):
        made = {"operator": "Exists"}
        if self.chance(0.8):
            made["key"] = self.pick("a", "b", "node.kubernetes.io/unschedulable")
            made["operator"] = self.pick("Exists", "Equal")
        if made["operator"] == "Equal":
            made["value"] = self.pick("1", "2")
        if self.chance(0.6):
            made["effect"] = self.effect()
        return made

    def affinity(self):
        made = {}
        if self.chance(0.2):
            made.setdefault("nodeAffinity", {})["requiredDuringSchedulingIgnoredDuringExecution"] = {
                "nodeSelectorTerms": self.some(1, 2, self.node_term)}
        if self.chance(0.2):
            made.setdefault("nodeAffinity", {})["preferredDuringSchedulingIgnoredDuringExecution"] = [
                {"weight": self.random.randint(1, 100), "preference": self.node_term()}]
        for kind in ("podAffinity", "podAntiAffinity"):
            if self.chance(0.15):
                made.setdefault(kind, {})["requiredDuringSchedulingIgnoredDuringExecution"] = self.some(1, 2, self.term)
            if self.chance(0.12):
                made.setdefault(kind, {})["preferredDuringSchedulingIgnoredDuringExecution"] = [
                    {"weight": self.random.randint(1, 100), "podAffinityTerm": self.term()}]
        return made

    def container(self):
        requests = {}
        made = {"name": "c", "image": self.pick(*IMAGES, "unknown") + ":1", "resources": {"requests": requests}}
        if self.chance(0.9):
            requests["cpu"] = f"{self.random.randint(1, 90) * 50}m"
        if self.chance(0.9):
            requests["memory"] = f"{self.random.randint(1, 90) * 64}Mi"
        if self.chance(0.15):
            requests["example.com/gpu"] = str(self.random.randint(1, 2))
            made["resources"]["limits"] = {"example.com/gpu": requests["example.com/gpu"]}
        if self.chance(0.1):
            requests["ephemeral-storage"] = f"{self.random.randint(1, 60)}Gi"
        if self.chance(0.12):
            made["ports"] = [{"containerPort": 80, "hostPort": self.pick(80, 81), **self.pick({}, {"protocol": "UDP"}, {"hostIP": "127.0.0.1"})}]
        return made

    def amounts(self, spec):
        """What a pod wants beside its container: of the pod as a whole, before it starts, beside it all the time, for its runtime."""
        if self.chance(0.15):
            own = spec["containers"][0]["resources"]["requests"]
            spec["resources"] = {"requests": {"cpu": f"{int(own.get('cpu', '0m')[:-1]) + self.random.randint(1, 40) * 50}m"}}
            if self.chance(0.5):
                spec["resources"]["requests"]["memory"] = f"{int(own.get('memory', '0Mi')[:-2]) + self.random.randint(1, 20) * 64}Mi"
        if self.chance(0.12):
            spec["initContainers"] = [{"name": "i", "image": "small:1", "resources": {"requests": {"cpu": f"{self.random.randint(1, 20) * 50}m"}},
                                       **self.pick({}, {"restartPolicy": "Always"})}]
        if self.chance(0.08):
            spec["runtimeClassName"] = self.pick("heavy", "placed")
        if self.chance(0.12):
            spec["volumes"] = [{"name": "v", "persistentVolumeClaim": {"claimName": self.pick(*self.volumes, "absent")}}]

    def choices(self, spec):
        if self.chance(0.15):
            spec["nodeSelector"] = {self.pick("disk", ZONE): self.pick("ssd", "hdd", "x", "y")}
        spec["affinity"] = self.affinity()
        if self.chance(0.3):
            constraints = self.some(1, 2, self.constraint)
            spec["topologySpreadConstraints"] = list({(each["topologyKey"], each["whenUnsatisfiable"]): each for each in constraints}.values())
        if self.chance(0.3):
            spec["tolerations"] = self.some(1, 2, self.toleration)
        if self.chance(0.6):
            spec["priorityClassName"] = self.pick("low", "mid", "high", "never")

    def pod(self):
        name = f"p{len(self.names)}"
        self.names.append(name)
        spec = {"containers": [self.container()], "terminationGracePeriodSeconds": 30}
        self.amounts(spec)
        self.choices(spec)
        if self.chance(0.08):
            spec["schedulingGates"] = [{"name": gate} for gate in ["g1", "g2"][:self.random.randint(1, 2)]]
        elif self.chance(0.05):
            spec["nodeName"] = f"n{self.random.randint(0, 5)}"
        if self.chance(0.06):
            spec["schedulerName"] = "nobody"
        return {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": name, "labels": self.labels()}, "spec": spec}

    def again(self, pod):
        """A pod that differs in its name only, as those of one workload do."""
        name = f"p{len(self.names)}"
        self.names.append(name)
        return {**pod, "metadata": {**pod["metadata"], "name": name}}

    # -- steps

    def volume(self):
        """A claim, with the volume it is bound to, or still without one."""
        name = f"v{len(self.volumes)}"
        self.volumes.append(name)
        made = {"volume": name, "class": self.pick("late", "late", "at-once"), "bound": self.chance(0.7), "size": self.pick(1, 5),
                "modes": [self.pick("ReadWriteOnce", "ReadWriteOncePod", "ReadWriteMany")], "driver": self.chance(0.5)}
        if self.chance(0.5):
            made["requirement"] = self.pick({"key": "disk", "operator": "In", "values": [self.pick("ssd", "hdd")]},
                                            {"key": HOST, "operator": "In", "values": [f"n{self.random.randint(0, 4)}"]})
        if self.chance(0.3):
            made["labels"] = {ZONE: self.pick("x", "y")}
        return made

    def budget(self, name):
        return {"apiVersion": "policy/v1", "kind": "PodDisruptionBudget", "metadata": {"name": name}, "spec": {
            "minAvailable": 1, "selector": {"matchLabels": {"app": self.pick("web", "db")}}}}

    def step(self, number, nodes):
        """Most make pods; each of the others is a key of `others`, with how often it comes."""
        if number < 5 or self.chance(0.42):
            first = self.pod()
            return {"post": PODS, "body": first, "alike": [self.again(first) for _ in range(self.random.choices([0, 1, 3], [20, 2, 1])[0])]}
        others = {self.leave: 14, self.finish: 14, self.node_change: 28, self.pod_change: 26, self.resize: 9, self.nominate: 4,
                  self.volume: 4, lambda _: self.late_node(number): 5,
                  lambda _: {"post": BUDGETS, "body": self.budget(f"b{number}")}: 3, self.namespace: 3}
        chosen = self.random.choices(list(others), list(others.values()))[0]
        return chosen() if chosen == self.volume else chosen(f"n{self.random.randint(0, nodes - 1)}")

    def some_pod(self):
        return PODS + "/" + self.pick(*self.names)

    def leave(self, _):
        return {"delete": self.some_pod(), "body": self.pick({"gracePeriodSeconds": 0}, {"gracePeriodSeconds": 0}, {})}

    def finish(self, _):
        return {"finish": True}

    def late_node(self, number):
        return {"node": {"name": f"m{number}", "labels": {HOST: f"m{number}", ZONE: "z", "disk": "ssd", "gen": "4"}, "taints": [],
                         "size": {"cpu": str(2 + number), "memory": f"{2 + number}Gi", "pods": "10"}, "unschedulable": False, "images": []}}

    def namespace(self, _):
        return self.patch("/api/v1/namespaces/other", {"metadata": {"labels": {"team": self.pick("t", None)}}})

    def node_change(self, node):
        path = "/api/v1/nodes/" + node
        sort = self.random.randint(0, 9)
        if sort < 3:
            return self.patch(path, {"spec": {"taints": self.taints(0.7) or None}})
        if sort < 5:
            return self.patch(path, {"metadata": {"labels": {self.pick("disk", ZONE, "gen"): self.pick("ssd", "x", "y", "5", None)}}})
        if sort < 7:
            return self.patch(path, {"spec": {"unschedulable": self.pick(True, None, None)}})
        if sort < 9:
            return self.patch(path + "/status", {"status": {"allocatable": {
                "cpu": str(self.random.randint(1, 40)), "memory": f"{self.random.randint(2, 40)}Gi"}}})
        return {"delete": path, "body": {}}

    def pod_change(self, _):
        sort = self.random.randint(0, 9)
        if sort < 4:
            return self.patch(self.some_pod(), {"metadata": {"labels": self.labels()}})
        if sort < 7:
            return self.patch(self.some_pod(), {"spec": {"schedulingGates": self.pick([], [], [{"name": "g2"}])}})
        if sort < 8:
            return self.patch(self.some_pod(), {"spec": {"tolerations": [{"operator": "Exists"}]}})
        return self.patch(self.some_pod() + "/status", {"status": {"phase": self.pick("Succeeded", "Failed")}})

    def resize(self, _):
        amount = {"cpu": f"{self.random.randint(1, 60) * 50}m"}
        if self.chance(0.2):
            return self.patch(self.some_pod() + "/resize", {"spec": {"resources": {"requests": amount}}}, STRATEGIC)
        if self.chance(0.6):
            return self.patch(self.some_pod() + "/resize", {"spec": {"containers": [{"name": "c", "resources": {"requests": amount}}]}}, STRATEGIC)
        status = {"name": "c", "image": "i", "imageID": "", "ready": True, "restartCount": 0, "allocatedResources": amount,
                  "resources": {"requests": amount}}
        return self.patch(self.some_pod() + "/status", {"status": {"containerStatuses": [status], **self.pick({}, {"conditions": [
            {"type": "PodResizePending", "status": "True", "reason": self.pick("Deferred", "Infeasible")}]})}}, STRATEGIC)

    def nominate(self, node):
        return self.patch(self.some_pod() + "/status", {"status": {"nominatedNodeName": self.pick(node, node, "gone", "")}})

    @staticmethod
    def patch(path, body, form=MERGE):
        return {"patch": path, "body": body, "form": form}
