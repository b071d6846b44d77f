"""Mode `guarded`: pods, and templates of them, in namespaces with standards of pod security; what admission says of each, and of
namespaces that get another standard. Fields are made up as in mode `every`, mostly those that the standards speak of."""
import copy

from every import Bounds, Places, fields, filled
from filled import Schemas

LEVELS = ["baseline", "restricted"]
STANDARD = "pod-security.kubernetes.io/"
SPOKEN_OF = {"securityContext", "hostNetwork", "hostPID", "hostIPC", "hostUsers", "volumes", "os", "ports", "hostAliases", "lifecycle",
             "initContainers", "ephemeralContainers", "livenessProbe", "readinessProbe", "startupProbe", "runtimeClassName", "metadata"}
ANNOTATED = ["seccomp.security.alpha.kubernetes.io/pod", "container.seccomp.security.alpha.kubernetes.io/c",
             "container.apparmor.security.beta.kubernetes.io/c", "container.apparmor.security.beta.kubernetes.io/d"]
PROFILES = ["runtime/default", "unconfined", "localhost/a", "docker/default", "", "x"]
SAFE = {"allowPrivilegeEscalation": False, "capabilities": {"drop": ["ALL"]}, "runAsNonRoot": True, "seccompProfile": {"type": "RuntimeDefault"}}
CAPABILITIES = ["ALL", "NET_ADMIN", "NET_BIND_SERVICE", "CHOWN", "SYS_TIME", "all", "", "SETUID"]
SYSCTLS = ["kernel.shm_rmid_forced", "net.ipv4.tcp_keepalive_time", "net.ipv4.tcp_rmem", "kernel.msgmax", "net.ipv4.ip_local_port_range",
           "net/ipv4/tcp_wmem", "a.b"]
TYPES = {"Pod": "/api/v1/namespaces/{}/pods", "ReplicaSet": "/apis/apps/v1/namespaces/{}/replicasets",
         "PodTemplate": "/api/v1/namespaces/{}/podtemplates", "Job": "/apis/batch/v1/namespaces/{}/jobs"}


def container(random, name):
    context = {key: copy.deepcopy(value) for key, value in SAFE.items() if random.random() < 0.85}
    if random.random() < 0.3:
        context["capabilities"] = {key: random.sample(CAPABILITIES, random.choice([0, 1, 2])) for key in ("add", "drop") if random.random() < 0.8}
    return {"name": name, "image": "i", **({"securityContext": context} if random.random() < 0.95 else {})}


def pod(random):
    spec = {"automountServiceAccountToken": False, "restartPolicy": "Never", "containers": [container(random, "c")]}
    if random.random() < 0.4:
        spec["initContainers"] = [container(random, "d")]
    if random.random() < 0.4:
        spec["securityContext"] = {key: value for key, value in SAFE.items() if key in ("runAsNonRoot", "seccompProfile") and random.random() < 0.5}
    if random.random() < 0.15:
        spec.setdefault("securityContext", {})["sysctls"] = [{"name": name, "value": "1"} for name in random.sample(SYSCTLS, 2)]
    if random.random() < 0.1:
        spec["os"] = {"name": random.choice(["windows", "linux"])}
    metadata = {"labels": {"a": "b"}}
    if random.random() < 0.2:
        metadata["annotations"] = {random.choice(ANNOTATED): random.choice(PROFILES)}
    return {"metadata": metadata, "spec": spec}


def namespaces(comparison):
    """One for each version of each standard, told and enforced, and one where templates only cause warnings."""
    named = {}
    for level in LEVELS:
        for version in ("latest", "v1.7", "v1.18", "v1.24", "v1.31", "v1.35"):
            name = f"guarded-{level}-{version.replace('.', '-')}"
            named[name] = {STANDARD + "enforce": level, STANDARD + "enforce-version": version, STANDARD + "warn": "restricted",
                           STANDARD + "warn-version": version, STANDARD + "audit": "baseline"}
    for name, labels in named.items():
        for server in comparison.servers:
            server.call("POST", "/api/v1/namespaces", {"metadata": {"name": name, "labels": labels}})
            server.call("POST", f"/api/v1/namespaces/{name}/serviceaccounts", {"metadata": {"name": "default"}})
    return sorted(named)


def guarded(comparison, number):
    if not hasattr(comparison, "guarded"):
        comparison.guarded = namespaces(comparison)
        comparison.schemas = Schemas(comparison.servers[1])
        comparison.pod = comparison.schemas.of("v1", "Pod")
        comparison.places = [place for place, _ in fields(comparison.schemas, "v1", comparison.pod)
                             if place[0] == "spec" and SPOKEN_OF & set(place)]
    random = comparison.random
    comparison.recording.start()
    made = pod(random)
    if random.random() < 0.75:
        filler = Bounds(comparison, comparison.schemas, "v1")
        filled(filler, made, comparison.pod, Places(comparison.places, random).some(False))
    kind = random.choice(["Pod"] * 4 + list(TYPES))
    body = {"metadata": {"name": f"g{number}"}, "spec": {"selector": {"matchLabels": {"a": "b"}}, "template": made}}
    if kind == "Pod":
        body = {**made, "metadata": {**made["metadata"], "name": f"g{number}"}}
    elif kind == "PodTemplate":
        body = {"metadata": body["metadata"], "template": made}
    elif kind == "Job":
        del body["spec"]["selector"]
    path = TYPES[kind].format(random.choice(comparison.guarded))
    comparison.ask(kind, "POST", path + "?dryRun=All", (body, body))
    if kind == "Pod" and random.random() < 0.3:
        spot = TYPES[kind].format("compared")
        if comparison.ask(kind, "POST", spot, (body, body)):
            labels = {STANDARD + "enforce": random.choice(LEVELS), STANDARD + "enforce-version": random.choice(["latest", "v1.20", "x", "v1.99"])}
            patch = {"metadata": {"labels": labels}}
            comparison.ask("Namespace", "PATCH", "/api/v1/namespaces/compared?dryRun=All", (patch, patch), "application/merge-patch+json")
        comparison.clear(spot + f"/g{number}")
