"""Mode `odd`: what is asked beside the object. One object of each kind is there, and chance asks for it, its parts and its collection with
odd methods, parameters, headers, forms and bodies; nearly all of it as dry runs."""
import copy
import json
import time

from answers import difference
from objects import FIXED_NAMES
from signing import request

NAME = "odd"
GROUP = "odd.example.com"
ANYTHING = {"type": "object", "x-kubernetes-preserve-unknown-fields": True}
DEFINITION = {"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition", "metadata": {"name": f"oddities.{GROUP}"}, "spec": {
    "group": GROUP, "scope": "Namespaced", "names": {"plural": "oddities", "kind": "Oddity"}, "versions": [
        {"name": "v1", "served": True, "storage": True, "subresources": {"status": {}, "scale": {
            "specReplicasPath": ".spec.replicas", "statusReplicasPath": ".status.replicas"}}, "selectableFields": [{"jsonPath": ".spec.a"}],
         "additionalPrinterColumns": [{"name": "A", "type": "string", "jsonPath": ".spec.a"}],
         "schema": {"openAPIV3Schema": {"type": "object", "properties": {"status": ANYTHING, "spec": {"type": "object", "properties": {
             "a": {"type": "string"}, "replicas": {"type": "integer"}}}}}}}]}}
SPECIAL = [
    ("/apis/apiextensions.k8s.io/v1/customresourcedefinitions", DEFINITION),
    (f"/apis/{GROUP}/v1/namespaces/compared/oddities", {
        "apiVersion": f"{GROUP}/v1", "kind": "Oddity", "metadata": {"name": NAME}, "spec": {"a": "b", "replicas": 1}}),
    ("/apis/certificates.k8s.io/v1/certificatesigningrequests", {
        "apiVersion": "certificates.k8s.io/v1", "kind": "CertificateSigningRequest", **request(NAME)}),
    ("/api/v1/namespaces", {"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": NAME}}),
    ("/apis/autoscaling/v1/namespaces/compared/horizontalpodautoscalers", {
        "apiVersion": "autoscaling/v1", "kind": "HorizontalPodAutoscaler", "metadata": {"name": NAME}, "spec": {
            "maxReplicas": 3, "scaleTargetRef": {"kind": "Deployment", "name": "d"}}}),
    ("/apis/events.k8s.io/v1/namespaces/compared/events", {
        "apiVersion": "events.k8s.io/v1", "kind": "Event", "metadata": {"name": NAME}, "eventTime": "2026-01-02T03:04:05.000001Z", "type": "Normal",
        "reportingController": "c", "reportingInstance": "i", "action": "a", "reason": "r", "regarding": {"namespace": "compared"}})]
SELF = "labelSelector=odd%3Dyes"
JSON, YAML, PROTOBUF = "application/json", "application/yaml", "application/vnd.kubernetes.protobuf"
TABLE, PARTIAL, PARTIALS = (f"application/json;as={form};v=v1;g=meta.k8s.io" for form in (
    "Table", "PartialObjectMetadata", "PartialObjectMetadataList"))
FORMS = [JSON, JSON, JSON, TABLE, TABLE, PARTIAL, PARTIALS, YAML, "*/*", "application/*", "", "text/html", "text/html,*/*", "text/plain",
         f"{TABLE},{JSON}", f"{PARTIALS},{JSON}", "application/json;as=Table;v=v1beta1;g=meta.k8s.io",
         "application/json;as=Table;v=v1;g=other", "application/json;as=Nothing;v=v1;g=meta.k8s.io", "application/json;pretty=1",
         "application/json;q=0.1,application/yaml;q=0.9", "application/json;stream=watch", "application/cbor", "application/yaml;as=Table;v=v1;g=meta.k8s.io",
         "application/json;as=PartialObjectMetadata;v=v1beta1;g=meta.k8s.io", "application/json; charset=utf-8", "garbage", "application/json;;", ","]
