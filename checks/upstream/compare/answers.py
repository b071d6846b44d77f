"""What of two answers can be equal, and where they differ."""
import json
import re

MASKED = {"uid", "creationTimestamp", "resourceVersion", "deletionTimestamp", "lastTransitionTime", "lastProbeTime",
          "lastHeartbeatTime", "lastUpdateTime", "time", "lastPhaseTransitionTime", "continue"}
ALLOCATED = {"clusterIP", "clusterIPs", "nodePort", "healthCheckNodePort"}
TEXTS = [
    (r"\bselfType[0-9]+", "@self"),  # drawn anew whenever a schema is compiled
    (r"kube-api-access-[a-z0-9]{5}", "kube-api-access-<sfx>"),
    (r"-[bcdfghjklmnpqrstvwxz2456789]{5}\b", "-<sfx>"),
    (r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", "<uid>"),
    (r"(?!2006-01-02T15:04:05)20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z", "<time>"),
    (r'resourceVersion(\\*)":(\\*)"\d+', "resourceVersion:<rv>"),
    (r"in record \([0-9]+\)", "in record (<rv>)"),
    (r"(resource version: [0-9]+, current: |ResourceVersion in object meta: )[0-9]+", r"\1<rv>"),
    (r'(?s)"\{\\"(?:apiVersion|kind|metadata|data)\\".*\}"(?=: )', "<object>"),
]
AGE = re.compile(r"([0-9]+[smhdy])+|<unknown>")


def masked(value):
    if isinstance(value, dict) and value.get("kind") == "Table":
        return table(value)
    if isinstance(value, dict):
        return {key: "<masked>" if key in MASKED and part is not None
                else "<allocated>" if key in ALLOCATED and part not in ("None", ["None"])
                else managers(part) if key == "managedFields" and isinstance(part, list)
                else conflicts(part) if key == "causes" and isinstance(part, list)
                else masked(part) for key, part in value.items()}
    if isinstance(value, list):
        return [masked(part) for part in value]
    if isinstance(value, str):
        for pattern, name in TEXTS:
            value = re.sub(pattern, name, value)
        return untyped(value) if value.startswith("failed to create typed patch object") else value
    return value


def untyped(message):
    """What does not fit of an applied object stands there in an order that chance decides: Go's of a map."""
    head, *errors = message.split("\n")
    return "\n".join([head, *sorted(errors)])


def conflicts(causes):
    """Managers in whose way an apply is: of several it takes one after the other, in an order that chance decides."""
    found = [masked(cause) for cause in causes]
    by_chance = all(isinstance(cause, dict) and cause.get("reason") == "FieldManagerConflict" for cause in found)
    return sorted(found, key=lambda cause: json.dumps(cause, sort_keys=True)) if by_chance else found


def managers(entries):
    """What is managed by whom, in an order that no time decides."""
    alike = [{key: masked(part) for key, part in entry.items() if key != "time"} for entry in entries if isinstance(entry, dict)]
    return sorted(alike, key=lambda entry: json.dumps(entry, sort_keys=True))


def table(value):
    """Columns without their descriptions, which are each server's own, and cells without ages."""
    columns = [{key: part for key, part in column.items() if key != "description"}
               for column in value.get("columnDefinitions") or []]
    rows = [{"cells": ["<age>" if isinstance(cell, str) and AGE.fullmatch(cell) else "<allocated>" if of_service(row, cell) else masked(cell)
                       for cell in row["cells"]],
             "object": masked(row.get("object"))} for row in value.get("rows") or []]
    return {"kind": "Table", "columns": columns, "rows": rows}


def of_service(row, cell):
    """An address from the range that both servers have for services, or a port of nodes."""
    return isinstance(cell, str) and re.match(r"10\.(0|9)\.[0-9]+\.[0-9]+$|[0-9]+:3[0-9]{4}/", cell)


def comparable(answer):
    status, body, warnings = answer
    return {"status": status, "body": masked(body), "warnings": sorted(warnings)}


def difference(ours, theirs, path=""):
    """The first place where two answers differ; None when they are alike."""
    if type(ours) is type(theirs) and isinstance(ours, dict):
        for key in sorted(set(ours) | set(theirs)):
            if key not in ours or key not in theirs:
                return f"{path}.{key}: {shown(ours.get(key, '<absent>'))} | {shown(theirs.get(key, '<absent>'))}"
            found = difference(ours[key], theirs[key], f"{path}.{key}")
            if found:
                return found
        return None
    if type(ours) is type(theirs) and isinstance(ours, list) and len(ours) == len(theirs):
        found = (difference(one, other, f"{path}[{i}]") for i, (one, other) in enumerate(zip(ours, theirs)))
        return next((place for place in found if place), None)
    if type(ours) is type(theirs) and isinstance(ours, list):
        return f"{path}: only here {shown(without(ours, theirs))} | only there {shown(without(theirs, ours))}"
    return None if ours == theirs and type(ours) is type(theirs) else f"{path}: {shown(ours)} | {shown(theirs)}"


def without(some, others):
    """Those of a list that another has not, each as often as it stands more often here."""
    rest = list(others)
    return [one for one in some if one not in rest or rest.remove(one)]


def shown(value):
    return json.dumps(value)[:600]


def told(value):
    """What of an answer is held against: nothing that differs from run to run."""
    if isinstance(value, dict):
        return {key: told(part) for key, part in value.items()
                if key not in MASKED | ALLOCATED | {"metadata", "managedFields"}}
    return [told(part) for part in value] if isinstance(value, list) else value
