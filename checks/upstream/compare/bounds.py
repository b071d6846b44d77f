"""Conversations that mode `every` had, cut to what was answered otherwise once: values at bounds, several faults at once, what is
empty and yet said."""
NS = "/api/v1/namespaces/compared"
PODS = NS + "/pods"
JOBS = "/apis/batch/v1/namespaces/compared/jobs"
CLAIMS, SLICES = "/apis/resource.k8s.io/v1/namespaces/compared/resourceclaims", "/apis/resource.k8s.io/v1/resourceslices"
DEVICE = {"driver": "csi.example.com", "pool": "p", "device": "d"}
SLICE = {"metadata": {"name": "bound"}, "spec": {"driver": "csi.example.com", "nodeName": "n", "devices": [{"name": "d"}],
                                                 "pool": {"name": "p", "generation": 1, "resourceSliceCount": 1}}}
BUDGETS = "/apis/policy/v1/namespaces/compared/poddisruptionbudgets"
MERGE, STRATEGIC = {"type": "application/merge-patch+json"}, {"type": "application/strategic-merge-patch+json"}
CONTAINER = {"name": "c", "image": "i", "resources": {"requests": {"cpu": "1", "example.com/d": "1"}, "limits": {"example.com/d": "1"},
                                                     "claims": [{"name": "k"}, {"name": "l", "request": "r"}]}}
POD = {"metadata": {"name": "bound"}, "spec": {
    "automountServiceAccountToken": False, "containers": [CONTAINER], "initContainers": [{"name": "f", "image": "i"}],
    "resourceClaims": [{"name": "k", "resourceClaimName": "k"}, {"name": "l", "resourceClaimName": "l"}]}}
CERTIFICATE, KEY = ("-----BEGIN {0}-----\nYQ==\n-----END {0}-----\n".format(name) for name in ("CERTIFICATE", "RSA PRIVATE KEY"))
PARAMETERS = "-----BEGIN EC PARAMETERS-----\nYQ==\n-----END EC PARAMETERS-----\n"
TEMPLATE = {"spec": {"containers": [{"name": "c", "image": "i"}], "restartPolicy": "Never"}}
JOB = {"metadata": {"name": "bound"}, "spec": {"template": TEMPLATE}}
CLAIM = {"ephemeral": {"volumeClaimTemplate": {
    "metadata": {"labels": {"b": "c", "a": "b"}, "generation": 3}, "spec": {"selector": {"matchExpressions": [], "matchLabels": {}}}}}}


def health(statuses, name="c", resources=None, resource="cpu"):
    return {"status": {statuses: [{"name": name, "ready": False, "restartCount": 0, "image": "i", "imageID": "", "allocatedResourcesStatus": [
        {"name": resource, "resources": resources if resources is not None else [{"resourceID": "a", "health": "Healthy"}]}]}]}}


def limits(**entry):
    return {"metadata": {"name": "bound"}, "spec": {"limits": [{"type": "Container", **entry}]}}


def ratio(ratio, low, high):
    return limits(min={"cpu": low}, max={"cpu": high}, maxLimitRequestRatio={"cpu": ratio})


def tried(path, *bodies):
    return [("POST", path + "?dryRun=All", body) for body in bodies]


