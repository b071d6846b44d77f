"""Conversations for cases.py about definitions of kinds, their objects, and what else admission says."""
NS = "/api/v1/namespaces"
MERGE, JSON_PATCH = {"type": "application/merge-patch+json"}, {"type": "application/json-patch+json"}
DEFINITIONS = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions"
TRIED = DEFINITIONS + "?dryRun=All"
POLICIES = "/apis/admissionregistration.k8s.io/v1/validatingadmissionpolicies?dryRun=All"
TEXT, WHOLE, NUMBER = {"type": "string"}, {"type": "integer"}, {"type": "number"}
EITHER, ANY = {"x-kubernetes-int-or-string": True}, {"x-kubernetes-preserve-unknown-fields": True}
SHORT = {"type": "string", "maxLength": 3}
POD_SECURITY = "pod-security.kubernetes.io/"


def definition(plural, schema=None, root=None, **version):
    root = root or {"type": "object", "properties": schema or {}}
    return {"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition",
            "metadata": {"name": f"{plural}.customs.example.com"},
            "spec": {"group": "customs.example.com", "scope": "Namespaced",
                     "names": {"plural": plural, "kind": plural.capitalize()},
                     "versions": [{"name": "v1", "served": True, "storage": True, "schema": {"openAPIV3Schema": root}, **version}]}}


def served(plural, schema, **version):
    """A definition, and the wait until its objects are served."""
    return [("POST", DEFINITIONS, definition(plural, schema, **version)), ("GET", objects(plural), None, {"until": 200})]


def objects(plural, version="v1"):
    return f"/apis/customs.example.com/{version}/namespaces/compared/{plural}"


def custom(plural, name="one", version="v1", **members):
    return {"apiVersion": f"customs.example.com/{version}", "kind": plural.capitalize(), "metadata": {"name": name}, **members}


def tried(schema=None, **version):
    return ("POST", TRIED, definition("tried", None if schema is None else {"a": schema}, **version))


def changed(**spec):
    body = definition("tried")
    body["spec"].update(spec)
    return ("POST", TRIED, {**body, "spec": {key: part for key, part in body["spec"].items() if part is not None}})


def ruled(schema, *rules, **members):
    return {**schema, **members, "x-kubernetes-validations": [{"rule": rule} if isinstance(rule, str) else rule for rule in rules]}


def policy(**spec):
    rules = [{"apiGroups": ["apps"], "apiVersions": ["v1"], "operations": ["CREATE"], "resources": ["deployments"]}]
    return ("POST", POLICIES, {"apiVersion": "admissionregistration.k8s.io/v1", "kind": "ValidatingAdmissionPolicy",
                               "metadata": {"name": "p"}, "spec": {"matchConstraints": {"resourceRules": rules},
                                                                   "validations": [{"expression": "true"}], **spec}})


def pod(name="p", annotations=None, **spec):
    return {"metadata": {"name": name, "annotations": annotations or {}},
            "spec": {"automountServiceAccountToken": False, "containers": [{"name": "c", "image": "i"}], **spec}}


def secured(name, **labels):
    """A namespace, and an account in it for pods."""
    return [("POST", NS, {"metadata": {"name": name, "labels": {POD_SECURITY + key: value for key, value in labels.items()}}}),
            ("POST", f"{NS}/{name}/serviceaccounts", {"metadata": {"name": "default"}})]


def two_versions(plural, one, other, **parts):
    body = definition(plural)
    first = {**body["spec"]["versions"][0], **parts}
    body["spec"]["versions"] = [
        {**first, "name": name, "storage": name == "v1", "schema": {"openAPIV3Schema": {"type": "object", "properties": {
            "spec": {"type": "object", "properties": spec}, "status": {"type": "object", **ANY}}}}}
        for name, spec in (("v1", one), ("v2", other))]
    return [("POST", DEFINITIONS, body), ("GET", objects(plural), None, {"until": 200}),
            ("GET", objects(plural, "v2"), None, {"until": 200})]


STRUCTURE = {"type": "object", "properties": {
    "s": TEXT, "i": WHOLE, "b": {"type": "boolean"}, "d": {"type": "string", "format": "date-time"}, "namespace": TEXT,
    "du": {"type": "string", "format": "duration"}, "l": {"type": "array", "items": TEXT, "maxItems": 5}}}
