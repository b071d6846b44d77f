"""Conversations for the mode `cases` of compare.py: each is a list of steps that go on from one another.

A step is (method, path, body) and, where it matters, a dict: `type` of the body, `accept`, `caller` (whose token is sent),
`headers`, `until` (asked again until the answer has this status, for what a server does a moment later). The first step's
object is removed at the end.
"""
NS = "/api/v1/namespaces/compared"
RBAC = "/apis/rbac.authorization.k8s.io/v1"
MERGE, JSON_PATCH = {"type": "application/merge-patch+json"}, {"type": "application/json-patch+json"}
STRATEGIC, APPLY = {"type": "application/strategic-merge-patch+json"}, {"type": "application/apply-patch+yaml"}
DEFINITIONS = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions"
ALICE = {"caller": "alice"}


def definition(plural, schema, **version):
    """A definition with one version, and the steps that wait until its objects are served."""
    kind = plural.capitalize()
    body = {"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition",
            "metadata": {"name": f"{plural}.cases.example.com"},
            "spec": {"group": "cases.example.com", "scope": "Namespaced", "names": {"plural": plural, "kind": kind},
                     "versions": [{"name": "v1", "served": True, "storage": True,
                                   "schema": {"openAPIV3Schema": {"type": "object", "properties": schema}}, **version}]}}
    return [("POST", DEFINITIONS, body), ("GET", customs(plural), None, {"until": 200})]


def customs(plural):
    return f"/apis/cases.example.com/v1/namespaces/compared/{plural}"


def custom(plural, name, **members):
    return {"apiVersion": "cases.example.com/v1", "kind": plural.capitalize(), "metadata": {"name": name}, **members}


def role(name, *rules, **members):
    return {"apiVersion": "rbac.authorization.k8s.io/v1", "kind": "ClusterRole", "metadata": {"name": name},
            "rules": list(rules), **members}


def binding(name, kind, role_name, subjects=()):
    return {"metadata": {"name": name}, "roleRef": {"apiGroup": "rbac.authorization.k8s.io", "kind": kind, "name": role_name},
            "subjects": list(subjects)}


RULES = {"a": {"type": "integer", "x-kubernetes-validations": [{"rule": "self > 2"}, {"rule": "self < 9", "message": "large"}]},
         "b": {"type": "string", "x-kubernetes-validations": [
             {"rule": "self == 'x'", "reason": "FieldValueDuplicate"}, {"rule": "self != ''", "reason": "FieldValueForbidden"}]},
         "c": {"type": "object", "x-kubernetes-validations": [{"rule": "has(self.d)", "fieldPath": ".d"}],
               "properties": {"d": {"type": "string"}}},
         "e": {"type": "array", "maxItems": 3, "items": {"type": "string"},
               "x-kubernetes-validations": [{"rule": "size(self) < 2"}]}}
WRITERS = [("POST", RBAC + "/clusterroles", role("cases-writers", {
    "apiGroups": ["rbac.authorization.k8s.io"], "verbs": ["create", "patch"],
    "resources": ["roles", "rolebindings", "clusterroles", "clusterrolebindings"]})),
    ("POST", RBAC + "/clusterrolebindings", binding("cases-writers", "ClusterRole", "cases-writers", [
        {"kind": "User", "name": "alice"}])),
    ("POST", RBAC + "/clusterroles?dryRun=All", role("held", {"apiGroups": [""], "resources": ["pods"], "verbs": ["get"]}),
     {**ALICE, "until": 403})]
SERVICE = {"apiVersion": "v1", "kind": "Service", "metadata": {"name": "outer"},
           "spec": {"ports": [{"port": 80}], "externalIPs": ["1.2.3.4"]}}
NODE = {"apiVersion": "v1", "kind": "Node", "metadata": {"name": "ranges"}}

