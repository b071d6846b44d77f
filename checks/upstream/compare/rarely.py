"""Conversations about fields that hardly anybody fills, and what messages print of them: each stands for a difference that mode
`filled` found."""
NS = "/api/v1/namespaces/compared"
APPS = "/apis/apps/v1/namespaces/compared"
MERGE, APPLY = {"type": "application/merge-patch+json"}, {"type": "application/apply-patch+yaml"}
MANAGED = {**MERGE, "managers": True}
ADMISSION = "/apis/admissionregistration.k8s.io/v1"
DRY = "?dryRun=All"
CLAIMS = "/apis/resource.k8s.io/v1/namespaces/compared/resourceclaims"
TERMS = {"nodeSelectorTerms": [{}]}
POD = {"containers": [{"name": "c", "image": "i"}]}
SELECTED = {"selector": {"matchLabels": {"a": "b"}}, "template": {"metadata": {"labels": {"a": "b"}}, "spec": POD}}
OLD_SOURCES = {
    "glusterfs": {"endpoints": "e", "path": "p"}, "rbd": {"monitors": ["m"], "image": "i"}, "flexVolume": {"driver": "a/b", "options": {"b": "1", "a": "2"}},
    "cinder": {"volumeID": "v"}, "cephfs": {"monitors": ["m"], "secretRef": {"namespace": "n"}}, "fc": {"wwids": ["w"]},
    "flocker": {"datasetName": "d"}, "azureFile": {"secretName": "s", "shareName": "h"}, "azureDisk": {"diskName": "d", "diskURI": "u"},
    "scaleIO": {"gateway": "g", "system": "s", "secretRef": {"name": "n"}}, "storageos": {"volumeName": "v", "secretRef": {"name": "n"}},
    "gcePersistentDisk": {"pdName": "p"}, "awsElasticBlockStore": {"volumeID": "v"}, "portworxVolume": {"volumeID": "v"},
    "vsphereVolume": {"volumePath": "p"}, "photonPersistentDisk": {"pdID": "p"}, "quobyte": {"registry": "r:1", "volume": "v"}}
VOLUMES = "/api/v1/persistentvolumes"
ATTACHMENTS = "/apis/storage.k8s.io/v1/volumeattachments"
ACCOUNT = ("POST", f"{NS}/serviceaccounts", {"metadata": {"name": "default"}})


def named(name="rare", spec=None, **members):
    return {"metadata": {"name": name, **members.pop("metadata", {})}, **({"spec": spec} if spec is not None else {}), **members}


def policy(kind, spec):
    return {"apiVersion": "admissionregistration.k8s.io/v1", "kind": kind, "metadata": {"name": "rare", "finalizers": ["x"]}, "spec": spec}


def attached(inline):
    return named(spec={"attacher": "a", "nodeName": "n", "source": inline})


def changed(path, body, *patches, end=True):
    """An object that is made, changed by each of the patches, and removed."""
    one = f"{path}/{body['metadata']['name']}"
    steps = [(("PATCH", one + patch[0], patch[1], MANAGED) if isinstance(patch, tuple) else ("PATCH", one, patch, MANAGED))
             for patch in patches]
    return [("POST", path, body, {"managers": True}), *steps] + ([("DELETE", one + "?propagationPolicy=Background", None)] if end else [])


RULED = "/apis/rbac.authorization.k8s.io/v1/namespaces/compared/roles"
RULE = {"apiGroups": [""], "resources": ["pods"], "verbs": ["get"]}
SPREAD = {"maxSkew": 1, "topologyKey": "k", "whenUnsatisfiable": "ScheduleAnyway"}
GROUP = {"template": {"spec": {"schedulingGroup": {"podGroupName": "g"}}}}
JOB = named(spec={"template": {"spec": {**POD, "restartPolicy": "Never"}}})

