"""Random lives of nodes and pods: what stands at the beginning, and what is done to it when.

A life is {"name", "theme", "nodes", "objects", "actions", "seconds"}; actions are [t, what, ...] with t in seconds:
  ["call", method, path, body, content type]
  ["stop" | "start", node]       its kubelet, which renews a lease and reports the node's pods
  ["node", node]                 makes the node, anew or for the first time
  ["pods", "evict" | "delete", node]    all pods of the node, in the order of their names
  ["allocate", pod, result]      gives the pod's claim of devices a device, as a scheduler would
"{ns}" is the life's namespace, "{now}" the time. A life with "alone" has the control plane for itself, and may silence the node that
otherwise keeps one zone in order.
"""
import random

STRATEGIC = "application/strategic-merge-patch+json"
MERGE = "application/merge-patch+json"
EFFECTS = ["NoExecute", "NoExecute", "NoExecute", "NoSchedule", "PreferNoSchedule"]
KEYS = ["a", "b", "c"]
OWN = ["not-ready", "unreachable", "memory-pressure", "disk-pressure", "pid-pressure", "network-unavailable", "unschedulable",
       "out-of-service"]
PODS = "/api/v1/namespaces/{ns}/pods"
GUARD = "guard"


class Generator:
    def __init__(self, seed, name):
        self.random, self.name = random.Random(seed), name
        self.nodes, self.objects, self.actions = [], [], []
        self.seconds = 30

    # ---- parts
    def chance(self, share):
        return self.random.random() < share

    def pick(self, *values):
        return self.random.choice(values)

    def moment(self, first=0.0, last=18.0):
        return round(self.random.uniform(first, last) * 4) / 4

    def node(self, number, zone="", **more):
        """Nodes of different sizes, so that the scheduler has one best node."""
        name = f"{self.name}-n{number}"
        size = {"cpu": str(4 + 3 * number), "memory": f"{16 + 12 * number}Gi", "pods": "110"}
        self.nodes.append(dict({"name": name, "size": size, "labels": {
            "topology.kubernetes.io/zone": f"{self.name}{zone}", "life": self.name}}, **more))
        return name

    def toleration(self):
        toleration = {}
        if self.chance(0.88):
            toleration["key"] = self.pick(*KEYS)
            operator = self.pick("Exists", "Equal", None)
            if operator:
                toleration["operator"] = operator
            if operator != "Exists" and self.chance(0.7):
                toleration["value"] = self.pick("1", "2")
        else:
            toleration["operator"] = "Exists"
        if self.chance(0.75):
            toleration["effect"] = "NoExecute"
            if self.chance(0.75):
                toleration["tolerationSeconds"] = self.pick(0, -5, 2, 3, 5, 8, 12)
        elif self.chance(0.3):
            toleration["effect"] = self.pick("NoSchedule", "PreferNoSchedule")
        return toleration

    def taint(self):
        taint = {"key": self.pick(*KEYS), "effect": self.pick(*EFFECTS)}
        if self.chance(0.6):
            taint["value"] = self.pick("1", "2")
        if self.chance(0.25):
            taint["timeAdded"] = self.pick("2020-01-01T00:00:00Z", "2036-01-01T00:00:00Z")
        return taint

    def taints(self, most=3):
        found = {}
        for _ in range(self.random.randint(0, most)):
            taint = self.taint()
            found[taint["key"], taint["effect"]] = taint
        return list(found.values())

    def pod(self, name, node=None, tolerations=None, **more):
        spec = {"containers": [{"name": "c", "image": "registry.example/c:1"}]}
        spec.update(more.pop("spec", {}))
        if node:
            spec["nodeName"] = node
        if tolerations:
            spec["tolerations"] = tolerations
        annotations = more.pop("annotations", {})
        metadata = {"name": name, "labels": dict({"app": name}, **more.pop("labels", {}))}
        if annotations:
            metadata["annotations"] = annotations
        if more.get("finalizers"):
            metadata["finalizers"] = more["finalizers"]
        return {"apiVersion": "v1", "kind": "Pod", "metadata": metadata, "spec": spec}

    def grace(self):
        """How long a pod takes to stop, and what it says then."""
        annotations = {}
        if self.chance(0.4):
            annotations["lives/stops-after"] = self.pick("1", "3", "6")
        if self.chance(0.4):
            annotations["lives/reports-end"] = "yes"
        return annotations

    def call(self, at, method, path, body=None, kind="application/json"):
        self.actions.append([at, "call", method, path, body, kind])

    def set_taints(self, at, node, taints):
        self.call(at, "PATCH", f"/api/v1/nodes/{node}", {"spec": {"taints": taints or None}}, self.pick(STRATEGIC, MERGE))

    def condition(self, at, node, kind, status, reason):
        self.call(at, "PATCH", f"/api/v1/nodes/{node}/status", {"status": {"conditions": [{
            "type": kind, "status": status, "reason": reason, "message": f"{kind} is {status}",
            "lastHeartbeatTime": "{now}", "lastTransitionTime": "{now}"}]}}, STRATEGIC)

    def comes_back(self, at, node):
        self.actions.append([at, "start", node])
        self.condition(at, node, "Ready", "True", "KubeletReady")

    def done(self, theme):
        self.actions.sort(key=lambda action: action[0])
        return {"name": self.name, "theme": theme, "nodes": self.nodes, "objects": self.objects, "actions": self.actions,
                "seconds": self.seconds, "alone": theme in ALONE}

    # ---- themes
    def evictions(self):
        """Taints and tolerations of every shape, on pods that have their node from the beginning or come later."""
        nodes = [self.node(i) for i in range(2)]
        for node in nodes:
            if self.chance(0.3):
                self.set_taints(self.moment(0, 1), node, self.taints())
        names = [f"p{i}" for i in range(7)]
        tolerations = {}
        for name in names:
            tolerations[name] = [self.toleration() for _ in range(self.random.randint(0, 4))]
            pod = self.pod(name, self.pick(*nodes), tolerations[name], annotations=self.grace())
            if self.chance(0.7):
                self.objects.append(pod)
            else:
                self.call(self.moment(), "POST", PODS, pod)
        for _ in range(self.random.randint(3, 7)):
            self.set_taints(self.moment(), self.pick(*nodes), self.taints())
        for _ in range(self.random.randint(0, 5)):
            name, at = self.pick(*names), self.moment(1)
            match self.random.randint(0, 7):
                case 0 | 1:
                    tolerations[name] = tolerations[name] + [self.toleration()]
                    self.call(at, "PATCH", f"{PODS}/{name}", {"spec": {"tolerations": tolerations[name]}}, MERGE)
                case 2:
                    self.call(at, "DELETE", f"{PODS}/{name}", self.pick(None, {"gracePeriodSeconds": 0}, {"gracePeriodSeconds": 5}))
                case 3:
                    self.call(at, "POST", f"{PODS}/{name}/eviction", {"apiVersion": "policy/v1", "kind": "Eviction", "metadata": {
                        "name": name, "namespace": "{ns}"}})
                case 4:
                    self.call(at, "DELETE", f"{PODS}/{name}", {"gracePeriodSeconds": 0})
                    self.call(at + 0.5, "POST", PODS, self.pod(name, self.pick(*nodes), tolerations[name]))
                case 5:
                    self.call(at, "PATCH", f"{PODS}/{name}", {"metadata": {"labels": {"x": "y"}}}, MERGE)
                case 6:
                    node = self.pick(*nodes)
                    self.call(at, "PATCH", f"/api/v1/nodes/{node}", {"metadata": {"labels": {"x": str(at)}}}, MERGE)
                case 7:
                    changed = [dict(t, tolerationSeconds=self.pick(1, 4, 20)) if "tolerationSeconds" in t else t
                               for t in tolerations[name]]
                    self.call(at, "PATCH", f"{PODS}/{name}", {"spec": {"tolerations": changed}}, MERGE)
        if self.chance(0.15):
            self.call(self.moment(5), "DELETE", f"/api/v1/nodes/{nodes[0]}")
        return self.done("evictions")

    def health(self):
        """Kubelets that fall silent, conditions, cordons, taints with keys of the controller, nodes that go and come."""
        size = self.random.randint(3, 6)
        nodes = [self.node(i) for i in range(size)]
        if self.chance(0.3):
            self.nodes[-1]["labels"]["node.kubernetes.io/exclude-disruption"] = ""
        if self.chance(0.3):
            self.nodes[-1]["conditions"] = {self.pick("Ready", "MemoryPressure", "DiskPressure"): None}
        for i in range(5):
            tolerations = self.pick(None, None, [{"operator": "Exists"}], [
                {"key": "node.kubernetes.io/unreachable", "operator": "Exists", "effect": "NoExecute", "tolerationSeconds": self.pick(0, 2, 9)}],
                [{"key": "node.kubernetes.io/not-ready", "operator": "Exists", "tolerationSeconds": 3, "effect": "NoExecute"}])
            self.objects.append(self.pod(f"p{i}", self.pick(*nodes[:3]), tolerations, annotations=self.grace()))
        for _ in range(self.random.randint(2, 6)):
            node, at = self.pick(*nodes[:3]), self.moment()
            match self.random.randint(0, 9):
                case 0 | 1 | 2:
                    self.actions.append([at, "stop", node])
                    if self.chance(0.6):
                        self.actions.append([at + self.pick(3.0, 9.0, 13.0), "start", node])
                case 3:
                    self.condition(at, node, "Ready", self.pick("False", "False", "Unknown", "True"), "KubeletNotReady")
                    if self.chance(0.6):
                        self.condition(at + self.pick(1.5, 4.0, 9.0), node, "Ready", "True", "KubeletReady")
                case 4:
                    kind = self.pick("MemoryPressure", "DiskPressure", "PIDPressure", "NetworkUnavailable")
                    self.condition(at, node, kind, self.pick("True", "True", "Unknown"), "Some")
                    if self.chance(0.6):
                        self.condition(at + self.pick(1.5, 4.0, 9.0), node, kind, "False", "None")
                case 5:
                    self.call(at, "PATCH", f"/api/v1/nodes/{node}", {"spec": {"unschedulable": True}}, STRATEGIC)
                    if self.chance(0.5):
                        self.call(at + self.pick(1.5, 5.0), "PATCH", f"/api/v1/nodes/{node}", {"spec": {"unschedulable": None}}, MERGE)
                case 6:
                    taints = [{"key": "node.kubernetes.io/" + key, "effect": self.pick("NoSchedule", "NoExecute"), "value": self.pick("", "x")}
                              for key in self.random.sample(OWN, self.random.randint(1, 3))]
                    self.set_taints(at, node, taints)
                case 7:
                    self.call(at, "DELETE", f"/api/v1/nodes/{node}")
                    if self.chance(0.5):
                        self.actions.append([at + self.pick(0.5, 2.5, 5.0), "node", node])
                case 8:
                    self.call(at, "PATCH", f"/api/v1/nodes/{node}", {"metadata": {"labels": {self.pick(
                        "kubernetes.io/os", "kubernetes.io/arch", "beta.kubernetes.io/os"): self.pick("linux", "windows", None)}}}, MERGE)
                case 9:
                    self.call(at, "POST", PODS, self.pod(f"late{len(self.actions)}", node, annotations=self.grace()))
        self.seconds = 34
        return self.done("health")

    def zones(self):
        """Two zones, of which nodes fall silent one after the other."""
        for zone in "xy":
            size = self.pick(1, 2, 3, 4, 5, 6)
            names = [self.node(i + (10 if zone == "y" else 0), zone) for i in range(size)]
            for name in self.random.sample(names, min(size, 3)):
                self.objects.append(self.pod(f"p{name[-2:]}{zone}", name))
            down = self.random.sample(names, self.random.randint(0, size))
            at = self.moment(0, 4)
            for i, name in enumerate(down):
                # apart by more than a look of the controller: in which order it takes those of one look is left to chance
                self.actions.append([at + 1.5 * i, "stop", name])
                if self.chance(0.4):
                    self.actions.append([self.moment(14, 24), "start", name])
        self.seconds = 40
        return self.done("zones")

    def outages(self):
        """All nodes of all zones fall silent or are not ready, at once or one zone after the other; then some or all come back."""
        zones = [[self.node(10 * zone + i, "xyz"[zone]) for i in range(self.pick(1, 2, 3, 4))] for zone in range(self.random.randint(1, 3))]
        back, at = self.moment(20, 23), self.moment(0, 1)
        for names in zones:
            stay = self.pick(2, 9, 60)
            unreachable, not_ready = ({"key": "node.kubernetes.io/" + key, "operator": "Exists", "effect": "NoExecute", "tolerationSeconds": stay}
                                      for key in ("unreachable", "not-ready"))
            for name in names[:2]:
                self.objects.append(self.pod("p" + name.rsplit("-", 1)[1], name, self.pick(None, [unreachable, not_ready])))
            down = at + self.pick(0, 0, 2.5, 5)
            for i, name in enumerate(names):
                # apart by more than a look of the controller, for those of one look have no order
                last = down + 1.5 * i
                if self.chance(0.25):
                    self.condition(last + 6, name, "Ready", "False", "KubeletNotReady")
                else:
                    self.actions.append([last, "stop", name])
                if self.chance(0.6):
                    self.comes_back(back + self.pick(0, 0, 3, 6), name)
        self.actions.append([at, "stop", GUARD])
        if self.chance(0.5):
            self.comes_back(back + self.pick(0, 4), GUARD)
        self.seconds = 40
        return self.done("outages")

    def budgets(self):
        """Pods under budgets, evicted one by one, ready and not."""
        node = self.node(0)
        names = [f"p{i}" for i in range(self.random.randint(2, 5))]
        for name in names:
            self.objects.append(self.pod(name, node, labels={"app": "web"}, annotations=self.grace()))
        bound = self.pick({"minAvailable": self.random.randint(0, 4)}, {"minAvailable": self.pick("0%", "34%", "50%", "100%")},
                          {"maxUnavailable": self.random.randint(0, 2)}, {"maxUnavailable": "40%"})
        spec = dict(bound, selector=self.pick({"matchLabels": {"app": "web"}}, {}, {"matchLabels": {"app": "web"}}))
        if self.chance(0.5):
            spec["unhealthyPodEvictionPolicy"] = self.pick("AlwaysAllow", "IfHealthyBudget")
        budget = {"apiVersion": "policy/v1", "kind": "PodDisruptionBudget", "metadata": {"name": "b"}, "spec": spec}
        if self.chance(0.8):
            self.objects.append(budget)
        else:
            self.call(self.moment(), "POST", "/apis/policy/v1/namespaces/{ns}/poddisruptionbudgets", budget)
        for _ in range(self.random.randint(3, 8)):
            name, at = self.pick(*names), self.moment()
            match self.random.randint(0, 7):
                case 0 | 1 | 2:
                    body = {"apiVersion": "policy/v1", "kind": "Eviction", "metadata": {"name": name, "namespace": "{ns}"}}
                    if self.chance(0.3):
                        body["deleteOptions"] = self.pick({"gracePeriodSeconds": 0}, {"gracePeriodSeconds": 4}, {"dryRun": ["All"]})
                    self.call(at, "POST", f"{PODS}/{name}/eviction", body)
                case 3 | 4:
                    self.call(at, "PATCH", f"{PODS}/{name}/status", {"status": {"conditions": [{
                        "type": "Ready", "status": self.pick("False", "True"), "lastTransitionTime": "{now}"}]}}, STRATEGIC)
                case 5:
                    self.call(at, "PATCH", f"{PODS}/{name}", {"metadata": {"labels": {"app": self.pick("web", "other")}}}, MERGE)
                case 6:
                    self.call(at, "POST", PODS, self.pod(f"late{len(self.actions)}", node, labels={"app": "web"}))
                case 7:
                    self.call(at, "PATCH", "/apis/policy/v1/namespaces/{ns}/poddisruptionbudgets/b", {"spec": self.pick(
                        {"minAvailable": 1, "maxUnavailable": None}, {"maxUnavailable": "50%", "minAvailable": None})}, MERGE)
        return self.done("budgets")

    def template(self, app, **spec):
        annotations = self.grace()
        tolerations = [self.toleration() for _ in range(self.pick(0, 0, 1, 2))]
        found = {"metadata": {"labels": {"app": app}}, "spec": {
            "containers": [{"name": "c", "image": "registry.example/c:1", "resources": {"requests": {"cpu": "500m", "memory": "64Mi"}}}],
            "nodeSelector": {"life": self.name}}}
        if annotations:
            found["metadata"]["annotations"] = annotations
        if tolerations:
            found["spec"]["tolerations"] = tolerations
        found["spec"].update(spec)
        return found

    def disturb(self, nodes, first=3.0):
        for _ in range(self.random.randint(1, 4)):
            node, at = self.pick(*nodes), self.moment(first)
            match self.random.randint(0, 6):
                case 0 | 1:
                    self.set_taints(at, node, self.taints(2))
                case 2:
                    self.actions.append([at, "stop", node])
                    if self.chance(0.5):
                        self.actions.append([at + self.pick(4.0, 12.0), "start", node])
                case 3:
                    self.call(at, "PATCH", f"/api/v1/nodes/{node}", {"spec": {"unschedulable": True}}, STRATEGIC)
                    self.actions.append([at + 0.5, "pods", "evict", node])
                case 4:
                    self.actions.append([at, "pods", self.pick("delete", "evict"), node])
                case 5:
                    self.call(at, "DELETE", f"/api/v1/nodes/{node}")
                case 6:
                    self.condition(at, node, "Ready", "False", "KubeletNotReady")
                    if self.chance(0.5):
                        self.condition(at + 4, node, "Ready", "True", "KubeletReady")

    def add(self, kind, group, body):
        self.objects.append(dict({"apiVersion": group, "kind": kind}, **body))

    def budget(self, app):
        if self.chance(0.6):
            self.add("PodDisruptionBudget", "policy/v1", {"metadata": {"name": "b"}, "spec": dict(
                self.pick({"minAvailable": 1}, {"maxUnavailable": 1}, {"minAvailable": "50%"}, {"maxUnavailable": "30%"}, {"maxUnavailable": 0}),
                selector={"matchLabels": {"app": app}})})

    def deployments(self):
        """Pods of a Deployment leave nodes and are replaced."""
        nodes = [self.node(i) for i in range(3)]
        spec = {"replicas": self.random.randint(1, 4), "selector": {"matchLabels": {"app": "web"}},
                "template": self.template("web")}
        if self.chance(0.3):
            spec["progressDeadlineSeconds"] = 5
        self.add("Deployment", "apps/v1", {"metadata": {"name": "web"}, "spec": spec})
        self.budget("web")
        self.disturb(nodes)
        if self.chance(0.3):
            self.call(self.moment(4), "PATCH", "/apis/apps/v1/namespaces/{ns}/deployments/web", {"spec": self.pick(
                {"replicas": 5}, {"replicas": 1}, {"template": {"metadata": {"labels": {"v": "2"}}}})}, STRATEGIC)
        self.seconds = 36
        return self.done("deployments")

    def stateful(self):
        """Pods of a StatefulSet leave nodes and come again."""
        nodes = [self.node(i) for i in range(3)]
        spec = {"replicas": self.random.randint(1, 3), "serviceName": "db", "selector": {"matchLabels": {"app": "db"}},
                "template": self.template("db")}
        if self.chance(0.4):
            spec["podManagementPolicy"] = "Parallel"
        self.add("StatefulSet", "apps/v1", {"metadata": {"name": "db"}, "spec": spec})
        self.budget("db")
        self.disturb(nodes)
        self.seconds = 36
        return self.done("stateful")

    def daemons(self):
        """Pods of a DaemonSet on nodes that are tainted, fall silent, go."""
        nodes = [self.node(i) for i in range(3)]
        spec = {"selector": {"matchLabels": {"app": "agent"}}, "template": self.template("agent")}
        if self.chance(0.3):
            spec["template"]["spec"]["hostNetwork"] = True
        self.add("DaemonSet", "apps/v1", {"metadata": {"name": "agent"}, "spec": spec})
        self.disturb(nodes)
        if self.chance(0.4):
            self.actions.append([self.moment(3), "node", self.node(3, later=True)])
        self.seconds = 36
        return self.done("daemons")

    def jobs(self):
        """Pods of a Job that fail, end, and are disrupted."""
        nodes = [self.node(i) for i in range(3)]
        template = self.template("work", restartPolicy="Never")
        notes = template["metadata"].setdefault("annotations", {})
        notes["lives/ends-after"] = self.pick("4", "8", "15", "60")
        notes["lives/exit-code"] = self.pick("0", "0", "1", "42")
        spec = {"completions": self.random.randint(1, 4), "parallelism": self.random.randint(1, 3),
                "backoffLimit": self.pick(0, 1, 6), "template": template}
        if self.chance(0.4):
            spec["completionMode"] = "Indexed"
            if self.chance(0.5):
                spec["backoffLimitPerIndex"] = self.pick(0, 1)
                spec["maxFailedIndexes"] = self.pick(0, 1, 2)
                spec["backoffLimit"] = None
        if self.chance(0.6):
            rules = [{"action": self.pick("Ignore", "Count", "FailJob"), "onPodConditions": [{"type": "DisruptionTarget", "status": "True"}]},
                     {"action": self.pick("FailJob", "Ignore"), "onExitCodes": {"operator": "In", "values": [42]}}]
            spec["podFailurePolicy"] = {"rules": self.random.sample(rules, self.random.randint(1, 2))}
        if self.chance(0.3) or "podFailurePolicy" in spec:
            spec["podReplacementPolicy"] = "Failed"
        if self.chance(0.2):
            spec["activeDeadlineSeconds"] = 9
        self.call(0.25, "POST", "/apis/batch/v1/namespaces/{ns}/jobs", {
            "apiVersion": "batch/v1", "kind": "Job", "metadata": {"name": "work"}, "spec": spec})
        self.disturb(nodes, 1.5)
        self.seconds = 40
        return self.done("jobs")

    def garbage(self):
        """Pods without their node, finished ones, ones that never got a node, out of service."""
        nodes = [self.node(i) for i in range(3)]
        for i in range(6):
            where = self.pick(nodes[0], nodes[1], nodes[2], "nowhere-" + self.name, None)
            more = {"spec": {"nodeSelector": {"life": "none"}}} if where is None else {}
            if self.chance(0.3):
                more["finalizers"] = ["example.com/hold"]
            self.objects.append(self.pod(f"p{i}", where, self.pick(None, [{"operator": "Exists"}]), annotations=self.grace(), **more))
        for _ in range(self.random.randint(2, 6)):
            node, name, at = self.pick(*nodes), f"p{self.random.randint(0, 5)}", self.moment(0, 25)
            match self.random.randint(0, 6):
                case 6:
                    self.call(at, "PATCH", f"{PODS}/{name}", {"spec": {"tolerations": [{"operator": "Exists"}, {"key": "x"}]}}, MERGE)
                case 0 | 1:
                    self.call(at, "DELETE", f"/api/v1/nodes/{node}")
                    if self.chance(0.2):
                        self.actions.append([at + self.pick(10.0, 30.0), "node", node])
                case 2:
                    self.call(at, "DELETE", f"{PODS}/{name}")
                case 3:
                    self.actions.append([at, "stop", node])
                    self.set_taints(at + self.pick(1.0, 9.0), node, [{"key": "node.kubernetes.io/out-of-service", "value": "nodeshutdown", "effect": self.pick(
                        "NoExecute", "NoSchedule")}])
                case 4:
                    self.call(at, "PATCH", f"{PODS}/{name}/status", {"status": {"phase": self.pick("Failed", "Succeeded")}}, STRATEGIC)
                case 5:
                    self.actions.append([at, "stop", node])
                    self.call(at + 1, "DELETE", f"{PODS}/{name}")
        self.seconds = 92
        return self.done("garbage")


    def device_toleration(self):
        toleration = {"operator": "Exists"} if self.chance(0.15) else {"key": self.pick("a", "b")}
        if "key" in toleration:
            toleration["operator"] = self.pick("Exists", "Equal")
            if toleration["operator"] == "Equal" and self.chance(0.7):
                toleration["value"] = self.pick("1", "2")
        if self.chance(0.85):
            toleration["effect"] = "NoExecute"
            if self.chance(0.75):
                toleration["tolerationSeconds"] = self.pick(0, -5, 2, 3, 5, 8, 12)
        elif self.chance(0.3):
            toleration["effect"] = "NoSchedule"
        return toleration

    def device_taints(self):
        found = {}
        for _ in range(self.random.randint(0, 2)):
            taint = {"key": self.pick("a", "b"), "effect": self.pick("NoExecute", "NoExecute", "NoExecute", "NoSchedule", "None")}
            if self.chance(0.5):
                taint["value"] = self.pick("1", "2")
            if self.chance(0.2):
                taint["timeAdded"] = self.pick("2020-01-01T00:00:00Z", "2036-01-01T00:00:00Z")
            found[taint["key"], taint["effect"]] = taint
        return list(found.values())

    def devices(self):
        """Claims of devices, by name and by template: pods that use them come, end and go; taints of devices drive them out."""
        node, slices = self.node(0), "/apis/resource.k8s.io/v1/resourceslices"
        claims, slice_name = "/apis/resource.k8s.io/v1/namespaces/{ns}/resourceclaims", self.name + "-s"
        names = [f"d{i}" for i in range(4)]
        offered = [{"name": name, "taints": self.device_taints() if self.chance(0.15) else []} for name in names]
        spec = {"devices": {"requests": [{"name": "r", "exactly": {"deviceClassName": "nobody-has-it"}}]}}
        self.add("ResourceSlice", "resource.k8s.io/v1", {"metadata": {"name": slice_name, "labels": {"life": self.name}}, "spec": {
            "driver": "d.example.com", "pool": {"name": self.name, "generation": 1, "resourceSliceCount": 1}, "nodeName": node,
            "devices": [dict(device) for device in offered]}})
        template = {"metadata": {"name": "t"}, "spec": {"spec": spec}}
        if self.chance(0.5):
            template["spec"]["metadata"] = {"labels": {"l": "1"}, "annotations": {"a": "1"}}
        late = self.chance(0.2)
        if late:
            template = dict({"apiVersion": "resource.k8s.io/v1", "kind": "ResourceClaimTemplate"}, **template)
            self.call(self.moment(1, 4), "POST", claims.replace("claims", "claimtemplates"), template)
        else:
            self.add("ResourceClaimTemplate", "resource.k8s.io/v1", template)
        for name in ("m0", "m1"):
            self.add("ResourceClaim", "resource.k8s.io/v1", {"metadata": {"name": name}, "spec": spec})
        pods = [f"p{i}" for i in range(6)]
        for name in pods:
            its, place = {"name": "c", **self.pick({"resourceClaimTemplateName": "t"}, {"resourceClaimTemplateName": "t"},
                                                   {"resourceClaimName": "m0"}, {"resourceClaimName": "m1"})}, node
            if "resourceClaimTemplateName" in its and self.chance(0.3):
                place = None    # it waits, for the scheduler finds no class
            notes = self.grace()
            if self.chance(0.3):
                notes["lives/ends-after"] = self.pick("6", "12")
            pod = self.pod(name, place, annotations=notes, spec={"resourceClaims": [its]})
            at = 0
            if self.chance(0.75):
                self.objects.append(pod)
            else:
                at = self.moment(0, 8)
                self.call(at, "POST", PODS, pod)
            if place and self.chance(0.85):
                result = {"request": "r", "driver": "d.example.com", "pool": self.name, "device": self.pick(*names)}
                tolerations = [self.device_toleration() for _ in range(self.random.randint(0, 2))]
                self.actions.append([at + self.pick(1.5, 2.5), "allocate", name, dict(result, tolerations=tolerations) if tolerations else result])
        for _ in range(self.random.randint(3, 8)):
            name, at = self.pick(*pods), self.moment(4)
            match self.random.randint(0, 7):
                case 0 | 1 | 2 | 3:
                    self.pick(*offered)["taints"] = self.device_taints()
                    self.call(at, "PATCH", f"{slices}/{slice_name}", {"spec": {"devices": [dict(device) for device in offered]}}, MERGE)
                case 4:
                    self.call(at, "DELETE", f"{PODS}/{name}", self.pick(None, {"gracePeriodSeconds": 0}))
                case 5:
                    self.call(at, "PATCH", f"{PODS}/{name}/status", {"status": {"phase": self.pick("Failed", "Succeeded")}}, STRATEGIC)
                case 6:
                    self.call(at, "DELETE", f"{claims}/{self.pick('m0', 'm1')}")
                case 7:
                    self.call(at, "DELETE", f"{PODS}/{name}", {"gracePeriodSeconds": 0})
                    self.call(at + 0.5, "POST", PODS, self.pod(name, node, spec={"resourceClaims": [{"name": "c", "resourceClaimTemplateName": "t"}]}))
                    self.actions.append([at + 2, "allocate", name, {"request": "r", "driver": "d.example.com", "pool": self.name,
                                                                    "device": self.pick(*names)}])
        self.seconds = 34
        return self.done("devices")


ALONE = ["outages"]
THEMES = ["evictions", "health", "zones", "outages", "budgets", "deployments", "stateful", "daemons", "jobs", "garbage", "devices"]
WEIGHTS = {"evictions": 3, "health": 3, "zones": 2, "outages": 1, "budgets": 2, "deployments": 2, "stateful": 1, "daemons": 2, "jobs": 3, "garbage": 2, "devices": 2}


def lives(seed, count, only=None):
    """The same lives for the same seed; longest first."""
    themes = [theme for theme in THEMES for _ in range(WEIGHTS[theme]) if not only or theme in only]
    found = [getattr(Generator(f"{seed}/{i}", f"{themes[i % len(themes)][:2]}{seed}-{i}"), themes[i % len(themes)])() for i in range(count)]
    return sorted(found, key=lambda life: -life["seconds"])
