"""Mode `filled`: fields are made up along the schemas that upstream publishes, so that those are compared, too, which no
recorded object has; the object is created as a dry run, or made and then changed by PUT and the four kinds of PATCH."""
import copy

from changes import based, renamed
from comparison import PATCHES
from draw import ODD
from objects import FIXED_NAMES

TEXTS = ["a", "b", "x", "1", "", "a.b", "a/b", "example.com/a", "UPPER", "1s", "10.0.0.1", "10.0.0.0/24", "::1", "/a", "../a", "a" * 64,
         "a" * 254, "a_b", "a b", "-a", "*.a.b", "$(A)", "http", "self == 1", "{}", "a,b", "é"]
NUMBERS = [-2, -1, 0, 1, 2, 3, 5, 30, 80, 100, 101, 300, 1000, 3601, 65535, 65536, 86401, 2147483647]
QUANTITIES = ["1", "0", "-1", "100m", "1Gi", "1.5", "0.5Gi", "1e3", "x", "10Mi", "2k", "1n"]
TIMES = ["2026-01-02T03:04:05Z", "2026-01-02T03:04:05.123456Z", "2026-01-02T03:04:05+02:00", "x"]
LEFT_ALONE = {"apiVersion", "kind", "managedFields", "uid", "resourceVersion", "creationTimestamp", "deletionTimestamp", "selfLink",
              "generateName", "name", "namespace"}


class Schemas:
    """What the server that is right publishes of the kinds, asked once for each group and version."""

    def __init__(self, server):
        self.server = server
        self.known = {}

    def of(self, group_version, kind):
        """The schema of a kind, or nothing."""
        if group_version not in self.known:
            path = ("apis/" if "/" in group_version else "api/") + group_version
            self.known[group_version] = self.server.call("GET", "/openapi/v3/" + path)[1].get("components", {}).get("schemas", {})
        group, version = group_version.rpartition("/")[::2]
        wanted = {"group": group, "version": version, "kind": kind}
        found = [schema for schema in self.known[group_version].values()
                 if wanted in schema.get("x-kubernetes-group-version-kind", [])]
        return self.followed(group_version, found[0]) if found else None

    def followed(self, group_version, schema):
        """A schema that stands for itself: what it refers to is looked up."""
        while "$ref" in schema or "allOf" in schema:
            target = schema.get("$ref") or schema["allOf"][0].get("$ref")
            if not target:
                break
            schema = self.known[group_version][target.rsplit("/", 1)[1]]
        return schema


class Filler:
    """Makes up fields of one object."""

    def __init__(self, comparison, schemas, group_version):
        self.random, self.values = comparison.random, comparison.draw.corpus.values
        self.schemas, self.group_version = schemas, group_version

    def fill(self, tree, schema, outermost=True):
        """Goes down from the root, mostly into what is there, and makes one field up."""
        schema = self.follow(schema)
        if isinstance(tree, list) and tree and "items" in schema:
            if self.random.random() < 0.2:
                tree.append(self.made(schema["items"], "", 2))
            else:
                place = self.random.randrange(len(tree))
                if isinstance(tree[place], (dict, list)):
                    self.fill(tree[place], schema["items"], False)
                else:
                    tree[place] = self.made(schema["items"], "", 2)
            return
        names = [name for name in schema.get("properties", {}) if name not in LEFT_ALONE or not outermost and name == "name"]
        if not isinstance(tree, dict) or not names:
            return
        weighed = names + [name for name in names if isinstance(tree.get(name), (dict, list)) and name not in ("metadata", "status")] * (
            len(names) if outermost else 2)
        name = self.random.choice(weighed)
        part = schema["properties"][name]
        if name == "metadata" and outermost:
            part = {"properties": {key: value for key, value in self.follow(part)["properties"].items() if key not in LEFT_ALONE}}
        if tree.get(name) and isinstance(tree[name], (dict, list)) and self.random.random() < 0.85:
            self.fill(tree[name], part, False)
        else:
            tree[name] = self.made(part, name, 3)

    def follow(self, schema):
        return self.schemas.followed(self.group_version, schema)

    def made(self, schema, name, depth):
        """A value of a schema; one in thirty is of another."""
        default = schema.get("default")
        schema = self.follow(schema)
        if self.random.random() < 0.03:
            return copy.deepcopy(self.random.choice(ODD))
        if default not in (None, {}, "") and self.random.random() < 0.1:
            return default
        if "enum" in schema and self.random.random() < 0.9:
            return self.random.choice(schema["enum"])
        if "oneOf" in schema:
            return self.random.choice(QUANTITIES if "quantity" in str(schema) else [1, 0, -1, 3, "1", "50%", "http", "150%", "x", "a-b"])
        kind = schema.get("type")
        if kind == "object" or "properties" in schema:
            return self.structure(schema, name, depth)
        if kind == "array":
            return [self.made(schema["items"], name, depth - 1) for _ in range(self.random.choice([0, 1, 1, 1, 2, 2]))]
        if kind == "boolean":
            return self.random.choice([True, False])
        if kind in ("integer", "number"):
            return self.known(name, int) if self.random.random() < 0.3 else self.random.choice(NUMBERS)
        if kind == "string":
            return self.text(schema, name)
        return copy.deepcopy(self.random.choice(ODD))

    def structure(self, schema, name, depth):
        if "properties" not in schema:
            inner = schema.get("additionalProperties")
            if not isinstance(inner, dict):
                return {}
            keys = ["a", "example.com/a", "cpu", "memory", "x"]
            return {self.random.choice(keys): self.made(inner, name, depth - 1) for _ in range(self.random.choice([0, 1, 1]))}
        names = [one for one in schema["properties"] if one not in ("managedFields",)]
        wanted = {one for one in schema.get("required", []) if self.random.random() < 0.93}
        if depth > 0 and names:
            wanted |= set(self.random.sample(names, min(len(names), self.random.choice([0, 1, 1, 2, 3]))))
        return {one: self.made(schema["properties"][one], one, depth - 1) for one in names if one in wanted}

    def text(self, schema, name):
        if schema.get("format") == "date-time":
            return self.random.choice(TIMES)
        if "quantity" in str(schema.get("description", ""))[:40].lower():
            return self.random.choice(QUANTITIES)
        if schema.get("format") == "byte":
            return self.random.choice(["YWJj", "", "x", "YQ=="])
        return self.known(name, str) if self.random.random() < 0.6 else self.random.choice(TEXTS)

    def known(self, name, kind):
        """What another object has under this name, when that is of the kind."""
        values = [value for value in self.values.get(name, []) if type(value) is kind]
        return self.random.choice(values or (TEXTS if kind is str else NUMBERS))


