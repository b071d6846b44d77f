"""Mode `written`: several managers write into one object, in an order of chance: strategic merge patches with directives, server-side
applies, merge patches, JSON patches and updates; what stands in it after each, and who owns what."""
import copy

from comparison import PATCHES

NAMESPACE = "written"
NS = f"/namespaces/{NAMESPACE}"
MANAGERS = ["m1", "m2", "m3"]
GROUP = "written.example.com"
OPEN = {"type": "object", "x-kubernetes-preserve-unknown-fields": True}
PAIR = {"type": "object", "required": ["k"], "properties": {
    "k": {"type": "string"}, "p": {"type": "string", "default": "TCP"}, "v": {"type": "integer"}, "deep": {
        "type": "object", "properties": {"a": {"type": "string"}, "b": {"type": "string"}}}}}
DEFINITION = {"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition", "metadata": {"name": f"sheets.{GROUP}"}, "spec": {
    "group": GROUP, "scope": "Namespaced", "names": {"plural": "sheets", "kind": "Sheet"}, "versions": [{
        "name": "v1", "served": True, "storage": True, "subresources": {"status": {}, "scale": {
            "specReplicasPath": ".spec.replicas", "statusReplicasPath": ".status.replicas"}}, "schema": {"openAPIV3Schema": {
                "type": "object", "properties": {"status": OPEN, "spec": {"type": "object", "properties": {
                    "replicas": {"type": "integer"}, "text": {"type": "string"}, "either": {"x-kubernetes-int-or-string": True},
                    "pairs": {"type": "array", "items": PAIR, "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["k", "p"]},
                    "names": {"type": "array", "items": {"type": "string"}, "x-kubernetes-list-type": "set"},
                    "numbers": {"type": "array", "items": {"type": "integer"}, "x-kubernetes-list-type": "set"},
                    "plain": {"type": "array", "items": PAIR},
                    "whole": {"type": "object", "additionalProperties": {"type": "string"}, "x-kubernetes-map-type": "atomic"},
                    "map": {"type": "object", "additionalProperties": {"type": "string"}},
                    "open": OPEN}}}}}}]}}


def some(random, make, most=3):
    return [make(random) for _ in range(random.randint(0, most))]


def named(key, values, **fields):
    """Makes items of a list that is a map by `key`."""
    def make(random):
        item = {key: random.choice(values)}
        for field, choices in fields.items():
            if random.random() < 0.4:
                item[field] = copy.deepcopy(random.choice(choices))
        return item
    return make


ENV = named("name", "ABC", value=["1", "2"], valueFrom=[{"fieldRef": {"fieldPath": "metadata.name"}}])
PORT = named("containerPort", [80, 81], name=["a", "b"], protocol=["TCP", "UDP"], hostPort=[80])
MOUNT = named("mountPath", ["/a", "/b"], name=["x", "y"], readOnly=[True], subPath=["s"])
VOLUME = named("name", "xy", emptyDir=[{}, {"medium": "Memory"}], configMap=[{"name": "c"}, {"name": "c", "items": [{"key": "k", "path": "p"}]}])
TOLERATION = named("key", "kl", operator=["Exists", "Equal"], value=["v"], effect=["NoSchedule", "NoExecute"], tolerationSeconds=[5, 0])
SPREAD = named("topologyKey", ["zone", "host"], maxSkew=[1, 2], whenUnsatisfiable=["DoNotSchedule", "ScheduleAnyway"])
SERVICE_PORT = named("port", [80, 81], name=["a", "b"], protocol=["TCP", "UDP"], targetPort=[80, "web"])
CONDITION = named("type", ["Ready", "MemoryPressure", "X"], status=["True", "False", "Unknown"], reason=["R"],
                  lastTransitionTime=["2026-01-01T00:00:00Z"])
TAINT = named("key", "kl", value=["v", "w"], effect=["NoSchedule", "NoExecute", "PreferNoSchedule"])
ADDRESS = named("type", ["InternalIP", "Hostname"], address=["10.0.0.1", "10.0.0.2", "n"])
CUSTOM = named("k", "abc", p=["TCP", "UDP"], v=[1, 2], deep=[{"a": "1"}, {"b": "2"}, {}])
OWNER = named("uid", ["u1", "u2"], apiVersion=["v1"], kind=["ConfigMap"], name=["o"], controller=[True], blockOwnerDeletion=[True])


def container(random):
    made = {"name": random.choice("cde"), "image": random.choice("ij")}
    for field, make in (("env", ENV), ("ports", PORT), ("volumeMounts", MOUNT)):
        if random.random() < 0.4:
            made[field] = some(random, make)
    if random.random() < 0.3:
        made["resources"] = random.choice([{"requests": {"cpu": "1"}}, {"limits": {"cpu": "1000m", "memory": "1Gi"}}, {"requests": {"cpu": 1.0}}])
    if random.random() < 0.2:
        made["args"] = random.choice([["a"], ["a", "b"], []])
    return made


def filled(random, fields, chance=0.35):
    return {name: make(random) for name, make in fields if random.random() < chance}


def one_of(*values):
    return lambda random: copy.deepcopy(random.choice(values))


def metadata(random):
    return filled(random, [
        ("labels", one_of({"a": "1"}, {"a": "2"}, {"b": "1"}, {}, None, {"a": None})),
        ("annotations", one_of({"a": "1"}, {"b": "2"}, {}, {"a": None})),
        ("finalizers", one_of(["e.com/a"], ["e.com/b", "e.com/a"], ["e.com/b"], [])),
        ("ownerReferences", lambda r: some(r, OWNER, 2))], 0.3)


def pod_spec(random):
    return filled(random, [
        ("containers", lambda r: some(r, container)), ("initContainers", lambda r: some(r, container, 1)),
        ("volumes", lambda r: some(r, VOLUME)), ("tolerations", lambda r: some(r, TOLERATION)),
        ("imagePullSecrets", lambda r: some(r, named("name", "xy"))),
        ("hostAliases", lambda r: some(r, named("ip", ["1.1.1.1", "1.1.1.2"], hostnames=[["h"], ["h", "g"]]))),
        ("topologySpreadConstraints", lambda r: some(r, SPREAD, 2)), ("nodeSelector", one_of({"a": "1"}, {"b": "1"}, {}, None)),
        ("securityContext", one_of({"runAsUser": 5}, {"fsGroup": 1}, {}, None)), ("restartPolicy", one_of("Always", None)),
        ("affinity", one_of({}, {"nodeAffinity": {"requiredDuringSchedulingIgnoredDuringExecution": {"nodeSelectorTerms": [
            {"matchExpressions": [{"key": "a", "operator": "Exists"}]}]}}}, None))])


def workload(random):
    return {"spec": filled(random, [
        ("replicas", one_of(0, 1, 2, None)), ("strategy", one_of(
            {"type": "Recreate"}, {"rollingUpdate": {"maxSurge": 1}}, {"type": "RollingUpdate", "rollingUpdate": {"maxSurge": "10%"}}, {}, None)),
        ("template", lambda r: {"spec": pod_spec(r)}), ("paused", one_of(True, False, None)), ("minReadySeconds", one_of(0, 5))], 0.6)}


def service(random):
    return {"spec": filled(random, [
        ("ports", lambda r: some(r, SERVICE_PORT)), ("selector", one_of({"a": "1"}, {"b": "2"}, {}, None)),
        ("sessionAffinity", one_of("None", "ClientIP")), ("externalIPs", one_of(["1.2.3.4"], ["1.2.3.4", "1.2.3.5"], [])),
        ("type", one_of("ClusterIP"))], 0.5)}


def node(random):
    return {"spec": filled(random, [("taints", lambda r: some(r, TAINT)), ("unschedulable", one_of(True, False, None)),
                                    ("podCIDRs", one_of(["10.1.0.0/24"], None))], 0.5)}


def node_status(random):
    return {"status": filled(random, [
        ("conditions", lambda r: some(r, CONDITION)), ("addresses", lambda r: some(r, ADDRESS)),
        ("capacity", one_of({"cpu": "1"}, {"cpu": "2", "memory": "1Gi"}, {})), ("allocatable", one_of({"cpu": "1"}, {})),
        ("images", one_of([{"names": ["a"], "sizeBytes": 1}], [])), ("volumesInUse", one_of(["a"], ["a", "b"], []))], 0.5)}


def config(random):
    return filled(random, [("data", one_of({"a": "1"}, {"a": "2", "b": "1"}, {}, None, {"a": None})), ("binaryData", one_of({"c": "AA=="}, None))], 0.7)


def account(random):
    return filled(random, [("secrets", lambda r: some(r, named("name", "xyz"))), ("imagePullSecrets", lambda r: some(r, named("name", "xyz"))),
                           ("automountServiceAccountToken", one_of(True, False, None))], 0.6)


def sheet(random):
    return {"spec": filled(random, [
        ("pairs", lambda r: some(r, CUSTOM)), ("plain", lambda r: some(r, CUSTOM)), ("names", one_of(["a"], ["a", "b"], ["b", "a"], ["c"], [], ["a", "a"])),
        ("numbers", one_of([1], [1, 2], [3], [])), ("whole", one_of({"a": "1"}, {"b": "1"}, {})), ("map", one_of({"a": "1"}, {"b": "1"}, {}, {"a": None})),
        ("open", one_of({"a": {"b": 1}}, {"a": {"c": [1]}}, {"l": [{"x": 1}]}, {})), ("text", one_of("a", "b", None)),
        ("either", one_of(1, "1", "a")), ("replicas", one_of(0, 1, 2))], 0.4)}


BASE_POD = {"metadata": {"labels": {"app": "w"}}, "spec": {"containers": [{"name": "c", "image": "i"}]}}
APPS = "/apis/apps/v1"
KINDS = {
    "Deployment": (APPS, APPS + NS + "/deployments", {"spec": {"selector": {"matchLabels": {"app": "w"}}, "template": BASE_POD}}, workload, ""),
    "DaemonSet": (APPS, APPS + NS + "/daemonsets", {"spec": {"selector": {"matchLabels": {"app": "w"}}, "template": BASE_POD}},
                  lambda r: {"spec": {"template": {"spec": pod_spec(r)}}}, ""),
    "Service": ("/api/v1", "/api/v1" + NS + "/services", {"spec": {"ports": [{"port": 80}], "clusterIP": "None"}}, service, ""),
    "Node": ("/api/v1", "/api/v1/nodes", {}, node, node_status),
    "ConfigMap": ("/api/v1", "/api/v1" + NS + "/configmaps", {}, config, ""),
    "ServiceAccount": ("/api/v1", "/api/v1" + NS + "/serviceaccounts", {}, account, ""),
    "Sheet": (f"/apis/{GROUP}/v1", f"/apis/{GROUP}/v1" + NS + "/sheets", {"spec": {}}, sheet, lambda r: {"status": sheet(r)["spec"]}),
}


def written(comparison, number):
    comparison.recording.start()
    comparison.recording.usable = False
    random = comparison.random
    if number == 1:
        furnish(comparison)
    kind = random.choice([*KINDS, "Deployment", "Sheet", "Node"])
    root, path, base, make, status = KINDS[kind]
    name = f"w{number}"
    head = {"apiVersion": root.split("/", 2)[2], "kind": kind, "metadata": {"name": name}}
    one = f"{path}/{name}"
    if random.random() < 0.7:
        body = {**head, **copy.deepcopy(base)}
        comparison.ask(kind, "POST", path + "?fieldManager=m1", (body, body))
    for _ in range(random.randint(4, 10)):
        of_status = bool(status) and random.random() < 0.4
        body = (status if of_status else make)(random)
        if random.random() < 0.4:
            body["metadata"] = metadata(random)
        step(comparison, kind, one + ("/status" if of_status else ""), head, body, base)
        comparison.ask("then " + kind, "GET", one, (None, None))
    comparison.clear(one)


def furnish(comparison):
    for server in comparison.servers:
        server.call("POST", "/api/v1/namespaces", {"metadata": {"name": NAMESPACE}})
        server.call("POST", "/apis/apiextensions.k8s.io/v1/customresourcedefinitions", DEFINITION)
        for _ in range(200):
            if server.call("GET", KINDS["Sheet"][1])[0] == 200:
                break


def step(comparison, kind, one, head, body, base):
    random = comparison.random
    query = f"?fieldManager={random.choice(MANAGERS)}"
    if random.random() < 0.1:
        query += "&dryRun=All"
    if random.random() < 0.2:
        query += "&fieldValidation=" + random.choice(["Strict", "Ignore"])
    form = random.choice(["apply", "apply", "apply", "strategic", "strategic", "merge", "json", "put"])
    if form == "apply":
        if random.random() < 0.4:
            query += "&force=true"
        applied = {**head, **without_nulls(body)}
        applied["metadata"] = {**applied.get("metadata", {}), **head["metadata"]}
        if kind in ("Deployment", "DaemonSet") and random.random() < 0.7:
            applied = merged(copy.deepcopy(base), applied)
        comparison.ask(kind, "PATCH", one + query, (applied, applied), PATCHES["apply"])
    elif form == "put":
        bodies = []
        for server in comparison.servers:
            there = server.call("GET", one.removesuffix("/status"))[1]
            if "metadata" not in there or there.get("kind") == "Status":
                return
            there["metadata"].pop("resourceVersion", None)
            bodies.append(merged(there, body))
        comparison.ask(kind, "PUT", one + query, tuple(bodies))
    elif form == "json":
        comparison.ask(kind, "PATCH", one + query, (operations(random, body),) * 2, PATCHES["json"])
    else:
        if form == "strategic":
            direct(random, body)
        comparison.ask(kind, "PATCH", one + query, (body, body), PATCHES[form])


def merged(into, body):
    for key, value in body.items():
        if isinstance(value, dict) and isinstance(into.get(key), dict):
            merged(into[key], value)
        elif value is None:
            into.pop(key, None)
        else:
            into[key] = value
    return into


def without_nulls(value):
    if isinstance(value, dict):
        return {key: without_nulls(part) for key, part in value.items() if part is not None}
    return [without_nulls(part) for part in value] if isinstance(value, list) else value


# all items of lists of texts
ALL = ["e.com/a", "e.com/b", "a", "b", "c", "1.2.3.4", "1.2.3.5", "h", "g", "10.1.0.0/24"]
# upstream's server panics when it is given an order for lists that have no key
UNORDERED = {"tolerations", "taints", "imagePullSecrets", "matchExpressions", "items", "nodeSelectorTerms", "images"}
KEYS = ("name", "containerPort", "mountPath", "ip", "topologyKey", "port", "type", "key", "k", "uid")


def direct(random, part):
    """Puts directives into a strategic merge patch."""
    if not isinstance(part, dict):
        return
    for key, value in list(part.items()):
        if isinstance(value, dict):
            direct(random, value)
            if random.random() < 0.08:
                value["$patch"] = random.choice(["replace", "delete", "merge", "nope"])
            if random.random() < 0.1:
                value["$retainKeys"] = random.choice([list(value), [], ["type"], "x"])
        elif isinstance(value, list) and value and all(isinstance(item, dict) for item in value):
            directed(random, part, key, value)
        elif isinstance(value, list) and random.random() < 0.4:
            # what is in both lists stays or goes as Go's map has them follow one another
            part[f"$deleteFromPrimitiveList/{key}"] = random.choice([[other for other in ALL if other not in value], ["absent"], "x"])


def directed(random, part, key, items):
    for item in items:
        direct(random, item)
    named_by = next((field for field in KEYS if field in items[0]), "")
    if random.random() < 0.25:
        items.append({"$patch": random.choice(["delete", "delete", "merge", "replace", "nope"]), **(
            {named_by: random.choice([items[0].get(named_by), "c", "x", 80])} if random.random() < 0.8 else {})})
    if random.random() < 0.15:
        items.append({"$patch": "replace"})
    if named_by and key not in UNORDERED and random.random() < 0.3:
        order = [{named_by: item[named_by]} for item in items if named_by in item]
        random.shuffle(order)
        part[f"$setElementOrder/{key}"] = order + ([{named_by: "c"}] if random.random() < 0.4 else [])


def operations(random, body):
    """The body as a JSON patch, with what else such a patch may say."""
    made = []
    for top, value in body.items():
        for key, part in (value.items() if isinstance(value, dict) else ()):
            made.append({"op": random.choice(["add", "add", "replace"]), "path": f"/{top}/{key}", "value": part})
    if random.random() < 0.4:
        made.append(random.choice([
            {"op": "remove", "path": "/metadata/labels"}, {"op": "test", "path": "/metadata/name", "value": "x"}, {"op": "remove", "path": "/spec/replicas"},
            {"op": "add", "path": "/metadata/finalizers/-", "value": "e.com/c"}, {"op": "copy", "from": "/metadata/labels", "path": "/metadata/annotations"},
            {"op": "move", "from": "/metadata/annotations", "path": "/metadata/labels"}, {"op": "add", "path": "/spec/taints/0", "value": {"key": "z", "effect": "NoSchedule"}},
            {"op": "add", "path": "/spec/template/spec/containers/0/env", "value": []}, {"op": "replace", "path": "/spec/pairs/0/v", "value": 7},
            {"op": "remove", "path": "/spec/template/spec/containers/1"}, {"op": "add", "path": "/metadata/managedFields", "value": []},
            {"op": "add", "path": "/metadata/managedFields", "value": [{}]}, {"op": "test", "path": "/metadata/labels/a", "value": None}]))
    return made
