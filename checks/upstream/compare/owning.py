"""Conversations about who manages what: of scales, and of objects whose managers are put away; for cases.py."""
NS = "/api/v1/namespaces/compared"
CUSTOM = "/apis/owned.example.com/v1/namespaces/compared"
DEFINITIONS = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions"
PARTS = {"managers": True}
MERGE = {"type": "application/merge-patch+json", **PARTS}
JSON_PATCH = {"type": "application/json-patch+json", **PARTS}
APPLY = {"type": "application/apply-patch+yaml", **PARTS}
FORCE = "&force=true"
ANYTHING = {"type": "object", "x-kubernetes-preserve-unknown-fields": True}


def definition(plural, path):
    body = {"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition",
            "metadata": {"name": f"{plural}.owned.example.com"},
            "spec": {"group": "owned.example.com", "scope": "Namespaced", "names": {"plural": plural, "kind": plural.capitalize()},
                     "versions": [{"name": "v1", "served": True, "storage": True, "subresources": {
                         "status": {}, "scale": {"specReplicasPath": path, "statusReplicasPath": ".status.replicas",
                                                 "labelSelectorPath": ".status.selector"}},
                         "schema": {"openAPIV3Schema": {"type": "object", "properties": {"spec": ANYTHING, "status": ANYTHING}}}}]}}
    return [("POST", DEFINITIONS, body), ("GET", f"{CUSTOM}/{plural}", None, {"until": 200})]


def scaled(one, parent, replicas):
    """Writes of the scale by several managers, and what its parent says of managers after each.

    `replicas` makes the spec of the parent that has so many."""
    def scale(number, **metadata):
        return {"apiVersion": "autoscaling/v1", "kind": "Scale", "metadata": {"name": "one", **metadata}, "spec": {"replicas": number}}

    def applied(number):
        return {**parent, "spec": {**parent["spec"], **replicas(number)}}
    def to_scale(manager, number):
        """Upstream applies nothing to the scale of a custom kind."""
        return [] if "owned" in one else [("PATCH", f"/scale?fieldManager={manager}", scale(number), APPLY)]
    writes = [
        ("PATCH", "/scale?fieldManager=s1", {"spec": {"replicas": 2}}, MERGE), ("PUT", "/scale?fieldManager=s2", scale(3), PARTS),
        ("PUT", "/scale?fieldManager=s3", scale(3), PARTS),
        *to_scale("a1", 4), *to_scale("a1" + FORCE, 4), *to_scale("a2", 4), *to_scale("a2", 5),
        ("PATCH", "?fieldManager=a3", applied(6), APPLY), ("PATCH", "?fieldManager=a3" + FORCE, applied(6), APPLY),
        ("PUT", "/scale?fieldManager=s2", scale(7), PARTS), *to_scale("a3" + FORCE, 7),
        ("PATCH", "?fieldManager=a4", applied(7), APPLY), ("PATCH", "?fieldManager=a4", parent, APPLY),
        ("PATCH", "/scale?fieldManager=s1", [{"op": "replace", "path": "/spec/replicas", "value": 8}], JSON_PATCH),
        ("PATCH", "/scale?fieldManager=s4", {"metadata": {"labels": {"a": "b"}}}, MERGE),
        ("PATCH", "/scale?fieldManager=s4", {"metadata": {"managedFields": []}}, MERGE),
        ("PUT", "/scale?fieldManager=s4", scale(9, managedFields=[]), PARTS),
        ("PATCH", "/scale?fieldManager=s5", {"spec": {"replicas": None}}, MERGE),
        ("PATCH", "/scale?fieldManager=s5&dryRun=All", {"spec": {"replicas": 11}}, MERGE),
        ("PATCH", "/status?fieldManager=st", {"status": {"replicas": 1}}, MERGE),
        ("PATCH", "/scale?fieldManager=s6", {"status": {"replicas": 5}, "spec": {"replicas": 12}}, MERGE),
        ("PATCH", "?fieldManager=a5" + FORCE, applied(13), APPLY), ("PATCH", "?fieldManager=a5" + FORCE, parent, APPLY),
        ("PUT", "/scale?fieldManager=s7", scale(14), PARTS)]
    steps = []
    for method, part, body, how in writes:
        steps += [(method, one + part, body, how), ("GET", one, None, PARTS)]
    return steps


