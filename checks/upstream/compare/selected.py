"""Mode `selected`: objects come, change and go; lists, pages and watches with selectors see them, from now and from earlier moments."""
from answers import comparable, difference
from comparison import PATCHES, answered

NAMESPACE = "selected"
GROUP = "selected.example.com"
OPEN = {"type": "object", "x-kubernetes-preserve-unknown-fields": True}
DEFINITION = {"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition", "metadata": {"name": f"picks.{GROUP}"}, "spec": {
    "group": GROUP, "scope": "Namespaced", "names": {"plural": "picks", "kind": "Pick"}, "versions": [{
        "name": "v1", "served": True, "storage": True, "selectableFields": [{"jsonPath": ".spec.color"}, {"jsonPath": ".spec.size"}],
        "additionalPrinterColumns": [{"name": "Color", "type": "string", "jsonPath": ".spec.color"}],
        "schema": {"openAPIV3Schema": {"type": "object", "properties": {"spec": {"type": "object", "properties": {
            "color": {"type": "string"}, "size": {"type": "integer"}}}}}}}]}}
TABLE = "application/json;as=Table;v=v1;g=meta.k8s.io"
PARTIALS = "application/json;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io"
NAMES = ["a", "aa", "ab", "b", "c-1", "c.2", "d", "e", "f"]
LABELS = ["x%3D1", "x%3D2", "x!%3D1", "x", "!x", "x%20in%20(1,2)", "x%20notin%20(1)", "y%3D1,x%3D1", "x%3E1", "x%3C2", "y", "", "!y,x", "x%3D1,x%3D2"]
MODES = [("configmaps", "/api/v1/namespaces/selected/configmaps", ["metadata.name%3Da", "metadata.name!%3Da", "metadata.namespace%3Dselected"]),
         ("pods", "/api/v1/namespaces/selected/pods", ["spec.nodeName%3Dn1", "spec.nodeName%3D", "status.phase%3DRunning", "status.phase!%3DRunning",
                                                       "metadata.name%3Db", "spec.restartPolicy%3DNever", "spec.schedulerName%3Dother",
                                                       "status.podIP%3D10.0.0.1", "spec.nodeName%3Dn1,status.phase%3DRunning", "spec.hostNetwork%3Dtrue"]),
         ("nodes", "/api/v1/nodes", ["spec.unschedulable%3Dtrue", "spec.unschedulable%3Dfalse", "metadata.name%3Da", "spec.unschedulable!%3Dtrue"]),
         ("picks", f"/apis/{GROUP}/v1/namespaces/selected/picks", ["spec.color%3Dred", "spec.color!%3Dred", "spec.size%3D1", "spec.color%3D",
                                                                   "metadata.name%3Da", "spec.color%3Dred,spec.size%3D1"]),
         ("secrets", "/api/v1/namespaces/selected/secrets", ["type%3DOpaque", "type%3Dkubernetes.io/basic-auth", "type!%3DOpaque"])]


class Story:
    """What has happened to one collection, and at which revisions of either server."""

    def __init__(self, comparison, kind, path, fields):
        self.comparison, self.kind, self.path, self.fields = comparison, kind, path, fields
        self.there = set()
        self.moments = [tuple(revision(server, path) for server in comparison.servers)]

    def happened(self):
        self.moments.append(tuple(revision(server, self.path) for server in self.comparison.servers))


def revision(server, path):
    return server.call("GET", path + "?limit=1")[1].get("metadata", {}).get("resourceVersion", "0")


def selected(comparison, number):
    comparison.recording.start()
    comparison.recording.usable = False
    if number == 1:
        furnish(comparison)
    random = comparison.random
    story = Story(comparison, *random.choice(MODES))
    for _ in range(random.randint(6, 14)):
        change(story, random)
        for _ in range(random.randint(0, 2)):
            random.choice([listed, listed, paged, watched, watched, collected if random.random() < 0.2 else listed])(story, random)
    for server in comparison.servers:
        for name in NAMES:
            server.call("DELETE", f"{story.path}/{name}?gracePeriodSeconds=0")


def furnish(comparison):
    for server in comparison.servers:
        server.call("POST", "/api/v1/namespaces", {"metadata": {"name": NAMESPACE}})
        server.call("POST", f"/api/v1/namespaces/{NAMESPACE}/serviceaccounts", {"metadata": {"name": "default"}})
        server.call("POST", "/apis/apiextensions.k8s.io/v1/customresourcedefinitions", DEFINITION)
        for _ in range(200):
            if server.call("GET", MODES[3][1])[0] == 200:
                break


def body(kind, random, name):
    labels = {key: value for key, value in (("x", random.choice(["1", "2", "z"])), ("y", "1")) if random.random() < 0.6}
    made = {"metadata": {"name": name, "labels": labels}}
    if kind == "pods":
        made["spec"] = {"containers": [{"name": "c", "image": "i"}], "automountServiceAccountToken": False, "schedulerName": random.choice(["other", "nobody"]),
                        "restartPolicy": random.choice(["Always", "Never"]), "terminationGracePeriodSeconds": 0}
        if random.random() < 0.4:
            made["spec"]["nodeName"] = "n1"
        if random.random() < 0.2:
            made["spec"]["hostNetwork"] = True
    elif kind == "nodes":
        made["spec"] = {"unschedulable": True} if random.random() < 0.4 else {}
    elif kind == "picks":
        made.update({"apiVersion": f"{GROUP}/v1", "kind": "Pick", "spec": {
            key: random.choice(values) for key, values in (("color", ["red", "blue", ""]), ("size", [0, 1, 2])) if random.random() < 0.7}})
    elif kind == "secrets" and random.random() < 0.4:
        made.update({"type": "kubernetes.io/basic-auth", "stringData": {"username": "u"}})
    return made


