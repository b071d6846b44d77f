"""What is scaled, by which autoscaler, and what is measured of it, step by step."""


def pod(cpu="1", used="100m", ready="True", phase="Running", started=3600, changed=3500, memory="1Gi", held="512Mi", **more):
    """`used`, `held`: what is measured; None for nothing."""
    return {"cpu": cpu, "used": used, "ready": ready, "phase": phase, "started": started, "changed": changed, "memory": memory,
            "held": held, **more}


def pods(count, **of):
    return [pod(**of) for _ in range(count)]


def resource(target, name="cpu", **more):
    return {"type": "Resource", "resource": {"name": name, "target": target, **more}}


def container(target, which="main", name="cpu"):
    return {"type": "ContainerResource", "containerResource": {"name": name, "container": which, "target": target}}


def of_pods(target, name="hits", **more):
    return {"type": "Pods", "pods": {"metric": {"name": name, **more}, "target": {"type": "AverageValue", "averageValue": target}}}


def of_object(target, kind="Service", version="v1", name="front", metric="queries", **more):
    return {"type": "Object", "object": {"describedObject": {"apiVersion": version, "kind": kind, "name": name},
                                         "metric": {"name": metric, **more}, "target": target}}


def external(target, name="jobs", **more):
    return {"type": "External", "external": {"metric": {"name": name, **more}, "target": target}}


def utilization(percent):
    return {"type": "Utilization", "averageUtilization": percent}


def average(value):
    return {"type": "AverageValue", "averageValue": value}


def value(amount):
    return {"type": "Value", "value": amount}


HALF = [resource(utilization(50))]
SELECTOR = {"selector": {"matchLabels": {"queue": "mail", "at": "x"},
                         "matchExpressions": [{"key": "kind", "operator": "In", "values": ["a", "b"]}]}}


def scenario(size, those, metrics, low=1, high=20, steps=(), **more):
    """`steps`: further states of the pods, or of the other metrics."""
    return {"size": size, "pods": those, "metrics": metrics, "min": low, "max": high, "steps": list(steps), **more}


def policy(kind, amount, seconds=60):
    return {"type": kind, "value": amount, "periodSeconds": seconds}


