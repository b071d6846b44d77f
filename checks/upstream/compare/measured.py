"""Conversations about texts of which Go counts the bytes, and about the white space that Go knows: what is longer in bytes than in
characters, spaces that do not break."""
NS = "/api/v1/namespaces/compared"
DRY = "?dryRun=All"
TWO_BYTES, SPACE = "\u00e9", "\u00a0"
ACCOUNT = ("POST", NS + "/serviceaccounts", {"metadata": {"name": "default"}})
MERGE = {"type": "application/merge-patch+json"}
CONTAINER = {"name": "c", "image": "i"}
REQUESTED = {"metadata": {"name": "measured"}, "spec": {"devices": {"requests": [{"name": "r", "exactly": {"deviceClassName": "c"}}]}}}
CLAIMS = "/apis/resource.k8s.io/v1/namespaces/compared/resourceclaims"
EVENT = {"metadata": {"name": "measured", "namespace": "compared"}, "eventTime": "2026-01-02T03:04:05.000000Z", "type": "Normal",
         "reportingInstance": "i", "action": "a", "reason": "r"}


def long(bytes_max):
    """A text of so many bytes and one more, half as many characters."""
    return TWO_BYTES * (bytes_max // 2 + 1)


def named(spec, **members):
    return {"metadata": {"name": "measured"}, "spec": spec, **members}


def pods(*specs):
    return [ACCOUNT] + [("POST", NS + "/pods" + DRY, named({"containers": [CONTAINER], "automountServiceAccountToken": False, **spec})) for spec in specs]


def volume(source):
    return {"volumes": [{"name": "v", **source}]}


def kept(source):
    return ("POST", "/api/v1/persistentvolumes" + DRY, named({"capacity": {"storage": "1Gi"}, "accessModes": ["ReadWriteOnce"], **source}))


def job(**spec):
    return ("POST", "/apis/batch/v1/namespaces/compared/jobs" + DRY, named({
        "template": {"spec": {"containers": [CONTAINER], "restartPolicy": "Never"}}, **spec}))


def windows(**options):
    return {"os": {"name": "windows"}, "securityContext": {"windowsOptions": options}}


ISCSI = {"targetPortal": long(60), "iqn": "iqn.2026-01.com.example:a", "lun": 0, "initiatorName": "iqn.2026-01.com.example:b"}

CONVERSATIONS = {
    "texts that are longer in bytes": [
        [("POST", NS + "/events" + DRY, {**EVENT, "involvedObject": {"namespace": "compared"}, "reportingComponent": "c", **text})
         for text in ({"message": long(1024)}, {"reason": long(128)}, {"action": long(128)}, {"reportingInstance": long(128)})]
        + [("POST", "/apis/events.k8s.io/v1/namespaces/compared/events" + DRY, {
            **EVENT, "regarding": {"namespace": "compared"}, "reportingController": "c", "note": long(1024)})],
        [("POST", CLAIMS, REQUESTED)] + [("PATCH", f"{CLAIMS}/measured/status{DRY}", {"status": {"devices": [
            {"driver": "a.b", "pool": "p", "device": "d", "conditions": [
                {"type": "T", "status": "True", "reason": "R", "message": "", "lastTransitionTime": "2026-01-02T03:04:05Z", **text}]}]}}, MERGE)
            for text in ({"reason": long(1024)},)],
        pods({"dnsConfig": {"searches": [long(2048)]}}, {"hostnameOverride": long(64)}, volume({"iscsi": ISCSI}),
             windows(runAsUserName=long(256) + "\\u"), windows(runAsUserName=long(104)),
             {"securityContext": {"appArmorProfile": {"type": "Localhost", "localhostProfile": long(4095)}}},
             volume({"quobyte": {"registry": "r:1", "volume": "v", "tenant": long(64)}}), volume({"csi": {"driver": long(63)}})),
        [kept({"iscsi": ISCSI}), kept({"csi": {"driver": long(63), "volumeHandle": "h"}})],
        [("POST", "/apis/certificates.k8s.io/v1/certificatesigningrequests" + DRY, named({"request": "YQ==", "usages": ["any"], "signerName": name}))
         for name in (long(253) + ".b/c", f"a.b/{long(571)}")],
        [job(managedBy="a.b/" + long(63)),
         ("POST", "/apis/batch/v1/namespaces/compared/cronjobs" + DRY, {"metadata": {"name": long(52)}, "spec": {
             "schedule": "@daily", "jobTemplate": {"spec": {"template": {"spec": {"containers": [CONTAINER], "restartPolicy": "Never"}}}}}})],
        [("POST", "/api/v1/nodes" + DRY, {"metadata": {"name": "measured"}, "status": {"declaredFeatures": [long(253)]}})],
    ],
    "spaces that do not break": [
        pods(*({"containers": [{"name": "c", "image": image}]} for image in ("i" + SPACE, "\u0085i", "i\u001c", "\u2007i")),
             {"securityContext": {"appArmorProfile": {"type": "Localhost", "localhostProfile": "a" + SPACE}}}),
        [("POST", NS + "/services" + DRY, named({"type": "LoadBalancer", "ports": [{"port": 80}], "loadBalancerSourceRanges": [SPACE + "10.0.0.0/8"]}))],
        [("POST", "/apis/admissionregistration.k8s.io/v1/validatingadmissionpolicies" + DRY, named({
            "matchConstraints": {"resourceRules": [{"apiGroups": ["a.b"], "apiVersions": ["v1"], "operations": ["CREATE"], "resources": ["c"]}]},
            "validations": [{"expression": "true", "message": SPACE}]}))],
    ],
    "times before all others": [
        [("POST", NS + "/configmaps" + DRY, {"metadata": {"name": "measured", "creationTimestamp": "0001-01-01T00:00:00Z"}}),
         ("POST", "/apis/coordination.k8s.io/v1/namespaces/compared/leases" + DRY, named({"renewTime": "0001-01-01T00:00:00.000000Z"})),
         ("POST", "/api/v1/nodes" + DRY, named({"taints": [{"key": "a", "effect": "NoExecute", "timeAdded": "0001-01-01T00:00:00Z"}]}))],
    ],
}