PATCHED = ["application/merge-patch+json", "application/strategic-merge-patch+json", "application/json-patch+json",
           "application/apply-patch+yaml"]
BODIES = [JSON] * 8 + [YAML, "", "text/plain", PROTOBUF, "application/cbor", "application/x-www-form-urlencoded", *PATCHED]
NUMBERS = ["", "0", "1", "-1", "x", "1.5", "00", "+1", "%201", "9223372036854775807", "9223372036854775808", "18446744073709551615",
           "18446744073709551616", "-9223372036854775808", "1e3", "0x10", "1_0"]
FLAGS = ["", "true", "false", "1", "0", "t", "F", "TRUE", "yes", "x", "2"]
SELECTORS = ["", "a", "!a", "a%3Db", "a%3D%3Db", "a%21%3Db", "a%20in%20(b%2Cc)", "a%20notin%20(b)", "a%20in%20()", "a%20exists", "a%3E1", "a%3C1", "a%3Ex",
             "%3Db", "a%3D", "a%20b", "a%2Cb", "a%2C", "%2Ca", "a%3Db%2C%2Cc", "-a", "a%2Fb%2Fc", "a%3D-", "odd", "odd%3Dyes", "odd%21%3Dyes", "!odd",
             "a%20in%20b", "a%20in%20(b", "(a)", "a%3D%22b%22", "UPPER%3DB", "a%3Db%3Dc", "in%3Dnotin", "a%20in%20(in)", "a" * 64, "a%3D" + "b" * 64]
FIELDS = ["metadata.name%3Dodd", "metadata.name%21%3Dodd", "metadata.name%3D%3Dodd", "metadata.namespace%3Dcompared", "metadata.name",
          "metadata.name%3Dodd%2Cmetadata.namespace%3Dcompared", "metadata.name%3Da%2Cmetadata.name%3Dodd", "metadata.uid%3Dx", "status.phase%3DRunning",
          "spec.nodeName%3D", "spec.nodeName%21%3Dx", "spec.restartPolicy%3DAlways", "spec.schedulerName%3Dx", "status.podIP%3D", "type%3DOpaque",
          "spec.unschedulable%3Dfalse", "involvedObject.name%3Dp", "reason%21%3D", "source%3D", "reportingComponent%3D", "spec.signerName%3Dx",
          "metadata.name%3D%5C%2C", "metadata.name%3D%5Cx", "metadata.name%3D%5C", "", "%2C", "%3D", "a%3Db", "metadata.labels.a%3Db", "spec.clusterIP%3DNone",
          "spec.type%3DClusterIP", "status.replicas%3D0", "status.successful%3D0", "spec.driver%3Dx", "spec.nodeName%3Dnode-1", "metadata.name%20in%20(a)",
          "spec.hostNetwork%3Dtrue", "spec.serviceAccountName%3Ddefault", "status.nominatedNodeName%3D", "involvedObject.kind%3DPod", "parentRef.name%3Dx"]
REVISIONS = ["", "0", "1", "-1", "x", "RV", "PAST", "9223372036854775807", "9223372036854775808", "18446744073709551615", "18446744073709551616",
             "00", "0RV", "+RV", "1.0", "%200", "999999999"]
MATCHES = ["", "Exact", "NotOlderThan", "exact", "x"]
LIST = {"labelSelector": SELECTORS, "fieldSelector": FIELDS, "limit": NUMBERS, "continue": ["", "x", "CONTINUE", "e30", "eyJ2IjoibWV0YS5rOHMuaW8vdjEifQ"],
        "resourceVersion": REVISIONS, "resourceVersionMatch": MATCHES, "timeoutSeconds": NUMBERS, "allowWatchBookmarks": FLAGS,
        "sendInitialEvents": FLAGS, "pretty": FLAGS, "timeout": ["", "1s", "34s", "x", "-1s", "0", "1", "1h", "24h"], "unknown": ["1"],
        "includeUninitialized": FLAGS, "shardSelector": ["", "x"], "dryRun": ["All"], "fieldManager": ["m"], "export": FLAGS, "exact": FLAGS}
