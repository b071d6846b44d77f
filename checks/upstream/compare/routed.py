"""Conversations about what comes before and after a request is carried out: which paths and methods there are, in which form a refusal
is told, which of several faults is told first, what a dry run answers. Each stands for a difference that mode `odd` found."""
from rarely import ACCOUNT

NS = "/api/v1/namespaces/compared"
MAPS, SERVICES, ENDS, ONE = f"{NS}/configmaps", f"{NS}/services", f"{NS}/endpoints", f"{NS}/pods/routed"
LAMPS = "/apis/routed.example.com/v1/namespaces/compared/routes"
WATCHED = "/apis/routed.example.com/v1/watch/namespaces/compared/routes"
ADDRESSES = "/apis/networking.k8s.io/v1/ipaddresses"
SELECTED = {"selector": {"a": "b"}, "template": {"metadata": {"labels": {"a": "b"}}, "spec": {"containers": [{"name": "c", "image": "i"}]}}}
YAML, PREFERRED = {"accept": "application/yaml"}, {"accept": "application/json;q=0.1,application/yaml;q=0.9"}
PATCHES = {name: {"type": f"application/{name}"} for name in ("merge-patch+json", "json-patch+json", "strategic-merge-patch+json", "apply-patch+yaml")}
FORMS = ["application/json;as=Table;v=v1;g=meta.k8s.io", "application/json;as=PartialObjectMetadata;v=v1;g=meta.k8s.io",
         "application/json;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io", "application/yaml", "text/plain"]
DEFINITION = {"metadata": {"name": "routes.routed.example.com"}, "spec": {
    "group": "routed.example.com", "scope": "Namespaced", "names": {"plural": "routes", "kind": "Route"}, "versions": [
        {"name": "v1", "served": True, "storage": True, "schema": {"openAPIV3Schema": {"type": "object"}}}]}}
MISREAD = [[], [5], {}, "x", [[]], [{"op": 5, "path": "/a"}], [{"op": "add", "path": 5}], [{"op": "copy", "path": "/a", "from": 5}], None]


def named(**members):
    return {"metadata": {"name": "routed", **members.pop("metadata", {})}, **members}


