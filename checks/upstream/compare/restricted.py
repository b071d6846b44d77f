"""Conversations about what agents of nodes may write (NodeRestriction), sent as agents of two nodes who else may do anything."""
import itertools

NS = "/api/v1/namespaces/compared"
NODES, PODS, CLAIMS = "/api/v1/nodes", NS + "/pods", NS + "/persistentvolumeclaims"
LEASES = "/apis/coordination.k8s.io/v1/namespaces/kube-node-lease/leases"
STORAGE, SLICES = "/apis/storage.k8s.io/v1", "/apis/resource.k8s.io/v1/resourceslices"
REQUESTS = "/apis/certificates.k8s.io/v1/certificatesigningrequests"
MERGE = {"type": "application/merge-patch+json"}
AGENT = {"headers": {"Impersonate-User": "system:node:n1", "Impersonate-Group": "system:nodes"}}
NOBODY = {"headers": {"Impersonate-User": "somebody", "Impersonate-Group": "system:nodes"}}
UNNAMED = {"headers": {"Impersonate-User": "system:node:", "Impersonate-Group": "system:nodes"}}
BINDING = ("POST", "/apis/rbac.authorization.k8s.io/v1/clusterrolebindings", {
    "metadata": {"name": "agents"}, "subjects": [{"kind": "Group", "apiGroup": "rbac.authorization.k8s.io", "name": "system:nodes"}],
    "roleRef": {"apiGroup": "rbac.authorization.k8s.io", "kind": "ClusterRole", "name": "cluster-admin"}})
# what no authorizer of nodes lets them do: once it may be done, the binding counts
ALLOWED = ("POST", NS + "/configmaps?dryRun=All", {"metadata": {"name": "allowed"}}, {**AGENT, "until": 201})
MIRROR = {"kubernetes.io/config.mirror": "x"}
OWNER = {"apiVersion": "v1", "kind": "Node", "name": "n1", "uid": "u", "controller": True}
LABELS = ["kubernetes.io/os", "kubernetes.io/hostname", "a.kubernetes.io/b", "node.kubernetes.io/x", "kubelet.kubernetes.io/x", "k8s.io/x",
          "a.k8s.io/x", "node-restriction.kubernetes.io/x", "a.node-restriction.kubernetes.io/x", "example.com/x", "x", "notkubernetes.io/x",
          "topology.kubernetes.io/zone", "failure-domain.beta.kubernetes.io/zone", "beta.kubernetes.io/arch", "node.kubernetes.io/instance-type",
          "beta.kubernetes.io/instance-type", "node-role.kubernetes.io/x", "x.kubelet.kubernetes.io/y", "kubernetes.io/arch"]
CLAIM = {"metadata": {"name": "claimed"}, "spec": {"accessModes": ["ReadWriteOnce"], "resources": {"requests": {"storage": "1Gi"}}}}
REFERRING = [{"serviceAccountName": "default"}, {"volumes": [{"name": "v", "secret": {"secretName": "s"}}]},
             {"volumes": [{"name": "v", "configMap": {"name": "s"}}]}, {"volumes": [{"name": "v", "persistentVolumeClaim": {"claimName": "s"}}]},
             {"volumes": [{"name": "v", "csi": {"driver": "d"}}]}, {"volumes": [{"name": "v", "hostPath": {"path": "/a"}}]},
             {"imagePullSecrets": [{"name": "s"}]}, {"resourceClaims": [{"name": "r", "resourceClaimName": "r"}]},
             {"volumes": [{"name": "v", "projected": {"sources": [{"serviceAccountToken": {"path": "t"}}]}}]},
             {"volumes": [{"name": "v", "projected": {"sources": [{"clusterTrustBundle": {"name": "t", "path": "t"}}]}}]},
             {"volumes": [{"name": "v", "ephemeral": {"volumeClaimTemplate": {"spec": CLAIM["spec"]}}}]},
             {"volumes": [{"name": "v", "glusterfs": {"endpoints": "e", "path": "p"}}]}]


def as_agent(method, path, body, how=()):
    return (method, path, body, {**AGENT, **dict(how)})


