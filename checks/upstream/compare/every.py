"""Mode `every`: field by field along the schemas that upstream publishes. Each field of each kind gets values at its bounds, in an
object that is created as a dry run, and in one that is there, as a dry run of PUT and of a merge patch, of the object and of its
status; sometimes with a second fault beside it."""
import copy
import json

from changes import based, renamed
from comparison import PATCHES
from draw import ODD
from filled import QUANTITIES, TEXTS, TIMES, Filler, Schemas
from objects import FIXED_NAMES

LENGTHS = ["a" * 63, "a" * 64, "a" * 253, "a" * 254, "a" * 1025, "a." * 127 + "a", "A" * 317]
NUMBERS = [-2147483648, -1, 0, 1, 2, 31, 32, 100, 101, 255, 256, 65535, 65536, 600, 3600, 3601, 86401, 2147483647, 2147483648, 9223372036854775807]
MAPS = [{}, {"a": ""}, {"": "x"}, {"a b": "c"}, {"a": "b c"}, {"k" * 64: "v"}, {"a": "v" * 64}, {"example.com/a": "b"}, {"a/b/c": "d"},
        {"B": "x", "a": "y"}]
ANNOTATIONS = ["service.kubernetes.io/topology-mode", "service.beta.kubernetes.io/load-balancer-source-ranges",
               "service.kubernetes.io/topology-aware-hints", "volume.beta.kubernetes.io/storage-class", "kubernetes.io/ingress.class",
               "volume.beta.kubernetes.io/mount-options", "deprecated.deployment.rollback.to", "deprecated.daemonset.template.generation",
               "kubernetes.io/service-account.name", "storageclass.kubernetes.io/is-default-class", "api-approved.kubernetes.io",
               "controller.kubernetes.io/pod-deletion-cost", "kubernetes.io/config.mirror", "scheduler.alpha.kubernetes.io/preferAvoidPods",
               "endpoints.kubernetes.io/last-change-trigger-time", "ingressclass.kubernetes.io/is-default-class",
               "kubernetes.io/enforce-mountable-secrets", "flowcontrol.k8s.io/preserve-zero-concurrency-shares",
               "resource.kubernetes.io/extended-resource-name", "batch.kubernetes.io/cronjob-scheduled-timestamp",
               "pod.beta.kubernetes.io/init-containers", "seccomp.security.alpha.kubernetes.io/pod", "kubernetes.io/description"]
PARTS = {"Pod": ["/status", "/resize", "/ephemeralcontainers"], "CertificateSigningRequest": ["/status", "/approval"],
         "Namespace": ["/status", "/finalize"]}
UNTOUCHED = {"apiVersion", "kind", "managedFields", "uid", "resourceVersion", "creationTimestamp", "selfLink", "name", "namespace",
             "generateName"}
DEEPEST = 12


def fields(schemas, group_version, schema, path=(), above=()):
    """(path, schema) of each field; a list is passed through as None, a map as ''. Types within themselves end it."""
    schema = schemas.followed(group_version, schema)
    if path:
        yield path, schema
    if len(path) > DEEPEST or any(schema is one for one in above):
        return
    above += (schema,)
    for name, part in schema.get("properties", {}).items():
        if path or name not in UNTOUCHED:
            if not (path and path[-1] == "metadata" and name in UNTOUCHED):
                yield from fields(schemas, group_version, part, path + (name,), above)
    if schema.get("type") == "array":
        yield from fields(schemas, group_version, schema["items"], path + (None,), above)
    elif isinstance(schema.get("additionalProperties"), dict):
        yield from fields(schemas, group_version, schema["additionalProperties"], path + ("",), above)


class Bounds(Filler):
    """Puts values at their bounds into one place of an object."""

    def value(self, schema, name):
        if self.random.random() < 0.05:
            return copy.deepcopy(self.random.choice(ODD))
        if "enum" in schema and self.random.random() < 0.7:
            return self.random.choice(schema["enum"])
        kind = schema.get("type")
        if "oneOf" in schema or "quantity" in str(schema.get("description", ""))[:40].lower():
            return self.made(schema, name, 2)
        if kind == "string" and schema.get("format") == "date-time":
            return self.random.choice(TIMES)
        if kind == "string":
            chance = self.random.random()
            return self.random.choice(LENGTHS) if chance < 0.15 else self.random.choice(TEXTS) if chance < 0.5 else self.known(name, str)
        if kind in ("integer", "number"):
            return self.random.choice(NUMBERS) if self.random.random() < 0.8 else self.known(name, int)
        if kind == "array":
            return self.some(schema, name)
        if kind == "object" and "properties" not in schema and "additionalProperties" in schema:
            texts = self.follow(schema["additionalProperties"]).get("type") == "string"
            return copy.deepcopy(self.random.choice(MAPS)) if texts and self.random.random() < 0.8 else self.structure(schema, name, 2)
        return self.made(schema, name, 3)

    def some(self, schema, name):
        one = self.made(schema["items"], name, 3)
        chance = self.random.random()
        if chance < 0.1:
            return []
        if chance < 0.3:
            return [one, copy.deepcopy(one)]
        if chance < 0.4:
            return [one] * self.random.choice([9, 11, 17, 26, 33, 65, 101])
        return [one] + [self.made(schema["items"], name, 2)] * (chance < 0.7)

    def put(self, tree, schema, path, added):
        """Sets what stands at the path; `added` says whether lists get a new element, or their first is changed."""
        name = path[0]
        schema = self.follow(schema)
        inner = schema["items"] if name is None else schema["additionalProperties"] if name == "" else schema["properties"][name]
        if name is None:
            if added or not tree:
                tree.append(self.least(inner))
            name = len(tree) - 1 if added else self.random.randrange(len(tree))
        elif name == "":
            name = self.random.choice(sorted(tree) or ["a"])
        if len(path) == 1:
            if name in tree and isinstance(name, str) and self.random.random() < 0.06:
                tree.pop(name)
            else:
                tree[name] = self.value(self.follow(inner), next((key for key in reversed(path) if key), ""))
            return
        wanted = list if path[1] is None else dict
        there = tree[name] if isinstance(name, int) else tree.get(name)
        if not isinstance(there, wanted):
            tree[name] = [] if wanted is list else self.least(inner)
            if not isinstance(tree[name], wanted):
                tree[name] = {}
        self.put(tree[name], inner, path[1:], added)

    def least(self, schema):
        """A structure with what is required alone."""
        schema = self.follow(schema)
        if "properties" not in schema:
            return [] if schema.get("type") == "array" else {}
        return {name: self.made(schema["properties"][name], name, 1) for name in schema.get("required", [])}