def drawn(comparison):
    """A random object to fill up: kind, path, body, the schema of its kind and who fills along it; None when there is nothing to fill."""
    if not hasattr(comparison, "schemas"):
        comparison.schemas = Schemas(comparison.servers[1])
    kind, path, body = comparison.draw.sample()
    comparison.recording.start()
    version = body.get("apiVersion", "v1")
    schema = comparison.schemas.of(version, kind)
    if not schema or not isinstance(body.get("metadata"), dict):
        return None
    body["metadata"].pop("generateName", None)
    if kind == "Pod" and isinstance(body.get("spec"), dict):
        body["spec"]["automountServiceAccountToken"] = False
    return kind, path, body, schema, Filler(comparison, comparison.schemas, version)


def filled(comparison, number):
    sample = drawn(comparison)
    if not sample:
        return
    kind, path, body, schema, filler = sample
    if number % 3:
        for _ in range(comparison.random.choice([1, 1, 2, 3])):
            filler.fill(body, schema)
        validation = comparison.random.choice(["", "", "&fieldValidation=Strict"])
        comparison.ask(kind, "POST", path + "?dryRun=All" + validation, (body, body))
        return
    if kind not in FIXED_NAMES:
        body["metadata"]["name"] = f"f{number}"
    one = path + "/" + body["metadata"]["name"]
    comparison.clear(one)
    if comparison.ask(kind, "POST", path, (body, body)):
        for _ in range(3):
            if not change(comparison, kind, one, filler, schema):
                break
    comparison.clear(one)


def change(comparison, kind, one, filler, schema):
    """One change of fields that are made up, by PUT or as a patch that has nothing else."""
    mine, current = (server.call("GET", one)[1] for server in comparison.servers)
    if "metadata" not in mine or current.get("kind") == "Status":
        return False
    place = one + comparison.random.choice([""] * 3 + ["/status"])
    form = comparison.random.choice(["put", "put", "merge", "strategic", "apply"])
    changed = copy.deepcopy(current)
    for _ in range(comparison.random.choice([1, 1, 2])):
        filler.fill(changed, schema)
        if place != one and "status" in schema["properties"]:
            changed["status"] = changed.get("status") if isinstance(changed.get("status"), dict) else {}
            filler.fill(changed["status"], schema["properties"]["status"], False)
    if form == "put":
        return comparison.ask(kind, "PUT", place, (renamed(based(changed, mine), current, mine), based(changed, current)))
    if not isinstance(changed["metadata"], dict):
        return True
    patch = {key: value for key, value in changed.items() if key not in ("metadata", "apiVersion", "kind") and value != current.get(key)}
    metadata = {key: value for key, value in changed["metadata"].items() if value != current["metadata"].get(key)}
    query = "?fieldManager=" + comparison.random.choice(["m1", "m2"])
    if form == "apply":
        patch.update(apiVersion=current["apiVersion"], kind=kind)
        metadata["name"] = current["metadata"]["name"]
        query += comparison.random.choice(["", "&force=true"])
    if metadata:
        patch["metadata"] = metadata
    return comparison.ask(kind, "PATCH", place + query, (renamed(patch, current, mine), patch), PATCHES[form])