def change(story, random):
    comparison, name = story.comparison, random.choice(NAMES)
    one = f"{story.path}/{name}"
    if name not in story.there:
        made = body(story.kind, random, name)
        comparison.ask(story.kind, "POST", story.path, (made, made))
        story.there.add(name)
    elif random.random() < 0.3:
        comparison.ask(story.kind, "DELETE", one + "?gracePeriodSeconds=0", (None, None))
        story.there.discard(name)
    else:
        patch = {"metadata": {"labels": {"x": random.choice(["1", "2", None]), **({"y": random.choice(["1", None])} if random.random() < 0.5 else {})}}}
        if story.kind == "nodes" and random.random() < 0.6:
            patch["spec"] = {"unschedulable": random.choice([True, None])}
        if story.kind == "picks" and random.random() < 0.6:
            patch["spec"] = {"color": random.choice(["red", "blue", None]), "size": random.choice([1, None])}
        if story.kind == "pods" and random.random() < 0.5:
            patch = {"status": {"phase": random.choice(["Running", "Pending", "Succeeded"]), "podIP": random.choice(["10.0.0.1", "10.0.0.2"])}}
            one += "/status"
        comparison.ask(story.kind, "PATCH", one, (patch, patch), PATCHES["merge"])
    story.happened()


def selection(story, random):
    query = []
    if random.random() < 0.7:
        query.append("labelSelector=" + random.choice(LABELS))
    if random.random() < 0.5:
        query.append("fieldSelector=" + random.choice(story.fields))
    return query


def asked(story, sort, queries, accept="application/json"):
    """Asks both, each with its own revisions; returns what each answered."""
    comparison = story.comparison
    paths = [story.path + "?" + "&".join(query) for query in queries]
    answers = [answered(server, "GET", path, None, "application/json", accept) for server, path in zip(comparison.servers, paths)]
    ours, theirs = (comparable(answer) for answer in answers)
    comparison.accepted += theirs["status"] < 300
    comparison.count(f"{story.kind} {sort}", difference(unrevised(ours), unrevised(theirs)), f"{paths[1]} {accept}")
    return [answer[1] for answer in answers]


def unrevised(answer):
    """Without the continuation, which holds a revision, and the bookmarks, whose moments are a server's own."""
    metadata = answer["body"].get("metadata")
    if isinstance(metadata, dict) and metadata.get("continue"):
        metadata["continue"] = "<continue>"
    events = answer["body"].get("events")
    if isinstance(events, list):
        answer["body"]["events"] = [event for event in events if event.get("type") != "BOOKMARK"]
    return answer


def moment(story, random, parameter):
    """One earlier moment, as each server counts."""
    at = random.choice(story.moments[-8:])
    return [f"{parameter}={revision}" for revision in at]


def listed(story, random):
    query = selection(story, random)
    revisions = [[], []]
    if random.random() < 0.4:
        match = random.choice(["", "&resourceVersionMatch=Exact", "&resourceVersionMatch=NotOlderThan"])
        revisions = [[one + match] for one in moment(story, random, "resourceVersion")]
    elif random.random() < 0.3:
        revisions = [["resourceVersion=0"]] * 2
    asked(story, "list", [query + more for more in revisions], random.choice(["application/json", "application/json", TABLE, PARTIALS]))


def paged(story, random):
    query = selection(story, random) + [f"limit={random.randint(1, 4)}"]
    queries = [query, query]
    accept = random.choice(["application/json", TABLE, PARTIALS])
    for _ in range(6):
        answers = asked(story, "page", queries, accept)
        tokens = [answer.get("metadata", {}).get("continue") for answer in answers]
        if not all(tokens):
            return
        if random.random() < 0.3:
            change(story, random)
        queries = [[*query, "continue=" + token] for token in tokens]


def watched(story, random):
    query = selection(story, random) + ["watch=true", "timeoutSeconds=1"]
    if random.random() < 0.3:
        query.append("allowWatchBookmarks=true")
    revisions = moment(story, random, "resourceVersion")
    if random.random() < 0.15:
        revisions = ["resourceVersion=0"] * 2
    elif random.random() < 0.15:
        revisions = ["sendInitialEvents=true&allowWatchBookmarks=true&resourceVersionMatch=NotOlderThan" + random.choice(["", "&resourceVersion=0"])] * 2
    asked(story, "watch", [[*query, one] for one in revisions], random.choice(["application/json", "application/json", TABLE, PARTIALS.replace("List", "")]))


def collected(story, random):
    """Deletes what is selected."""
    query = selection(story, random)
    if story.kind == "nodes" and not query:
        return
    story.comparison.ask(story.kind + " collection", "DELETE", story.path + "?" + "&".join([*query, "gracePeriodSeconds=0"]), (None, None))
    story.there = {one for one in story.there
                   if story.comparison.servers[1].call("GET", f"{story.path}/{one}")[0] == 200}
    story.happened()
