"""Conversations for the mode `cases`: each is a list of steps that go on from one another.

A step is (method, path, body) and, where it matters, a dict: `type` of the body, `accept`, `caller` (whose token is sent),
`headers`, `until` (asked again until the answer has this status, for what a server does a moment later), `managers` (true where
managedFields are recorded too). The objects are removed at the end.
"""
import annotated
import asking
import bounds
import evicting
import faulty
import measured
import owning
import rarely
import registrations
import routed
import shaped
import signing
import streaming
import unsaid
import worded
from customs import CUSTOMS

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


def customs(plural, version="v1"):
    return f"/apis/cases.example.com/{version}/namespaces/compared/{plural}"


def versions(plural, one, other):
    """A definition with two versions, each with a status, and the steps that wait until both are served."""
    steps = definition(plural, {}, subresources={"status": {}})
    first = steps[0][2]["spec"]["versions"][0]
    both = [{**first, "name": name, "storage": name == "v1", "schema": {"openAPIV3Schema": {"type": "object", "properties": {
        "spec": {"type": "object", "properties": spec}, "status": {"type": "object", "properties": spec}}}}}
            for name, spec in (("v1", one), ("v2", other))]
    steps[0][2]["spec"]["versions"] = both
    return steps + [("GET", customs(plural, "v2"), None, {"until": 200})]


def applied(plural, version, manager, part="", force="", **members):
    """An apply to the object `one`; what it answers is recorded with the managers."""
    body = {**custom(plural, "one", **members), "apiVersion": f"cases.example.com/{version}"}
    return ("PATCH", f"{customs(plural, version)}/one{part}?fieldManager={manager}{force}", body, {**APPLY, "managers": True})


def merged(plural, version, manager, patch, part=""):
    return ("PATCH", f"{customs(plural, version)}/one{part}?fieldManager={manager}", patch, {**MERGE, "managers": True})


def custom(plural, name, **members):
    return {"apiVersion": "cases.example.com/v1", "kind": plural.capitalize(), "metadata": {"name": name}, **members}


def role(name, *rules, **members):
    return {"apiVersion": "rbac.authorization.k8s.io/v1", "kind": "ClusterRole", "metadata": {"name": name},
            "rules": list(rules), **members}


def binding(name, kind, role_name, subjects=()):
    return {"metadata": {"name": name}, "roleRef": {"apiGroup": "rbac.authorization.k8s.io", "kind": kind, "name": role_name},
            "subjects": list(subjects)}


NS_RBAC = RBAC + "/namespaces/compared"
REVIEWS = "/apis/authorization.k8s.io/v1"
ANYTHING = {"x-kubernetes-preserve-unknown-fields": True}
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
TEXT = {"type": "string"}
TEXTS = {"type": "array", "items": TEXT}
FORCE = "&force=true"


def written_in_two(plural, one, other):
    """One object, written in two versions by several managers."""
    by = {"manager": "x", "operation": "Update", "fieldsType": "FieldsV1", "fieldsV1": {"f:spec": {"f:a": {}}}}
    return versions(plural, one, other) + [
        applied(plural, "v1", "m1", spec={"a": "1", "b": "1", "l": ["x"]}),
        merged(plural, "v2", "u2", {"spec": {"a": "2"}}),
        applied(plural, "v2", "m2", spec={"a": "3"}),
        applied(plural, "v2", "m2", force=FORCE, spec={"a": "3"}),
        applied(plural, "v1", "m1", spec={"a": "1", "l": ["x", "y"]}),
        applied(plural, "v1", "m1", force=FORCE, spec={"a": "1", "l": ["x", "y"]}),
        applied(plural, "v2", "m1", force=FORCE, spec={"a": "5"}),
        applied(plural, "v1", "m1", force=FORCE, spec={"b": "5"}),
        merged(plural, "v1", "s1", {"status": {"a": "1", "b": "1"}}, "/status"),
        merged(plural, "v2", "s2", {"status": {"a": "2"}}, "/status"),
        applied(plural, "v2", "s3", "/status", FORCE, status={"a": "3"}),
        applied(plural, "v1", "s3", "/status", FORCE, status={"b": "3"}),
        merged(plural, "v1", "u1", {"status": {"a": "9"}, "spec": {"b": "7"}}),
        merged(plural, "v2", "u2", {"status": {"a": "8"}, "spec": {"a": "7"}}),
        applied(plural, "v1", "m1", force=FORCE, spec={"a": "6"}),
        merged(plural, "v1", "u1", {"metadata": {"managedFields": [{**by, "apiVersion": "cases.example.com/v2"}]}}),
        merged(plural, "v1", "u1", {"metadata": {"managedFields": [{**by, "apiVersion": "cases.example.com/v3"}]}}),
        ("DELETE", customs(plural) + "/one", None)]