CONVERSATIONS = {
    "health of devices": [
        [("POST", NS + "/serviceaccounts", {"metadata": {"name": "default"}}), ("POST", PODS, POD)] + [
            ("PATCH", PODS + "/bound/status?dryRun=All", patch, MERGE) for patch in (
                health("containerStatuses"), health("containerStatuses", resource="memory"), health("containerStatuses", "other", resource="x"),
                *(health("containerStatuses", resource=name) for name in ("claim:k", "claim:k/r", "claim:l", "claim:l/r", "claim:")),
                health("initContainerStatuses", "f"), health("ephemeralContainerStatuses"), health("ephemeralContainerStatuses", resources=[]),
                health("containerStatuses", resources=[{"resourceID": "a"}, {"resourceID": "a", "health": "Unknown"}]),
                health("containerStatuses", resources=[{"resourceID": "", "health": "x", "message": ""}]),
                health("containerStatuses", resources=[{"resourceID": "a", "health": "Unhealthy", "message": "m" * 1025}]))],
    ],
    "ratios of limits": [
        tried(NS + "/limitranges", *(ratio(*amounts) for amounts in (
            ("999999u", "1", "2"), ("1n", "1", "2"), ("1", "0", "-1"), ("1", "0", "0"), ("1", "0", "1"), ("2001m", "1", "2"), ("2", "1n", "1u"),
            ("2", "9223372036854775", "9223372036854776"), ("1500m", "9223372036854775", "9223372036854776")))),
    ],
    "defaults for pods": [
        tried(NS + "/limitranges", limits(type="Pod", max={"x": "1"}, default={"cpu": "1"}, defaultRequest={"cpu": "1"}, min={"y": "1"})),
    ],
    "what is empty in containers added later": [
        tried("/api/v1/namespaces/compared/podtemplates", *({"metadata": {"name": "bound"}, "template": {"spec": {
            "containers": [{"name": "c", "image": "i"}], "ephemeralContainers": [{"name": "e", "image": "i", "resources": resources}]}}}
            for resources in ({}, {"requests": {}}, {"claims": []}, {"limits": None}))),
    ],
    "the first fault of several": [
        [("POST", BUDGETS, {"metadata": {"name": "bound"}, "spec": {"maxUnavailable": 1, "selector": {}}})] + [
            ("PATCH", BUDGETS + "/bound/status?dryRun=All", {"status": {"conditions": conditions}}, STRATEGIC) for conditions in (
                [{"type": "a", "lastTransitionTime": "x"}, {"type": "b", "reason": 1}], [{"type": "a", "reason": 1, "lastTransitionTime": "x"}],
                [{"type": "a", "status": 1, "lastTransitionTime": "x"}])],
    ],
    "templates that may not change": [
        [("POST", JOBS, JOB)] + [("PATCH", JOBS + "/bound?dryRun=All", patch, MERGE) for patch in (
            {"spec": {"template": {"spec": {"volumes": [{"name": "v", **CLAIM}]}}}},
            {"spec": {"template": {"spec": {"affinity": {"podAffinity": {"requiredDuringSchedulingIgnoredDuringExecution": [
                {"topologyKey": "z", "labelSelector": {"matchExpressions": [{"operator": "Exists", "key": "a"}], "matchLabels": {}}}]}}}}}},
            {"metadata": {"labels": {"batch.kubernetes.io/job-name": "/a"}}})],
        [("POST", JOBS, {**JOB, "spec": {**JOB["spec"], "suspend": True}}),
         ("PATCH", JOBS + "/bound?dryRun=All", {"spec": {"template": {"spec": {"volumes": [{"name": "c", "configMap": {"items": []}}]}}}}, MERGE)],
    ],
    "scopes that are an empty list": [
        tried(NS + "/resourcequotas", {"metadata": {"name": "bound"}, "spec": {"scopes": [], "scopeSelector": {"matchExpressions": [
            {"scopeName": name, "operator": "Exists"} for name in ("Terminating", "NotTerminating")]}}}),
    ],
    "bytes that are no text": [
        tried(NS + "/secrets", *({"metadata": {"name": "bound"}, "type": "kubernetes.io/dockerconfigjson", "data": {".dockerconfigjson": data}}
                                 for data in ("http", "w6k=", "e30=", "Ig=="))),
        tried(NS + "/configmaps", {"metadata": {"name": "bound", "ownerReferences": [
            {"apiVersion": "v1", "kind": "Pod", "name": "p", "uid": "\u00e9"}] * 2}}),
    ],
    "refusals before there is a name": [
        tried(PODS, *({"metadata": {"generateName": "bound-"}, "spec": {"containers": [{"name": "c", "image": "i"}], **spec}} for spec in (
            {"serviceAccountName": "nosuch"}, {"priorityClassName": "nosuch"}, {"runtimeClassName": "nosuch"}))),
    ],
    "certificates that are none": [
        tried(NS + "/secrets", *({"metadata": {"name": "bound"}, "type": "kubernetes.io/tls", "stringData": {"tls.crt": pem, "tls.key": key}}
                                 for pem, key in (("", ""), ("x", KEY), (KEY, CERTIFICATE), (KEY + PARAMETERS, KEY), (PARAMETERS, KEY)))),
    ],
    "pods with claims that are resized": [
        [("POST", NS + "/serviceaccounts", {"metadata": {"name": "default"}}), ("POST", PODS, POD)]
        + [("PATCH", PODS + "/bound/resize?dryRun=All", {"spec": spec}, STRATEGIC) for spec in (
            {}, {"containers": [{"name": "c", "resources": {"requests": {"cpu": "2"}}}]})],
    ],
    "devices that are told twice": [
        [("POST", CLAIMS, {"metadata": {"name": "bound"}, "spec": {"devices": {"requests": [{"name": "r", "exactly": {"deviceClassName": "c"}}]}}})]
        + [("PATCH", CLAIMS + "/bound/status?dryRun=All", {"status": {"devices": [{**DEVICE, **said}] * 2}}, MERGE)
           for said in ({}, {"shareID": "x"})],
        [("POST", SLICES, SLICE), ("PATCH", SLICES + "/bound?dryRun=All", {"spec": {"devices": [
            {"name": "d", "nodeAllocatableResourceMappings": {"a": {"capacityKey": "a/b"}}}]}}, MERGE)],
    ],
    "what is said of disks": [
        tried("/api/v1/persistentvolumes", *({"metadata": {"name": "bound"}, "spec": {
            "capacity": {"storage": "1Gi"}, "accessModes": ["ReadWriteOnce"], "azureDisk": {"diskName": "d", "diskURI": "u", **said}}}
            for said in ({"cachingMode": ""}, {"kind": ""}, {"fsType": ""}, {"cachingMode": None}, {"readOnly": None}))),
    ],
}