def pod(name="restricted", node="n1", owners=None, annotations=None, **spec):
    return {"metadata": {"name": name, "annotations": annotations or {}, "ownerReferences": owners or []}, "spec": {
        "nodeName": node, "automountServiceAccountToken": False, "terminationGracePeriodSeconds": 0, "containers": [{"name": "c", "image": "i"}],
        **spec}}


def mirror(owners, node="n1", **spec):
    return as_agent("POST", PODS + "?dryRun=All", pod(node=node, owners=owners, annotations=MIRROR, **spec))


def node(name, **members):
    return {"metadata": {"name": name, **members.pop("metadata", {})}, **members}


def token(account="default", **spec):
    return as_agent("POST", f"{NS}/serviceaccounts/{account}/token", {"spec": spec})


def slice_of(name):
    spec = {"driver": "d.example.com", "pool": {"name": "p", "generation": 1, "resourceSliceCount": 1}, "devices": []}
    return {"metadata": {"name": "restricted"}, "spec": {**spec, **({"nodeName": name} if name else {"allNodes": True})}}


PREPARED = [BINDING, ALLOWED, ("POST", NODES, node("n1")), ("POST", NODES, node("n2")),
            ("POST", NS + "/serviceaccounts", {"metadata": {"name": "default"}}),
            ("POST", PODS, pod("pod1")), ("POST", PODS, pod("pod2", "n2"))]

