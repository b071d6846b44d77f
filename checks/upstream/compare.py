#!/usr/bin/env python3
"""Sends the same random requests to two API servers and shows where their answers differ.

The requests come from recorded ones (checks/golden/api): a field is taken away, filled with an odd value, with a value that
another object has there, or repeated; then the object is created (mode `create`, a dry run), or created and changed by PUT
and the four kinds of PATCH (mode `update`), or created, listed, shown as a table, given a status, deleted in several ways and
watched (mode `life`); mode `quota` makes objects under random quotas; mode `cases` has the conversations of cases.py. What cannot be equal (uids, times, revisions, addresses) is masked.

Each difference is printed once or twice with its request; the last lines count them by kind. Exit status 1 when there was one.
For developers; compare.sh starts both servers.
"""
import argparse
import collections
import copy
import glob
import gzip
import http.client
import json
import random
import re
import ssl
import sys
import time
import urllib.parse

from cases import CASES
from objects import FIXED_NAMES
from objects import NS as NAMESPACE
from objects import CHARGED, OBJECTS, QUOTAS, RECHARGES, STATUSES

MASKED = {"uid", "creationTimestamp", "resourceVersion", "deletionTimestamp", "lastTransitionTime", "lastProbeTime",
          "lastHeartbeatTime", "time", "lastPhaseTransitionTime"}