CASES = {
    "rules of custom resources": [
        definition("ruled", {"spec": {"type": "object", "properties": RULES}}) + [
            ("POST", customs("ruled"), custom("ruled", "one", spec=spec)) for spec in (
                {"a": 1}, {"a": 9}, {"a": 1, "b": ""}, {"b": "y"}, {"c": {}}, {"e": ["x", "y"]}, {"a": 1, "c": {}, "e": ["", ""]})],
    ],
    "scales of custom resources": [
        definition("scaled", {"spec": {"type": "object", "x-kubernetes-preserve-unknown-fields": True},
                              "status": {"type": "object", "x-kubernetes-preserve-unknown-fields": True}},
                   subresources={"status": {}, "scale": {
                       "specReplicasPath": ".spec.replicas", "statusReplicasPath": ".status.replicas"}}) + [
            ("POST", customs("scaled"), custom("scaled", "one", spec=3)),
            ("POST", customs("scaled"), custom("scaled", "one", spec={"replicas": 3})),
            ("DELETE", customs("scaled") + "/one", None)],
    ],
    "warnings of status writes": [
        [("POST", NS + "/services", SERVICE), ("PATCH", NS + "/services/outer/status", {"metadata": {"labels": {"a": "b"}}}, MERGE),
         ("PATCH", NS + "/services/outer", {"metadata": {"labels": {"a": "c"}}}, MERGE)],
    ],
    "parameters of lists": [
        [("GET", NS + "/pods?limit=", None)], [("GET", NS + "/pods?limit=&labelSelector=a%20b", None)],
        [("GET", NS + "/pods?timeoutSeconds=", None)], [("GET", NS + "/pods?limit=&resourceVersionMatch=Exact", None)],
        [("GET", NS + "/pods?continue=x", None)], [("GET", NS + "/pods?continue=abcde", None)],
        [("GET", NS + "/pods?continue=xy", None)],
    ],
    "forms of refusals": [
        [("GET", NS + "/pods/absent", None, {"accept": f"application/yaml;as=Table;v=v1;g=meta.k8s.io"})],
        [("GET", NS + "/pods?limit=x", None, {"accept": f"application/yaml;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io"})],
    ],
    "ranges of nodes": [
        [("POST", "/api/v1/nodes", {**NODE, "spec": {"podCIDRs": [one, "fresh"]}})] for one in ("10.0.0.0/24", "x")
    ],
    "reviews": [
        [("POST", "/apis/authorization.k8s.io/v1/subjectaccessreviews",
          {"metadata": {"namespace": "other"}, "spec": {"user": "u", "resourceAttributes": {"verb": "get", "resource": "pods"}}})],
        [("POST", "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews",
          {"metadata": {"namespace": "other", "name": ""}, "spec": {"nonResourceAttributes": {"verb": "get", "path": "/x"}}})],
    ],
    "escalation": [
        WRITERS + [("POST", RBAC + path + "?dryRun=All", body, ALICE) for path, body in (
            ("/namespaces/compared/rolebindings", binding("one", "Role", "absent")),
            ("/namespaces/compared/rolebindings", binding("one", "ClusterRole", "absent")),
            ("/clusterrolebindings", binding("one", "ClusterRole", "absent")),
            ("/clusterrolebindings", binding("one", "Role", "absent")),
            ("/clusterrolebindings", binding("one", "Other", "absent")),
            ("/clusterrolebindings", binding("one", "ClusterRole", "")),
            ("/clusterrolebindings", binding("one", "ClusterRole", "cases-writers", [{"kind": "User", "name": ""}])),
            ("/namespaces/compared/roles", {"metadata": {"name": "one"}, "rules": [
                {"nonResourceURLs": ["/a"], "verbs": ["get"]}]}),
            ("/clusterroles", role("one", aggregationRule={"clusterRoleSelectors": [{"matchLabels": {"a": "b"}}]})),
            ("/clusterroles", role("one", {"apiGroups": [""], "resources": ["pods"], "verbs": ["get"]},
                                   aggregationRule={"clusterRoleSelectors": [{"matchLabels": {"a": "b"}}]})),
            ("/clusterroles", role("one", aggregationRule={"clusterRoleSelectors": []})))],
    ],
}