def scaler(version, manager, **spec):
    body = {"apiVersion": f"autoscaling/{version}", "kind": "HorizontalPodAutoscaler", "metadata": {"name": "scaler"},
            "spec": {"scaleTargetRef": {"kind": "Deployment", "name": "d"}, **spec}}
    return ("PATCH", f"/apis/autoscaling/{version}{SCALER}?fieldManager={manager}", body, {**APPLY, "managers": True})


def usage(name, percent):
    return {"type": "Resource", "resource": {"name": name, "target": {"type": "Utilization", "averageUtilization": percent}}}


LARGE = [9223372036854775807, 9223372036854775808, -9223372036854775809, 1e19, 1e21, 1234567.0, -0.0, 4294967297]
DEPLOYMENTS = "/apis/apps/v1/namespaces/compared/deployments"
NUMBERED = {"metadata": {"name": "numbered"}, "spec": {"selector": {"matchLabels": {"a": "b"}}, "template": {
    "metadata": {"labels": {"a": "b"}}, "spec": {"containers": [{"name": "c", "image": "i"}]}}}}
SERVICE = {"apiVersion": "v1", "kind": "Service", "metadata": {"name": "outer"},
           "spec": {"ports": [{"port": 80}], "externalIPs": ["1.2.3.4"]}}
NODE = {"apiVersion": "v1", "kind": "Node", "metadata": {"name": "ranges"}}
QUOTA = {"apiVersion": "v1", "kind": "ResourceQuota", "metadata": {"name": "counting"},
         "spec": {"hard": {"configmaps": "9", "secrets": "9"}}}
TERM = {"matchExpressions": [{"key": "disk", "operator": "In", "values": ["ssd"]}]}
NAMED = {"matchFields": [{"key": "metadata.name", "operator": "In", "values": ["n"]}]}
BUDGETS = "/apis/policy/v1/namespaces/compared/poddisruptionbudgets"
BUDGET = {"apiVersion": "policy/v1", "kind": "PodDisruptionBudget", "metadata": {"name": "counting"},
          "spec": {"maxUnavailable": 1, "selector": {"matchLabels": {"counted": "yes"}}}}