CONVERSATIONS = {
    "paths that are no routes": [
        [(method, path, None) for path in (f"{MAPS}/a/status/b", "/api/v1/watch/nodes/a/status", "/api/v1/watch/namespaces/compared/bindings",
                                           f"{NS}/endpoints/a/b", "/api/v1/watch/namespaces/compared/configmaps/a")
         for method in ("GET", "PUT", "POST", "DELETE", "OPTIONS", "FOO") if not (method == "GET" and path.endswith("configmaps/a"))],
    ],
    "refusals in YAML": [
        [("PUT", f"{MAPS}", {}, how) for how in (YAML, PREFERRED)] + [("OPTIONS", f"{MAPS}/a", None, YAML), ("GET", f"{MAPS}/a/b/c", None, YAML),
         ("PATCH", f"{MAPS}/a", {}, {**YAML, "type": "text/plain"}), ("GET", f"{MAPS}?timeout=x", None, YAML),
         ("GET", f"{MAPS}", None, {**YAML, "caller": "alice"}), ("GET", "/nowhere", None, {**YAML, "caller": "alice"}),
         ("GET", f"{MAPS}?watch=1&continue=x", None, YAML), ("GET", f"{MAPS}?watch=1&timeoutSeconds=1", None, YAML)],
    ],
    "warnings of what leads nowhere": [
        [(method, f"{ENDS}{path}", body, how) for method, path, body, how in (
            ("GET", "", None, {"accept": "text/html"}), ("PUT", "", {}, {}), ("OPTIONS", "/a", None, {}), ("PATCH", "/a", {}, {"type": "text/plain"}),
            ("POST", "?dryRun=All", {}, {"accept": "application/json;as=x;g=meta.k8s.io;v=v1"}), ("GET", "/absent", None, {}))],
    ],
    "watches by their paths alone": [
        [("GET", f"/api/v1/watch/namespaces/compared/configmaps?timeoutSeconds=1&labelSelector=none&{query}", None) for query in (
            "", "continue=x", "watch=0&continue=x", "watch=1&continue=x", "sendInitialEvents=true&resourceVersionMatch=NotOlderThan",
            "watch=1&resourceVersionMatch=Exact", "resourceVersionMatch=Exact", "watch=false&resourceVersion=1&resourceVersionMatch=x")],
        [("POST", "/apis/apiextensions.k8s.io/v1/customresourcedefinitions", DEFINITION), ("GET", LAMPS, None, {"until": 200})]
        + [(method, f"{WATCHED}{path}?timeoutSeconds=1", None) for method in ("PUT", "POST", "OPTIONS") for path in ("", "/a")]
        + [("POST", f"{LAMPS}?dryRun=All", {"Kind": "Route", "apiVersion": "routed.example.com/v1", "metadata": {"name": "a"}}),
           ("POST", f"{LAMPS}?dryRun=All", {"apiVersion": "routed.example.com/v1"}, {"type": "application/yaml"}),
           ("PUT", "/api/v1/watch/namespaces/a?timeout=x", None),
           ("DELETE", "/apis/apiextensions.k8s.io/v1/customresourcedefinitions/routes.routed.example.com?dryRun=All", {"preconditions": {"uid": "x"}})]
        + [("GET", f"{LAMPS}?watch=1&timeoutSeconds=1&fieldSelector=x%3Dy", None, YAML), ("GET", f"{LAMPS}?watch=1&timeoutSeconds=1", None, YAML),
           ("GET", f"{LAMPS}/a/status/b", None), ("PUT", f"{LAMPS}/a/b/c", {})],
    ],
    "forms of logs": [
        [ACCOUNT, ("POST", f"{NS}/pods", named(spec={"automountServiceAccountToken": False, "containers": [{"name": "c", "image": "i"}]}))]
        + [("GET", f"{ONE}/log{query}", None, {"accept": accept}) for accept in FORMS for query in ("", "?container=x", "?tailLines=-1")],
    ],
    "dry runs of what connects": [
        [("GET", f"{ONE}/proxy?dryRun=All", None), ("POST", f"{ONE}/exec?dryRun=All", None), ("GET", f"{NS}/services/a/proxy?dryRun=", None),
         ("GET", f"{ONE}/log?dryRun=All", None), ("GET", f"{ONE}/log?sinceTime=&sinceSeconds=0", None), ("PATCH", "/api/v1/endpoints/a/b", {}),
         ("PUT", f"{MAPS}/absent?dryRun=All", named(metadata={"ownerReferences": [
             {"apiVersion": "v1", "kind": "Pod", "name": "p", "uid": "u"}] * 2}))],
    ],
    "revisions beyond 63 bits": [
        [("GET", f"{MAPS}{path}resourceVersion={revision}", None) for path in ("?", "/absent?") for revision in (
            "9223372036854775808", "18446744073709551615", "18446744073709551616")],
    ],
    "collections that are deleted with faults": [
        [("DELETE", f"{MAPS}?labelSelector=none&dryRun=All&{query}", body, how) for query in (
            "resourceVersionMatch=x", "sendInitialEvents=true", "fieldSelector=a%3Db", "limit=x") for body, how in (
                ({"propagationPolicy": "x"}, {}), ({"gracePeriodSeconds": 1.5}, {}), ({}, {"type": "text/plain"}))],
    ],
    "bodies before options": [
        [("POST", f"{path}?dryRun=x", {}, {"type": "text/plain"}) for path in (
            f"{NS}/bindings", f"{ONE}/binding", f"{ONE}/eviction", f"{NS}/serviceaccounts/default/token", MAPS,
            "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews")],
    ],
    "what dry runs answer": [
        [("POST", f"{MAPS}{query}", named(metadata={"resourceVersion": revision})) for revision in ("1", "7") for query in ("?dryRun=All",)]
        + [("POST", MAPS, named(metadata={"resourceVersion": "1"})), ("POST", MAPS, named(metadata={"resourceVersion": "x", "selfLink": "x"})),
           ("PATCH", f"{MAPS}/routed?dryRun=All", {"metadata": {"selfLink": "x"}}, PATCHES["merge-patch+json"]),
           ("PATCH", f"{MAPS}/routed", {"metadata": {"selfLink": "x"}}, PATCHES["merge-patch+json"])],
    ],
    "patches that nobody reads strictly": [
        [("POST", MAPS, named(data={"a": "b"}))] + [
            ("PATCH", f"{MAPS}/routed?dryRun=All&fieldManager=m&fieldValidation={strictness}", patch, how) for strictness in ("Ignore", "Warn")
            for how in (PATCHES["merge-patch+json"], PATCHES["json-patch+json"]) for patch in MISREAD if patch is not None]
        + [("PATCH", f"{MAPS}/routed?dryRun=All&fieldManager=m", {"apiVersion": "a/b/c", "kind": "ConfigMap"}, PATCHES["apply-patch+yaml"])],
    ],
    "what goes with a service": [
        [("POST", SERVICES, named(metadata={"labels": {"a": "b"}}, spec={"ports": [{"port": 80}], "clusterIP": "10.0.77.7"})),
         ("GET", f"{ADDRESSES}/10.0.77.7", None, {"managers": True}), ("POST", ENDS, named()), ("DELETE", f"{SERVICES}{path}", None),
         ("GET", f"{ADDRESSES}/10.0.77.7", None), ("GET", f"{ENDS}/routed", None)] for path in ("/routed", "?labelSelector=a%3Db")
    ],
    "generated names that nobody looks at": [
        [("POST", f"{path}?dryRun=All", named(metadata={"generateName": "A_"}, spec=spec)) for path, spec in (
            (f"{NS}/replicationcontrollers", SELECTED), ("/apis/resource.k8s.io/v1/deviceclasses", {}), (f"{NS}/limitranges", {"limits": []}))],
    ],
}
