"""Conversations with servers that call webhooks, for mode `webhooks`: `hooks` are registered, `answers` say what each path
answers (see hooks.py), `steps` are the requests."""
MAPS = "/api/v1/namespaces/default/configmaps"
PODS = "/api/v1/namespaces/default/pods"
DEPLOYMENTS = "/apis/apps/v1/namespaces/default/deployments"
AUTOSCALERS = "/apis/autoscaling/{}/namespaces/default/horizontalpodautoscalers"
LAMPS = "/apis/hooked.test/{}/namespaces/default/lamps"
MERGE = {"type": "application/merge-patch+json"}
APPLY = {"type": "application/apply-patch+yaml"}
ONLY_MAPS = [{"apiGroups": [""], "apiVersions": ["v1"], "operations": ["*"], "resources": ["configmaps"]}]
ONLY_LAMPS = [{"apiGroups": ["hooked.test"], "apiVersions": ["v1"], "operations": ["*"], "resources": ["lamps"]}]
POD = {"metadata": {"name": "p"}, "spec": {"containers": [{"name": "c", "image": "i"}]}}
DEPLOYMENT = {"metadata": {"name": "d"}, "spec": {
    "replicas": 1, "selector": {"matchLabels": {"a": "b"}},
    "template": {"metadata": {"labels": {"a": "b"}}, "spec": {"containers": [{"name": "c", "image": "i"}]}}}}
AUTOSCALER = {"metadata": {"name": "h"}, "spec": {
    "maxReplicas": 3, "targetCPUUtilizationPercentage": 50, "scaleTargetRef": {"apiVersion": "apps/v1", "kind": "Deployment", "name": "d"}}}


def a_map(name="m", **more):
    return {"metadata": {"name": name}, "data": {"a": "b"}, **more}


def webhook(name, **more):
    return {"name": name + ".example.com", **more}


def validating(*hooks, name="v"):
    return {"kind": "validating", "name": name, "webhooks": list(hooks)}


def mutating(*hooks, name="m"):
    return {"kind": "mutating", "name": name, "webhooks": list(hooks)}


def one(hook, answer, steps=(("POST", MAPS, a_map()),), changing=False):
    """A webhook at the path /w that answers so."""
    made = webhook("w", **{"rules": ONLY_MAPS, **hook})
    return {"hooks": [mutating(made) if changing else validating(made)], "answers": {"/w": answer}, "steps": list(steps)}


def patched(*operations, steps):
    return one({}, {"patch": list(operations)}, steps, changing=True)


def definition(**conversion):
    schema = {"type": "object", "properties": {"spec": {"type": "object", "properties": {
        "size": {"type": "integer", "default": 7}, "width": {"type": "integer"}, "colour": {"type": "string"}}}}}
    return {"metadata": {"name": "lamps.hooked.test"}, "spec": {
        "group": "hooked.test", "scope": "Namespaced", "names": {"plural": "lamps", "kind": "Lamp"},
        "conversion": {"strategy": "Webhook", "webhook": {"conversionReviewVersions": ["v1"], **conversion}},
        "versions": [
            {"name": "v1", "served": True, "storage": True, "schema": {"openAPIV3Schema": schema},
             "subresources": {"status": {}, "scale": {"specReplicasPath": ".spec.size", "statusReplicasPath": ".status.size"}}},
            {"name": "v2", "served": True, "storage": False, "schema": {"openAPIV3Schema": {
                "type": "object", "properties": {"spec": {"type": "object", "properties": {
                    "width": {"type": "integer"}, "colour": {"type": "string", "default": "red"}}}}}},
             "subresources": {"status": {}}}]}}


RENAME = {"rename": {"hooked.test/v1": "size", "hooked.test/v2": "width"}}


def lamp(version, name="l", **spec):
    return {"apiVersion": f"hooked.test/{version}", "kind": "Lamp", "metadata": {"name": name}, "spec": spec}


def converting(answer, *steps, **more):
    return {"definition": definition(), "answers": {"/convert": answer}, "steps": list(steps), **more}


