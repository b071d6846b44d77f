"""Mode `life`: one object from its making to its end, listed, shown as a table, and deleted in several ways."""
import copy

from comparison import PATCHES
from objects import FIXED_NAMES, STATUSES

TABLE = "application/json;as=Table;v=v1;g=meta.k8s.io,application/json"


def life(comparison, number):
    kind, path, body = comparison.draw.sample()
    comparison.recording.start()
    if not isinstance(body.get("metadata"), dict):
        return
    body["metadata"].pop("generateName", None)
    fixed = kind in FIXED_NAMES
    name = body["metadata"]["name"] if fixed else f"l{number}"
    body["metadata"]["name"] = name
    body["metadata"]["labels"] = {**(body["metadata"].get("labels") or {}), "life": f"l{number}"}
    if kind == "Pod" and isinstance(body.get("spec"), dict):
        body["spec"]["automountServiceAccountToken"] = False
    one, some = path + "/" + name, path + f"?labelSelector=life%3Dl{number}"
    comparison.clear(one)
    if not comparison.ask(kind, "POST", path, (body, body)):
        return
    found = [server.call("GET", one)[1].get("metadata", {}) for server in comparison.servers]
    if not all("resourceVersion" in metadata for metadata in found):
        return
    made = [metadata["resourceVersion"] for metadata in found]
    comparison.ask(kind, "POST", path, (body, body))
    comparison.ask(kind, "GET", one, (None, None), accept=TABLE)
    comparison.ask(kind, "GET", some, (None, None), accept=TABLE)
    comparison.ask(kind, "GET", some, (None, None))
    states(comparison, kind, one)
    comparison.ask(kind, "PATCH", one, ({"metadata": {"annotations": {"a": "1"}}},) * 2, PATCHES["merge"])
    writes(comparison, kind, one, made)
    end(comparison, kind, path, one, body)
    watched = tuple(f"{some}&watch=true&timeoutSeconds=1&resourceVersion={version}" for version in made)
    accept = comparison.random.choice(["application/json", TABLE])
    comparison.ask(kind, "GET", watched, (None, None), accept=accept)


def states(comparison, kind, one):
    """Writes of the status: those that are known to be sensible, each changed at random too."""
    for status in STATUSES.get(kind, []):
        body = {"status": copy.deepcopy(status)}
        if comparison.random.random() < 0.6:
            comparison.draw.mutate(body, kind)
        comparison.ask(kind, "PATCH", one + "/status", (body, body), PATCHES["merge"])
        comparison.ask(kind, "GET", one, (None, None), accept=TABLE)


def writes(comparison, kind, one, made):
    bodies = [server.call("GET", one)[1] for server in comparison.servers]
    if not all("metadata" in body for body in bodies):
        return
    for body, version in zip(bodies, made):
        body["metadata"]["resourceVersion"] = version
        body["metadata"]["labels"]["written"] = "stale"
    comparison.ask(kind, "PUT", one, tuple(bodies))
    for body in bodies:
        del body["metadata"]["resourceVersion"]
        body["metadata"]["labels"]["written"] = "free"
    comparison.ask(kind, "PUT", one, tuple(bodies))
    for body in bodies:
        body["metadata"]["name"] = "another"
    comparison.ask(kind, "PUT", one, tuple(bodies))
    for body in bodies:
        body["metadata"].update(name="absent", uid="", resourceVersion="", creationTimestamp=None)
    if comparison.random.random() < 0.5:
        comparison.ask(kind, "PUT", one.rsplit("/", 1)[0] + "/absent?dryRun=All", tuple(bodies))


def end(comparison, kind, path, one, body):
    options = comparison.random.choice([
        {}, {"propagationPolicy": "Background"}, {"propagationPolicy": "Foreground"}, {"propagationPolicy": "Orphan"},
        {"orphanDependents": True}, {"gracePeriodSeconds": 0}, {"propagationPolicy": "Nope"}, {"gracePeriodSeconds": -5},
        {"dryRun": ["All"]}, {"preconditions": {"uid": "00000000-0000-0000-0000-000000000000"}},
        {"preconditions": {"resourceVersion": "1"}}, {"orphanDependents": True, "propagationPolicy": "Orphan"}])
    query = comparison.random.choice(["", "", "?dryRun=All", "?gracePeriodSeconds=0", "?propagationPolicy=Background"])
    if comparison.random.random() < 0.5:
        held = {"metadata": {"finalizers": ["example.com/held"]}}
        comparison.ask(kind, "PATCH", one, (held, held), PATCHES["merge"])
    comparison.ask(kind, "DELETE", one + query, (options, options))
    comparison.ask(kind, "GET", one, (None, None))
    comparison.ask(kind, "POST", path, (body, body))
    comparison.ask(kind, "PATCH", one, ({"metadata": {"finalizers": ["example.com/other"]}},) * 2, PATCHES["merge"])
    comparison.ask(kind, "PATCH", one, ({"metadata": {"finalizers": None}},) * 2, PATCHES["merge"])
    comparison.ask(kind, "DELETE", one, (None, None))
    comparison.clear(one)
