"""Conversations about annotations that stand for fields or stood for them once: of services, deployments, volumes, pods, nodes."""
NS = "/api/v1/namespaces/compared"
APPS = "/apis/apps/v1/namespaces/compared"
SERVICES = NS + "/services"
TEMPLATE = {"metadata": {"labels": {"a": "b"}}, "spec": {"containers": [{"name": "c", "image": "i"}]}}
MERGE = {"type": "application/merge-patch+json"}
SOURCES = "service.beta.kubernetes.io/load-balancer-source-ranges"
MODE, HINTS = "service.kubernetes.io/topology-mode", "service.kubernetes.io/topology-aware-hints"
ROLLBACK = "deprecated.deployment.rollback.to"
OLD_CONTAINERS = ["pod.alpha.kubernetes.io/init-containers", "pod.beta.kubernetes.io/init-container-statuses"]
STORAGE = "volume.beta.kubernetes.io/storage-class"


def annotated(**annotations):
    return {"name": "annotated", "annotations": annotations}


def service(spec=None, **annotations):
    return {"metadata": annotated(**annotations), "spec": {"ports": [{"port": 80}], **(spec or {})}}


def deployment(template=None, **annotations):
    return {"metadata": annotated(**annotations), "spec": {"selector": {"matchLabels": {"a": "b"}}, "template": template or TEMPLATE}}


def tried(path, *bodies):
    return [("POST", path + "?dryRun=All", body) for body in bodies]


CONVERSATIONS = {
    "ranges of balancers": [
        tried(SERVICES, *(service({"type": kind}, **{SOURCES: text}) for kind in ("LoadBalancer", "ClusterIP") for text in (
            "", "1.2.3.4/8", "10.0.0.0/8", " 10.0.0.0/8 , 11.0.0.0/8", "x", "10.0.0.0/8,,", "  "))),
        tried(SERVICES, service({"type": "LoadBalancer", "loadBalancerSourceRanges": ["10.0.0.0/8"]}, **{SOURCES: "x"})),
        [("POST", SERVICES, service({"type": "LoadBalancer"}, **{SOURCES: "10.0.0.0/8"}))] + [
            ("PATCH", SERVICES + "/annotated?dryRun=All", patch, MERGE) for patch in (
                {"spec": {"type": "ClusterIP"}}, {"metadata": {"annotations": {SOURCES: "y"}}}, {"metadata": {"labels": {"a": "b"}}})],
    ],
    "ways to route": [
        tried(SERVICES, service(**{MODE: "Auto", HINTS: "x"}), service(**{MODE: "Auto", HINTS: "Auto"}), service(**{HINTS: ""}),
              service(**{MODE: ""})),
    ],
    "names and addresses outside": [
        tried(SERVICES, *(service({"type": "ExternalName", "externalName": name}) for name in (".", "..", "a.", "a..", "")),
              *(service({"externalIPs": [ip]}) for ip in (
                  "0.0.0.0", "::", "::0", "0:0:0:0:0:0:0:0", "127.1.2.3", "::ffff:127.0.0.1", "::1", "169.254.1.1", "FE80::1", "febf::1",
                  "fec0::1", "224.0.0.1", "224.0.1.1", "ff02::1", "ff12::1", "ff05::1", "010.0.0.1", "1.2.3"))),
        tried(NS + "/endpoints", *({"metadata": annotated(), "subsets": [{"addresses": [{"ip": ip}]}]} for ip in ("::0", "0.0.0.0"))),
    ],
    "ports that are asked for twice": [
        tried(SERVICES, *(service({"type": kind, "ports": [{"name": "a", "nodePort": -1, "port": 1}] * 3}) for kind in ("ClusterIP", "NodePort")),
              service({"type": "LoadBalancer", "externalTrafficPolicy": "Local", "ports": [{"nodePort": 86401, "port": 0}]})),
    ],
    "revisions to go back to": [
        tried(APPS + "/deployments", *(deployment(**{ROLLBACK: text}) for text in ("", "x", "1", "05", " 1", "+3", "99999999999999999999", "-1"))),
        [("POST", APPS + "/deployments", deployment(**{ROLLBACK: "07"})), ("GET", APPS + "/deployments/annotated", None)] + [
            ("PATCH", APPS + "/deployments/annotated" + part + "?dryRun=All", {"metadata": {"annotations": {ROLLBACK: text}}}, MERGE)
            for part in ("", "/status") for text in ("", "x", "-2", "+4")],
    ],
    "init containers of old": [
        tried(NS + "/pods", *({"metadata": annotated(**{name: "[]", **more}), "spec": {
            "automountServiceAccountToken": False, **TEMPLATE["spec"]}} for name in OLD_CONTAINERS for more in ({}, {"a": "b"}))),
        tried(APPS + "/deployments", *(deployment({**TEMPLATE, "metadata": {"labels": {"a": "b"}, "annotations": {name: "x"}}})
                                       for name in OLD_CONTAINERS)),
    ],
    "profiles with quotes": [
        tried(NS + "/pods", {"metadata": annotated(**{"container.apparmor.security.beta.kubernetes.io/c": '"x"'}), "spec": TEMPLATE["spec"]}),
    ],
    "classes of volumes": [
        tried(NS + "/persistentvolumeclaims", *({"metadata": annotated(**{STORAGE: text}), "spec": {
            "resources": {"requests": {"storage": "1Gi"}}, "accessModes": ["ReadWriteOnce"], **more}}
            for text in ("", "a", "A b") for more in ({}, {"storageClassName": "q"}))),
        tried("/api/v1/persistentvolumes", *({"metadata": annotated(**{STORAGE: text}), "spec": {
            "capacity": {"storage": "1Gi"}, "accessModes": ["ReadWriteOnce"], "hostPath": {"path": "/a"}}} for text in ("", "a", "A b"))),
    ],
}