ALLOWING = {"disruptionsAllowed": 1, "currentHealthy": 1, "desiredHealthy": 0, "expectedPods": 1, "observedGeneration": 1}

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
    "managers in two versions": [
        written_in_two("sames", {"a": TEXT, "b": TEXT, "l": {**TEXTS, "x-kubernetes-list-type": "set"}},
                       {"a": TEXT, "b": TEXT, "l": {**TEXTS, "x-kubernetes-list-type": "set"}}),
        written_in_two("wholes", {"a": TEXT, "b": TEXT, "l": {**TEXTS, "x-kubernetes-list-type": "set"}},
                       {"a": TEXT, "b": TEXT, "l": TEXTS}),
        written_in_two("lesses", {"a": TEXT, "b": TEXT, "l": TEXTS}, {"a": TEXT}),
        [scaler("v1", "m1", maxReplicas=3, targetCPUUtilizationPercentage=50),
         scaler("v2", "m2", maxReplicas=3, metrics=[usage("cpu", 50)]),
         scaler("v2", "m2", maxReplicas=3, metrics=[usage("cpu", 60)]),
         scaler("v2", "m2" + FORCE, maxReplicas=3, metrics=[usage("cpu", 60)]),
         scaler("v1", "m1" + FORCE, maxReplicas=4, targetCPUUtilizationPercentage=50),
         scaler("v2", "m1" + FORCE, maxReplicas=4, metrics=[usage("memory", 50)]),
         scaler("v1", "m1" + FORCE, maxReplicas=5, minReplicas=2),
         ("PATCH", f"/apis/autoscaling/v2{SCALER}?fieldManager=u2", {"spec": {"metrics": [usage("cpu", 10), usage("memory", 50)]}},
          {**MERGE, "managers": True}),
         ("PATCH", f"/apis/autoscaling/v1{SCALER}?fieldManager=u1", {"spec": {"targetCPUUtilizationPercentage": 11}},
          {**MERGE, "managers": True}),
         ("DELETE", f"/apis/autoscaling/v2{SCALER}", None)],
        [("POST", NS + "/events", {"metadata": {"name": "two"}, "involvedObject": {"namespace": "compared"}, "reason": "R"}),
         ("PATCH", "/apis/events.k8s.io/v1/namespaces/compared/events/two?fieldManager=b", {"metadata": {"labels": {"a": "b"}}},
          {**MERGE, "managers": True})],
    ],
    "large numbers in patches": [
        [("POST", NS + "/configmaps", {"metadata": {"name": "numbered"}, "data": {"a": "1"}})] + [
            ("PATCH", NS + "/configmaps/numbered", {"data": {"a": large}}, STRATEGIC) for large in LARGE],
        [("POST", DEPLOYMENTS, NUMBERED)] + [
            ("PATCH", DEPLOYMENTS + "/numbered?dryRun=All&fieldManager=m" + force,
             {"apiVersion": "apps/v1", "kind": "Deployment", "metadata": {"name": "numbered"}, "spec": spec}, how)
            for large in LARGE for how, force in ((STRATEGIC, ""), (APPLY, FORCE)) for spec in (
                {"replicas": large}, {"template": {"spec": {"terminationGracePeriodSeconds": large}}},
                {"template": {"spec": {"containers": [{"name": "c", "resources": {"limits": {"cpu": large}}}]}}},
                {"strategy": {"rollingUpdate": {"maxSurge": large}}})],
    ],
    "unknown fields of patches": [
        [("POST", NS_RBAC + "/roles", {"metadata": {"name": "patched"}, "rules": []})] + [
            ("PATCH", f"{NS_RBAC}/roles/patched?fieldValidation={strictness}", {"z": 1, "rules": [
                {"y": 1, "verbs": ["get"], "apiGroups": [""], "resources": ["pods"], "b": 2}], "a": 1}, how)
            for strictness, how in (("Strict", STRATEGIC), ("Warn", STRATEGIC), ("Warn", MERGE))],
    ],
    "status of absent services": [
        [("PUT", NS + "/services/absent/status", {"metadata": {"name": "absent"}}),
         ("PATCH", NS + "/services/absent/status?fieldManager=m", {
             "apiVersion": "v1", "kind": "Service", "metadata": {"name": "absent"}, "status": {}}, APPLY),
         ("PATCH", NS + "/services/absent/status", {"status": {}}, MERGE),
         ("PATCH", NS + "/services/outer/status?fieldManager=m", {**SERVICE, "status": {"loadBalancer": {
             "ingress": [{"ip": "1.2.3.4"}]}}}, {**APPLY, "managers": True}),
         ("DELETE", NS + "/services/outer", None),
         ("PUT", NS + "/services/outer/status", {**SERVICE, "status": {"loadBalancer": {"ingress": [{"ip": "1.2.3.4"}]}}},
          {"managers": True}),
         ("DELETE", NS + "/services/outer", None)],
    ],
    "ranges of nodes": [
        [("POST", "/api/v1/nodes", {**NODE, "spec": {"podCIDRs": [one, "fresh"]}})] for one in ("10.0.0.0/24", "x")
    ],
    "roles that are not there": [
        [("POST", NS_RBAC + "/roles", {"metadata": {"name": "cases-seen"}, "rules": [
            {"apiGroups": [""], "resources": ["configmaps"], "verbs": ["list"]}]}),
         ("POST", NS_RBAC + "/rolebindings", binding("cases-absent", "ClusterRole", "cases-absent", [
             {"kind": "User", "name": "alice"}])),
         ("POST", NS_RBAC + "/rolebindings", binding("cases-seen", "Role", "cases-seen", [{"kind": "User", "name": "alice"}])),
         ("GET", NS + "/configmaps?labelSelector=none", None, {**ALICE, "until": 200}),
         ("GET", NS + "/secrets", None, ALICE),
         ("POST", REVIEWS + "/subjectaccessreviews", {"spec": {"user": "alice", "resourceAttributes": {
             "verb": "list", "resource": "secrets", "namespace": "compared"}}}),
         ("POST", NS_RBAC + "/roles?dryRun=All", {"metadata": {"name": "held"}, "rules": [
             {"apiGroups": [""], "resources": ["secrets"], "verbs": ["get"]}]}, ALICE)],
    ],
    "selectors of reviews": [
        [("POST", REVIEWS + path, {"spec": {"user": "u", "resourceAttributes": {
            "verb": "list", "resource": "pods", "namespace": "compared", name: selector}}}, {"managers": True})
         for path in ("/subjectaccessreviews", "/namespaces/compared/localsubjectaccessreviews")
         for name in ("fieldSelector", "labelSelector") for selector in (
             {}, {"rawSelector": "a=b"}, {"rawSelector": "a=b", "requirements": [{"key": "a", "operator": "Exists"}]},
             {"requirements": [{"key": "", "operator": "In"}]}, {"requirements": [{"key": "-", "operator": "Newer", "values": ["-"]}]},
             {"requirements": [{"key": "a", "operator": "Exists", "values": ["b"]}]})]
        + [("POST", REVIEWS + "/namespaces/compared/localsubjectaccessreviews", {
            "spec": {"user": "u", "nonResourceAttributes": {"path": "/x", "verb": "get"}}})],
    ],
    "selectors of nothing": [
        [("POST", NS + "/configmaps", {"metadata": {"name": "kept"}})] + [
            ("GET", NS + "/configmaps?fieldSelector=" + query, None) for query in ("=", "!%3D,metadata.name=kept")],
    ],
    "counts that the server keeps": [
        [("POST", NS + "/resourcequotas", QUOTA),
         ("PUT", NS + "/resourcequotas/counting/status", {**QUOTA, "status": {
             "hard": QUOTA["spec"]["hard"], "used": {"configmaps": "1", "secrets": "0"}}}, {"managers": True}),
         ("POST", NS + "/configmaps", {"metadata": {"name": "counted"}}),
         ("GET", NS + "/resourcequotas/counting", None, {"managers": True}),
         ("POST", NS + "/secrets", {"metadata": {"name": "counted"}}),
         ("GET", NS + "/resourcequotas/counting", None, {"managers": True})],
        [("POST", BUDGETS, BUDGET), ("PUT", BUDGETS + "/counting/status", {**BUDGET, "status": ALLOWING}, {"managers": True}),
         ("POST", NS + "/serviceaccounts", {"metadata": {"name": "default"}}),
         ("POST", NS + "/pods", {"metadata": {"name": "counted", "labels": {"counted": "yes"}}, "spec": {"nodeName": "n", "containers": [
             {"name": "c", "image": "i"}], "terminationGracePeriodSeconds": 0, "automountServiceAccountToken": False}}),
         ("PATCH", NS + "/pods/counted/status", {"status": {"phase": "Running", "conditions": [
             {"type": "Ready", "status": "True"}]}}, STRATEGIC),
         ("POST", NS + "/pods/counted/eviction", {"metadata": {"name": "counted"}}),
         ("GET", BUDGETS + "/counting", None, {"managers": True})],
    ],
    "addresses of pods": [
        [("POST", NS + "/serviceaccounts", {"metadata": {"name": "default"}}),
         ("POST", NS + "/pods", {"metadata": {"name": "addressed"}, "spec": {"nodeName": "n", "containers": [
             {"name": "c", "image": "i"}], "terminationGracePeriodSeconds": 0, "automountServiceAccountToken": False}})]
        + [("PATCH", NS + "/pods/addressed/status", {"status": {one: addresses[0], several: [{"ip": ip} for ip in addresses]}}, MERGE)
           for one, several in (("podIP", "podIPs"), ("hostIP", "hostIPs"))
           for addresses in (["x", "1.2.3.4"], ["1.2.3.4", "x", "y"], ["1.2.3.4", "1.2.3.5"], ["::1", "::2"], ["1.2.3.4", "::1", "::2"],
                             ["1.2.3.4", "01.2.3.5"], ["::ffff:1.2.3.4", "1.2.3.5"], ["::ffff:1.2.3.4", "::1"], ["1.2.3.4", "::1"])],
    ],
    "terms of gated pods": [
        [("POST", NS + "/serviceaccounts", {"metadata": {"name": "default"}}),
         ("POST", NS + "/pods", {"metadata": {"name": "gated"}, "spec": {
            "schedulingGates": [{"name": "g/g"}], "containers": [{"name": "c", "image": "i"}], "automountServiceAccountToken": False,
            "affinity": {"nodeAffinity": {"requiredDuringSchedulingIgnoredDuringExecution": {"nodeSelectorTerms": [TERM]}}}}})]
        + [("PATCH", NS + "/pods/gated", {"spec": {"affinity": affinity}}, MERGE) for affinity in [None, {"nodeAffinity": None}] + [
            {"nodeAffinity": {"requiredDuringSchedulingIgnoredDuringExecution": {"nodeSelectorTerms": terms}}}
            for terms in ([TERM, TERM], [NAMED, TERM], [NAMED], [{**TERM, **NAMED}])]],
    ],
    "managers of autoscalers": [
        [("POST", f"/apis/autoscaling/{version}/namespaces/compared/horizontalpodautoscalers?fieldManager=m", {
            "apiVersion": f"autoscaling/{version}", "kind": "HorizontalPodAutoscaler", "metadata": {"name": "scaler"},
            "spec": {"scaleTargetRef": {"apiVersion": "apps/v1", "kind": "Deployment", "name": "d"}, "maxReplicas": 3, **target}},
          {"managers": True}),
         ("GET", f"/apis/autoscaling/v1{SCALER}", None), ("GET", f"/apis/autoscaling/v2{SCALER}", None),
         ("DELETE", f"/apis/autoscaling/v2{SCALER}", None)]
        for version, target in (("v1", {"targetCPUUtilizationPercentage": 70}), ("v1", {}), ("v2", {"metrics": [usage("cpu", 70)]}),
                                ("v2", {}))
    ],
    "empty policies of autoscalers": [
        [("POST", "/apis/autoscaling/v2/namespaces/compared/horizontalpodautoscalers?dryRun=All", {
            "metadata": {"name": "scaler"}, "spec": {
                "maxReplicas": 3, "scaleTargetRef": {"apiVersion": "apps/v1", "kind": "Deployment", "name": "d"},
                "behavior": {"scaleUp": {"policies": policies}}}}) for policies in ([], None)],
    ],
    "claims of volumes": [
        [("POST", "/api/v1/persistentvolumes?dryRun=All", {"metadata": {"name": "claimed"}, "spec": {
            "capacity": {"storage": "1Gi"}, "accessModes": ["ReadWriteOnce"], "hostPath": {"path": "/d"},
            "claimRef": {"namespace": "compared", "name": "c"}}}, {"managers": True})],
    ],
    "forms of custom resources": [
        definition("formed", {"any": ANYTHING, "open": {"type": "object"}, "kept": {"type": "object", **ANYTHING},
                              "either": {"x-kubernetes-int-or-string": True}, "time": {"type": "string", "format": "date-time"},
                              "list": {"type": "array", "items": TEXT}, "text": TEXT}) + [
            step for name in ("any", "open", "kept", "either", "time", "list", "text")
            for value in (1, "x", {"x": {"y": 1}}, {}, [], ["a"], None) for step in (
                applied("formed", "v1", "m", force=FORCE, **{name: value}),
                merged("formed", "v1", "n", {name: value}))]
        + [("DELETE", customs("formed") + "/one", None)],
    ],
    "expressions without types": [
        [("POST", DEFINITIONS + "?dryRun=All", definition("untyped", {"a": {**schema, "x-kubernetes-validations": [rule]}})[0][2])
         for schema in (ANYTHING, {"x-kubernetes-int-or-string": True}, {"type": "array", "items": ANYTHING}, TEXT,
                        {"type": "object", "properties": {"x": ANYTHING}})
         for rule in ({"rule": "self == self"}, {"rule": "self == self", "fieldPath": ".x"})]
        + [("POST", DEFINITIONS + "?dryRun=All", definition("selected", {"a": {"type": "object", "properties": {"x": TEXT}}},
                                                             selectableFields=[{"jsonPath": path}])[0][2])
           for path in (".a.x", ".a.x[0]", ".b.x[0]", ".a[0]", "[0]")],
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
    **annotated.CONVERSATIONS,
    **asking.CONVERSATIONS,
    **bounds.CONVERSATIONS,
    **evicting.CONVERSATIONS,
    **faulty.CONVERSATIONS,
    **measured.CONVERSATIONS,
    **owning.CONVERSATIONS,
    **rarely.CONVERSATIONS,
    **signing.CONVERSATIONS,
    **registrations.CONVERSATIONS,
    **routed.CONVERSATIONS,
    **streaming.CONVERSATIONS,
    **shaped.CONVERSATIONS,
    **unsaid.CONVERSATIONS,
    **worded.CONVERSATIONS,
    **CUSTOMS,
}
