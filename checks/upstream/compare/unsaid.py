"""Conversations about objects of defined kinds that do not say what they are, their Scales in odd forms, and methods and forms at their paths."""
DEFINITIONS = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions"
GROUP = "/apis/unsaid.example.com/v1"
WHOLE = GROUP + "/namespaces/compared/wholes"
WIDE = GROUP + "/wides"
SCALE = WHOLE + "/one/scale"
MERGE, JSON_PATCH = {"type": "application/merge-patch+json"}, {"type": "application/json-patch+json"}
APPLY, STRATEGIC = {"type": "application/apply-patch+yaml"}, {"type": "application/strategic-merge-patch+json"}
TABLE = "application/json;as=Table;v=v1;g=meta.k8s.io"
NOTHINGS = [None, 5, "", [], {}]
ANYTHING = {"type": "object", "x-kubernetes-preserve-unknown-fields": True}


def definition(plural, scope):
    return {"metadata": {"name": f"{plural}.unsaid.example.com"}, "spec": {
        "group": "unsaid.example.com", "scope": scope, "names": {"plural": plural, "kind": plural.capitalize()}, "versions": [
            {"name": "v1", "served": True, "storage": True, "subresources": {"status": {}, "scale": {
                "specReplicasPath": ".spec.replicas", "statusReplicasPath": ".status.replicas"}},
             "schema": {"openAPIV3Schema": {"type": "object", "properties": {"status": ANYTHING, "spec": {"type": "object", "properties": {
                 "a": {"type": "string"}, "replicas": {"type": "integer"}}}}}}}]}}


def whole(name="one", **members):
    return {"apiVersion": "unsaid.example.com/v1", "kind": "Wholes", "metadata": {"name": name}, **members}


def scale(**members):
    return {"apiVersion": "autoscaling/v1", "kind": "Scale", "metadata": {"name": "one", "namespace": "compared"}, "spec": {"replicas": 3}, **members}


def there(*steps):
    return [("POST", DEFINITIONS, definition("wholes", "Namespaced")), ("POST", DEFINITIONS, definition("wides", "Cluster")),
            ("GET", WHOLE, None, {"until": 200}), ("GET", WIDE, None, {"until": 200}), ("POST", WHOLE, whole(spec={"a": "b", "replicas": 2})), *steps]


def body(method):
    return {} if method in ("POST", "PUT", "PATCH", "DELETE") else None


CONVERSATIONS = {
    "methods of defined kinds": [there(*[
        (method, base + end + "?dryRun=All", body(method))
        for base in (WHOLE, WIDE, GROUP + "/wholes", GROUP + "/namespaces/compared/wides", GROUP + "/nosuch")
        for end in ("", "/one", "/one/status", "/one/nosuch", "/one/scale/x") for method in ("GET", "POST", "PUT", "PATCH", "DELETE", "FOO")],
        ("POST", WHOLE + "/one", whole("other")), ("POST", WHOLE + "/absent?dryRun=All", whole("one")), ("GET", WHOLE + "/other", None),
        ("POST", WHOLE + "/one?dryRun=All", whole(None)), ("DELETE", WHOLE + "/other", None))],
    "forms of defined kinds": [there(*[
        (method, place + "?dryRun=All", body(method), {"accept": accept})
        for place in (WHOLE + "/one/status", WHOLE + "/one/nosuch", WHOLE, WHOLE + "/absent/scale", GROUP + "/namespaces/compared/nosuch/x")
        for method in ("GET", "DELETE", "PUT") for accept in ("text/html", TABLE, "application/cbor", "application/json;as=Scale;v=v1;g=autoscaling")])],
    "odd scales": [there(*[("PUT", SCALE + "?dryRun=All", one) for one in (
        scale(), {}, scale(spec={}), *[scale(spec={"replicas": odd}) for odd in (-1, "x", 1.5, 2147483648, None)],
        *[scale(apiVersion=odd) for odd in ("autoscaling/v2", "extensions/v1beta1", "v1", "", None)], scale(kind="Pod"), scale(kind=None),
        *[scale(metadata=odd) for odd in ({}, {"name": "other"}, {"name": "one", "namespace": "x"}, {"name": "one", "uid": "x"}, {"name": "one", "labels": {"a": 5}},
                                          {"name": "one", "resourceVersion": "x"})], scale(nosuch=1), scale(status={"replicas": 9}), whole(), [], "x", 5)],
        ("PUT", SCALE + "?fieldValidation=Strict&dryRun=All", scale(nosuch=1)), ("PUT", SCALE + "?dryRun=All", scale(), {"type": "text/plain"}),
        *[("PATCH", SCALE + "?dryRun=All", patch, MERGE) for patch in (
            {"apiVersion": None}, {"kind": None}, {"apiVersion": ""}, {"spec": None}, {"spec": {"replicas": "5"}}, {"metadata": {"uid": "1"}}, {"nosuch": 1}, [])],
        ("PATCH", SCALE + "?dryRun=All", [{"op": "remove", "path": "/apiVersion"}], JSON_PATCH),
        *[("GET", f"{SCALE}?resourceVersion={revision}", None) for revision in ("x", "0", "-1")],
        *[("GET", f"/apis/apps/v1/namespaces/compared/deployments/absent/scale?resourceVersion={revision}", None) for revision in ("x", "0")])],
    "objects that do not say what they are": [there(
        *[("POST", WHOLE + "?dryRun=All", {**whole("two", nosuch=1), name: odd}) for name in ("apiVersion", "kind", "metadata") for odd in NOTHINGS],
        *[("PUT", WHOLE + "/one?dryRun=All", {**whole(), name: odd}) for name in ("apiVersion", "kind", "metadata") for odd in NOTHINGS],
        *[("PATCH", WHOLE + "/one?dryRun=All&fieldManager=m", {name: None}, APPLY) for name in ("apiVersion", "kind")],
        *[("PATCH", WHOLE + "/one?dryRun=All", {"apiVersion": odd}, MERGE) for odd in (None, "")],
        *[("PATCH", WHOLE + "/one/status?dryRun=All", {"apiVersion": odd}, MERGE) for odd in (None, "")],
        *[("PATCH", place + "?dryRun=All&fieldManager=m", odd, APPLY) for place in (
            "/api/v1/namespaces/absent/status", "/api/v1/namespaces/absent", "/api/v1/namespaces/compared/pods/absent/status", WHOLE + "/absent/status", WHOLE + "/absent")
          for odd in ([], "x", 5, {})])],
}
