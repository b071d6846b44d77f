"""Mode `create`: objects that chance changed, as dry runs. Mode `update`: one is made, then changed by PUT and PATCH."""
import copy
import json

from answers import ALLOCATED
from comparison import PATCHES
from recording import KEPT_ON_UPDATE


def create(comparison, number):
    comparison.recording.start()
    kind, path, body = comparison.draw.sample()
    for _ in range(comparison.random.choice([1, 1, 1, 2, 3])):
        comparison.draw.mutate(body, kind)
    validation = comparison.random.choice(["", "", "&fieldValidation=Strict", "&fieldValidation=Ignore"])
    comparison.ask(kind, "POST", path + "?dryRun=All" + validation, (body, body))


def update(comparison, number):
    kind, path, body = comparison.draw.sample()
    comparison.recording.start()
    if not isinstance(body.get("metadata"), dict):
        return
    if kind == "Pod" and isinstance(body.get("spec"), dict):
        body["spec"]["automountServiceAccountToken"] = False  # the name of its volume is made up by each server
    body["metadata"].pop("generateName", None)
    body["metadata"]["name"] = name = f"c{number}"
    one = path + "/" + name
    comparison.clear(one)
    if comparison.ask(kind, "POST", path, (body, body)):
        for _ in range(3):
            if not change(comparison, kind, one, name):
                break
    comparison.clear(one)


def change(comparison, kind, path, name):
    mine, current = (server.call("GET", path)[1] for server in comparison.servers)
    if "metadata" not in mine or current.get("kind") == "Status":
        return False
    changed = copy.deepcopy(current)
    for _ in range(comparison.random.choice([1, 1, 2])):
        comparison.draw.mutate(changed, kind)
    query = "?timeout=30s" + comparison.random.choice(["", "", "&fieldValidation=Strict"])
    path += comparison.random.choice([""] * 8 + ["/status"])
    form = comparison.random.choice(["put", "merge", "strategic", "apply", "json"])
    if form == "put":
        return comparison.ask(kind, "PUT", path + query, (renamed(based(changed, mine), current, mine), based(changed, current)))
    if form == "json":
        patch = [comparison.draw.operation(changed) for _ in range(comparison.random.choice([1, 1, 2]))]
    else:
        patch = comparison.draw.fragment(changed)
    if form == "apply":
        patch["apiVersion"], patch["kind"] = current["apiVersion"], kind
        patch.setdefault("metadata", {})
        if not isinstance(patch["metadata"], dict):
            return True
        patch["metadata"]["name"] = name
        query += "&fieldManager=" + comparison.random.choice(["m1", "m2"]) + comparison.random.choice(["", "&force=true"])
    return comparison.ask(kind, "PATCH", path + query, (renamed(patch, current, mine), patch), PATCHES[form])


def renamed(body, theirs, mine):
    """A body that names the uid of their object, or an address or a port of nodes that their server chose, naming those of ours."""
    text = json.dumps(body)
    for name, own in zip(chosen(theirs), chosen(mine)):
        text = text.replace(name, own)
    return json.loads(text)


def chosen(found):
    """What a server made up for an object, as texts that stand for nothing else; some labels and selectors hold the uid."""
    yield found.get("metadata", {}).get("uid") or "-"
    spec = found.get("spec") if found.get("kind") == "Service" and isinstance(found.get("spec"), dict) else {}
    yield f'"{spec.get("clusterIP", "-")}"'
    for port in spec.get("ports") or []:
        yield f'"nodePort": {port.get("nodePort", "-")}'
    yield f'"healthCheckNodePort": {spec.get("healthCheckNodePort", "-")}'


def based(changed, current):
    """What is put: with the identity, and the addresses, that this server gave the object."""
    body = copy.deepcopy(changed)
    if isinstance(body.get("metadata"), dict):
        for field in KEPT_ON_UPDATE:
            body["metadata"].pop(field, None)
            if field in current["metadata"]:
                body["metadata"][field] = current["metadata"][field]
    if isinstance(body.get("spec"), dict) and isinstance(current.get("spec"), dict):
        for field in ALLOCATED & set(body["spec"]) & set(current["spec"]):
            body["spec"][field] = current["spec"][field]
    return body
