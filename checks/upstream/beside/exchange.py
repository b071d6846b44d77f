"""Objects that one server writes and the other reads and changes."""
import argparse
import copy
import json
import pathlib
import tarfile

from answers import difference
from comparison import Comparison
from machine import MERGE, PROTOBUF, TOKEN, Tally, raw, resources, until
from objects import OBJECTS

# Folders that are not called as their resource, as pkg/kubeapiserver/default_storage_factory_builder.go has them.
FOLDERS = {"nodes": "minions", "replicationcontrollers": "controllers", "endpoints": "services/endpoints",
           "services": "services/specs", "ingresses": "ingress"}


def samples(machine, options):
    tally = Tally("samples")
    known = resources(machine.theirs)
    with tarfile.open(pathlib.Path(options.golden) / "codec.tar.gz") as archive:
        files = {member.name: archive.extractfile(member).read() for member in archive if member.isfile()}
    for name in sorted(name for name in files if name.endswith(".json")):
        sample = json.loads(files[name])
        place = known.get((sample.get("apiVersion"), sample.get("kind")))
        metadata = sample.get("metadata")
        if place is None or not isinstance(metadata, dict) or "name" not in metadata:
            continue
        base, resource, namespaced = place
        if sample["kind"] == "Event" and base != "/api/v1":
            continue  # stored as the core kind, whose sample is another one
        if sample["kind"] == "Deployment":
            continue  # its limits of an update are texts that both servers refuse, and Tenure reads none like it
        folder = FOLDERS.get(resource, resource)
        within = f"{metadata['namespace']}/" if namespaced else ""
        key = f"/registry/{folder}/{within}{metadata['name']}"
        path = base + (f"/namespaces/{metadata['namespace']}" if namespaced else "") + f"/{resource}/{metadata['name']}"
        machine.etcd.put(key, files[name.removesuffix(".json") + ".pb"])
        theirs, ours = (raw(server, path, "application/json") for server in (machine.theirs, machine.ours))
        if theirs[0] != 200:
            tally.note("not a stored form, alike at both", None if ours[0] != 200 else f"{key}: only Tenure reads it")
        else:
            found = difference(json.loads(ours[1]), json.loads(theirs[1]))
            tally.note("read alike as JSON", found and f"{key}: {found}")
            theirs, ours = (raw(server, path, PROTOBUF)[1] for server in (machine.theirs, machine.ours))
            tally.note("read alike as protobuf, byte by byte", None if theirs == ours else key)
        machine.etcd.delete(key)
    return tally


def both_show(servers, one):
    """The object at both servers, as of one version: controllers of the servers may change it meanwhile."""
    for _ in range(5):
        both = [server.call("GET", one)[1] for server in servers]
        if both[0].get("metadata", {}).get("resourceVersion") == both[1].get("metadata", {}).get("resourceVersion"):
            break
    return both


def passes(machine, tally, path, body, first):
    """Makes an object at one server, reads and changes it at the other, and asks upstream whether the bytes are its own."""
    servers = [machine.ours, machine.theirs] if first == 0 else [machine.theirs, machine.ours]
    writer = "Tenure" if first == 0 else "kube-apiserver"
    status, made, _ = servers[0].call("POST", path, body)
    if status not in (200, 201) or "metadata" not in made or "name" not in made["metadata"]:
        return False
    one = f"{path}/{made['metadata']['name']}"
    both = both_show(servers, one)
    found = difference(both[0], both[1])
    tally.note(f"made by {writer}, read alike", found and f"{one}: {found}")
    if first == 0:  # its own objects kube-apiserver sometimes writes again, the first time that they are put
        unchanged(machine, tally, one, f"made by {writer}, then put unchanged at kube-apiserver: no byte differs")
    status, changed, _ = servers[1].call("PATCH", one, {"metadata": {"annotations": {"beside": "x"}}}, MERGE)
    if status == 200:
        both = both_show(servers, one)
        found = difference(both[0], both[1])
        tally.note(f"made by {writer}, changed at the other, read alike", found and f"{one}: {found}")
        unchanged(machine, tally, one, f"made by {writer}, changed at the other, then put unchanged: no byte differs")
    elif status != 404:
        tally.note(f"made by {writer}, changed at the other", f"{one}: {status} {str(changed)[:300]}")
    status, answer, _ = servers[1].call("DELETE", one + "?gracePeriodSeconds=0")
    servers[1].call("PATCH", one, {"metadata": {"finalizers": None}}, MERGE)
    gone = [server.call("GET", one)[0] for server in servers]
    tally.note(f"made by {writer}, removed at the other", None if gone[0] == gone[1] else f"{one}: {gone} {str(answer)[:200]}")
    return True