FAST = {"scaleDown": {"stabilizationWindowSeconds": 0}}
SCENARIOS = {
    "up": scenario(3, pods(3, used="600m"), HALF, steps=[{"pods": pods(3, used="900m")}]),
    "down": scenario(6, pods(6, used="200m"), HALF, steps=[{"pods": pods(6, used="50m")}, {}, {}]),
    "within": scenario(3, pods(3, used="540m"), HALF),
    "doubled": scenario(1, pods(1, used="20"), HALF, high=100),
    "high": scenario(9, pods(9), HALF, high=5),
    "low": scenario(1, pods(1), HALF, low=3),
    "zero": scenario(0, [], HALF),
    "most": scenario(3, pods(3, used="4"), HALF, high=7),
    "least": scenario(4, pods(4, used="1m"), HALF, low=2, behavior=FAST),
    "unready": scenario(4, pods(2, used="900m") + pods(2, ready="False", started=60, changed=50), HALF),
    "unready-low": scenario(4, pods(2, used="10m") + pods(2, ready="False", started=60, changed=50), HALF, behavior=FAST),
    "pending": scenario(4, pods(3, used="600m") + pods(1, phase="Pending", used=None), HALF),
    "missing": scenario(4, pods(3, used="900m") + pods(1, used=None), HALF),
    "missing-low": scenario(4, pods(3, used="10m") + pods(1, used=None), HALF, behavior=FAST),
    "missing-much": scenario(4, pods(3, used="10m") + pods(1, used=None), [resource(utilization(150))], behavior=FAST),
    "failed": scenario(3, pods(2, used="900m") + pods(1, phase="Failed"), HALF),
    "never-ready": scenario(3, pods(2, used="700m") + pods(1, ready="False", started=3600, changed=3590, used="4"), HALF),
    "once-ready": scenario(3, pods(2, used="700m") + pods(1, ready="False", started=3600, changed=600, used="4"), HALF),
    "nobody": scenario(3, [], HALF),
    "all-unready": scenario(2, pods(2, ready="False", started=60, changed=50), HALF),
    "no-request": scenario(2, pods(1, cpu=None), HALF),
    "no-metrics": scenario(2, pods(2, used=None, held=None), HALF, nothing=True),
    "unknown-metrics": scenario(2, pods(2), HALF, refused=True),
    "container": scenario(2, pods(2, used="700m", side="10m"), [container(utilization(40))]),
    "no-container": scenario(2, pods(2), [container(utilization(40), "other")]),
    "memory": scenario(2, pods(2, held="800Mi"), [resource(utilization(50), "memory")]),
    "memory-value": scenario(2, pods(2, held="805306369"), [resource(average("512Mi"), "memory")]),
    "cpu-value": scenario(2, pods(2, used="333m"), [resource(average("100m"))]),
    "hits": scenario(2, pods(2), [of_pods("10")], custom={"pods/*/hits": ["25", "15500m"]}),
    "hits-selected": scenario(2, pods(2), [of_pods("10", **SELECTOR)], custom={"pods/*/hits": ["25", "15500m"]}),
    "hits-none": scenario(2, pods(2), [of_pods("10")], custom={"pods/*/hits": []}),
    "hits-unknown": scenario(2, pods(2), [of_pods("10", "others")]),
    "object": scenario(2, pods(2), [of_object(value("100"))], custom={"services/front/queries": ["350"]}),
    "object-share": scenario(2, pods(2), [of_object(average("100"), **SELECTOR)], custom={"services/front/queries": ["350"]}),
    "object-within": scenario(2, pods(2), [of_object(value("100"))], custom={"services/front/queries": ["105"]}),
    "object-other": scenario(2, pods(2), [of_object(value("100"), "Deployment", "apps/v1", "web")],
                             custom={"deployments.apps/web/queries": ["250"]}),
    "object-unknown": scenario(2, pods(2), [of_object(value("100"), "Thing", "example.com/v1")]),
    "object-unready": scenario(3, pods(1) + pods(2, ready="False"), [of_object(value("100"))],
                               custom={"services/front/queries": ["350"]}),
    "object-nobody": scenario(3, [], [of_object(value("100"))], custom={"services/front/queries": ["350"]}),
    "namespace": scenario(2, pods(2), [of_object(value("100"), "Namespace")], custom={"metrics/queries": ["350"]}),
    "two-values": scenario(2, pods(2), [of_object(value("100"))], custom={"services/front/queries": ["350", "1"]}),
    "external": scenario(2, pods(2), [external(value("30"))], external={"jobs": ["20", "45"]}),
    "external-share": scenario(2, pods(2), [external(average("30"), **SELECTOR)], external={"jobs": ["20", "145"]}),
    "external-none": scenario(2, pods(2), [external(value("30"))], external={"jobs": []}),
    "external-unknown": scenario(2, pods(2), [external(average("30"), "others", **SELECTOR)]),
    "external-unknown-value": scenario(2, pods(2), [external(value("30"), "others")]),
    "external-much": scenario(2, pods(2), [external(average("1m"))], external={"jobs": ["9000000000000000"] * 2}, high=50),
    "both": scenario(2, pods(2, used="900m"), HALF + [external(value("30"))], external={"jobs": ["100"]}),
    "one-fails": scenario(2, pods(2, used="900m"), [external(value("30"), "others")] + HALF,
                          steps=[{"pods": pods(2, used="10m")}]),
    "one-fails-low": scenario(3, pods(3, used="10m"), HALF + [of_pods("10", "others")], behavior=FAST),
    "pods-a-minute": scenario(2, pods(2, used="8"), HALF, behavior={"scaleUp": {"policies": [policy("Pods", 3)]}}),
    "percent-a-minute": scenario(4, pods(4, used="8"), HALF, behavior={
        "scaleUp": {"selectPolicy": "Min", "policies": [policy("Percent", 60), policy("Pods", 30)]}}),
    "slowly-down": scenario(10, pods(10, used="1m"), HALF, behavior={
        "scaleDown": {"stabilizationWindowSeconds": 0, "policies": [policy("Pods", 2), policy("Percent", 30)]}}),
    "only-down": scenario(2, pods(2, used="8"), HALF, behavior={"scaleUp": {"selectPolicy": "Disabled"}}),
    "only-up": scenario(8, pods(8, used="1m"), HALF, behavior={
        "scaleDown": {"selectPolicy": "Disabled", "stabilizationWindowSeconds": 0}}),
    "late-up": scenario(2, pods(2, used="900m"), HALF, behavior={"scaleUp": {"stabilizationWindowSeconds": 600}}),
    "late-down": scenario(8, pods(8, used="1m"), HALF, behavior={"scaleDown": {"stabilizationWindowSeconds": 600}}),
    "tolerant": scenario(3, pods(3, used="600m"), HALF, behavior={"scaleUp": {"tolerance": "300m"}}),
    "intolerant": scenario(3, pods(3, used="510m"), HALF, behavior={"scaleUp": {"tolerance": "0"}}),
    "set": scenario(2, pods(2, used="900m"), HALF, kind="StatefulSet"),
    "replica-set": scenario(2, pods(2, used="900m"), HALF, kind="ReplicaSet"),
    "replication": scenario(2, pods(2, used="900m"), HALF, kind="ReplicationController", version="v1"),
    "daemons": scenario(2, pods(2, used="900m"), HALF, kind="DaemonSet"),
    "absent": scenario(2, pods(2), HALF, kind="None"),
    "no-kind": scenario(2, pods(2), HALF, kind="Thing", version="example.com/v1"),
    "other-version": scenario(2, pods(2, used="900m"), HALF, version="apps/v2alpha9"),
    "defined": scenario(2, pods(2, used="900m"), HALF, kind="Fleet", version="scaled.example.com/v1"),
    "no-selector": scenario(2, pods(2, used="900m"), HALF, kind="Herd", version="scaled.example.com/v1"),
    "odd-selector": scenario(2, pods(2, used="900m"), HALF, kind="Fleet", version="scaled.example.com/v1", selector="a in"),
    "shared": scenario(2, pods(2, used="900m"), HALF, steps=[{"twice": True}, {"once": True}]),
    "by-hand": scenario(2, pods(2, used="500m"), HALF, steps=[{"size": 0}, {"size": 4}, {"size": 40}]),
    "changed": scenario(3, pods(3, used="500m"), HALF, steps=[{"spec": {"minReplicas": 5}}, {"spec": {"maxReplicas": 4, "minReplicas": 2}}]),
}