CONVERSATIONS = {
    "nodes of agents": [
        [BINDING, ALLOWED]
        + [("POST", NODES + "?dryRun=All", node("n1"), NOBODY), ("POST", NODES + "?dryRun=All", node("n1"), UNNAMED)]
        + [as_agent("POST", NODES + "?dryRun=All", node("n1", metadata={"labels": {label: "x"}})) for label in LABELS]
        + [as_agent("POST", NODES + "?dryRun=All", body) for body in (
            node("n2"), node("n1", spec={"taints": [{"key": "a", "effect": "NoSchedule"}]}), node("n1", metadata={"labels": {
                "a.k8s.io/x": "b", "a.kubernetes.io/y": "c"}}), node("n1", spec={"configSource": {"configMap": {"name": "a"}}}),
            {"metadata": {"generateName": "n"}})]
        + [("POST", NODES, node("n1", metadata={"labels": {"k8s.io/kept": "x"}})), ("POST", NODES, node("n2"))]
        + [as_agent("PATCH", NODES + "/n1?dryRun=All", {"metadata": {"labels": {label: "x"}}}, MERGE) for label in LABELS]
        + [as_agent("PATCH", NODES + place + "?dryRun=All", patch, MERGE)
           for place, patch in itertools.product(("/n1", "/n1/status", "/n2", "/n2/status"), (
               {"spec": {"taints": [{"key": "a", "effect": "NoSchedule"}]}}, {"spec": {"unschedulable": True}},
               {"metadata": {"labels": {"k8s.io/kept": None}}}, {"metadata": {"labels": {"k8s.io/kept": "y", "k8s.io/b": "z"}}},
               {"metadata": {"ownerReferences": [{"apiVersion": "v1", "kind": "Pod", "name": "p", "uid": "u"}]}},
               {"status": {"capacity": {"cpu": "1"}}}))]
        + [as_agent("DELETE", NODES + f"/n{i}?dryRun=All", None) for i in (1, 2)],
    ],
    "pods of agents": [
        PREPARED
        + [as_agent("POST", PODS + "?dryRun=All", pod()), mirror([]), mirror([OWNER]), mirror([OWNER], node="n2"), mirror([OWNER] * 2)]
        + [mirror([{**OWNER, **change}]) for change in ({"name": "n2"}, {"kind": "Pod"}, {"apiVersion": "apps/v1"}, {"controller": False},
                                                         {"blockOwnerDeletion": True}, {"controller": None})]
        + [as_agent("PATCH", f"{PODS}/pod{i}{part}?dryRun=All", patch, MERGE) for i in (1, 2) for part in ("", "/status", "/resize") for patch in (
            {"metadata": {"labels": {"a": "b"}}}, {"status": {"message": "m"}}, {"metadata": {"annotations": {"a": "b"}}},
            {"status": {"extendedResourceClaimStatus": {"resourceClaimName": "a"}}})]
        + [as_agent("POST", f"{PODS}/pod{i}/eviction?dryRun=All", {"metadata": {"name": f"pod{i}"}}) for i in (1, 2, 3)]
        + [as_agent("POST", f"{PODS}/pod1/binding?dryRun=All", {"metadata": {"name": "pod1"}, "target": {"kind": "Node", "name": "n1"}})]
        + [as_agent("DELETE", f"{PODS}/pod{i}?dryRun=All", None) for i in (1, 2, 3)]
        + [as_agent("DELETE", PODS + "?dryRun=All&labelSelector=a%3Db", None)],
    ],
    "claims of agents": [
        [BINDING, ALLOWED, ("POST", CLAIMS, CLAIM)]
        + [as_agent("PATCH", CLAIMS + "/claimed" + part + "?dryRun=All", patch, MERGE) for part in ("", "/status") for patch in (
            {"status": {"capacity": {"storage": "1Gi"}}}, {"status": {"conditions": [{"type": "Resizing", "status": "True"}]}},
            {"status": {"allocatedResources": {"storage": "1Gi"}, "allocatedResourceStatuses": {"storage": "NodeResizeInProgress"}}},
            {"status": {"phase": "Lost"}}, {"status": {"accessModes": ["ReadOnlyMany"]}}, {"spec": {"volumeName": "v"}})]
        + [as_agent("POST", CLAIMS + "?dryRun=All", {**CLAIM, "metadata": {"name": "other"}}), as_agent("DELETE", CLAIMS + "/claimed?dryRun=All", None)],
    ],
    "tokens of agents": [
        PREPARED
        + [token(), token(boundObjectRef={"kind": "Pod", "apiVersion": "v1", "name": "pod1"}),
           token(boundObjectRef={"kind": "Pod", "apiVersion": "v1", "name": "pod1", "uid": "x"}),
           token(boundObjectRef={"kind": "Pod", "apiVersion": "v1", "name": "pod9", "uid": "x"}),
           token(boundObjectRef={"kind": "Secret", "apiVersion": "v1", "name": "pod1", "uid": "x"}),
           token(audiences=["a", "b"], boundObjectRef={"kind": "Pod", "apiVersion": "v1", "name": "pod1", "uid": "x"})],
    ],
    "what else agents write": [
        [BINDING, ALLOWED]
        + [as_agent("POST", LEASES + "?dryRun=All", {"metadata": metadata}) for metadata in ({"name": "n1"}, {"name": "n2"}, {"generateName": "n"})]
        + [as_agent("POST", STORAGE + "/csinodes?dryRun=All", {"metadata": {"name": name}, "spec": {"drivers": []}}) for name in ("n1", "n2")]
        + [("POST", STORAGE + "/csinodes", {"metadata": {"name": "n2"}, "spec": {"drivers": []}}),
           as_agent("DELETE", STORAGE + "/csinodes/n2?dryRun=All", None)]
        + [as_agent("POST", SLICES + "?dryRun=All", slice_of(name)) for name in ("n1", "n2", "")]
        + [("POST", SLICES, slice_of("n2")), as_agent("PATCH", SLICES + "/restricted?dryRun=All", {"metadata": {"labels": {"a": "b"}}}, MERGE),
           as_agent("DELETE", SLICES + "/restricted?dryRun=All", None), as_agent("DELETE", SLICES + "?dryRun=All", None)]
        + [as_agent("POST", REQUESTS + "?dryRun=All", {"metadata": {"name": "restricted"}, "spec": {
            "request": request, "signerName": "kubernetes.io/" + signer, "usages": ["digital signature"]}})
           for request in ("", "YQ==") for signer in ("kubelet-serving", "kube-apiserver-client-kubelet", "kube-apiserver-client")]
        + [as_agent("POST", NS + "/configmaps?dryRun=All", {"metadata": {"name": "restricted"}})],
    ],
    "mirrors that refer to objects": [
        PREPARED + [mirror([OWNER], **spec) for spec in REFERRING],
    ],
}