def unchanged(machine, tally, one, what):
    """Upstream writes nothing when what it would store is, byte by byte, what is stored."""
    status, before, _ = machine.theirs.call("GET", one)
    if status != 200:
        return
    status, after, _ = machine.theirs.call("PUT", one, before)
    if status == 200:
        same = after["metadata"].get("resourceVersion") == before["metadata"].get("resourceVersion")
        tally.note(what, None if same else f"{one} {difference(after, before)}")


def objects(machine, options):
    tally = Tally("objects")
    for first in (0, 1):
        for path, body in OBJECTS:
            passes(machine, tally, path, copy.deepcopy(body), first)
    return tally


# Versions in which older servers stored kinds that look the same today; kube-apiserver decodes them to this day.
OLDER = {
    "admissionregistration.k8s.io/v1alpha1": "ValidatingAdmissionPolicy ValidatingAdmissionPolicyBinding",
    "admissionregistration.k8s.io/v1beta1": "MutatingWebhookConfiguration ValidatingWebhookConfiguration ValidatingAdmissionPolicy"
                                            " ValidatingAdmissionPolicyBinding",
    "apps/v1beta1": "ControllerRevision Deployment StatefulSet",
    "apps/v1beta2": "ControllerRevision DaemonSet Deployment ReplicaSet StatefulSet",
    "batch/v1beta1": "CronJob", "certificates.k8s.io/v1beta1": "CertificateSigningRequest", "coordination.k8s.io/v1beta1": "Lease",
    "extensions/v1beta1": "DaemonSet Deployment ReplicaSet NetworkPolicy",
    "flowcontrol.apiserver.k8s.io/v1beta1": "FlowSchema", "flowcontrol.apiserver.k8s.io/v1beta2": "FlowSchema",
    "flowcontrol.apiserver.k8s.io/v1beta3": "FlowSchema",
    "networking.k8s.io/v1beta1": "IPAddress IngressClass ServiceCIDR", "node.k8s.io/v1beta1": "RuntimeClass",
    "policy/v1beta1": "PodDisruptionBudget",
    "rbac.authorization.k8s.io/v1beta1": "ClusterRole ClusterRoleBinding Role RoleBinding",
    "resource.k8s.io/v1beta2": "DeviceClass ResourceClaim ResourceClaimTemplate ResourceSlice", "scheduling.k8s.io/v1beta1": "PriorityClass",
    "storage.k8s.io/v1alpha1": "CSIStorageCapacity VolumeAttachment VolumeAttributesClass",
    "storage.k8s.io/v1beta1": "CSIDriver CSINode CSIStorageCapacity StorageClass VolumeAttachment VolumeAttributesClass"}


def as_of(value, older):
    """An object in protobuf with another version in its envelope."""
    length, begin = value[7], 8 + value[7]
    return value[:5] + bytes([value[5] + len(older) - length]) + value[6:7] + bytes([len(older)]) + older.encode() + value[begin:]


def older(machine, options):
    """Objects that kube-apiserver made, as if a server of years ago had stored them."""
    tally = Tally("older")
    known = resources(machine.theirs)
    for path, body in OBJECTS:
        version = body["apiVersion"]
        place = known.get((version, body["kind"]))
        versions = [name for name, kinds in OLDER.items() if body["kind"] in kinds.split()]
        if not version.endswith("/v1") or not versions or place is None:
            continue
        status, made, _ = machine.theirs.call("POST", path, copy.deepcopy(body))
        if status not in (200, 201) or "name" not in made.get("metadata", {}):
            continue
        base, resource, namespaced = place
        metadata = made["metadata"]
        one = f"{path}/{metadata['name']}"
        key = f"/registry/{FOLDERS.get(resource, resource)}/" + (f"{metadata['namespace']}/" if namespaced else "") + metadata["name"]
        stored = machine.etcd.get(key)
        for name in versions if stored and stored[:4] == b"k8s\0" else []:
            machine.etcd.put(key, as_of(stored, name))
            both = both_show((machine.theirs, machine.ours), one)
            found = difference(both[1], both[0])
            tally.note("read alike", found and f"{key} {name}: {found}")
            status, _, _ = machine.ours.call("PUT", one, both[1])
            if status == 409:  # a controller of upstream's own wrote meanwhile
                machine.etcd.put(key, as_of(stored, name))
                status, _, _ = machine.ours.call("PUT", one, both_show((machine.theirs, machine.ours), one)[1])
            value = machine.etcd.get(key)
            today = stored[:8 + stored[7]]
            tally.note("put unchanged at Tenure: written in the version of today",
                       None if status == 200 and value and value.startswith(today) else f"{key} {name}: {status}")
        machine.theirs.call("DELETE", one + "?gracePeriodSeconds=0")
        machine.theirs.call("PATCH", one, {"metadata": {"finalizers": None}}, MERGE)
    return tally