WRITE = {"dryRun": ["", "All", "all", "x", "All&dryRun=All", "All&dryRun=x"], "fieldManager": ["", "m", "m" * 128, "m" * 129, "a%09b", "%C3%A9", "a%20b", "a&fieldManager=b"],
         "fieldValidation": ["", "Strict", "Warn", "Ignore", "strict", "x", "Strict&fieldValidation=Warn"], "force": FLAGS, "pretty": FLAGS,
         "timeout": ["", "1s", "34s", "x", "-1s", "0", "1"], "unknown": ["1"], "resourceVersion": REVISIONS, "overwrite": ["true"]}
DELETE = {"dryRun": WRITE["dryRun"], "gracePeriodSeconds": NUMBERS, "propagationPolicy": ["", "Orphan", "Background", "Foreground", "x", "orphan"],
          "orphanDependents": FLAGS, "pretty": FLAGS, "preconditions": ["x"], "ignoreStoreReadErrorWithClusterBreakingPotential": FLAGS, "unknown": ["1"],
          "preconditions.uid": ["x"], "preconditions.resourceVersion": ["x", "RV"]}
OPTIONS = [
    {}, {"kind": "DeleteOptions"}, {"kind": "DeleteOptions", "apiVersion": "v1"}, {"kind": "Pod", "apiVersion": "v1"}, {"kind": "DeleteOptions", "apiVersion": "v2"},
    {"kind": "DeleteOptions", "apiVersion": "meta.k8s.io/v1"}, {"kind": "DeleteOptions", "apiVersion": "apps/v1"}, {"apiVersion": "v1"},
    {"gracePeriodSeconds": 0}, {"gracePeriodSeconds": -1}, {"gracePeriodSeconds": "x"}, {"gracePeriodSeconds": 9223372036854775807}, {"gracePeriodSeconds": 1.5},
    {"gracePeriodSeconds": None}, {"propagationPolicy": "Orphan"}, {"propagationPolicy": "x"}, {"propagationPolicy": ""}, {"propagationPolicy": 5},
    {"orphanDependents": False}, {"orphanDependents": True, "propagationPolicy": "Background"}, {"orphanDependents": "x"}, {"preconditions": {}},
    {"preconditions": {"uid": "x"}}, {"preconditions": {"uid": ""}}, {"preconditions": {"resourceVersion": "1"}}, {"preconditions": {"resourceVersion": ""}},
    {"preconditions": {"resourceVersion": "x", "uid": "y"}}, {"preconditions": {"resourceVersion": 5}}, {"preconditions": []}, {"dryRun": ["All"]},
    {"dryRun": ["All", "All"]}, {"dryRun": ["x"]}, {"dryRun": []}, {"dryRun": "All"}, {"dryRun": ["All", "x"]}, {"unknown": 1}, {"metadata": {"name": "x"}}, [], "x", 5, None,
    {"ignoreStoreReadErrorWithClusterBreakingPotential": True}, {"ignoreStoreReadErrorWithClusterBreakingPotential": False}]
METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS", "TRACE", "FOO", "get"]
ENDS = ["", "", "", "/", "//", "/status", "/scale", "/nosuch", "/status/x", "/log", "/exec", "/proxy", "/finalize", "/token", "/eviction", "/binding", "/approval",
        "/resize", "/ephemeralcontainers", "/attach", "/portforward"]
LOGS = {"container": ["", "c", "x", "C"], "follow": FLAGS, "previous": FLAGS, "sinceSeconds": NUMBERS, "timestamps": FLAGS, "tailLines": NUMBERS,
        "sinceTime": ["", "x", "2026-01-02T03:04:05Z", "2026-01-02T03:04:05.123456789Z", "2026-01-02", "2026-01-02T03:04:05+02:00"],
        "limitBytes": NUMBERS, "insecureSkipTLSVerifyBackend": FLAGS, "stream": ["", "All", "Stdout", "Stderr", "all", "x"], "pretty": FLAGS, "unknown": ["1"]}