FAULTY_RULE = ruled(TEXT, "self")
FAULTS = [{"type": "foo"}, {"type": "object", "uniqueItems": True}, {"type": "object", "x-kubernetes-map-type": "foo"}]
NUMBERS = {"whole": WHOLE, "least": {**WHOLE, "minimum": 2}, "most": {**WHOLE, "maximum": 5},
           "broken": {**WHOLE, "minimum": 1.5, "maximum": 2.5}, "even": {**WHOLE, "multipleOf": 2},
           "uneven": {**WHOLE, "multipleOf": 1.5}, "halves": {**NUMBER, "multipleOf": 0.5}, "thirds": {**NUMBER, "multipleOf": 3},
           "named": {**WHOLE, "enum": [1, 2]}, "texts": {**TEXT, "enum": ["a", "b"]}, "short": {**WHOLE, "format": "int32"},
           "either": {**EITHER, "enum": [1, "a"]}, "single": {**NUMBER, "format": "float"}, "none": {**WHOLE, "multipleOf": -2}}
FORMATS = {"hostname": ["a.b", "a.bc", "1.2.3.4", "a", "-a", "a_b"], "rgbcolor": ["rgb(256,1,1)", "rgb(255,1,1)", "rgb(01,1,1)"],
           "duration": ["1h 30m", "2 weeks", "x5sx", "1 fortnight", "1h30", "-1.5h", "3d"]}
ONCE_GOOD = {"a": "aaaa", "b": "b", "c": "aaaa", "o": {"x": "aaaa", "y": "b"}, "at": {"x": "aaaa", "y": "b"},
             "m": [{"k": "a", "v": "aaaa"}], "l": [{"x": "aaaa"}], "n": 9}