ALLOCATED = {"clusterIP", "clusterIPs", "nodePort", "healthCheckNodePort"}
KEPT_ON_UPDATE = ("uid", "resourceVersion", "creationTimestamp", "managedFields")
TEXTS = [
    (r"kube-api-access-[a-z0-9]{5}", "kube-api-access-<sfx>"),
    (r"-[bcdfghjklmnpqrstvwxz2456789]{5}\b", "-<sfx>"),
    (r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", "<uid>"),
    (r"20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z", "<time>"),
    (r'resourceVersion(\\*)":(\\*)"\d+', "resourceVersion:<rv>"),
    (r"in record \([0-9]+\)", "in record (<rv>)"),
    (r'(?s)"\{\\"(?:apiVersion|kind|metadata)\\".*\}"(?=: )', "<object>"),
]
ODD = ["", "Invalid_Name!", "a" * 260, -1, 0, 1, 70000, 99999999999, True, False, None, {}, [], "x", "1", "-5", "0.1", "1.5Gi",
       "abc.def/gh", "UPPER", 1.5, ["a", "a"], {"a": "b"}, {"a": None}, "Always", " ", "5m", "*", "0", "100%"]
OWN_WARNING = "this server does not "  # says of kinds that are kept only
AGE = re.compile(r"([0-9]+[smhdy])+|<unknown>")
TABLE = "application/json;as=Table;v=v1;g=meta.k8s.io,application/json"
PATCHES = {"merge": "application/merge-patch+json", "strategic": "application/strategic-merge-patch+json",
           "apply": "application/apply-patch+yaml", "json": "application/json-patch+json"}


class Server:
    """One API server, asked over one connection."""

    def __init__(self, url, token):
        address = urllib.parse.urlparse(url)
        self.host, self.port, self.token = address.hostname, address.port, token
        self.connection = None

    def call(self, method, path, body=None, content_type="application/json", accept="application/json", tries=2, caller="",
             more=()):
        """`caller`: a user whose token is that of the administrator with his name behind it; `more`: headers."""
        token = self.token + (caller and "-" + caller)
        headers = {"Authorization": "Bearer " + token, "Accept": accept, "User-Agent": "compare", **dict(more)}
        data = None
        if body is not None:
            data = json.dumps(body, separators=(",", ":")).encode()  # upstream compares what it does not know byte by byte
            headers["Content-Type"] = content_type
        for attempt in range(tries):
            try:
                if self.connection is None:
                    self.connection = http.client.HTTPSConnection(
                        self.host, self.port, context=ssl._create_unverified_context(), timeout=60)
                self.connection.request(method, path, data, headers)
                answer = self.connection.getresponse()
                text = answer.read()
                warnings = [value for name, value in answer.getheaders()
                            if name.lower() == "warning" and OWN_WARNING not in value]
                return answer.status, parsed(text), warnings
            except (http.client.HTTPException, OSError):
                self.connection = None
                if attempt == tries - 1:
                    raise


def parsed(text):
    try:
        return json.loads(text)
    except ValueError:
        pass
    try:
        return {"events": [json.loads(line) for line in text.splitlines()]}
    except ValueError:
        return {"text": text.decode(errors="replace")}


def masked(value):
    if isinstance(value, dict) and value.get("kind") == "Table":
        return table(value)
    if isinstance(value, dict):
        return {key: "<masked>" if key in MASKED and part is not None
                else "<allocated>" if key in ALLOCATED and part not in ("None", ["None"])
                else managers(part) if key == "managedFields" and isinstance(part, list)
                else masked(part) for key, part in value.items()}
    if isinstance(value, list):
        return [masked(part) for part in value]
    if isinstance(value, str):
        for pattern, name in TEXTS:
            value = re.sub(pattern, name, value)
    return value


def managers(entries):
    """What is managed by whom, in an order that no time decides."""
    alike = [{key: masked(part) for key, part in entry.items() if key != "time"} for entry in entries if isinstance(entry, dict)]
    return sorted(alike, key=lambda entry: json.dumps(entry, sort_keys=True))


def table(value):
    """Columns without their descriptions, which are each server's own, and cells without ages."""
    columns = [{key: part for key, part in column.items() if key != "description"}
               for column in value.get("columnDefinitions") or []]
    rows = [{"cells": ["<age>" if isinstance(cell, str) and AGE.fullmatch(cell) else masked(cell) for cell in row["cells"]],
             "object": masked(row.get("object"))} for row in value.get("rows") or []]
    return {"kind": "Table", "columns": columns, "rows": rows}


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
    return None if ours == theirs and type(ours) is type(theirs) else f"{path}: {shown(ours)} | {shown(theirs)}"


def shown(value):
    return json.dumps(value)[:600]


def paths(tree, path=()):
    yield path
    items = tree.items() if isinstance(tree, dict) else enumerate(tree) if isinstance(tree, list) else ()
    for key, part in items:
        yield from paths(part, path + (key,))


def at(tree, path):
    for key in path:
        tree = tree[key]
    return tree


class Corpus:
    """The objects of recorded requests that upstream accepted, and all values that stand in recorded requests."""

    def __init__(self, folder, only):
        self.objects = collections.defaultdict(list)
        self.values = collections.defaultdict(list)
        for name in sorted(glob.glob(folder + "/**/*.json*", recursive=True)):
            scenario = json.loads((gzip.open if name.endswith(".gz") else open)(name).read())
            if isinstance(scenario, dict) and scenario.get("profile", "default") == "default" and "/crd/" not in name:
                for step in scenario.get("steps", []):
                    self.learn(step, only)
        for path, body in copy.deepcopy(OBJECTS):
            self.note(body, "")
            if re.search(only, body["kind"]):
                self.objects[body["kind"]].append((path, body))

    def learn(self, step, only):
        request = step.get("request", {})
        text = json.dumps([request.get("path", ""), request.get("body")]).replace("{{ns}}", NAMESPACE)
        if "{{" in text:
            return
        path, body = json.loads(text)
        self.note(body, "")
        path = path.split("?")[0]
        created = request.get("method") == "POST" and step.get("expect", {}).get("status") == 201 and isinstance(body, dict)
        plain = path.count("/") <= 7 and "reviews" not in path and not path.endswith(("/binding", "/eviction", "/token"))
        if created and plain and body.get("kind") not in (None, "Namespace") and re.search(only, body["kind"]):
            self.objects[body["kind"]].append((path, body))

    def note(self, value, key):
        if len(self.values[key]) < 400:
            self.values[key].append(value)
        if isinstance(value, dict):
            for name, part in value.items():
                self.note(part, name)
        elif isinstance(value, list):
            for part in value:
                self.note(part, key + "[]")


class Comparison:
    def __init__(self, options):
        self.random = random.Random(options.seed)
        self.corpus = Corpus(options.corpus, options.only)
        self.servers = (Server(options.ours, options.token), Server(options.theirs, options.token))
        self.kinds = sorted(self.corpus.objects)
        self.seen = collections.Counter()
        self.by_kind = collections.defaultdict(lambda: [0, 0])
        self.recording = Recording(options.record)
        self.asked = self.same = self.accepted = 0
        for server in self.servers:
            server.call("POST", "/api/v1/namespaces", {"metadata": {"name": NAMESPACE}})
            server.call("POST", f"/api/v1/namespaces/{NAMESPACE}/serviceaccounts", {"metadata": {"name": "default"}})

    def sample(self):
        kind = self.random.choice(self.kinds)
        path, body = copy.deepcopy(self.random.choice(self.corpus.objects[kind]))
        return kind, path, body

    def mutate(self, tree, kind):
        places = [path for path in paths(tree) if path and path[0] not in ("apiVersion", "kind")
                  and path not in (("metadata",), ("metadata", "name"), ("metadata", "namespace"))]
        places += [path for path in places if path[0] != "metadata"] * 2
        if not places:
            return
        path = self.random.choice(places)
        parent, key, value = at(tree, path[:-1]), path[-1], at(tree, path)
        name = key if isinstance(key, str) else next((k for k in reversed(path) if isinstance(k, str)), "") + "[]"
        chance = self.random.random()
        if chance < 0.18:
            del parent[key]
        elif chance < 0.40 and self.corpus.values.get(name):
            parent[key] = copy.deepcopy(self.random.choice(self.corpus.values[name]))
        elif chance < 0.62:
            alike = [odd for odd in ODD if type(odd) is type(value)]
            parent[key] = copy.deepcopy(self.random.choice(alike if alike and self.random.random() < 0.75 else ODD))
        elif chance < 0.72 and isinstance(parent, list):
            parent.insert(self.random.randrange(len(parent) + 1), copy.deepcopy(value))
        elif chance < 0.95:
            self.cross(parent, path, kind)
        elif isinstance(parent, dict):
            parent[self.random.choice(["bogus", "Name", "spec"])] = self.random.choice(ODD)

    def cross(self, parent, path, kind):
        """Takes over a member that another object of the kind has at this place."""
        try:
            other = at(self.random.choice(self.corpus.objects[kind])[1], path[:-1])
        except (KeyError, IndexError, TypeError):
            return
        if isinstance(other, dict) and isinstance(parent, dict) and other:
            name = self.random.choice(sorted(other))
            parent[name] = copy.deepcopy(other[name])

    def ask(self, kind, method, path, bodies, content_type="application/json", accept="application/json"):
        """Sends one request to both servers; `path` is one for both, or one for each."""
        places = path if isinstance(path, tuple) else (path, path)
        path = places[1]
        ours, theirs = (comparable(server.call(method, place, body, content_type, accept))
                        for server, place, body in zip(self.servers, places, bodies))
        self.asked += 1
        self.accepted += theirs["status"] < 300
        self.by_kind[kind][0] += 1
        found = difference(ours, theirs)
        self.by_kind[kind][1] += bool(found)
        self.recording.note(kind, method, path, bodies[1], content_type, accept, theirs, found)
        if not found:
            self.same += 1
            return True
        sort = kind + " " + re.sub(r'[0-9]+|"[^"]{0,80}"', "_", found)[:90]
        self.seen[sort] += 1
        if self.seen[sort] <= 2:
            print(f"{kind}: {found}\n    {method} {path} {content_type} {json.dumps(bodies[1])[:700]}", flush=True)
        return False

    def create(self):
        self.recording.start()
        kind, path, body = self.sample()
        for _ in range(self.random.choice([1, 1, 1, 2, 3])):
            self.mutate(body, kind)
        validation = self.random.choice(["", "", "&fieldValidation=Strict", "&fieldValidation=Ignore"])
        self.ask(kind, "POST", path + "?dryRun=All" + validation, (body, body))

    def update(self, number):
        kind, path, body = self.sample()
        self.recording.start()
        if not isinstance(body.get("metadata"), dict):
            return
        if kind == "Pod" and isinstance(body.get("spec"), dict):
            body["spec"]["automountServiceAccountToken"] = False  # the name of its volume is made up by each server
        body["metadata"].pop("generateName", None)
        body["metadata"]["name"] = name = f"c{number}"
        one = path + "/" + name
        self.clear(one)
        if self.ask(kind, "POST", path, (body, body)):
            for _ in range(3):
                if not self.change(kind, one, name):
                    break
        self.clear(one)

    def cases(self):
        """All of cases.py, in order. What is recorded are upstream's answers, whether they are ours or not."""
        for sort, conversations in CASES.items():
            for steps in conversations:
                self.recording.start()
                for step in steps:
                    self.case(sort, *step)
                for method, path, body in [step[:3] for step in reversed(steps)]:
                    if method == "POST" and "?" not in path and "name" in body.get("metadata", {}):
                        self.clear(path + "/" + body["metadata"]["name"])
                self.recording.kept.append(self.recording.steps)

    def case(self, sort, method, path, body, how=()):
        how = dict(how)
        content_type, accept = how.get("type", "application/json"), how.get("accept", "application/json")
        given = {"method": method, "path": path, **({"body": body, "type": content_type} if body is not None else {}),
                 **{key: part for key, part in how.items() if key != "managers"}}
        answers = []
        for server in self.servers:
            for _ in range(50):
                answer = server.call(method, path, body, content_type, accept, 2, how.get("caller", ""), how.get("headers", {}))
                if answer[0] == how.get("until", answer[0]):
                    break
                time.sleep(0.1)
            answers.append(comparable(answer))
        if how.get("managers"):
            given["managers"] = answers[1]["body"].get("metadata", {}).get("managedFields", [])
        self.recording.steps.append({**given, "status": answers[1]["status"], "answer": told(answers[1]["body"]),
                                     "warnings": answers[1]["warnings"]})
        self.count(sort, difference(*answers), f"{method} {path} {how} {json.dumps(body)[:700]}")

    def count(self, sort, found, request):
        self.asked += 1
        self.by_kind[sort][0] += 1
        self.by_kind[sort][1] += bool(found)
        self.same += not found
        if found:
            self.seen[sort] += 1
            print(f"{sort}: {found}\n    {request}", flush=True)

    def clear(self, one):
        for server in self.servers:
            server.call("DELETE", one + "?gracePeriodSeconds=0")
            server.call("PATCH", one, {"metadata": {"finalizers": None}}, PATCHES["merge"])

    def change(self, kind, path, name):
        mine, current = (server.call("GET", path)[1] for server in self.servers)
        if "metadata" not in mine or current.get("kind") == "Status":
            return False
        changed = copy.deepcopy(current)
        for _ in range(self.random.choice([1, 1, 2])):
            self.mutate(changed, kind)
        query = "?timeout=30s" + self.random.choice(["", "", "&fieldValidation=Strict"])
        path += self.random.choice([""] * 8 + ["/status"])
        form = self.random.choice(["put", "merge", "strategic", "apply", "json"])
        if form == "put":
            return self.ask(kind, "PUT", path + query, (renamed(based(changed, mine), current, mine), based(changed, current)))
        if form == "json":
            patch = [self.operation(changed) for _ in range(self.random.choice([1, 1, 2]))]
        else:
            patch = self.fragment(changed)
        if form == "apply":
            patch["apiVersion"], patch["kind"] = current["apiVersion"], kind
            patch.setdefault("metadata", {})
            if not isinstance(patch["metadata"], dict):
                return True
            patch["metadata"]["name"] = name
            query += "&fieldManager=" + self.random.choice(["m1", "m2"]) + self.random.choice(["", "&force=true"])
        return self.ask(kind, "PATCH", path + query, (renamed(patch, current, mine), patch), PATCHES[form])

    def life(self, number):
        """One object of a kind from its making to its end, looked at and deleted in all ways."""
        kind, path, body = self.sample()
        self.recording.start()
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
        self.clear(one)
        if not self.ask(kind, "POST", path, (body, body)):
            return
        found = [server.call("GET", one)[1].get("metadata", {}) for server in self.servers]
        if not all("resourceVersion" in metadata for metadata in found):
            return
        made = [metadata["resourceVersion"] for metadata in found]
        self.ask(kind, "POST", path, (body, body))
        self.ask(kind, "GET", one, (None, None), accept=TABLE)
        self.ask(kind, "GET", some, (None, None), accept=TABLE)
        self.ask(kind, "GET", some, (None, None))
        self.states(kind, one)
        self.ask(kind, "PATCH", one, ({"metadata": {"annotations": {"a": "1"}}},) * 2, PATCHES["merge"])
        self.writes(kind, one, made)
        self.end(kind, path, one, body)
        watched = tuple(f"{some}&watch=true&timeoutSeconds=1&resourceVersion={version}" for version in made)
        accept = self.random.choice(["application/json", TABLE])
        self.ask(kind, "GET", watched, (None, None), accept=accept)

    def states(self, kind, one):
        """Writes of the status: those that are known to be sensible, each changed at random too."""
        for status in STATUSES.get(kind, []):
            body = {"status": copy.deepcopy(status)}
            if self.random.random() < 0.6:
                self.mutate(body, kind)
            self.ask(kind, "PATCH", one + "/status", (body, body), PATCHES["merge"])
            self.ask(kind, "GET", one, (None, None), accept=TABLE)

    def writes(self, kind, one, made):
        bodies = [server.call("GET", one)[1] for server in self.servers]
        if not all("metadata" in body for body in bodies):
            return
        for body, version in zip(bodies, made):
            body["metadata"]["resourceVersion"] = version
            body["metadata"]["labels"]["written"] = "stale"
        self.ask(kind, "PUT", one, tuple(bodies))
        for body in bodies:
            del body["metadata"]["resourceVersion"]
            body["metadata"]["labels"]["written"] = "free"
        self.ask(kind, "PUT", one, tuple(bodies))
        for body in bodies:
            body["metadata"]["name"] = "another"
        self.ask(kind, "PUT", one, tuple(bodies))
        for body in bodies:
            body["metadata"].update(name="absent", uid="", resourceVersion="", creationTimestamp=None)
        if self.random.random() < 0.5:
            self.ask(kind, "PUT", one.rsplit("/", 1)[0] + "/absent?dryRun=All", tuple(bodies))

    def end(self, kind, path, one, body):
        options = self.random.choice([{}, {"propagationPolicy": "Background"}, {"propagationPolicy": "Foreground"},
                                      {"propagationPolicy": "Orphan"}, {"orphanDependents": True}, {"gracePeriodSeconds": 0},
                                      {"propagationPolicy": "Nope"}, {"gracePeriodSeconds": -5}, {"dryRun": ["All"]},
                                      {"preconditions": {"uid": "00000000-0000-0000-0000-000000000000"}},
                                      {"preconditions": {"resourceVersion": "1"}},
                                      {"orphanDependents": True, "propagationPolicy": "Orphan"}])
        query = self.random.choice(["", "", "?dryRun=All", "?gracePeriodSeconds=0", "?propagationPolicy=Background"])
        if self.random.random() < 0.5:
            held = {"metadata": {"finalizers": ["example.com/held"]}}
            self.ask(kind, "PATCH", one, (held, held), PATCHES["merge"])
        self.ask(kind, "DELETE", one + query, (options, options))
        self.ask(kind, "GET", one, (None, None))
        self.ask(kind, "POST", path, (body, body))
        self.ask(kind, "PATCH", one, ({"metadata": {"finalizers": ["example.com/other"]}},) * 2, PATCHES["merge"])
        self.ask(kind, "PATCH", one, ({"metadata": {"finalizers": None}},) * 2, PATCHES["merge"])
        self.ask(kind, "DELETE", one, (None, None))
        self.clear(one)

    def quota(self, number):
        """A namespace with random quotas, whose counts are written as its controller would, and random objects in it."""
        self.recording.start()
        self.recording.usable = False
        namespace = f"quota{number}"
        for server in self.servers:
            server.call("POST", "/api/v1/namespaces", {"metadata": {"name": namespace}})
            server.call("POST", f"/api/v1/namespaces/{namespace}/serviceaccounts", {"metadata": {"name": "default"}})
        for i in range(self.random.choice([1, 1, 2])):
            spec = copy.deepcopy(self.random.choice(QUOTAS))
            status = {"hard": spec["hard"], "used": {name: self.random.choice(["0", "1"]) for name in spec["hard"]}}
            if self.random.random() < 0.1:
                status["used"].popitem()
            for server in self.servers:
                server.call("POST", f"/api/v1/namespaces/{namespace}/resourcequotas", {"metadata": {"name": f"q{i}"}, "spec": spec})
                server.call("PATCH", f"/api/v1/namespaces/{namespace}/resourcequotas/q{i}/status", {"status": status},
                            PATCHES["merge"])
        time.sleep(1.2)  # upstream's plug-in sees quotas a little later
        for i in range(12):
            resource, body = copy.deepcopy(self.random.choice(CHARGED))
            body["metadata"] = {"name": f"o{i}"}
            for _ in range(self.random.choice([0, 0, 1])):
                self.mutate(body, "Pod")
            body["metadata"] = {"name": f"o{i}"}
            query = self.random.choice(["", "", "?dryRun=All"])
            path = resource.replace("{ns}", namespace)
            self.ask("quota " + resource.split("/")[-1], "POST", path + query, (body, body))
            if self.random.random() < 0.3:
                patch = self.random.choice(RECHARGES)
                self.ask("quota change", "PATCH", f"{path}/o{i}", (patch, patch), PATCHES["merge"])
            self.ask("quota counts", "GET", f"/api/v1/namespaces/{namespace}/resourcequotas", (None, None))

    def operation(self, tree):
        places = [path for path in paths(tree) if path and path[0] not in ("apiVersion", "kind")
                  and not {"uid", "resourceVersion", "managedFields"} & set(path)]
        path = self.random.choice(places)
        operation = {"op": self.random.choice(["add", "replace", "remove", "test", "copy", "move"]), "path": pointer(path)}
        if operation["op"] in ("add", "replace", "test"):
            known = self.corpus.values.get(str(path[-1])) or ODD
            operation["value"] = copy.deepcopy(self.random.choice(known if self.random.random() < 0.7 else ODD))
        elif operation["op"] in ("copy", "move"):
            operation["from"] = pointer(self.random.choice(places))
        return operation

    def fragment(self, tree):
        """A part of the object, down to a field or a whole list."""
        patch = {}
        places = [path for path in paths(tree) if len(path) > 1 and path[0] not in ("apiVersion", "kind")
                  and not {"uid", "resourceVersion", "creationTimestamp", "managedFields"} & set(path)]
        for path in self.random.sample(places, min(len(places), self.random.choice([1, 2]))):
            end = next((i for i, key in enumerate(path) if isinstance(key, int)), len(path))
            value = None if self.random.random() < 0.15 else copy.deepcopy(at(tree, path[:end]))
            inner = patch
            for key in path[:end - 1]:
                inner = inner.setdefault(key, {})
                if not isinstance(inner, dict):
                    break
            else:
                inner[path[end - 1]] = value
        return patch


class Recording:
    """Conversations on which both servers agree, one for each sort of answer, for ComparedAnswersTest."""

    def __init__(self, file):
        self.file = file
        self.sorts = set()
        self.kept = []
        self.steps = []
        self.usable = True

    def start(self):
        self.steps = []
        self.usable = True

    def note(self, kind, method, path, body, content_type, accept, answer, found):
        if not self.file or (method == "PUT" and answer["status"] == 409):
            return  # what is stale is another revision in each run
        body = copy.deepcopy(body)
        step = {"method": method, "path": path}
        if body is not None:
            step["body"] = without_identity(body) if method == "PUT" else body
            step["type"] = content_type
        if accept != "application/json":
            step["accept"] = accept
        step["status"] = answer["status"]
        step["answer"] = told(answer["body"])
        step["warnings"] = answer["warnings"]
        text = json.dumps(answer) + json.dumps(body)
        self.usable &= not found and len(text) < 6000 and "watch=true" not in path
        self.usable &= not re.search(r"<(object|time|uid|rv|sfx)>", json.dumps(step["answer"]))
        self.steps.append(step)
        causes = (answer["body"].get("details") or {}).get("causes") or []
        sort = (kind, method if "Status" != answer["body"].get("kind") else "", answer["status"], "status" in path,
                accept if method == "GET" else "",
                tuple(re.sub(r'"[^"]*"|[0-9]+', "_", str(c.get("field")) + str(c.get("message"))) for c in causes)
                or re.sub(r'"[^"]*"|[0-9]+', "_", str(answer["body"].get("message"))))
        if self.usable and sort not in self.sorts:
            self.sorts.add(sort)
            self.kept.append(list(self.steps))

    def write_all(self):
        with open(self.file, "w") as out:
            for steps in self.kept:
                out.write(json.dumps(steps) + "\n")

    def write(self):
        longest = [steps for steps in self.kept
                   if not any(len(other) > len(steps) and other[:len(steps)] == steps for other in self.kept)]
        with open(self.file, "ab") as raw, gzip.GzipFile("", "wb", mtime=0, fileobj=raw) as out:
            for steps in longest:
                out.write((json.dumps(steps) + "\n").encode())
        print(f"{len(longest)} conversations recorded")


def without_identity(body):
    if isinstance(body.get("metadata"), dict):
        for key in KEPT_ON_UPDATE:
            if key in body["metadata"]:
                body["metadata"][key] = "<current>" if key != "managedFields" else None
        body["metadata"].pop("managedFields", None)
    return body


def told(value):
    """What of an answer is held against: nothing that differs from run to run."""
    if isinstance(value, dict):
        return {key: told(part) for key, part in value.items()
                if key not in MASKED | ALLOCATED | {"metadata", "managedFields"}}
    return [told(part) for part in value] if isinstance(value, list) else value


def pointer(path):
    return "".join("/" + str(key).replace("~", "~0").replace("/", "~1") for key in path)


def renamed(body, theirs, mine):
    """A body that names the uid of their object, naming that of ours: some labels and selectors hold it."""
    uids = [found.get("metadata", {}).get("uid") or "-" for found in (theirs, mine)]
    return json.loads(json.dumps(body).replace(*uids))


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


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--ours", required=True, help="address of the server under test")
    parser.add_argument("--theirs", required=True, help="address of the server that is right")
    parser.add_argument("--token", required=True, help="a bearer token with all rights on both")
    parser.add_argument("--corpus", required=True, help="folder of recorded exchanges")
    parser.add_argument("--mode", choices=["create", "update", "life", "quota", "cases"], default="create")
    parser.add_argument("--only", default="", help="regular expression: only these kinds")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=1000, help="requests, at least")
    parser.add_argument("--record", default="",
                        help="append to this file what both answer alike; mode `cases` writes it anew, with upstream's answers")
    options = parser.parse_args()
    comparison = Comparison(options)
    number = 0
    if options.mode == "cases":
        comparison.cases()
    while comparison.asked < options.count and options.mode != "cases":
        number += 1
        comparison.create() if options.mode == "create" else getattr(comparison, options.mode)(number)
    if options.record and options.mode == "cases":
        comparison.recording.write_all()
    elif options.record:
        comparison.recording.write()
    for kind, (asked, differ) in sorted(comparison.by_kind.items()):
        print(f"{kind}: {differ} of {asked} differ")
    print(f"{comparison.same} of {comparison.asked} answers the same, {comparison.accepted} requests accepted")
    for sort, count in comparison.seen.most_common():
        print(f"{count:5} {sort}")
    sys.exit(1 if comparison.seen else 0)


if __name__ == "__main__":
    main()