class Odd:
    """The objects that are there, and what chance asks about them."""

    def __init__(self, comparison):
        self.comparison, self.random, self.servers = comparison, comparison.random, comparison.servers
        self.things = []
        for server in self.servers:
            server.reads_yaml = True
        for kind in comparison.draw.kinds:
            self.make(kind, comparison.draw.corpus.objects[kind])
        for path, body in SPECIAL:
            self.make(body["kind"], [(path, body)])
        self.parts = self.discover()
        self.marks()

    def make(self, kind, objects):
        for path, body in copy.deepcopy(objects):
            if not isinstance(body.get("metadata"), dict):
                continue
            body["metadata"].pop("generateName", None)
            if kind == "Pod" and isinstance(body.get("spec"), dict):
                body["spec"].update(automountServiceAccountToken=False, nodeName="")
            if kind not in FIXED_NAMES and kind != "CustomResourceDefinition":
                body["metadata"]["name"] = NAME
            body["metadata"]["labels"] = {"odd": "yes"}
            self.await_route(path)
            answers = [server.call("POST", path, body)[0] for server in self.servers]
            if answers[1] == 409:
                self.comparison.clear(f"{path}/{body['metadata']['name']}")
                answers = [server.call("POST", path, body)[0] for server in self.servers]
            if answers[1] in (201, 409):
                self.things.append((kind, path, body))
                return

    def await_route(self, path):
        for server in self.servers:
            for _ in range(50):
                if server.call("GET", path)[0] == 200:
                    break
                time.sleep(0.1)

    def discover(self):
        """Subresources by path of a collection."""
        found = {}
        for path in {path.split("/namespaces/")[0] if "/namespaces/" in path else path.rsplit("/", 1)[0] for _, path, _ in self.things}:
            for one in self.servers[1].call("GET", path)[1].get("resources", []):
                plural, _, part = one["name"].partition("/")
                found.setdefault((path, plural), []).append(part)
        return found

    def marks(self):
        """What each server calls the present state, a state before, and a list that goes on."""
        self.marked = []
        for server in self.servers:
            found = server.call("GET", "/api/v1/nodes?limit=1")[1]
            namespaces = server.call("GET", "/api/v1/namespaces?limit=1")[1].get("metadata", {})
            self.marked.append({"RV": found["metadata"]["resourceVersion"], "PAST": str(int(found["metadata"]["resourceVersion"]) - 1),
                                "CONTINUE": namespaces.get("continue", "x")})

    def ask(self, thing, method, path, bodies=(None, None), content_type=JSON, accept=JSON):
        places = []
        for marks in self.marked:
            place = path
            for name, text in marks.items():
                place = place.replace("=" + name, "=" + text).replace("=0" + name, "=0" + text).replace("=%2B" + name, "=%2B" + text)
            places.append(place)
        alike = self.comparison.ask(thing, method, tuple(places), bodies, content_type, accept)
        heads = [server.head for server in self.servers]
        if alike and difference(*heads):
            self.comparison.count("head of " + thing, difference(*heads), f"{method} {path} {content_type} {accept} {json.dumps(bodies[1], default=repr)[:300]}")

    def query(self, options, least=0):
        if self.random.random() < 0.5:
            return []
        names = self.random.sample(sorted(options), self.random.choice([least or 1, 1, 1, 2, 2, 3]))
        return [f"{name}={self.random.choice(options[name])}" for name in names]

    def collection(self, path):
        """A collection in its namespace, in all of them, in one that is not there, or at the paths of old watches."""
        chance = self.random.random()
        if "/namespaces/" in path and chance < 0.2:
            head, tail = path.split("/namespaces/compared")
            return head + tail
        if "/namespaces/" in path and chance < 0.25:
            return path.replace("/compared/", "/absent/")
        if chance < 0.33:
            return path.replace("/v1/", "/v1/watch/", 1).replace("/v2/", "/v2/watch/", 1)
        return path

    def round(self):
        thing, path, body = self.random.choice(self.things)
        name = body["metadata"]["name"]
        self.random.choice([self.listed, self.listed, self.read, self.created, self.put, self.patched, self.deleted, self.emptied, self.strange,
                            self.logs])(thing, path, name, body)

    def listed(self, thing, path, name, body):
        place = self.collection(path)
        query = self.query(LIST) + self.query(LIST)
        if self.random.random() < 0.1 or "/watch/" in place:
            query = [one for one in query if not one.startswith("timeoutSeconds")] + ["timeoutSeconds=1"] + ["watch=" + self.random.choice(FLAGS)]
        if place == path.replace("/namespaces/compared", "") or self.random.random() < 0.5:
            query.append(SELF)
        self.ask(thing, "GET", place + "?" + "&".join(query), accept=self.random.choice(FORMS))

    def read(self, thing, path, name, body):
        one = f"{path}/{name if self.random.random() < 0.9 else 'absent'}" + self.part(path)
        self.ask(thing, self.random.choice(["GET"] * 6 + ["HEAD"]), one + "?" + "&".join(self.query(LIST)), accept=self.random.choice(FORMS))

    def part(self, path):
        key = (path.split("/namespaces/")[0] if "/namespaces/" in path else path.rsplit("/", 1)[0], path.rsplit("/", 1)[1])
        parts = [part for part in self.parts.get(key, [""]) if part not in ("exec", "attach", "portforward", "proxy", "log")]
        chosen = self.random.choice(parts or [""])
        return "/" + chosen if chosen else ""

    def dry(self, options):
        query = self.query(options)
        if not any(one.startswith("dryRun=") for one in query):
            query.append("dryRun=All")
        return "?" + "&".join(query)

    def spelled(self, tree):
        """The body as it is, or as text with something in it that a decoder has to judge."""
        text = json.dumps(tree)
        chance = self.random.random()
        if chance < 0.6:
            return tree
        broken = [text[:-1], text + "x", text + "{}", text + "\n", " " + text, text.replace('"metadata": {', '"metadata": {"labels": {"a": "1"}, "labels": {"b": "2"}, ', 1),
                  text.replace('"metadata": {', '"metadata": {"name": "odd", ', 1), text.replace('"metadata": {', '"Metadata": {', 1),
                  text.replace('"spec": {', '"spec": {"x": 1, "x": 2, ', 1), text.replace('"kind":', '"Kind":', 1), text.replace('"metadata": {', '"metadata": {"nosuch": 1, ', 1),
                  text.replace("{", '{"nosuch": 1, "nosuch": 2, ', 1), text.replace('"metadata": {', '"metadata": null, "x": {', 1), text.replace(":", ": ", 3),
                  "", "{", "[]", "null", "5", '"x"', "{}", "---\n" + text, text.replace('"spec": {', '"spec": [], "y": {', 1), "\ufeff" + text,
                  text.replace('"odd"', '"\\u006fdd"'), text.replace('"odd"', '"o\\xdd"'), text.replace('"odd"', '"\x00"'), "// x\n" + text, text.replace('"', "'")]
        return self.random.choice(broken).encode()

    def changed(self, tree):
        """Another identity, or a field that is not there or of another type."""
        tree = copy.deepcopy(tree)
        metadata = tree.setdefault("metadata", {})
        for _ in range(self.random.choice([0, 1, 1, 2])):
            choice = self.random.choice([
                lambda: tree.update(apiVersion=self.random.choice(["", "v1", "apps/v1", "nosuch/v1", "a/b/c", 5, None, "v9"])),
                lambda: tree.update(kind=self.random.choice(["", "Pod", "Nosuch", 5, None, "Status", "PodList", "Scale"])),
                lambda: metadata.update(name=self.random.choice(["", "other", "A_", 5, None])),
                lambda: metadata.update(namespace=self.random.choice(["", "other", "A_", "compared", 5, None])),
                lambda: metadata.update(uid=self.random.choice(["", "x", 5, None])),
                lambda: metadata.update(resourceVersion=self.random.choice(["", "0", "1", "x", "-1", 5, None, "18446744073709551615", "99999999999999999999999"])),
                lambda: metadata.update(generateName=self.random.choice(["", "x-", "A_"])),
                lambda: metadata.update(creationTimestamp=self.random.choice(["2026-01-02T03:04:05Z", "x", None, 5, "2026-01-02T03:04:05.5Z"])),
                lambda: metadata.update(deletionTimestamp=self.random.choice(["2026-01-02T03:04:05Z", "x", None])),
                lambda: metadata.update(generation=self.random.choice([0, 1, 7, -1, "x", 1.5])),
                lambda: metadata.update(selfLink="x"), lambda: metadata.update(deletionGracePeriodSeconds=self.random.choice([0, 5, -1])),
                lambda: metadata.update(managedFields=self.random.choice([[], None, [{}], [{"manager": "x"}], [{"manager": "x", "operation": "Update", "fieldsType": "FieldsV1",
                                                                                                                 "apiVersion": "v1", "fieldsV1": {"f:x": {}}}]])),
                lambda: metadata.update(ownerReferences=self.random.choice([[], [{}], [{"apiVersion": "v1", "kind": "Pod", "name": "x", "uid": "u"}] * 2, [
                    {"apiVersion": "v1", "kind": "Event", "name": "x", "uid": "u"}], [{"apiVersion": "v1", "kind": "Pod", "name": "x", "uid": "u", "controller": True},
                                                                                      {"apiVersion": "v1", "kind": "Pod", "name": "y", "uid": "v", "controller": True}]])),
                lambda: metadata.update(finalizers=self.random.choice([[], ["x"], ["a.b/c"], ["a.b/c", "a.b/c"], [""], ["kubernetes"], ["orphan", "foregroundDeletion"]])),
                lambda: metadata.update(annotations=self.random.choice([{}, {"a": ""}, {"A/b/c": "x"}, {"a": 5}, {"b": "x" * 262145}])),
                lambda: metadata.update(nosuch=1), lambda: tree.update(nosuch=1), lambda: tree.update(spec=self.random.choice([None, [], "x", 5])),
                lambda: tree.update(status=self.random.choice([None, {}, [], {"nosuch": 1}]))])
            choice()
        return tree

    def created(self, thing, path, name, body):
        body = self.changed({**body, "metadata": {**body["metadata"], "name": self.random.choice([name, "fresh", "fresh", "fresh"])}})
        sent = self.spelled(body)
        place = path if self.random.random() < 0.9 else self.collection(path)
        self.ask(thing, "POST", place + self.dry(WRITE), (sent, sent), self.random.choice(BODIES), self.random.choice(FORMS))

    def put(self, thing, path, name, body):
        one = f"{path}/{name}" + self.part(path)
        found = [server.call("GET", one)[1] for server in self.servers]
        if any("metadata" not in tree for tree in found):
            return
        state = self.random.getstate()
        bodies = []
        for tree in found:
            self.random.setstate(state)
            tree["metadata"].pop("managedFields", None)
            bodies.append(self.spelled(self.changed(tree)))
        place = one if self.random.random() < 0.85 else f"{path}/absent"
        self.ask(thing, "PUT", place + self.dry(WRITE), tuple(bodies), self.random.choice(BODIES), self.random.choice(FORMS))

    def patched(self, thing, path, name, body):
        one = f"{path}/{name if self.random.random() < 0.9 else 'absent'}" + self.part(path)
        form = self.random.choice(PATCHED * 4 + ["", JSON, YAML, "text/plain", "application/merge-patch+json;x=y", "application/json-patch+json; charset=utf-8"])
        if form.startswith("application/json-patch"):
            patch = [self.operation() for _ in range(self.random.choice([0, 1, 1, 1, 2]))]
        elif form.startswith("application/apply"):
            patch = self.changed({"apiVersion": body.get("apiVersion", "v1"), "kind": body.get("kind", thing), "metadata": {"name": name, "labels": {"a": "b"}}})
        else:
            patch = self.changed({})
        patch = self.spelled(patch)
        query = self.dry(WRITE)
        if "apply" in form and "fieldManager" not in query and self.random.random() < 0.9:
            query += "&fieldManager=m"
        self.ask(thing, "PATCH", one + query, (patch, patch), form, self.random.choice(FORMS))

    def operation(self):
        paths = ["", "/", "/metadata", "/metadata/labels", "/metadata/labels/a", "/metadata/labels/odd", "/metadata/annotations", "/metadata/annotations/a~1b", "/spec",
                 "/status", "/nosuch", "/nosuch/x", "/metadata/name", "/kind", "/metadata/finalizers", "/metadata/finalizers/-", "/metadata/finalizers/0", "x",
                 "/metadata/ownerReferences/0", "/metadata/labels/~2", "/metadata/uid", "/metadata/resourceVersion", "/metadata/generation"]
        operation = {"op": self.random.choice(["add", "replace", "remove", "test", "copy", "move", "x", ""]), "path": self.random.choice(paths)}
        if self.random.random() < 0.8:
            operation["value"] = self.random.choice([None, "x", {"a": "b"}, [], 5, {}, "odd"])
        if self.random.random() < 0.4:
            operation["from"] = self.random.choice(paths)
        if self.random.random() < 0.1:
            operation.pop(self.random.choice(sorted(operation)))
        return operation

    def deleted(self, thing, path, name, body):
        options = self.random.choice(OPTIONS)
        one = f"{path}/{name if self.random.random() < 0.85 else 'absent'}"
        self.ask(thing, "DELETE", one + self.dry(DELETE), (options, options), self.random.choice(BODIES), self.random.choice(FORMS))
        self.again(path, name, body)

    def emptied(self, thing, path, name, body):
        """Deletes a collection."""
        options = self.random.choice(OPTIONS)
        query = self.dry(DELETE) + "".join("&" + one for one in self.query(LIST) if not one.startswith(("watch", "dryRun")))
        place = path if self.random.random() < 0.9 else self.collection(path)
        self.ask(thing, "DELETE", place + query + "&" + SELF, (options, options), self.random.choice(BODIES), self.random.choice(FORMS))
        self.again(path, name, body)

    def again(self, path, name, body):
        found = [server.call("GET", f"{path}/{name}") for server in self.servers]
        if any(answer[0] != 200 or answer[1].get("metadata", {}).get("deletionTimestamp") for answer in found):
            self.comparison.clear(f"{path}/{name}")
            for server in self.servers:
                server.call("POST", path, body)

    def strange(self, thing, path, name, body):
        method = self.random.choice(METHODS)
        place = self.random.choice([path, f"{path}/{name}", f"{path}/absent", self.collection(path), self.collection(path) + "/" + name]) + self.random.choice(ENDS)
        sent = self.random.choice([None, {}, body]) if method in ("POST", "PUT", "PATCH", "DELETE") else None
        self.ask(thing, method, place + "?dryRun=All&timeoutSeconds=1&timeout=2s", (sent, sent), self.random.choice(BODIES), self.random.choice(FORMS))
        self.again(path, name, body)

    def logs(self, thing, path, name, body):
        pods = [one for one in self.things if one[0] == "Pod"]
        if pods:
            query = "&".join(self.query(LOGS, 2) + self.query(LOGS, 2))
            one = f"{pods[0][1]}/{self.random.choice([NAME] * 5 + ['absent'])}/log?{query}"
            self.ask("Pod", self.random.choice(["GET"] * 8 + ["POST", "PUT"]), one, accept=self.random.choice(FORMS))


def odd(comparison, number):
    if not hasattr(comparison, "odd"):
        comparison.odd = Odd(comparison)
    comparison.recording.start()
    comparison.odd.round()
