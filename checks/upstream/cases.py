"""Conversations for the mode `cases` of compare.py: each is a list of steps that go on from one another.

A step is (method, path, body) and, where it matters, a dict: `type` of the body, `accept`, `caller` (whose token is sent),
`headers`, `until` (asked again until the answer has this status, for what a server does a moment later). The objects are
removed at the end.
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
    ("POST", RBAC + "/clusterroles?dryRun=All", role("held"), {**ALICE, "until": 201})]
SCALER = "/namespaces/compared/horizontalpodautoscalers/scaler"
SELF = "/apis/authentication.k8s.io/v1/selfsubjectreviews"
AUTHENTICATION = {"apiGroups": ["authentication.k8s.io"], "verbs": ["impersonate:user-info"]}
IMPERSONATORS = [("POST", RBAC + "/clusterroles", role(
    "cases-impersonators", {"apiGroups": [""], "resources": ["users"], "resourceNames": ["carol"], "verbs": ["impersonate"]},
    {**AUTHENTICATION, "resources": ["users"], "resourceNames": ["erin", "dora"]},
    {**AUTHENTICATION, "resources": ["groups"], "resourceNames": ["ops"]},
    {"apiGroups": ["authentication.k8s.io"], "resources": ["nodes"], "verbs": ["impersonate:arbitrary-node"]},
    {"apiGroups": ["authentication.k8s.io"], "resources": ["selfsubjectreviews"],
     "verbs": ["impersonate-on:user-info:create", "impersonate-on:arbitrary-node:create"]})),
    ("POST", RBAC + "/clusterrolebindings", binding("cases-impersonators", "ClusterRole", "cases-impersonators", [
        {"kind": "User", "name": "alice"}])),
    ("POST", SELF, {"kind": "SelfSubjectReview"}, {**ALICE, "until": 201, "headers": {"Impersonate-User": "dora"}})]
SERVICE = {"apiVersion": "v1", "kind": "Service", "metadata": {"name": "outer"},
           "spec": {"ports": [{"port": 80}], "externalIPs": ["1.2.3.4"]}}
NODE = {"apiVersion": "v1", "kind": "Node", "metadata": {"name": "ranges"}}

CASES = {
    "rules of custom resources": [
        definition("ruled", {"spec": {"type": "object", "properties": RULES}}) + [
            ("POST", customs("ruled"), custom("ruled", "one", spec=spec)) for spec in (
                {"a": 1}, {"a": 9}, {"b": "y"}, {"c": {}}, {"e": ["x", "y"]})],
    ],
    "scales of custom resources": [
        definition("scaled", {"spec": {"type": "object", "x-kubernetes-preserve-unknown-fields": True},
                              "status": {"type": "object", "x-kubernetes-preserve-unknown-fields": True}},
                   subresources={"status": {}, "scale": {
                       "specReplicasPath": ".spec.replicas", "statusReplicasPath": ".status.replicas"}}) + [
            ("POST", customs("scaled"), custom("scaled", "one", spec=3)),
            ("POST", customs("scaled"), custom("scaled", "one", spec={"replicas": 3})),
            ("PATCH", customs("scaled") + "/one/scale", {"spec": {"replicas": 4}}, STRATEGIC),
            ("PATCH", customs("scaled") + "/one/scale?force=true", {"spec": {"replicas": 4}}, STRATEGIC),
            ("DELETE", customs("scaled") + "/one", None)],
    ],
    "numbers of custom resources": [
        definition("counted", {"spec": {"type": "object", "properties": {
            "n": {"type": "number", "multipleOf": 0.5}, "m": {"type": "number", "multipleOf": 1.5}}}}) + [
            ("POST", customs("counted") + "?dryRun=All", custom("counted", "one", spec=spec)) for spec in (
                {"n": 2.5}, {"n": 2}, {"n": 2.25}, {"m": 3}, {"m": 2}, {"m": 2.5})],
    ],
    "definitions that change": [
        definition("changed", {"spec": {"type": "object", "properties": {"a": {"type": "string"}, "b": {"type": "string"}}}}) + [
            ("POST", customs("changed"), custom("changed", "one", spec={"a": "x", "b": "y"})),
            ("PATCH", DEFINITIONS + "/changed.cases.example.com", [{
                "op": "remove", "path": "/spec/versions/0/schema/openAPIV3Schema/properties/spec/properties/b"}], JSON_PATCH),
            ("POST", customs("changed") + "?dryRun=All&fieldValidation=Strict",
             custom("changed", "two", spec={"b": "y"}), {"until": 400}),
            ("PATCH", customs("changed") + "/one?fieldValidation=Strict", {"metadata": {"labels": {"a": "b"}}}, MERGE),
            ("PATCH", customs("changed") + "/one?fieldManager=other", {"spec": {"a": "z"}}, MERGE),
            ("GET", customs("changed") + "/one", None),
            ("DELETE", customs("changed") + "/one", None)],
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
    "impersonation": [
        IMPERSONATORS + [(method, path, body, {**ALICE, "headers": {f"Impersonate-{name}": value for name, value in headers}})
                         for method, path, body in (("GET", NS + "/pods", None), ("GET", "/nowhere", None),
                                                    ("POST", SELF, {"kind": "SelfSubjectReview"}))
                         for headers in (
                             [("User", "carol")], [("User", "dora")], [("User", "system:serviceaccount:compared:one")],
                             [("User", "system:serviceaccount::one")], [("User", "system:node:one")],
                             [("User", "erin"), ("Group", "ops")], [("User", "carol"), ("Group", "system:masters")],
                             [("User", "carol"), ("Uid", "u")], [("User", "carol"), ("Extra-scopes", "view")],
                             [("User", "carol"), ("Extra-example.com%2fscopes", "view")], [("Group", "ops")],
                             [("User", ""), ("Extra-scopes", "view"), ("Uid", "u")], [("User", "system:anonymous")])],
    ],
    "strategic patches of wrong types": [
        [("POST", NS + "/configmaps", {"metadata": {"name": "patched", "labels": {"a": "b"}}, "data": {"a": "1"}})] + [
            ("PATCH", NS + "/configmaps/patched", patch, STRATEGIC) for patch in (
                {"metadata": {"labels": {"$retainKeys": ["a"], "a": 5}}}, {"data": {"$patch": "replace", "a": 5}},
                {"data": {"a": {"b": None, "c": [{"d": None}]}}}, {"data": {"a": 5}, "binaryData": {"x": None}},
                {"$retainKeys": ["data"], "data": 5})],
    ],
    "versions of autoscalers": [
        [("PATCH", f"/apis/autoscaling/v1{SCALER}?fieldManager=m", {
            "apiVersion": "autoscaling/v1", "kind": "HorizontalPodAutoscaler", "metadata": {"name": "scaler"},
            "spec": {"maxReplicas": 3, "scaleTargetRef": {"kind": "Deployment", "name": "d"}}}, APPLY),
         ("GET", f"/apis/autoscaling/v2{SCALER}", None), ("GET", f"/apis/autoscaling/v1{SCALER}", None),
         ("DELETE", f"/apis/autoscaling/v2{SCALER}", None)],
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
            ("/clusterroles", role("held", {"apiGroups": [""], "resources": ["pods"], "verbs": ["get"]})),
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
