"""The scenarios that forecasts are held against a real Kubernetes with. Each has nodes, zones and a namespace of its own, so that all of
them are played in one cluster at the same time; `@` stands for the name of the scenario."""
import random

DEFAULT_STAY = 20  # seconds that pods stay on lost nodes here; 300 by default, which is long to wait for


def node(number, zone, cpu="2", pods="20", labels=None):
    name = f"@n{number}"
    return {"apiVersion": "v1", "kind": "Node",
            "metadata": {"name": name, "annotations": {"kwok.x-k8s.io/node": "fake"},
                         "labels": {"kubernetes.io/hostname": name, "topology.kubernetes.io/zone": "@" + zone, "scenario": "@",
                                    "kubelet": "up", **(labels or {})}},
            "status": {"capacity": {"cpu": cpu, "memory": "8Gi", "pods": pods},
                       "allocatable": {"cpu": cpu, "memory": "8Gi", "pods": pods},
                       "conditions": [{"type": "Ready", "status": "True", "reason": "KubeletReady"}]}}


def nodes(count, cpu="2"):
    """n1 and n2 are in zone a, n3 and n4 in zone b, and so on."""
    return [node(i, "abcd"[(i - 1) // 2], cpu) for i in range(1, count + 1)]


def spec(cpu="100m", **more):
    # nobody waits longer than the grace period of kwok's pods, which end at once
    out = {"containers": [{"name": "main", "image": "i", "resources": {"requests": {"cpu": cpu}}}]}
    out.update(more)
    out["nodeSelector"] = {"scenario": "@", **out.get("nodeSelector", {})}
    out["tolerations"] = out.get("tolerations", []) + [
        {"key": "node.kubernetes.io/" + key, "operator": "Exists", "effect": "NoExecute", "tolerationSeconds": DEFAULT_STAY}
        for key in ("not-ready", "unreachable")]
    return out


def workload(kind, name, replicas, pod, **more):
    labels = {"app": name}
    out = {"apiVersion": "v1" if kind == "ReplicationController" else "batch/v1" if kind == "Job" else "apps/v1", "kind": kind,
           "metadata": {"name": name, "namespace": "@"},
           "spec": {"template": {"metadata": {"labels": labels}, "spec": pod}}}
    if kind == "Job":
        pod["restartPolicy"] = "Never"
    else:
        out["spec"]["selector"] = labels if kind == "ReplicationController" else {"matchLabels": labels}
    if kind == "StatefulSet":
        out["spec"]["serviceName"] = name
    if kind == "Job":
        out["spec"]["parallelism"] = replicas
    elif kind != "DaemonSet":
        out["spec"]["replicas"] = replicas
    out["spec"].update(more)
    return out


def web(replicas, cpu="100m", **more):
    return workload("Deployment", "web", replicas, spec(cpu, **more))


def pod(name, on, **more):
    return {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": name, "namespace": "@", "labels": {"app": name}},
            "spec": spec(nodeSelector={"kubernetes.io/hostname": "@" + on}, **more)}


def budget(app, **bound):
    return {"apiVersion": "policy/v1", "kind": "PodDisruptionBudget", "metadata": {"name": app, "namespace": "@"},
            "spec": {**bound, "selector": {"matchLabels": {"app": app}}}}


def priority(name, value):
    return {"apiVersion": "scheduling.k8s.io/v1", "kind": "PriorityClass", "metadata": {"name": "@" + name}, "value": value}


def volume(name, on):
    return [{"apiVersion": "v1", "kind": "PersistentVolume", "metadata": {"name": "@" + name},
             "spec": {"capacity": {"storage": "1Gi"}, "accessModes": ["ReadWriteOnce"], "storageClassName": "@",
                      "persistentVolumeReclaimPolicy": "Retain", "local": {"path": "/" + name},
                      "claimRef": {"namespace": "@", "name": name},
                      "nodeAffinity": {"required": {"nodeSelectorTerms": [{"matchExpressions": [on]}]}}}},
            {"apiVersion": "v1", "kind": "PersistentVolumeClaim", "metadata": {"name": name, "namespace": "@"},
             "spec": {"accessModes": ["ReadWriteOnce"], "storageClassName": "@", "volumeName": "@" + name,
                      "resources": {"requests": {"storage": "1Gi"}}}}]


def one_of(key, *values):
    return {"key": key, "operator": "In", "values": list(values)}


def tolerating(seconds=None, key="k"):
    toleration = {"key": key, "operator": "Exists", "effect": "NoExecute"}
    return {"tolerations": [toleration if seconds is None else {**toleration, "tolerationSeconds": seconds}]}


HOST, ZONE = "kubernetes.io/hostname", "topology.kubernetes.io/zone"
ON_N1 = {"affinity": {"nodeAffinity": {"preferredDuringSchedulingIgnoredDuringExecution": [
    {"weight": 100, "preference": {"matchExpressions": [one_of(HOST, "@n1")]}}]}}}
ZONE_A = {"nodeSelector": {ZONE: "@a"}}
LOCAL = {"volumes": [{"name": "scratch", "emptyDir": {}}]}


def apart(topology=HOST, app="web"):
    return {"affinity": {"podAntiAffinity": {"requiredDuringSchedulingIgnoredDuringExecution": [
        {"topologyKey": topology, "labelSelector": {"matchLabels": {"app": app}}}]}}}


def beside(app):
    return {"affinity": {"podAffinity": {"requiredDuringSchedulingIgnoredDuringExecution": [
        {"topologyKey": HOST, "labelSelector": {"matchLabels": {"app": app}}}]}}}


def spread(topology=HOST, unsatisfiable="DoNotSchedule"):
    return {"topologySpreadConstraints": [{"maxSkew": 1, "topologyKey": topology, "whenUnsatisfiable": unsatisfiable,
                                           "labelSelector": {"matchLabels": {"app": "web"}}}]}


def claims(*names):
    return {"volumes": [{"name": name, "persistentVolumeClaim": {"claimName": name}} for name in names]}


def scenario(name, objects, *steps, before=()):
    """steps and before: (seconds, words of a plan); those of before are played before the forecast is made"""
    return {"name": name, "objects": objects, "steps": [(0, s[1]) if s[0] == "apply" else s if isinstance(s, tuple) else (0, s) for s in steps], "before": list(before)}


def taints():
    plain = nodes(2) + [web(3, **ON_N1), budget("web", minAvailable=2)]
    out = "taint nodes @n1 k:NoExecute"
    return [
        scenario("nothing changes", plain),
        scenario("a taint nobody tolerates", plain, out),
        scenario("a stay of 30 s", nodes(2) + [web(3, **ON_N1, **tolerating(30))], out),
        scenario("a stay for ever", nodes(2) + [web(3, **tolerating())], out),
        scenario("a stay of 0 s, and no way back", nodes(2) + [web(2, **ON_N1, **tolerating(0))],
                 "taint nodes @n1 k:NoExecute k:NoSchedule"),
        scenario("a taint that only keeps pods off", plain, "taint nodes @n1 k:NoSchedule"),
        scenario("two taints and the shorter stay",
                 nodes(2) + [web(2, **ON_N1, tolerations=tolerating(60)["tolerations"] + tolerating(25, "other")["tolerations"])],
                 "taint nodes @n1 k:NoExecute other:NoExecute"),
        scenario("a second taint that nobody tolerates, later", nodes(2) + [web(2, **ON_N1, **tolerating(300))],
                 out, (20, "taint nodes @n1 other:NoExecute")),
        scenario("a second taint with a longer stay, later",
                 nodes(2) + [web(2, **ON_N1, tolerations=tolerating(40)["tolerations"] + tolerating(100, "other")["tolerations"])],
                 out, (20, "taint nodes @n1 other:NoExecute")),
        scenario("the taint of the shorter stay is taken back",
                 nodes(2) + [web(2, **ON_N1, tolerations=tolerating(30)["tolerations"] + tolerating(80, "other")["tolerations"])],
                 "taint nodes @n1 k:NoExecute other:NoExecute", (15, "taint nodes @n1 k:NoExecute-")),
        scenario("a taint that is taken back in time", nodes(2) + [web(3, **ON_N1, **tolerating(60))],
                 out, (20, "taint nodes @n1 k:NoExecute-")),
        scenario("a taint that is taken back and comes again", nodes(2) + [web(2, **ON_N1, **tolerating(40))],
                 out, (20, "taint nodes @n1 k:NoExecute-"), (30, out)),
        scenario("a value that is not tolerated", nodes(2) + [web(2, **ON_N1, tolerations=[
            {"key": "k", "operator": "Equal", "value": "one", "effect": "NoExecute"}])], "taint nodes @n1 k=two:NoExecute"),
        scenario("both nodes are tainted", nodes(2) + [web(2), budget("web", maxUnavailable=1)],
                 "taint nodes @n1 @n2 k:NoExecute"),
        scenario("a pod that nobody replaces", nodes(2) + [pod("alone", "n1", **LOCAL)], out),
        scenario("a grace period of 10 s", nodes(2) + [web(2, **ON_N1, terminationGracePeriodSeconds=10)], out),
    ]


def drains():
    return [
        scenario("a drain", nodes(2) + [web(3, **ON_N1)], "drain @n1"),
        scenario("a drain that a budget paces", nodes(2) + [web(3, **ON_N1), budget("web", maxUnavailable=1)], "drain @n1"),
        scenario("a drain that a budget blocks", nodes(2) + [web(1, **ON_N1), budget("web", minAvailable=1)], "drain @n1"),
        scenario("a drain with a budget in percent", nodes(2) + [web(4, **ON_N1), budget("web", minAvailable="50%")], "drain @n1"),
        scenario("a drain without room", nodes(2) + [web(3, "900m")], "drain @n1"),
        scenario("a drain that a full cluster blocks", nodes(2) + [web(4, "900m"), budget("web", maxUnavailable=1)], "drain @n1"),
        scenario("a drain without asking budgets", nodes(2) + [web(2, **ON_N1), budget("web", minAvailable=2)],
                 "drain @n1 --disable-eviction"),
        scenario("a drain refused for a pod of nobody", nodes(2) + [web(1, **ON_N1), pod("alone", "n1")], "drain @n1"),
        scenario("a drain with force", nodes(2) + [web(1, **ON_N1), pod("alone", "n1")], "drain @n1 --force"),
        scenario("a drain refused for local data", nodes(2) + [web(2, **ON_N1, **LOCAL)], "drain @n1"),
        scenario("a drain with local data", nodes(2) + [web(2, **ON_N1, **LOCAL)], "drain @n1 --delete-emptydir-data"),
        scenario("a drain beside a DaemonSet", nodes(2) + [web(2, **ON_N1), workload("DaemonSet", "agent", 0, spec("10m"))],
                 "drain @n1 --ignore-daemonsets"),
        scenario("a drain refused for a DaemonSet", nodes(2) + [web(2, **ON_N1), workload("DaemonSet", "agent", 0, spec("10m"))],
                 "drain @n1 --ignore-daemonsets=false"),
        scenario("a drain of a StatefulSet with a budget",
                 nodes(2) + [workload("StatefulSet", "db", 3, spec(**ON_N1)), budget("db", maxUnavailable=1)], "drain @n1"),
        scenario("two nodes are drained", nodes(3) + [web(4, **spread()), budget("web", maxUnavailable=1)], "drain @n1 @n2"),
        scenario("two budgets at one pod", nodes(2) + [web(2, **ON_N1), budget("web", maxUnavailable=1),
                 {**budget("web", maxUnavailable=1), "metadata": {"name": "again", "namespace": "@"}}], "drain @n1"),
        scenario("a drain of pods with a label", nodes(2) + [web(2, **ON_N1), pod("alone", "n1")], "drain @n1 --pod-selector=app=web"),
        scenario("cordoned, scaled, uncordoned", nodes(2) + [web(1, "900m", **ON_N1)],
                 "cordon @n2", (5, "scale deployment web --replicas=4 -n @"), (15, "uncordon @n2")),
    ]


def losses():
    return [
        scenario("a lost node", nodes(4) + [web(4, **spread()), budget("web", minAvailable=3)], "lose node @n1"),
        scenario("a lost node with a StatefulSet", nodes(3) + [workload("StatefulSet", "db", 3, spec(**apart(app="db")))],
                 "lose node @n1"),
        scenario("a lost zone", nodes(4) + [web(4, **spread()), budget("web", minAvailable=3)], "lose zone @a"),
        scenario("a lost node with a DaemonSet and a pod of nobody",
                 nodes(2) + [workload("DaemonSet", "agent", 0, spec("10m")), pod("alone", "n1")], "lose node @n1"),
        scenario("a lost node and no room", nodes(2) + [web(4, "900m")], "lose node @n1"),
        scenario("a deleted node", nodes(3) + [web(3, **spread()), budget("web", minAvailable=3)], "delete node @n1"),
        scenario("a deleted node with a StatefulSet", nodes(2) + [workload("StatefulSet", "db", 2, spec(**ON_N1))], "delete node @n1"),
        scenario("a deleted node with a pod of nobody", nodes(2) + [pod("alone", "n1")], "delete node @n1"),
        scenario("a node that is silent already", nodes(2) + [web(2, **ON_N1)], before=[(-30, "lose node @n1")]),
    ]


def placements():
    low = workload("Deployment", "low", 1, spec("1500m", nodeSelector={HOST: "@n2"}))
    return [
        scenario("pods that must stand apart", nodes(2) + [web(2, **apart())], "taint nodes @n1 k:NoExecute"),
        scenario("pods that must stand apart, with room", nodes(3) + [web(2, **apart())], "drain @n1"),
        scenario("zones that must stand apart", nodes(4) + [web(2, **apart(ZONE))], "taint nodes @n1 @n2 k:NoExecute"),
        scenario("pods that must be spread", nodes(3) + [web(3, **spread())], "taint nodes @n1 k:NoExecute"),
        scenario("pods that should be spread", nodes(3) + [web(6, **spread(unsatisfiable="ScheduleAnyway"))],
                 "taint nodes @n1 k:NoExecute"),
        scenario("zones that must be spread", nodes(4) + [web(4, **spread(ZONE))], "taint nodes @n1 @n2 k:NoExecute"),
        scenario("pods that must stay in their zone", nodes(4) + [web(2, "900m", **ZONE_A)], "taint nodes @n1 @n2 k:NoExecute"),
        scenario("pods that must stand beside others",
                 nodes(2) + [workload("Deployment", "db", 1, spec(**ON_N1)), web(2, **beside("db"))], "taint nodes @n1 k:NoExecute"),
        scenario("too little room", nodes(2) + [web(3, "900m")], "taint nodes @n1 k:NoExecute"),
        scenario("a replacement that preempts", nodes(2) + [priority("high", 1000), low,
                 web(1, "1500m", priorityClassName="@high", **ON_N1)], "taint nodes @n1 k:NoExecute"),
        scenario("a replacement that preempts against a budget", nodes(2) + [priority("high", 1000), low, budget("low", minAvailable=1),
                 web(1, "1500m", priorityClassName="@high", **ON_N1)], "taint nodes @n1 k:NoExecute"),
        scenario("a new pod that preempts the lesser one", nodes(1) + [priority("high", 1000), priority("mid", 500),
                 workload("Deployment", "low", 1, spec("900m")), workload("Deployment", "mid", 1, spec("900m", priorityClassName="@mid"))],
                 ("apply", [web(1, "900m", priorityClassName="@high")])),
        scenario("a pod that never preempts", nodes(1) + [{**priority("polite", 1000), "preemptionPolicy": "Never"},
                 workload("Deployment", "low", 1, spec("1500m"))], ("apply", [web(1, "900m", priorityClassName="@polite")])),
        scenario("a quota that refuses", nodes(2) + [{"apiVersion": "v1", "kind": "ResourceQuota", "metadata": {"name": "q", "namespace": "@"},
                 "spec": {"hard": {"pods": "3"}}}, web(3)], "scale deployment web --replicas=5 -n @"),
        scenario("a volume that is tied to a node", nodes(2) + volume("data", one_of(HOST, "@n1")) + [web(1, **claims("data"))],
                 "taint nodes @n1 k:NoExecute"),
        scenario("a volume that is tied to a zone", nodes(4) + volume("data", one_of(ZONE, "@a")) + [web(1, **claims("data"))],
                 "taint nodes @n1 k:NoExecute"),
        scenario("a volume whose zone is lost", nodes(4) + volume("data", one_of(ZONE, "@a")) + [web(1, **claims("data"))],
                 "lose zone @a"),
    ]


def workloads():
    out = "taint nodes @n1 k:NoExecute"
    return [
        scenario("scale up", nodes(2) + [web(2, "500m")], "scale deployment web --replicas=4 -n @"),
        scenario("a replacement that waits until it is scaled away", nodes(2) + [web(2, **apart())],
                 out, (20, "scale deployment web --replicas=1 -n @")),
        scenario("scale up beyond the room", nodes(1) + [web(1, "900m")], "scale deployment web --replicas=4 -n @"),
        scenario("scale down to nothing", nodes(2) + [web(3), budget("web", minAvailable=2)], "scale deployment web --replicas=0 -n @"),
        scenario("scale a StatefulSet", nodes(2) + [workload("StatefulSet", "db", 1, spec())], "scale statefulset db --replicas=3 -n @"),
        scenario("scale a StatefulSet down", nodes(2) + [workload("StatefulSet", "db", 3, spec())], "scale statefulset db --replicas=1 -n @"),
        scenario("a new Deployment", nodes(2), ("apply", [web(2)])),
        scenario("a new template that does not fit", nodes(2) + [web(3), budget("web", minAvailable=2)], ("apply", [web(3, "3")])),
        scenario("a rolling update", nodes(2) + [web(4), budget("web", minAvailable=2)], ("apply", [web(4, "200m")])),
        scenario("an update that recreates", nodes(2) + [workload("Deployment", "web", 3, spec(), strategy={"type": "Recreate"})],
                 ("apply", [workload("Deployment", "web", 3, spec("200m"), strategy={"type": "Recreate"})])),
        scenario("a StatefulSet under a taint", nodes(2) + [workload("StatefulSet", "db", 3, spec(**ON_N1))], out),
        scenario("a StatefulSet of parallel pods under a taint",
                 nodes(2) + [workload("StatefulSet", "db", 3, spec(**ON_N1), podManagementPolicy="Parallel")], out),
        scenario("a DaemonSet under a taint", nodes(2) + [workload("DaemonSet", "agent", 0, spec("10m"))], out),
        scenario("a DaemonSet that tolerates a taint", nodes(2) + [workload("DaemonSet", "agent", 0, spec("10m", **tolerating()))], out),
        scenario("a DaemonSet that only stays", nodes(2) + [workload("DaemonSet", "agent", 0, spec("10m", **tolerating(20)))], out),
        scenario("a ReplicationController under a taint", nodes(2) + [workload("ReplicationController", "old", 3, spec(**ON_N1))], out),
        scenario("a ReplicaSet under a taint", nodes(2) + [workload("ReplicaSet", "set", 3, spec(**ON_N1))], out),
    ]


def by_chance(seed):
    """Equal seeds give equal scenarios."""
    chance = random.Random(seed)
    one, count = (lambda n: chance.randrange(n) == 0), chance.randint(4, 8)
    objects = [node(i, chance.choice("abc"), f"{chance.randint(7, 25) * 100}m", str(chance.randint(5, 20))) for i in range(1, count + 1)]
    for each in objects:
        if one(8):
            each["spec"] = {"taints": [{"key": "dedicated", "value": "db", "effect": "NoSchedule"}]}
    objects += [priority("high", 1000), priority("low", -10)]
    some = lambda most: " ".join(sorted({f"@n{chance.randint(1, count)}" for _ in range(chance.randint(1, most))}))
    scalable = []
    for number in range(1, chance.randint(2, 5)):
        name = f"app{number}"
        kind = chance.choice(["Deployment"] * 5 + ["StatefulSet", "StatefulSet", "DaemonSet", "ReplicaSet", "Pod"])
        tolerations = [{"key": key, **chance.choice([{"operator": "Exists"}, {"value": "v"}]), "effect": "NoExecute",
                        **chance.choice([{}, {"tolerationSeconds": 60}, {"tolerationSeconds": 25}, {"tolerationSeconds": 90}])}
                       for key in ("k", "other") if one(2)]
        if one(4):
            tolerations.append({"key": "dedicated", "operator": "Exists"})
        more = chance.choice([{}, {}, {}, {}, apart(app=name), apart(ZONE, app=name), ZONE_A,
                              {"affinity": {"nodeAffinity": {"preferredDuringSchedulingIgnoredDuringExecution": [
                                  {"weight": 100, "preference": {"matchExpressions": [one_of(HOST, some(1))]}}]}}}])
        if one(4):
            more = {**more, "topologySpreadConstraints": [
                {"maxSkew": 1, "topologyKey": chance.choice([HOST, ZONE]), "whenUnsatisfiable": chance.choice(["DoNotSchedule", "ScheduleAnyway"]),
                 "labelSelector": {"matchLabels": {"app": name}}}]}
        if one(4):
            more = {**more, "priorityClassName": chance.choice(["@high", "@low"])}
        if one(6):
            more = {**more, **LOCAL}
        body = spec("10m" if kind == "DaemonSet" else f"{chance.randint(3, 60)}0m", tolerations=tolerations, **more)
        if kind == "Pod":
            objects.append({"apiVersion": "v1", "kind": "Pod", "spec": body,
                            "metadata": {"name": name, "namespace": "@", "labels": {"app": name}}})
        else:
            objects.append(workload(kind, name, chance.randint(1, 5), body, **(
                {"podManagementPolicy": "Parallel"} if kind == "StatefulSet" and one(2) else {})))
            if kind in ("Deployment", "StatefulSet", "ReplicaSet"):
                scalable.append(f"{kind.lower()} {name}")
        if one(2):
            objects.append(budget(name, **chance.choice([{"minAvailable": 1}, {"maxUnavailable": 1}, {"minAvailable": "50%"}, {"minAvailable": 0}])))

    def change():
        kind = chance.randrange(8)
        if kind == 0 and scalable:
            return f"scale {chance.choice(scalable)} --replicas={chance.randint(0, 7)} -n @"
        if kind == 1:
            return "lose node " + some(2)
        if kind == 2:
            return "delete node " + some(1)
        if kind in (3, 4):
            return "drain " + some(1) + chance.choice(["", " --ignore-daemonsets", " --ignore-daemonsets --force --delete-emptydir-data",
                                                      " --ignore-daemonsets --force --delete-emptydir-data"])
        return f"taint nodes {some(2)} {chance.choice(['k', 'k=v', 'other'])}:{chance.choice(['NoExecute'] * 3 + ['NoSchedule'])}"

    steps = [change()] + ([(chance.randint(5, 40), change())] if one(3) else [])
    return scenario(f"by chance, seed {seed}", objects, *steps)


def all_of_them():
    return taints() + drains() + losses() + placements() + workloads()
