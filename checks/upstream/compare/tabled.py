"""Mode `tables`: objects whose fields and status are made up along the schemas, each shown as the rows that `kubectl get -o wide` prints, alone,
in a list and in a watch."""
import copy

from changes import based, renamed
from filled import drawn
from objects import FIXED_NAMES

TABLE = "application/json;as=Table;v=v1;g=meta.k8s.io,application/json"


def tables(comparison, number):
    sample = drawn(comparison)
    if not sample:
        return
    kind, path, body, schema, filler = sample
    if kind not in FIXED_NAMES:
        body["metadata"]["name"] = f"t{number}"
    one = path + "/" + body["metadata"]["name"]
    comparison.clear(one)
    for _ in range(4):
        sent = copy.deepcopy(body)
        for _ in range(comparison.random.choice([0, 1, 2, 4])):
            filler.fill(sent, schema)
        if comparison.servers[1].call("POST", path + "?dryRun=All", sent)[0] == 201:
            body = sent
            break
    if comparison.ask(kind, "POST", path, (body, body)):
        rows(comparison, kind, path, one)
        for _ in range(3):
            if "status" in schema["properties"] and state(comparison, kind, one, filler, schema["properties"]["status"]):
                rows(comparison, kind, path, one)
    comparison.clear(one)


def rows(comparison, kind, path, one):
    comparison.ask(kind, "GET", one, (None, None), accept=TABLE)
    if comparison.random.random() < 0.2:
        name = one.rsplit("/", 1)[1]
        comparison.ask(kind, "GET", f"{path}?fieldSelector=metadata.name%3D{name}&watch=true&timeoutSeconds=1", (None, None), accept=TABLE)
        comparison.ask(kind, "GET", f"{path}?fieldSelector=metadata.name%3D{name}", (None, None), accept=TABLE)


def state(comparison, kind, one, filler, schema):
    """Writes a status of which some is made up; true when it was taken."""
    mine, current = (server.call("GET", one)[1] for server in comparison.servers)
    if "metadata" not in mine or current.get("kind") == "Status":
        return False
    for _ in range(4):
        changed = copy.deepcopy(current)
        status = changed["status"] = changed.get("status") if isinstance(changed.get("status"), dict) else {}
        for _ in range(comparison.random.choice([1, 2, 3, 6])):
            filler.fill(status, schema, False)
        if comparison.servers[1].call("PUT", one + "/status?dryRun=All", based(changed, current))[0] == 200:
            return comparison.ask(kind, "PUT", one + "/status", (renamed(based(changed, mine), current, mine), based(changed, current)))
    return False