LISTED = {"type": "object", "required": ["k"], "properties": {"k": TEXT, "v": TEXT}}
KEYED = {"type": "array", "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["k"], "items": LISTED}
PAIR = {"type": "object", "properties": {"x": TEXT, "y": TEXT}}
LOOSE = {"a": TEXT, "b": TEXT, "c": TEXT, "o": PAIR, "at": {**PAIR, "x-kubernetes-map-type": "atomic"}, "m": KEYED,
         "l": {"type": "array", "items": PAIR}, "n": WHOLE}
STRICT = {"a": SHORT, "b": TEXT, "c": ruled(TEXT, "self.size() < 4"), "o": ruled(PAIR, "self.x.size() < 4"),
          "at": {**PAIR, "x-kubernetes-map-type": "atomic", "properties": {"x": SHORT, "y": TEXT}},
          "m": {**KEYED, "items": ruled(LISTED, "self.v.size() < 4")},
          "l": {"type": "array", "items": ruled(PAIR, "self.x.size() < 4")}, "n": {**WHOLE, "maximum": 3}}
BRIEF = {"type": "string", "maxLength": 60}
RUNS = {
    "span": (ruled({**BRIEF, "format": "duration"}, "self < duration('1h')"), ["1d", "2 hours", "1h 30m", "59m", "1h0m0.5s"]),
    "duration": (ruled(BRIEF, "duration(self) < duration('1h')"), ["x", "1d", "", "100", "99999999h", "1 h", "1m"]),
    "time": (ruled(BRIEF, "timestamp(self).getFullYear() < 2020"), ["x", "2019-01-01", ""]),
    "int": (ruled(BRIEF, "int(self) > 3"), ["x", "", "99999999999999999999", " 5", "5.5", "5"]),
    "double": (ruled(BRIEF, "double(self) > 3.0"), ["x", "5"]), "flag": (ruled(BRIEF, "bool(self)"), ["x", "true"]),
    "key": (ruled({"type": "object", "maxProperties": 5, "additionalProperties": WHOLE}, "self['a'] > 1"), [{}, {"b": 1}, {"a": 2}]),
    "rest": (ruled(WHOLE, "10 / self > 1", "10 % self > 1", "self + 9223372036854775807 > 0"), [0, 1, -3]),
    "index": (ruled({"type": "array", "maxItems": 5, "items": WHOLE}, "self[2] > 1"), [[], [1, 2], [1, 2, 3]]),
    "address": (ruled(BRIEF, "ip(self).family() == 4"), ["01.2.3.4", "1.2.3", "1.2.3.4.5", "1.2.3.256", "1..2.3", "a.b.c.d", "x", "::1"]),
    "range": (ruled(BRIEF, "cidr(self).prefixLength() == 8"), ["x", "1.2.3.4", "10.0.0.0/8"]),
    "version": (ruled(BRIEF, "semver(self).major() == 1"), ["v1.2.3", "x", "1.2", "01.2.3", "1.2.3-01", "1.2.3-a_b", "1.2.3+", "1..3", ""]),
    "loose": (ruled(BRIEF, "semver(self, true).major() == 1"), ["v1", "x", "1-a", "01.2"]),
    "place": (ruled({"type": "object", "properties": {"x": BRIEF, "m-n": BRIEF}}, {"rule": "self.x == 'a'", "fieldPath": "['m-n']"},
                    {"rule": "self.x == 'a'", "fieldPath": ".x", "reason": "FieldValueRequired"}), [{}, {"x": "b"}, {"x": "a"}]),
    "inner": (ruled({"type": "object", "x-kubernetes-embedded-resource": True, **ANY}, "self.metadata.name == 'x'"), [
        {"kind": "A", "apiVersion": "v1"}, {"kind": "A", "apiVersion": "v1", "metadata": {}}])}
KEPT = DEFINITIONS + "/kept.customs.example.com"

CUSTOMS = {
    "defaults of definitions": [[tried({**schema, "default": default}) for schema, default in (
        (EITHER, True), (EITHER, 1.5), (EITHER, {}), ({**EITHER, "anyOf": [WHOLE, TEXT]}, True), ({**EITHER, "maximum": 3}, 9),
        (WHOLE, 1.0), (ruled(TEXT, "self == 'x'"), "y"), (ruled(TEXT, {"rule": "self == 'x'", "message": "must be x"}), "y"),
        (ruled(TEXT, "self == oldSelf"), "y"), (ruled(TEXT, "self.matches('(')"), "x"),
        (ruled({"type": "object", "properties": {"p": WHOLE}}, "self.p > 3"), {}))]
        + [tried(root={"type": "object", "default": {}})]],
    "faults beside faults of rules": [[("POST", TRIED, definition("tried", {"a": fault, "b": FAULTY_RULE})) for fault in FAULTS]
                                      + [("POST", TRIED, definition("tried", {"a": {"type": "object", "properties": {
                                          "x": fault}, **ruled({}, "self.x == 1")}, "b": TEXT})) for fault in FAULTS]
                                      + [tried({"type": "object", "allOf": [{"default": {}}, {"title": "x"}]}),
                                         tried({"type": "array", "x-kubernetes-list-type": "set", "items": {
                                             "type": "object", "x-kubernetes-map-type": "atomic"}}),
                                         tried(ruled(STRUCTURE, {"rule": "self.s == oldSelf.s", "optionalOldSelf": True}))]],
    "forms of definitions": [[
        tried(name="V1"), changed(conversion={}), changed(conversion={}, preserveUnknownFields=True), changed(versions=None),
        changed(versions=[]), changed(preserveUnknownFields=True, conversion={
            "strategy": "Webhook", "webhook": {"clientConfig": {"url": "https://x/y"}, "conversionReviewVersions": ["v1"]}}),
        *[tried(root={"type": "object", **more}, subresources={"status": {}}) for more in (
            {"additionalProperties": TEXT}, {"not": {"required": ["x"]}}, {"minProperties": 1, "properties": {"a": KEYED}})],
        *[tried(STRUCTURE, selectableFields=[{"jsonPath": path}]) for path in (".a..s", ".a.s]", ".a.s.", ".a.'s'", "a.s")]]],
    "numbers of all sizes": [served("sized", {"spec": {"type": "object", "properties": NUMBERS}}) + [
        ("POST", objects("sized") + "?dryRun=All", custom("sized", spec={name: value})) for name in NUMBERS
        for value in (0, 1, 3, 97, 1.0, 1.5, 3.0000000001, 1e10, 1e20, 12345678901234567890, -2147483649)]],
    "formats of texts": [served("formats", {"spec": {"type": "object", "properties": {
        name: {"type": "string", "format": name} for name in FORMATS}}}) + [
        ("POST", objects("formats") + "?dryRun=All", custom("formats", spec={name: value}))
        for name, values in FORMATS.items() for value in values]],
    "texts about expressions": [[tried(ruled(STRUCTURE, rule)) for rule in (
        "self.b && self.s", "self.s || self.b || self.i", "has(self)", "self.d < '2020'", "self.du == '1h'", "self.namespace == 'x'",
        "self.__namespace__ == 'x'", "self.s.matches('(')", "[1, 'a'].size() > 1", "{'a': 1, 1: 2}.size() > 1",
        "duration('x') > duration('1m')", "int('x') == 1", "bool('x')",
        "authorizer.group('').resource('pods').check('get').allowed()", "self.i == 9223372036854775808", "1u < 99999999999999999999u",
        "1e400 > 1.0", "self.s.x.startsWith(1)", "self.l + 1 + self.l == self.l", "self.s.matches(self.s) && duration('1h') > self.du")]
        + [tried(ruled({"type": "string", "format": name}, rule)) for name in ("date-time", "duration")
           for rule in ("self.foo == 'x'", "self == 1", "self.size() > 1", "self.all(x, true)")]
        + [policy(**spec) for expression in ("object.x.matches('(')", "timestamp('x') < timestamp('y')", "has(object)",
                                             "[1, 'a'].size() > 0", "int('x') == 1") for spec in (
            {"validations": [{"expression": expression}]}, {"matchConditions": [{"name": "m", "expression": expression}]},
            {"variables": [{"name": "x", "expression": expression}], "validations": [{"expression": "variables.x == 1"}]},
            {"validations": [{"expression": "true", "messageExpression": expression}]})]],
    "values that were good once": [served("kept", {"spec": {"type": "object", "properties": LOOSE}}) + [
        ("POST", objects("kept"), custom("kept", spec=ONCE_GOOD)),
        ("PATCH", KEPT, [{"op": "replace", "path": "/spec/versions/0/schema/openAPIV3Schema/properties/spec/properties",
                          "value": STRICT}], JSON_PATCH),
        ("POST", objects("kept") + "?dryRun=All", custom("kept", "two", spec={"c": "aaaa"}), {"until": 422})] + [
        ("PATCH", objects("kept") + "/one?dryRun=All", {"spec": patch}, MERGE) for patch in (
            {"b": "c"}, {"c": "aaaab"}, {"c": "a"}, {"o": {"y": "c"}}, {"at": {"y": "c"}}, {"at": {"x": "aaaab"}}, {"n": 10},
            {"m": [{"k": "b", "v": "b"}, {"k": "a", "v": "aaaa"}]}, {"m": [{"k": "b", "v": "aaaa"}]},
            {"l": [{"x": "b"}, {"x": "aaaa"}]}, {"l": None})] + [("DELETE", objects("kept") + "/one", None)]],
    "rules that cannot be run": [served("runs", {"spec": {"type": "object", "properties": {
        name: schema for name, (schema, _) in RUNS.items()}}}) + [
        ("POST", objects("runs") + "?dryRun=All", custom("runs", spec={name: value})) for name, (_, values) in RUNS.items()
        for value in values]],
    "versions with other fields": [two_versions(
        "others", {"a": {"type": "string", "default": "one"}, "n": WHOLE}, {
            "a": {"type": "string", "default": "two"}, "z": {"type": "string", "default": "zz"}}) + [
        ("POST", objects("others"), custom("others", "one", spec={"n": 3})),
        ("POST", objects("others", "v2"), custom("others", "two", "v2", spec={"a": "x"})),
        ("GET", objects("others", "v2") + "/one", None), ("GET", objects("others") + "/two", None),
        ("GET", objects("others", "v2"), None),
        *[("PATCH", objects("others", version) + "/one", patch, {**MERGE, "managers": True}) for version, patch in (
            ("v2", {"spec": {"a": "y"}}), ("v1", {"spec": {"n": 4}}), ("v2", {"spec": {"z": "q"}}), ("v1", {"spec": {"a": "z"}}))],
        ("PATCH", objects("others", "v2") + "/one?fieldManager=m", custom("others", "one", "v2", spec={"z": "r"}),
         {"type": "application/apply-patch+yaml", "managers": True}),
        ("PUT", objects("others", "v2") + "/two", custom("others", "two", "v2", spec={"a": "p"}), {"managers": True}),
        ("DELETE", objects("others") + "/one", None), ("DELETE", objects("others", "v2") + "/two", None)]],
    "standards of pods": [secured("standards", enforce="baseline", warn="restricted") + [
        ("POST", NS + "/standards/pods?dryRun=All", body) for body in (
            pod(securityContext={"seLinuxOptions": {"user": "u"}}), pod(securityContext={"seLinuxOptions": {"user": "u", "role": "r"}}),
            *[pod(annotations={"container.apparmor.security.beta.kubernetes.io/" + name: profile})
              for name, profile in (("c", "unconfined"), ("c", "runtime/default"), ("c", "bogus"), ("absent", "bogus"))],
            pod(annotations={"container.apparmor.security.beta.kubernetes.io/c": "runtime/default"},
                securityContext={"appArmorProfile": {"type": "RuntimeDefault"}}))]],
    "limits below requests": [[("POST", NS + "/compared/resourcequotas?dryRun=All", {"metadata": {"name": "q"}, "spec": {"hard": hard}})
                               for hard in ({"cpu": "100m", "limits.cpu": "1m"}, {"requests.cpu": "2", "cpu": "1", "limits.cpu": "1"},
                                            {"requests.storage": "3Gi", "limits.storage": "2Gi"}, {"memory": "1", "limits.memory": "1"})]],
}
