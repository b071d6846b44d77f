"""Conversations about what is asked beside the object: types of bodies, parameters of watches, names that are generated, versions."""
NS = "/api/v1/namespaces/compared"
MAPS = f"{NS}/configmaps"
DEFINITIONS = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions"
LAMPS = "/apis/asked.example.com/v1/namespaces/compared/lamps"
MERGE = {"type": "application/merge-patch+json"}
BODIES = ["APPLICATION/JSON", "application/json; charset=utf-8", "application/json ; a=b", "application/json;", "application/json; charset",
          "application/json; charset=", 'application/json; charset="utf-8', "application/json; q=1; q=2", "application/json; q=1; q=1",
          'application/json; a="b;c"', "application/json,application/yaml", "application/ json", "/json", "application", "text/json"]
PATCHES = ["application/merge-patch+json;x", "application/merge-patch+json ; x", "Application/merge-patch+json",
           "application/merge-patch+json, a/b", ";", "application/apply-patch+yaml ;", "a/b"]
WATCHED = "watch=1&timeoutSeconds=1"


def lamp(name, **members):
    return {"apiVersion": "asked.example.com/v1", "kind": "Lamp", "metadata": {"name": name}, **members}


def made(name, **members):
    return {"metadata": {"name": name}, **members}


DEFINITION = {"metadata": {"name": "lamps.asked.example.com"}, "spec": {
    "group": "asked.example.com", "scope": "Namespaced", "names": {"plural": "lamps", "kind": "Lamp"}, "versions": [
        {"name": "v1", "served": True, "storage": True, "deprecated": True, "schema": {"openAPIV3Schema": {
            "type": "object", "properties": {"held": {
                "type": "object", "x-kubernetes-embedded-resource": True, "x-kubernetes-preserve-unknown-fields": True}}}}}]}}

SCHEMA = {"openAPIV3Schema": {"type": "object", "properties": {"a": {"type": "string"}}}}
TWO = {"metadata": {"name": "bulbs.asked.example.com"}, "spec": {
    "group": "asked.example.com", "scope": "Namespaced", "names": {"plural": "bulbs", "kind": "Bulb"}, "versions": [
        {"name": "v1", "served": True, "storage": True, "schema": SCHEMA}, {"name": "v2", "served": False, "storage": False, "schema": SCHEMA}]}}
BULBS = "/apis/asked.example.com/v1/namespaces/compared/bulbs"

PATCHES_WRITTEN = ['[JSONPatch{nosuch: "x"}]', "[JSONPatch{nosuch: 1}]", "[JSONPatch{op: 1}]", "[JSONPatch{nosuch: [object.a]}]",
                   '[JSONPatch{op: "add", path: "/a", value: {"a": 1}, more: [1]}]']

CONVERSATIONS = {
    "fields of written patches": [
        [("POST", "/apis/admissionregistration.k8s.io/v1/mutatingadmissionpolicies?dryRun=All", made("written", spec={
            "reinvocationPolicy": "Never", "matchConstraints": {"resourceRules": [
                {"apiGroups": ["a.b"], "apiVersions": ["v1"], "operations": ["CREATE"], "resources": ["c"]}]},
            "mutations": [{"patchType": "JSONPatch", "jsonPatch": {"expression": expression}}]})) for expression in PATCHES_WRITTEN],
    ],
    "versions that are not asked for": [
        [("POST", DEFINITIONS, TWO), ("GET", BULBS, None, {"until": 200})] + [
            ("POST", BULBS, {"apiVersion": f"asked.example.com/{version}", "kind": "Bulb", "metadata": {"name": "one"}, field: "x"})
            for version in ("v2", "v3") for field in ("a", "b")],
    ],
    "types of bodies": [
        [("POST", MAPS + "?dryRun=All", made("typed"), {"type": content}) for content in BODIES],
        [("POST", MAPS, made("typed"))] + [("DELETE", MAPS + "/typed?dryRun=All", {}, {"type": content}) for content in BODIES]
        + [("PATCH", MAPS + "/typed", {"data": {}}, {"type": content}) for content in PATCHES],
    ],
    "watches by name": [
        [("POST", MAPS, made("watched"))] + [
            ("GET", f"/api/v1/watch/namespaces/compared/configmaps/watched?timeoutSeconds=1&{query}", None) for query in (
                "fieldSelector=metadata.name%3Dwatched", "fieldSelector=metadata.name%3Dother", "fieldSelector=metadata.name%21%3Dother",
                "fieldSelector=metadata.namespace%3Dcompared", "fieldSelector=nosuch%3Dx")]
        + [("GET", f"{MAPS}?fieldSelector=metadata.name%3Dwatched&{WATCHED}&{query}", None) for query in (
            "pretty=1", "continue=x", "continue=x&resourceVersion=0", "continue=x&resourceVersion=1&sendInitialEvents=true",
            "continue=x&sendInitialEvents=true&resourceVersionMatch=NotOlderThan")],
    ],
    "addresses with generated names": [
        [("POST", "/apis/networking.k8s.io/v1/ipaddresses?dryRun=All", {"metadata": {"generateName": prefix}, "spec": {
            "parentRef": {"resource": "services", "namespace": "a", "name": "b"}}}) for prefix in ("10.0.88.", "10.0.88.7")],
    ],
    "deprecated versions": [
        [("POST", DEFINITIONS, DEFINITION), ("GET", LAMPS, None, {"until": 200}), ("GET", f"{LAMPS}?{WATCHED}", None),
         ("GET", f"{LAMPS}?{WATCHED}&resourceVersionMatch=x", None), ("GET", f"/api/v1/componentstatuses?{WATCHED}", None),
         ("POST", LAMPS, lamp("one")),
         *[("PATCH", LAMPS + "/one", patch, MERGE) for patch in (
             {"apiVersion": "v9"}, {"apiVersion": "other.example.com/v1"}, {"apiVersion": "a/b/c"}, {"apiVersion": "v9", "kind": "Other"})],
         ("POST", LAMPS, lamp("two", held={"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "a", "x": {"z": 1, "b": 2}, "labels": {"a": 5}}})),
         ("DELETE", LAMPS + "/one", None)],
    ],
}