CONVERSATIONS = {
    "generations that clients send": [
        [("POST", path + DRY, {**body, "metadata": {"name": "rare", "generation": generation}})
         for path, body in ((f"{NS}/configmaps", {}), (f"{NS}/secrets", {}), (f"{NS}/serviceaccounts", {}),
                            ("/apis/storage.k8s.io/v1/csinodes", {"spec": {"drivers": []}}),
                            ("/apis/rbac.authorization.k8s.io/v1/clusterroles", {"rules": []}), (f"{APPS}/deployments", {"spec": SELECTED}))
         for generation in (7, -1)],
    ],
    "finalizers without a domain": [
        [("POST", path + DRY, {**body, "metadata": {"name": "rare", "finalizers": ["x", "a.b"]}}) for path, body in (
            ("/apis/coordination.k8s.io/v1/namespaces/compared/leases", {}), (f"{NS}/configmaps", {}),
            ("/apis/node.k8s.io/v1/runtimeclasses", {"handler": "h"}), (ADMISSION + "/validatingwebhookconfigurations", {}),
            (ADMISSION + "/mutatingwebhookconfigurations", {}))],
        changed("/apis/coordination.k8s.io/v1/namespaces/compared/leases", named(), {"metadata": {"finalizers": ["x"], "labels": {"a": "-"}}},
                {"metadata": {"finalizers": ["x"]}}, {"metadata": {"finalizers": None}}),
        changed("/apis/node.k8s.io/v1/runtimeclasses", named(handler="h"), {"metadata": {"finalizers": ["x"]}}, {"metadata": {"finalizers": None}}),
        [("POST", f"{ADMISSION}/validatingadmissionpolicybindings{DRY}", policy("ValidatingAdmissionPolicyBinding", {
            "policyName": "p", "validationActions": ["Deny"]})),
         ("POST", f"{ADMISSION}/mutatingadmissionpolicybindings{DRY}", policy("MutatingAdmissionPolicyBinding", {"policyName": "p"}))],
    ],
    "old sources of volumes": [
        changed(VOLUMES, named(spec={"capacity": {"storage": "1Gi"}, "accessModes": ["ReadWriteOnce"], "hostPath": {"path": "/d"}}),
                *[{"spec": {"hostPath": None, name: source}} for name, source in OLD_SOURCES.items()]),
        [("POST", VOLUMES + DRY, named(spec={"capacity": {"storage": "1500001n"}, "accessModes": ["ReadWriteOnce"], "hostPath": {"path": "/d"}}))],
    ],
    "volumes that attachments describe": [
        changed(ATTACHMENTS, attached({"inlineVolumeSpec": {"accessModes": ["ReadWriteOnce"], "csi": {"driver": "a.b", "volumeHandle": "x"}}}),
                {"metadata": {"labels": {"a": "b"}}}, {"spec": {"source": {"inlineVolumeSpec": {"mountOptions": ["x"]}}}}),
        changed(ATTACHMENTS, attached({"persistentVolumeName": "p"}), {"spec": {"source": {"inlineVolumeSpec": {}}}},
                {"spec": {"source": {"inlineVolumeSpec": {"nodeAffinity": {"required": TERMS}}}}}),
    ],
    "amounts below a thousandth": [
        [("POST", path + DRY, named(spec=spec)) for path, spec in (
            (f"{NS}/resourcequotas", {"hard": {"cpu": "1n", "memory": "1500001n"}}),
            (f"{NS}/limitranges", {"limits": [{"type": "Container", "max": {"cpu": "1n"}, "maxLimitRequestRatio": {"memory": "1n"}}]}),
            (f"{NS}/persistentvolumeclaims", {"accessModes": ["ReadWriteOnce"], "resources": {"requests": {"storage": "1n"}}}))],
        [ACCOUNT] + changed(f"{NS}/pods", named(spec={**POD, "automountServiceAccountToken": False}), ("/status", {"status": {
            "allocatedResources": {"a.b/c": "1n"}, "resources": {"limits": {"cpu": "1500u"}, "requests": {"cpu": "1n"}},
            "containerStatuses": [{"name": "c", "image": "i", "imageID": "", "ready": False, "restartCount": 0,
                                   "allocatedResources": {"cpu": "1n"}, "resources": {"requests": {"cpu": "1n"}}}]}})),
    ],
    "names of requests for devices": [
        [("POST", f"{CLAIMS}{DRY}", named(spec={"devices": {
            "requests": [{"name": "a/b", "exactly": {"deviceClassName": "d"}}, {"name": "c", "firstAvailable": [{"name": "d/e", "deviceClassName": "d"}]}],
            "constraints": [{"matchAttribute": "d/m", "requests": [name]}]}}))
         for name in ("a/b", "a", "c", "c/d", "c/d/e", "/c")],
    ],
    "names that are not given": [
        [("POST", f"{NS}/bindings{DRY}", {"metadata": {}, "target": {"kind": "Node", "name": "n"}}),
         ("POST", f"{NS}/limitranges{DRY}", {"metadata": {}, "spec": {"limits": [{"type": "Pod", "max": {"cpu": "1"}}]}})],
    ],
    "fields of features that are off": [
        [ACCOUNT] + changed(f"{NS}/pods", named(spec={**POD, "automountServiceAccountToken": False}, status={"qosClass": "Guaranteed"}),
                            {"spec": {"schedulingGroup": {}}},
                            ("/status", {"status": {"nodeAllocatableResourceClaimStatuses": [{"resourceClaimName": "a", "resources": {}}]}})),
        changed(f"{APPS}/deployments", named(spec=SELECTED), {"spec": GROUP}),
        changed(f"{APPS}/replicasets", named(spec=SELECTED), {"spec": GROUP}),
        changed(f"{APPS}/statefulsets", named(spec=SELECTED), {"spec": GROUP}),
        changed("/apis/batch/v1/namespaces/compared/cronjobs", named(spec={"schedule": "@daily", "jobTemplate": {"spec": JOB["spec"]}}),
                {"spec": {"jobTemplate": {"spec": GROUP}}}),
        [("POST", f"{NS}/persistentvolumeclaims{DRY}", named(spec={
            "accessModes": ["ReadWriteOnce"], "resources": {"requests": {"storage": "1Gi"}},
            "dataSourceRef": {"kind": "Pod", "name": "p", "namespace": "other"}}))],
    ],
    "what messages print of empty parts": [
        [("POST", "/apis/policy/v1/namespaces/compared/poddisruptionbudgets" + DRY, named(spec={
            "minAvailable": 1, "maxUnavailable": 1, "selector": {"matchLabels": {}}})),
         ("POST", "/apis/resource.k8s.io/v1/resourceslices" + DRY, named(spec={
             "driver": "a.b", "pool": {"name": "p", "resourceSliceCount": 1}, "nodeSelector": {"nodeSelectorTerms": [{}, {}]}})),
         ("POST", f"{APPS}/replicasets{DRY}", named(spec={**SELECTED, "template": {
             "metadata": {"labels": {"a": "b"}}, "spec": {**POD, "resources": {"claims": []}}}}))],
        [ACCOUNT] + changed(f"{NS}/pods", named(spec={**POD, "automountServiceAccountToken": False}), {"spec": {"affinity": {
            "nodeAffinity": {"requiredDuringSchedulingIgnoredDuringExecution": TERMS}, "podAntiAffinity": {}}}}),
        changed("/apis/resource.k8s.io/v1/namespaces/compared/resourceclaimtemplates", named(spec={"spec": {}}),
                {"spec": {"metadata": {"uid": "u", "annotations": {}, "labels": {"b": "1", "a": "2"}}}}),
    ],
    "empty parts that count as a change": [
        changed("/apis/networking.k8s.io/v1/namespaces/compared/networkpolicies", named(spec={"podSelector": {}}),
                {"spec": {"podSelector": {"matchLabels": {}}}}),
        changed(ADMISSION + "/validatingwebhookconfigurations", named(webhooks=[{
            "name": "a.b.c", "sideEffects": "None", "admissionReviewVersions": ["v1"], "clientConfig": {"url": "https://127.0.0.1:1/x"},
            "rules": [{"operations": ["CREATE"], "apiGroups": ["none.example.com"], "apiVersions": ["v1"], "resources": ["n"]}]}]),
            {"webhooks": [{"name": "a.b.c", "sideEffects": "None", "admissionReviewVersions": ["v1"], "objectSelector": {"matchLabels": {}},
                           "clientConfig": {"url": "https://127.0.0.1:1/x"}, "rules": [{
                               "operations": ["CREATE"], "apiGroups": ["none.example.com"], "apiVersions": ["v1"], "resources": ["n"]}]}]}),
    ],
    "owners of wholes with empty parts": [
        changed(RULED, named(rules=[RULE]), ("?fieldManager=two", {"rules": [RULE]}),
                ("?fieldManager=three", {"rules": [{**RULE, "nonResourceURLs": []}]})),
        changed(f"{APPS}/deployments", named(spec=SELECTED),
                *[("?fieldManager=m%d" % i, {"spec": {"template": {"spec": part}}}) for i, part in enumerate((
                    {"tolerations": [{"key": "a"}]}, {"topologySpreadConstraints": [{**SPREAD, "matchLabelKeys": []}]},
                    {"topologySpreadConstraints": [{**SPREAD, "labelSelector": {"matchLabels": {}}}]},
                    {"affinity": {"nodeAffinity": {"requiredDuringSchedulingIgnoredDuringExecution": {"nodeSelectorTerms": [{"matchFields": []}]}}}},
                    {"containers": [{"name": "c", "image": "i", "env": [], "command": [], "volumeMounts": []}]},
                    {"dnsConfig": {"options": []}, "securityContext": {"sysctls": []}}))]),
        changed("/apis/networking.k8s.io/v1/namespaces/compared/networkpolicies", named(spec={"podSelector": {"matchLabels": {"a": "b"}}}),
                ("?fieldManager=two", {"spec": {"podSelector": {"matchExpressions": []}}}),
                ("?fieldManager=three", {"spec": {"ingress": [{"from": []}]}}), ("?fieldManager=four", {"spec": {"ingress": [{}]}})),
    ],
    "controllers of replicas": [
        [("POST", f"{NS}/replicationcontrollers{DRY}", named(spec={"replicas": -1, "minReadySeconds": -1})),
         ("POST", f"{NS}/replicationcontrollers{DRY}", named("A", spec={"replicas": -1, "selector": {"a": "b"}}))],
        changed(f"{NS}/replicationcontrollers", named(spec={"selector": {"a": "b"}, "replicas": 0, "template": SELECTED["template"]}),
                *[{"spec": {"template": {"spec": {"topologySpreadConstraints": constraints}}}} for constraints in (
                    [{"maxSkew": 1, "topologyKey": "z", "whenUnsatisfiable": "DoNotSchedule"}], None)]),
        changed(f"{APPS}/daemonsets", named(spec={**SELECTED, "updateStrategy": {"type": "OnDelete", "rollingUpdate": {"maxUnavailable": 1}}})),
    ],
    "fields of services": [
        changed(f"{NS}/services", named(spec={"type": "ExternalName", "externalName": "x.example.com"}), {"spec": {"loadBalancerClass": "a/b"}}),
        [("POST", f"{NS}/services{DRY}", named(spec={"ports": [{"port": 80}], "ipFamilies": [""]}))],
        [("POST", f"{NS}/endpoints{DRY}", named(subsets=[{"addresses": [{"ip": "x", "hostname": "a.b"}], "ports": [{"port": 1}]}]))],
    ],
    "finalizers of namespaces": [
        [("POST", "/api/v1/namespaces", named()),
         *[("PUT", f"/api/v1/namespaces/rare/finalize{query}", named(spec={"finalizers": finalizers}, **more), {"managers": True})
           for query, finalizers, more in ((DRY, ["a.b/c"], {}), ("?fieldManager=x", ["a.b/c", "kubernetes"], {}),
                                           ("?fieldManager=y", ["kubernetes"], {"metadata": {"labels": {"a": "b"}}}))],
         ("DELETE", "/api/v1/namespaces/rare", None), ("PUT", "/api/v1/namespaces/rare/finalize", named(spec={"finalizers": []}))],
    ],
    "labels that come from templates": [
        [("POST", "/apis/batch/v1/namespaces/compared/jobs", {**JOB, "spec": {**JOB["spec"], "manualSelector": True, **SELECTED, "template": {
            "metadata": {"labels": {"a": "b"}}, "spec": {**POD, "restartPolicy": "Never"}}}}),
         ("PUT", "/apis/batch/v1/namespaces/compared/jobs/rare/status", named(), {"managers": True}),
         ("DELETE", "/apis/batch/v1/namespaces/compared/jobs/rare?propagationPolicy=Background", None)],
        [("POST", f"{NS}/replicationcontrollers", named(spec={"replicas": 0, "template": SELECTED["template"]})),
         ("PUT", f"{NS}/replicationcontrollers/rare/status", named(), {"managers": True}),
         ("DELETE", f"{NS}/replicationcontrollers/rare?propagationPolicy=Background", None)],
    ],
    "metadata beside a status": [
        changed("/apis/flowcontrol.apiserver.k8s.io/v1/prioritylevelconfigurations", named(spec={"type": "Limited", "limited": {
            "nominalConcurrencyShares": 5, "limitResponse": {"type": "Reject"}}}), ("/status", {
                "metadata": {"deletionGracePeriodSeconds": 5, "labels": {"a": "b"}}, "status": {"conditions": [{"type": "T"}]}})),
    ],
}
