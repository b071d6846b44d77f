"""Mode `pods`: what schedulers, agents and people write into one pod, in an order of chance, and what stands in it after each."""
from comparison import PATCHES

NAMESPACE = "pods"
PODS = f"/api/v1/namespaces/{NAMESPACE}/pods"
BUDGETS = f"/apis/policy/v1/namespaces/{NAMESPACE}/poddisruptionbudgets"
MOMENTS = ["2024-01-01T00:00:00Z", None, "2025-06-01T00:00:00Z"]


def pods(comparison, number):
    comparison.recording.start()
    comparison.recording.usable = False
    if number == 1:
        furnish(comparison)
    name = f"p{number}"
    one = PODS + "/" + name
    pod = created(comparison.random, name)
    comparison.ask("created", "POST", PODS, (pod, pod))
    for _ in range(comparison.random.randint(3, 8)):
        step = comparison.random.choice(STEPS)
        method, path, body, form = step(comparison.random, name)
        comparison.ask(step.__name__, method, one + path, (body, body), form)
        comparison.ask("after " + step.__name__, "GET", one, (None, None))
    comparison.clear(one)


def furnish(comparison):
    """Budgets over two of the three kinds of pods: one that lets a thousand go, and one that lets nobody."""
    for server in comparison.servers:
        server.call("POST", "/api/v1/namespaces", {"metadata": {"name": NAMESPACE}})
        server.call("POST", f"/api/v1/namespaces/{NAMESPACE}/serviceaccounts", {"metadata": {"name": "default"}})
        for label in "xy":
            server.call("POST", BUDGETS, {"metadata": {"name": label}, "spec": {"minAvailable": 1, "selector": {"matchLabels": {"a": label}}}})
        server.call("PATCH", BUDGETS + "/x/status", {"status": {"disruptionsAllowed": 1000, "currentHealthy": 9, "desiredHealthy": 1,
                                                                "expectedPods": 9, "observedGeneration": 1}}, PATCHES["merge"])


def created(random, name):
    spec = {"automountServiceAccountToken": False, "schedulerName": "nobody",
            "containers": [{"name": "c", "image": "i", "resources": {"requests": {"cpu": "100m"}}}]}
    if random.random() < 0.2:
        spec["resources"] = {"requests": {"cpu": "200m"}}
    if random.random() < 0.2:
        spec["schedulingGates"] = [{"name": "g"}]
    elif random.random() < 0.3:
        spec["nodeName"] = "zz"
    if random.random() < 0.3:
        spec["terminationGracePeriodSeconds"] = random.choice([0, 1, 30])
    metadata = {"name": name, "labels": {"a": random.choice("xyz")}}
    if random.random() < 0.2:
        metadata["finalizers"] = ["example.com/f"]
    return {"metadata": metadata, "spec": spec}


def condition(random, name):
    made = {"type": name, "status": random.choice(["True", "False", "Unknown"])}
    for part, field, values in ((0.5, "reason", ["R", "PreemptionByScheduler"]), (0.4, "message", ["m"]), (0.5, "observedGeneration", [1]),
                                (0.6, "lastTransitionTime", MOMENTS), (0.3, "lastProbeTime", MOMENTS)):
        if random.random() < part:
            made[field] = random.choice(values)
    return made


def conditions(random, _):
    kinds = ["PodScheduled", "Ready", "DisruptionTarget", "Initialized", "ContainersReady", "PodResizePending", "example.com/y"]
    status = {"conditions": [condition(random, kind) for kind in random.sample(kinds, random.randint(0, 4))]}
    for part, field, values in ((0.5, "phase", ["Running", "Pending", "Succeeded", "Failed", "Unknown"]), (0.2, "nominatedNodeName", ["nn", ""]),
                                (0.3, "observedGeneration", [1, 5])):
        if random.random() < part:
            status[field] = random.choice(values)
    return "PATCH", "/status", {"status": status}, PATCHES[random.choice(["strategic", "merge"])]


def containers(random, _):
    state = random.choice([{"running": {"startedAt": "2025-01-01T00:00:00Z"}}, {"terminated": {"exitCode": random.choice([0, 1])}},
                           {"waiting": {"reason": "W"}}])
    status = {"name": "c", "image": "i", "imageID": "", "ready": random.random() < 0.5, "restartCount": random.randint(0, 2), "state": state}
    if random.random() < 0.3:
        status["allocatedResources"] = {"cpu": random.choice(["50m", "100m", "1"])}
    return "PATCH", "/status", {"status": {"containerStatuses": [status], "podIPs": [{"ip": "10.1.1.1"}], "hostIP": "1.2.3.4",
                                           "startTime": "2025-01-01T00:00:00Z"}}, PATCHES["strategic"]


def bound(random, name):
    metadata = {"name": name}
    for part, field, value in ((0.3, "labels", {"topology.kubernetes.io/zone": "q"}), (0.3, "annotations", {"b": "c"})):
        if random.random() < part:
            metadata[field] = value
    target = {"kind": random.choice(["Node", "Node", ""]), "name": random.choice(["zz", "n1"])}
    return "POST", "/binding", {"metadata": metadata, "target": target}, "application/json"


def evicted(random, name):
    body = {"apiVersion": "policy/v1", "kind": "Eviction", "metadata": {"name": name}}
    if random.random() < 0.5:
        body["deleteOptions"] = random.choice([
            {"gracePeriodSeconds": 0}, {"gracePeriodSeconds": 3}, {"dryRun": ["All"]}, {"preconditions": {"resourceVersion": "1"}},
            {"propagationPolicy": "Foreground"}, {"gracePeriodSeconds": -1}])
    return "POST", "/eviction", body, "application/json"


def deleted(random, _):
    options = random.choice([None, {"gracePeriodSeconds": 0}, {"gracePeriodSeconds": 2}, {"gracePeriodSeconds": 60},
                             {"propagationPolicy": "Foreground"}, {"propagationPolicy": "Orphan"}])
    return "DELETE", "", options, "application/json"


def debugged(random, _):
    container = {"name": f"e{random.randint(0, 2)}", "image": "i"}
    if random.random() < 0.5:
        container["targetContainerName"] = "c"
    return "PATCH", "/ephemeralcontainers", {"spec": {"ephemeralContainers": [container]}}, PATCHES["strategic"]


def resized(random, _):
    amounts = {"requests": {"cpu": random.choice(["200m", "50m", "100m"])}}
    spec = random.choice([{"containers": [{"name": "c", "resources": amounts}]}, {"containers": [{"name": "c", "resources": amounts}]},
                          {"resources": amounts}, {"containers": [{"name": "c", "resources": {"limits": {"cpu": "1"}}}]}])
    return "PATCH", "/resize", {"spec": spec}, PATCHES["strategic"]


def labelled(random, _):
    metadata = {"labels": {"a": random.choice("xyz")}, "finalizers": random.choice([None, ["example.com/f"]])}
    return "PATCH", "", {"metadata": metadata}, PATCHES["merge"]


def changed(random, _):
    spec = random.choice([{"schedulingGates": []}, {"activeDeadlineSeconds": random.choice([5, 50])},
                          {"tolerations": random.choice([None, [{"operator": "Exists"}]])},
                          {"terminationGracePeriodSeconds": random.choice([1, 30])}])
    return "PATCH", "", {"spec": spec}, PATCHES["merge"]


STEPS = [conditions, conditions, containers, bound, evicted, evicted, deleted, debugged, resized, labelled, changed]