def every(comparison, number):
    """One field of one kind."""
    if not hasattr(comparison, "schemas"):
        comparison.schemas = Schemas(comparison.servers[1])
        comparison.places = {}
    random = comparison.random
    kind, path, body = comparison.draw.sample()
    comparison.recording.start()
    version = body.get("apiVersion", "v1")
    schema = comparison.schemas.of(version, kind)
    if not schema or not isinstance(body.get("metadata"), dict):
        return
    body["metadata"].pop("generateName", None)
    if kind == "Pod":
        body["spec"]["automountServiceAccountToken"] = False
    if kind not in FIXED_NAMES:
        body["metadata"]["name"] = f"e{number}"
    if (version, kind) not in comparison.places:
        comparison.places[version, kind] = [place for place, _ in fields(comparison.schemas, version, schema)]
    filler = Bounds(comparison, comparison.schemas, version)
    places = Places(comparison.places[version, kind], random)
    if random.random() < 0.1:
        body["metadata"].setdefault("annotations", {})[random.choice(ANNOTATIONS)] = random.choice(TEXTS + ["true", "7", "[]", "Auto"])
    for _ in range(6):
        changed = copy.deepcopy(body)
        filled(filler, changed, schema, places.some(False))
        comparison.ask(kind, "POST", path + "?dryRun=All" + random.choice(["", "", "&fieldValidation=Strict"]), (changed, changed))
    one = path + "/" + body["metadata"]["name"]
    comparison.clear(one)
    made = copy.deepcopy(body)
    if random.random() < 0.4:
        filled(filler, made, schema, places.some(False))
    if comparison.ask(kind, "POST", path, (made, made)):
        for _ in range(10):
            if not change(comparison, kind, one, (filler, schema, places)):
                break
    comparison.clear(one)


class Places:
    """The fields of a kind, from which chance takes one at a time, and most often of the spec."""

    def __init__(self, all_places, random):
        self.random = random
        self.status = [place for place in all_places if place[0] == "status"]
        self.metadata = [place for place in all_places if place[0] == "metadata"]
        self.others = [place for place in all_places if place[0] not in ("status", "metadata")]

    def some(self, of_status):
        several = self.random.choice([1, 1, 1, 2, 3])
        return [self.one(of_status) for _ in range(several)]

    def one(self, of_status):
        chance = self.random.random()
        if of_status and self.status and chance < 0.85:
            return self.random.choice(self.status)
        if self.metadata and (chance < 0.04 or not self.others):
            return self.random.choice(self.metadata)
        shallow = [place for place in self.others if len(place) <= self.random.choice([2, 3, 4, 6, 20])]
        return self.random.choice(shallow or self.others)


def filled(filler, tree, schema, places):
    for place in places:
        try:
            filler.put(tree, schema, place, filler.random.random() < 0.5)
        except (AttributeError, TypeError, IndexError):
            pass  # a value of another type stands on the way


def change(comparison, kind, one, fill):
    """One change as a dry run."""
    filler, schema, places = fill
    random = comparison.random
    mine, current = (server.call("GET", one)[1] for server in comparison.servers)
    if "metadata" not in mine or current.get("kind") == "Status":
        return False
    of_status = bool(places.status) and random.random() < 0.3
    changed = copy.deepcopy(current)
    filled(filler, changed, schema, places.some(of_status))
    if not isinstance(changed.get("metadata"), dict):
        return True
    dry = "?dryRun=All" if random.random() < 0.85 else "?fieldManager=m"
    part = random.choice(PARTS.get(kind, ["/status"])) if of_status else ""
    place = one + part + dry
    if random.random() < 0.7:
        comparison.ask(kind, "PUT", place, (renamed(based(changed, mine), current, mine), based(changed, current)))
        return True
    patch = merge_patch(current, changed)
    comparison.ask(kind, "PATCH", place, (renamed(patch, current, mine), patch), PATCHES[random.choice(["merge", "strategic"])])
    return True


def merge_patch(old, new):
    """What turns the one into the other, lists as a whole."""
    patch = {}
    for key in {**old, **new}:
        if key not in new:
            patch[key] = None
        elif isinstance(new[key], dict) and isinstance(old.get(key), dict):
            inner = merge_patch(old[key], new[key])
            patch.update({key: inner} if inner else {})
        elif json.dumps(new[key]) != json.dumps(old.get(key)):
            patch[key] = new[key]
    return patch
