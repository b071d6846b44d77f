"""Objects of recorded requests, and what chance makes of them."""
import collections
import copy
import glob
import gzip
import json
import re

from more import MORE
from objects import NS as NAMESPACE
from objects import OBJECTS

ODD = ["", "Invalid_Name!", "a" * 260, -1, 0, 1, 70000, 99999999999, True, False, None, {}, [], "x", "1", "-5", "0.1", "1.5Gi",
       "abc.def/gh", "UPPER", 1.5, ["a", "a"], {"a": "b"}, {"a": None}, "Always", " ", "5m", "*", "0", "100%"]


def paths(tree, path=()):
    yield path
    items = tree.items() if isinstance(tree, dict) else enumerate(tree) if isinstance(tree, list) else ()
    for key, part in items:
        yield from paths(part, path + (key,))


def at(tree, path):
    for key in path:
        tree = tree[key]
    return tree


def pointer(path):
    return "".join("/" + str(key).replace("~", "~0").replace("/", "~1") for key in path)


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
        for path, body in copy.deepcopy(OBJECTS + MORE):
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


class Draw:
    """What chance makes of the corpus."""

    def __init__(self, random, corpus):
        self.random = random
        self.corpus = corpus
        self.kinds = sorted(corpus.objects)

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