def nested(number):
    return {"deep": {"count": number}}


def flat(number):
    return {"replicas": number}


def custom(plural, spec):
    return {"apiVersion": "owned.example.com/v1", "kind": plural.capitalize(), "metadata": {"name": "one"}, "spec": spec}


TEMPLATE = {"metadata": {"labels": {"a": "b"}}, "spec": {"containers": [{"name": "c", "image": "i"}]}}
DEPLOYMENT = {"apiVersion": "apps/v1", "kind": "Deployment", "metadata": {"name": "one"},
              "spec": {"selector": {"matchLabels": {"a": "b"}}, "template": TEMPLATE}}
MAP = {"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "one"}, "data": {"a": "1"}}
DEPLOYMENTS = "/apis/apps/v1/namespaces/compared/deployments"


def put_away(collection, body, changed):
    """Objects that are written with managedFields of their writer's."""
    def with_managers(managers, of=body):
        return {**of, "metadata": {**of["metadata"], "managedFields": managers}}
    entry = {"manager": "x", "operation": "Update", "apiVersion": body["apiVersion"], "fieldsType": "FieldsV1", "fieldsV1": {}}
    one = collection + "/one"
    return [("POST", collection + "?fieldManager=m", body, PARTS), ("PUT", one + "?fieldManager=n", with_managers([]), PARTS),
            ("PUT", one + "?fieldManager=n", changed, PARTS), ("PUT", one + "?fieldManager=o", with_managers([], changed), PARTS),
            ("PUT", one + "?fieldManager=o", with_managers([]), PARTS), ("PUT", one + "?fieldManager=p", with_managers([{}]), PARTS),
            ("PUT", one + "?fieldManager=p", with_managers(None, changed), PARTS),
            ("PUT", one + "?fieldManager=q", with_managers([entry]), PARTS),
            ("PUT", one + "?fieldManager=q", with_managers([{}, {}], changed), PARTS),
            ("PUT", one + "?fieldManager=q", with_managers([{**entry, "operation": "Other"}]), PARTS),
            ("PATCH", one + "?fieldManager=r", {"metadata": {"managedFields": []}}, MERGE),
            ("PATCH", one + "?fieldManager=r", {"metadata": {"managedFields": [{}], "labels": {"a": "b"}}}, MERGE),
            ("PATCH", one + "?fieldManager=r", body, APPLY), ("PUT", one + "?fieldManager=t", with_managers([]), PARTS),
            ("POST", collection + "?fieldManager=m&dryRun=All", with_managers([], {**body, "metadata": {"name": "two"}}), PARTS),
            ("POST", collection + "?fieldManager=m&dryRun=All", with_managers([entry], {**body, "metadata": {"name": "two"}}), PARTS),
            ("DELETE", one, None)]


CONVERSATIONS = {
    "managers of scales": [
        definition("flats", ".spec.replicas") + [("POST", CUSTOM + "/flats?fieldManager=m", custom("flats", flat(1)), PARTS)]
        + scaled(CUSTOM + "/flats/one", custom("flats", {"x": 1}), flat) + [("DELETE", CUSTOM + "/flats/one", None)],
        definition("deeps", ".spec.deep.count") + [("POST", CUSTOM + "/deeps?fieldManager=m", custom("deeps", nested(1)), PARTS)]
        + scaled(CUSTOM + "/deeps/one", custom("deeps", {"x": 1}), nested) + [("DELETE", CUSTOM + "/deeps/one", None)],
        [("POST", DEPLOYMENTS + "?fieldManager=m", DEPLOYMENT, PARTS)] + scaled(DEPLOYMENTS + "/one", DEPLOYMENT, flat)
        + [("DELETE", DEPLOYMENTS + "/one", None)],
    ],
    "managers that are put away": [
        put_away(NS + "/configmaps", MAP, {**MAP, "data": {"b": "2"}}),
        put_away(DEPLOYMENTS, DEPLOYMENT, {**DEPLOYMENT, "spec": {**DEPLOYMENT["spec"], "replicas": 2}}),
    ],
}