def definitions():
    """CustomResourceDefinitions of every shape that upstream stores differently, and an object of each."""
    plain = {"openAPIV3Schema": {"type": "object", "x-kubernetes-preserve-unknown-fields": True}}
    rich = {"openAPIV3Schema": {"type": "object", "description": "<b>a</b> & b > c \u2028", "properties": {
        "spec": {"type": "object", "required": ["size"], "properties": {
            "size": {"type": "integer", "minimum": 1, "default": 3, "maximum": 9},
            "words": {"type": "array", "items": {"type": "string", "enum": ["a", "b<c"]}, "x-kubernetes-list-type": "set"},
            "any": {"x-kubernetes-int-or-string": True}},
            "x-kubernetes-validations": [{"rule": "self.size < 8 && self.size > 0", "message": "1 <= size & size < 8"}]},
        "status": {"type": "object", "properties": {"replicas": {"type": "integer"}}}}}}
    columns = [{"name": "Size", "type": "integer", "jsonPath": ".spec.size", "priority": 1, "description": "how <large>"}]
    both = {"status": {}, "scale": {"specReplicasPath": ".spec.size", "statusReplicasPath": ".status.replicas"}}
    hook = {"strategy": "Webhook", "webhook": {"conversionReviewVersions": ["v1", "v1beta1"], "clientConfig": {
        "service": {"namespace": "default", "name": "hook", "path": "/convert"}}}}
    shapes = {
        "plains": ([{"name": "v1", "schema": plain}], {}),
        "riches": ([{"name": "v1", "schema": rich, "additionalPrinterColumns": columns, "subresources": both,
                     "selectableFields": [{"jsonPath": ".spec.size"}]}], {}),
        "alikes": ([{"name": "v1", "schema": rich}, {"name": "v1beta1", "schema": rich, "deprecated": True,
                                                    "deprecationWarning": "use v1 & nothing else"}], {}),
        "others": ([{"name": "v2", "schema": rich, "additionalPrinterColumns": columns},
                    {"name": "v1", "schema": plain, "subresources": {"status": {}}}], {}),
        "hookeds": ([{"name": "v1", "schema": plain}, {"name": "v2", "schema": plain}], {"conversion": hook}),
    }
    for plural, (versions, more) in shapes.items():
        kind = plural.capitalize()[:-1]
        for number, version in enumerate(versions):
            version.update(served=True, storage=number == 0)
        yield {"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition",
               "metadata": {"name": f"{plural}.beside.example.org"},
               "spec": {"group": "beside.example.org", "scope": "Namespaced", "versions": versions, **more,
                        "names": {"plural": plural, "kind": kind, "shortNames": [plural[:3]], "categories": ["all"]}}}, {
                   "apiVersion": f"beside.example.org/{versions[0]['name']}", "kind": kind, "metadata": {"name": "one", "labels": {"z": "a", "b": "c"}},
                   "spec": {"size": 5, "words": ["b<c", "a"], "any": "x & y"}}


def defined(machine, options):
    tally = Tally("defined")
    page = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions"
    for first in (0, 1):
        for definition, _ in definitions():
            passes(machine, tally, page, copy.deepcopy(definition), first)
            one = f"{page}/{definition['metadata']['name']}"
            until(30, lambda: all(at.call("GET", one)[0] == 404 for at in (machine.ours, machine.theirs)))
    for definition, one in definitions():
        machine.theirs.call("POST", page, definition)
        path = f"/apis/{one['apiVersion']}/namespaces/default/{definition['spec']['names']['plural']}"
        served = until(30, lambda: all(at.call("GET", path)[0] == 200 for at in (machine.ours, machine.theirs)))
        tally.note("a kind that is defined is served by both", None if served else path)
        for first in (0, 1):
            passes(machine, tally, path, copy.deepcopy(one), first)
    return tally


def randomly(machine, options):
    tally = Tally("random")
    wanted = argparse.Namespace(seed=options.seed, corpus=str(pathlib.Path(options.golden) / "api"), only="", record="",
                                ours=f"https://127.0.0.1:{machine.our_port}",
                                theirs=f"https://127.0.0.1:{machine.their_port}", token=TOKEN)
    source = Comparison(wanted).draw
    number = accepted = 0
    while accepted < options.count and number < options.count * 20:
        number += 1
        kind, path, body = source.sample()
        if not isinstance(body.get("metadata"), dict) or path.endswith("/namespaces"):
            continue
        for _ in range(source.random.choice([0, 1, 1, 2])):
            source.mutate(body, kind)
        if not isinstance(body.get("metadata"), dict):
            continue
        body["metadata"].pop("generateName", None)
        body["metadata"]["name"] = f"r{number}"
        accepted += passes(machine, tally, path, body, number % 2)
    return tally