def stored_then(answer, version="v1"):
    """A lamp is stored, then read in the other version with a webhook that answers so: `answers` count from the start, and
    what is stored as it is sent needs no webhook."""
    return converting(answer, ("POST", LAMPS.format("v1"), lamp("v1", size=3)), ("GET", LAMPS.format("v2") + "/l", None),
                      ("DELETE", LAMPS.format("v1") + "/l", None))


EVERYTHING = [
    ("POST", MAPS + "?fieldManager=me&fieldValidation=Strict", a_map()), ("PUT", MAPS + "/m", a_map(data={"a": "c"})),
    ("PATCH", MAPS + "/m?fieldManager=you", {"data": {"x": "y"}}, MERGE),
    ("PATCH", MAPS + "/m?fieldManager=ssa&force=true", {"apiVersion": "v1", "kind": "ConfigMap", "data": {"a": "z"}}, APPLY),
    ("PATCH", MAPS + "/n?fieldManager=ssa", {"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "n"}}, APPLY),
    ("POST", MAPS + "?dryRun=All", a_map("dry")),
    ("DELETE", MAPS + "/m", {"apiVersion": "v1", "kind": "DeleteOptions", "propagationPolicy": "Background"}),
    ("DELETE", MAPS + "/n?gracePeriodSeconds=3&propagationPolicy=Orphan", None)]

PARTS = [
    ("POST", PODS, POD), ("POST", PODS, {**POD, "metadata": {"generateName": "g-", "labels": {"g": "g"}}}),
    ("PATCH", PODS + "/p/status", {"status": {"phase": "Running"}}, MERGE),
    ("POST", PODS + "/p/binding", {"target": {"kind": "Node", "name": "n1"}}),
    ("POST", PODS + "/p/eviction", {"apiVersion": "policy/v1", "kind": "Eviction", "metadata": {"name": "p"}}),
    ("DELETE", PODS + "/p?gracePeriodSeconds=0", None), ("DELETE", PODS + "?labelSelector=g", None),
    ("POST", DEPLOYMENTS, DEPLOYMENT), ("PATCH", DEPLOYMENTS + "/d/scale", {"spec": {"replicas": 3}}, MERGE),
    ("POST", "/api/v1/namespaces?dryRun=All", {"metadata": {"name": "hooked"}})]

ACTIONS = [
    ("POST", PODS, POD),
    ("POST", PODS + "/p/binding?fieldManager=b", {"metadata": {"name": "p", "labels": {"q": "r"}}, "target": {"kind": "Node", "name": "n1"}}),
    ("GET", PODS + "/p", None), ("GET", PODS, None), ("DELETE", PODS + "/p?gracePeriodSeconds=0", None),
    ("POST", PODS, {**POD, "metadata": {"name": "e", "labels": {"e": "e"}}}),
    ("POST", PODS + "/e/eviction?fieldManager=ev&dryRun=All", {
        "apiVersion": "policy/v1", "kind": "Eviction", "metadata": {"name": "e"}, "deleteOptions": {"gracePeriodSeconds": 9}}),
    ("GET", PODS, None), ("DELETE", PODS + "?labelSelector=e&gracePeriodSeconds=0", None)]
ACTED = [{"apiGroups": [""], "apiVersions": ["v1"], "operations": ["CREATE", "DELETE"],
          "resources": ["pods/binding", "pods/eviction", "serviceaccounts/token", "pods"]}]
# refused, for a token is never the same twice
TOKENS = [("POST", "/api/v1/namespaces/default/serviceaccounts/default/token?fieldManager=t", {"spec": spec})
          for spec in ({"expirationSeconds": 4000}, {}, {"audiences": ["a"]}, {"expirationSeconds": 5})]
# what a webhook may make of a Scale
SCALES = [{"apiGroups": ["apps"], "apiVersions": ["v1"], "operations": ["UPDATE"], "resources": ["deployments/scale"]}]
RENAMED = {
    "of another name": {"op": "replace", "path": "/metadata/name", "value": "other"},
    "without a name": {"op": "remove", "path": "/metadata/name"},
    "without a namespace": {"op": "remove", "path": "/metadata/namespace"},
    "without metadata": {"op": "remove", "path": "/metadata"},
    "with another uid": {"op": "add", "path": "/metadata/uid", "value": "other"},
    "without a uid": {"op": "remove", "path": "/metadata/uid"},
    "of an old revision": {"op": "add", "path": "/metadata/resourceVersion", "value": "1"},
    "of no revision": {"op": "add", "path": "/metadata/resourceVersion", "value": "x"},
    "with a wrong label": {"op": "add", "path": "/metadata/labels", "value": {"-": "b"}},
    "with a wrong finalizer": {"op": "add", "path": "/metadata/finalizers", "value": ["x"]},
    "of another kind": {"op": "replace", "path": "/kind", "value": "Other"},
    "with less than nothing": {"op": "add", "path": "/spec/replicas", "value": -1}}
SCALE = {"kind": "Scale", "apiVersion": "autoscaling/v1", "metadata": {"name": "d", "labels": {"a": "b"}}, "spec": {"replicas": 4}}
RESIZED = [("POST", DEPLOYMENTS, DEPLOYMENT), ("PATCH", DEPLOYMENTS + "/d/scale", {"spec": {"replicas": 3}}, MERGE),
           ("PUT", DEPLOYMENTS + "/d/scale", SCALE), ("GET", DEPLOYMENTS + "/d", None)]
REFUSED = {"response": {"allowed": False, "status": {"message": "no"}}}

ACCESS, IDENTITY = "/apis/authorization.k8s.io/v1", "/apis/authentication.k8s.io/v1"
REVIEWED = [{"apiGroups": ["authorization.k8s.io", "authentication.k8s.io"], "apiVersions": ["*"], "operations": ["*"], "resources": ["*/*"]}]
WISH = {"resourceAttributes": {"namespace": "default", "verb": "get", "resource": "pods"}}
REVIEWS = [
    ("POST", ACCESS + "/subjectaccessreviews?fieldManager=me", {"spec": {"user": "u", "groups": ["g"], **WISH}}),
    ("POST", ACCESS + "/selfsubjectaccessreviews?dryRun=All", {"spec": WISH}),
    ("POST", ACCESS + "/namespaces/default/localsubjectaccessreviews", {"spec": {"user": "u", **WISH}}),
    ("POST", ACCESS + "/namespaces/nosuch/localsubjectaccessreviews", {"metadata": {"namespace": "nosuch"}, "spec": {
        "user": "u", "resourceAttributes": {"namespace": "nosuch", "verb": "get", "resource": "pods"}}}),
    ("POST", IDENTITY + "/tokenreviews", {"metadata": {"name": "t"}, "spec": {"token": "x", "audiences": ["z"]}, "status": {"error": "p"}}),
    ("POST", IDENTITY + "/selfsubjectreviews", {"metadata": {"name": "s", "generateName": "p"}, "status": {"userInfo": {"username": "z"}}}),
    # what is not valid is shown to webhooks that change, and to no other
    ("POST", ACCESS + "/subjectaccessreviews", {"spec": {}}),
    ("POST", ACCESS + "/subjectaccessreviews", {
        "metadata": {"name": "x", "generateName": "q", "uid": "z", "labels": {"a": "b"}, "managedFields": []}, "spec": {"user": "u"}}),
    ("POST", ACCESS + "/namespaces/default/localsubjectaccessreviews", {"metadata": {"namespace": "other"}, "spec": {"user": "u", **WISH}}),
    ("POST", ACCESS + "/selfsubjectrulesreviews", {"spec": {}}), ("POST", IDENTITY + "/tokenreviews", {"spec": {"token": ""}})]
REVIEW_PATCHES = {
    "other user": {"op": "add", "path": "/spec/user", "value": "other"}, "no user": {"op": "replace", "path": "/spec/user", "value": ""},
    "labels": {"op": "add", "path": "/metadata/labels", "value": {"a": "b"}}, "bogus": {"op": "add", "path": "/spec/bogus", "value": "x"},
    "status": {"op": "add", "path": "/status", "value": {"allowed": True}}, "token": {"op": "add", "path": "/spec/token", "value": ""}}
ENTERED = [{"apiGroups": [""], "apiVersions": ["v1"], "operations": ["CONNECT"], "resources": ["pods/*", "services/proxy", "nodes/proxy"]}]
ENTRIES = [("POST", PODS, {**POD, "spec": {**POD["spec"], "automountServiceAccountToken": False}})] + [
    (method, PODS + "/p/" + place, None) for method in ("GET", "POST") for place in (
        "exec", "exec?command=a&command=b&container=c&stdin=1&tty=true&stderr=0", "attach", "attach?stdin=true", "portforward",
        "portforward?ports=80", "proxy/a/b?c=d")] + [
    (method, PODS + "/p/proxy/x", None) for method in ("PUT", "DELETE", "OPTIONS")] + [
    ("GET", PODS + "/nosuch/exec?command=a", None), ("GET", "/api/v1/namespaces/default/services/nosuch/proxy/", None),
    ("GET", "/api/v1/nodes/nosuch/proxy/", None)]
MOVES = {
    "to another namespace": [{"op": "replace", "path": "/metadata/namespace", "value": "kube-system"}],
    "out of its namespace": [{"op": "remove", "path": "/metadata/namespace"}],
    "to another prefix": [{"op": "add", "path": "/metadata/generateName", "value": "other-"}],
    "without a prefix": [{"op": "remove", "path": "/metadata/generateName"}]}
GENERATED = {"metadata": {"generateName": "made-"}}
OWNER = {"apiVersion": "v1", "kind": "Pod", "name": "a", "uid": "u"}
TWICE = [OWNER, {**OWNER, "uid": "w"}, OWNER, {**OWNER, "controller": True}]
MENDED = {
    "managers without a set": [{"op": "add", "path": "/metadata/managedFields", "value": [{"manager": "x", "operation": "Bogus"}]}],
    "managers without a version": [{"op": "add", "path": "/metadata/managedFields", "value": [{"manager": "x", "operation": "Update"}]}],
    "managers of another kind": [{"op": "add", "path": "/metadata/managedFields", "value": [
        {"manager": "x", "operation": "Update", "apiVersion": "v1", "fieldsType": "FieldsV9"}]}],
    "no managers": [{"op": "add", "path": "/metadata/managedFields", "value": []}],
    "owners twice": [{"op": "add", "path": "/metadata/ownerReferences", "value": TWICE}],
    "a revision": [{"op": "add", "path": "/metadata/resourceVersion", "value": "5"}]}
CHANGES = [("POST", MAPS, a_map()), ("PATCH", MAPS + "/m", {"data": {"x": "y"}}, MERGE), ("PUT", MAPS + "/m", a_map(data={"a": "c"})),
           ("PATCH", MAPS + "/m?fieldManager=ssa&force=true", {"apiVersion": "v1", "kind": "ConfigMap", "data": {"a": "z"}}, APPLY),
           ("DELETE", MAPS + "/m", None)]
OWNED = {"name": "m", "ownerReferences": TWICE}

DENIALS = {
    "words": {"allowed": False, "status": {"message": "not today"}},
    "code and reason": {"allowed": False, "status": {"message": "no", "reason": "Forbidden", "code": 403}},
    "reason only": {"allowed": False, "status": {"reason": "Tired"}},
    "nothing": {"allowed": False},
    "success": {"allowed": False, "status": {"status": "Success", "code": 200}},
    "details": {"allowed": False, "status": {"message": "no", "code": 422, "reason": "Invalid", "details": {
        "name": "x", "group": "g", "kind": "K", "causes": [{"reason": "R", "message": "m", "field": "f"}],
        "retryAfterSeconds": 3}}},
    "warnings too": {"allowed": False, "warnings": ["mind", "mind", "the gap"], "status": {"message": "no"}}}

ODD = {
    "other uid": {"response": {"uid": "other"}},
    "no review": {"review": {"response": None}},
    "no kind": {"review": {"kind": None, "apiVersion": None}},
    "other kind": {"review": {"kind": "ConversionReview"}},
    "other group": {"review": {"apiVersion": "example.com/v1"}},
    "other version": {"review": {"apiVersion": "admission.k8s.io/v1beta1"}},
    "a patch": {"patch": [{"op": "add", "path": "/data/x", "value": "y"}]},
    "a patch type": {"response": {"patchType": "JSONPatch"}},
    "text for a flag": {"response": {"allowed": "yes"}},
    "not found": {"raw": {"code": 404, "type": "text/plain", "body": "no such page"}},
    "broken": {"raw": {"code": 500, "type": "text/plain", "body": "it is\nbroken"}},
    "busy": {"raw": {"code": 503, "type": "text/plain", "body": "busy"}},
    "bad": {"raw": {"code": 400, "type": "text/plain", "body": "bad"}},
    "status": {"raw": {"code": 500, "body": '{"kind":"Status","apiVersion":"v1","status":"Failure","message":"out of tea"}'}},
    "status with success": {"raw": {"body": '{"kind":"Status","apiVersion":"v1","status":"Failure","message":"out of tea"}'}},
    "empty": {"raw": {"body": ""}},
    "no json": {"raw": {"type": "text/html", "body": "<html>"}},
    "a list": {"raw": {"body": "[1]"}}}

UNFIT = {
    "missing path": [{"op": "add", "path": "/spec/x/y", "value": 1}],
    "missing key": [{"op": "remove", "path": "/data/z"}],
    "replaced key": [{"op": "replace", "path": "/data/z/y", "value": "1"}],
    "failed test": [{"op": "test", "path": "/data/a", "value": "z"}],
    "unknown operation": [{"op": "swap", "path": "/data/a"}],
    "wrong type": [{"op": "replace", "path": "/data", "value": "text"}],
    "number for text": [{"op": "add", "path": "/data/n", "value": 3}],
    "no operation": [],
    "unknown field": [{"op": "add", "path": "/colour", "value": "red"}],
    "other name": [{"op": "replace", "path": "/metadata/name", "value": "other"}],
    "invalid": [{"op": "add", "path": "/metadata/labels", "value": {"a b": "c"}}]}

CONVERSATIONS = {
    "everything": one({}, {}, EVERYTHING),
    "everything, mutating": one({}, {}, EVERYTHING, changing=True),
    "parts": one({"rules": [{"apiGroups": ["*"], "apiVersions": ["*"], "operations": ["*"], "resources": ["*/*"]}]}, {}, PARTS),
    "parts, mutating": one({"rules": [{"apiGroups": ["*"], "apiVersions": ["*"], "operations": ["*"], "resources": ["*/*"]}]},
                           {}, PARTS, changing=True),
    "actions": one({"rules": ACTED}, {}, ACTIONS),
    "actions, mutating": one({"rules": ACTED}, {}, ACTIONS, changing=True),
    "tokens": one({"rules": ACTED}, REFUSED, TOKENS),
    "tokens, mutating": one({"rules": ACTED}, REFUSED, TOKENS, changing=True),
    "reviews": one({"rules": REVIEWED}, {}, REVIEWS),
    "reviews, mutating": one({"rules": REVIEWED}, {}, REVIEWS, changing=True),
    "reviews, refused": one({"rules": REVIEWED}, {"response": {"allowed": False, "status": {"code": 418, "message": "no"}}}, REVIEWS[:6]),
    "reviews, broken": one({"rules": REVIEWED}, {"raw": {"code": 500, "body": "x"}}, REVIEWS[:6], changing=True),
    **{"reviews: " + name: one({"rules": REVIEWED}, {"patch": [made]}, REVIEWS[:6], changing=True) for name, made in REVIEW_PATCHES.items()},
    "entries": one({"rules": ENTERED}, {}, ENTRIES),
    "entries, with a warning": one({"rules": ENTERED}, {"response": {"warnings": ["mind"], "auditAnnotations": {"a": "b"}}}, ENTRIES[:9]),
    "entries, refused": one({"rules": ENTERED}, REFUSED, ENTRIES, changing=True),
    **{"mended: " + name: patched(*made, steps=CHANGES) for name, made in MENDED.items()},
    "owners named twice": one({}, {}, [
        ("POST", MAPS, {"metadata": OWNED}), ("PUT", MAPS + "/m", {"metadata": OWNED, "data": {"a": "b"}}),
        ("PATCH", MAPS + "/m", {"metadata": OWNED}, MERGE), ("DELETE", MAPS + "/m", None),
        ("POST", PODS, POD), ("POST", PODS + "/p/eviction?dryRun=All", {
            "apiVersion": "policy/v1", "kind": "Eviction", "metadata": {"name": "p", "ownerReferences": TWICE}})]),
    **{"moved " + name: patched(*made, steps=[("POST", MAPS + "?dryRun=All", a_map()), ("POST", MAPS + "?dryRun=All", GENERATED)])
       for name, made in MOVES.items()},
    **{"denial: " + name: one({}, {"response": made}) for name, made in DENIALS.items()},
    **{"odd: " + name: one({}, made) for name, made in ODD.items()},
    **{"odd, mutating: " + name: one({}, made, changing=True) for name, made in ODD.items() if name != "a patch"},
    **{"odd, ignored: " + name: one({"failurePolicy": "Ignore"}, made) for name, made in list(ODD.items())[:4]},
    **{"unfit: " + name: one({}, {"patch": made}, changing=True) for name, made in UNFIT.items()},
    "patch without type": one({}, {"response": {"patch": "W10="}}, changing=True),
    "patch of another type": one({}, {"response": {"patch": "W3t9XQ==", "patchType": "Merge"}}, changing=True),
    "patch that cannot be decoded": one({}, {"response": {"patch": "bm8=", "patchType": "JSONPatch"}}, changing=True),
    "patch of a deletion": one({"rules": [{**ONLY_MAPS[0], "operations": ["DELETE"]}]},
                               {"patch": [{"op": "add", "path": "/data", "value": {}}]},
                               [("POST", MAPS, a_map()), ("DELETE", MAPS + "/m", None)], changing=True),
    "warnings": one({}, {"response": {"warnings": ["a" * 300, "b", "b"]}}),
    "many warnings": one({}, {"response": {"warnings": [f"{n}" + "w" * 300 for n in range(20)]}}),
    "old reviews": one({"admissionReviewVersions": ["v0", "v1beta1", "v1"]}, {"response": {"uid": ""}}),
    "old reviews, mutating": one({"admissionReviewVersions": ["v1beta1"]}, {
        "patch": [{"op": "add", "path": "/data/x", "value": "y"}]}, changing=True),
    "scale": one({"rules": [{"apiGroups": ["apps"], "apiVersions": ["v1"], "operations": ["UPDATE"],
                             "resources": ["deployments/scale"]}]},
                 {"patch": [{"op": "replace", "path": "/spec/replicas", "value": 5}]},
                 [("POST", DEPLOYMENTS, DEPLOYMENT), ("PATCH", DEPLOYMENTS + "/d/scale", {"spec": {"replicas": 3}}, MERGE),
                  ("GET", DEPLOYMENTS + "/d", None)], changing=True),
    **{"scale, " + name: one({"rules": SCALES}, {"patch": [made]}, RESIZED, changing=True) for name, made in RENAMED.items()},
    "scale as it is sent": one({"rules": SCALES, "objectSelector": {"matchLabels": {"a": "b"}}}, {}, RESIZED, changing=True),
    "status, of another kind": {
        **converting(RENAME, ("POST", LAMPS.format("v1"), lamp("v1", size=3)),
                     ("PATCH", LAMPS.format("v1") + "/l/status", {"status": {}, "metadata": {"labels": {"a": "b"}}}, MERGE),
                     ("DELETE", LAMPS.format("v1") + "/l", None)),
        "hooks": [mutating(webhook("w", rules=[{**ONLY_LAMPS[0], "resources": ["lamps/status"]}]))],
        "answers": {"/convert": RENAME, "/w": {"patch": [{"op": "replace", "path": "/kind", "value": "Other"}]}}},
    "equivalent versions": one(
        {"rules": [{"apiGroups": ["autoscaling"], "apiVersions": ["v2"], "operations": ["*"],
                    "resources": ["horizontalpodautoscalers"]}]},
        {"patch": [{"op": "add", "path": "/spec/minReplicas", "value": 2}]},
        [("POST", AUTOSCALERS.format("v1"), AUTOSCALER), ("GET", AUTOSCALERS.format("v2") + "/h", None)], changing=True),
    "exact versions": one(
        {"matchPolicy": "Exact", "rules": [{"apiGroups": ["autoscaling"], "apiVersions": ["v2"], "operations": ["*"],
                                            "resources": ["horizontalpodautoscalers"]}]},
        {}, [("POST", AUTOSCALERS.format("v1"), AUTOSCALER)]),
    "conditions": one({"matchConditions": [{"name": "c", "expression": "object.data.a == 'b'"}]},
                      {"response": {"allowed": False}},
                      [("POST", MAPS, a_map()), ("POST", MAPS, a_map("other", data={"a": "c"}))]),
    "conditions that fail": one({"matchConditions": [{"name": "c", "expression": "object.data.z == 'b'"}]}, {}),
    "selectors": {"hooks": [validating(webhook("w", rules=ONLY_MAPS, objectSelector={"matchLabels": {"x": "y"}}),
                                       webhook("v", rules=ONLY_MAPS, namespaceSelector={
                                           "matchLabels": {"kubernetes.io/metadata.name": "default"}}))],
                  "steps": [("POST", MAPS, a_map()),
                            ("POST", MAPS, {**a_map("n"), "metadata": {"name": "n", "labels": {"x": "y"}}})]},
    "one after the other": {
        "hooks": [mutating(webhook("b", rules=ONLY_MAPS), name="z"),
                  mutating(webhook("a", rules=ONLY_MAPS, reinvocationPolicy="IfNeeded"), name="c")],
        "answers": {"/a": {"patch": [{"op": "add", "path": "/data/a1", "value": "1"}]},
                    "/b": {"patch": [{"op": "add", "path": "/data/b1", "value": "1"}]}},
        "steps": [("POST", MAPS, a_map())]},
    "plugins again": {
        "hooks": [mutating(webhook("a", rules=[{"apiGroups": [""], "apiVersions": ["v1"], "operations": ["CREATE"],
                                                "resources": ["pods"]}], reinvocationPolicy="IfNeeded"))],
        "answers": {"/a": {"patch": [{"op": "add", "path": "/spec/priorityClassName", "value": "system-node-critical"},
                                     {"op": "remove", "path": "/spec/priority"}]}},
        "steps": [("POST", PODS, POD)]},
    "conversion": converting(
        RENAME, ("POST", LAMPS.format("v1"), lamp("v1", size=3)), ("GET", LAMPS.format("v2") + "/l", None),
        ("PATCH", LAMPS.format("v2") + "/l", {"spec": {"width": 4}}, MERGE), ("GET", LAMPS.format("v1") + "/l", None),
        ("POST", LAMPS.format("v2"), lamp("v2", "k", width=5)), ("GET", LAMPS.format("v1") + "/k", None),
        ("PATCH", LAMPS.format("v2") + "/k?fieldManager=me&force=true", lamp("v2", "k", width=6), APPLY),
        ("GET", LAMPS.format("v2") + "/k", None), ("DELETE", LAMPS.format("v2") + "/k", None)),
    **{"conversion: " + name: stored_then(made) for name, made in {
        "refused": {"response": {"result": {"status": "Failure", "message": "no such lamp"}}},
        "refused without words": {"response": {"result": {"status": "Failure"}}},
        "other uid": {"response": {"uid": "other"}},
        "too few": {"response": {"convertedObjects": []}},
        "no review": {"review": {"response": None}},
        "not found": {"raw": {"code": 404, "type": "text/plain", "body": "no"}},
        "other version": {"response": {"convertedObjects": [{"apiVersion": "hooked.test/v3", "kind": "Lamp", "metadata": {"name": "l"}}]}},
        "other kind": {"response": {"convertedObjects": [{"apiVersion": "hooked.test/v2", "kind": "Torch", "metadata": {"name": "l"}}]}},
        "other name": {"response": {"convertedObjects": [{"apiVersion": "hooked.test/v2", "kind": "Lamp", "metadata": {"name": "x"}}]}},
        "no kind": {"response": {"convertedObjects": [{"apiVersion": "hooked.test/v2"}]}}}.items()},
    "converted for a webhook": {
        **converting(RENAME, ("POST", LAMPS.format("v2"), lamp("v2", width=3)), ("DELETE", LAMPS.format("v1") + "/l", None)),
        "hooks": [validating(webhook("w", rules=ONLY_LAMPS))], "answers": {"/convert": RENAME}},
}
