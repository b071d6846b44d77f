"""Conversations about what a schema allows and a kind does not: annotations that stand for fields, devices for administrators,
features of nodes, revisions spelled in other ways."""
SETS = "/apis/apps/v1/namespaces/compared/daemonsets"
CLAIMS = "/apis/resource.k8s.io/v1/namespaces/compared/resourceclaims"
TEMPLATES = "/apis/resource.k8s.io/v1/namespaces/compared/resourceclaimtemplates"
SCALERS = "/apis/autoscaling/{}/namespaces/compared/horizontalpodautoscalers"
MAPS = "/api/v1/namespaces/compared/configmaps"
DEPLOYMENTS = "/apis/apps/v1/namespaces/compared/deployments"
NUMBER = "deprecated.daemonset.template.generation"
SCALING = "autoscaling.alpha.kubernetes.io/"
MERGE = {"type": "application/merge-patch+json"}
STRATEGIC = {"type": "application/strategic-merge-patch+json"}
TEMPLATE = {"metadata": {"labels": {"a": "b"}}, "spec": {"containers": [{"name": "c", "image": "i"}]}}
DEPLOYMENT = {"metadata": {"name": "faulty"}, "spec": {"selector": {"matchLabels": {"a": "b"}}, "template": TEMPLATE}}
SCALE = {"kind": "Scale", "apiVersion": "autoscaling/v1"}


def numbered(number):
    return {"metadata": {"name": "numbered", "annotations": {NUMBER: number}}, "spec": {
        "selector": {"matchLabels": {"a": "b"}}, "template": TEMPLATE}}


def requested(*requests):
    listed = [{"name": f"r{i}", "exactly": {"deviceClassName": "c", "adminAccess": True, **one}} for i, one in enumerate(requests)]
    return {"devices": {"requests": listed}}


def scaler(annotations=None, **spec):
    return {"metadata": {"name": "annotated", "annotations": annotations or {}}, "spec": {
        "maxReplicas": 3, "scaleTargetRef": {"apiVersion": "apps/v1", "kind": "Deployment", "name": "d"}, **spec}}


def load(percent):
    return {"type": "Resource", "resource": {"name": "cpu", "target": {"type": "Utilization", "averageUtilization": percent}}}


def annotated(annotations):
    """Written in both versions, and looked at in both."""
    one = "/annotated"
    return [("POST", SCALERS.format("v1"), scaler(annotations)),
            ("GET", SCALERS.format("v2") + one, None),
            ("PATCH", SCALERS.format("v2") + one, {"metadata": {"annotations": {**annotations, "other": "kept"}}}, MERGE),
            ("GET", SCALERS.format("v1") + one, None),
            ("DELETE", SCALERS.format("v2") + one, None)]


def called(url):
    return {"metadata": {"name": "called"}, "webhooks": [{
        "name": "a.example.com", "clientConfig": {"url": url}, "admissionReviewVersions": ["v1"], "sideEffects": "None"}]}


CONVERSATIONS = {
    "numbers of templates": [
        [("POST", SETS, numbered(number)),
         ("PATCH", SETS + "/numbered", {"metadata": {"annotations": {NUMBER: "x"}}}, MERGE),
         ("PATCH", SETS + "/numbered", {"metadata": {"annotations": {NUMBER: "7"}}}, STRATEGIC),
         ("PUT", SETS + "/numbered", numbered("1.5")),
         ("PATCH", SETS + "/numbered/status", {"metadata": {"annotations": {NUMBER: ""}}}, MERGE),
         ("PATCH", SETS + "/numbered", {"spec": {"template": {"metadata": {"labels": {"x": "y"}}}}}, MERGE)]
        for number in ("1", "+3", "-5", "05", "", " 1", "x", "99999999999999999999")],
    "devices for administrators beside other faults": [
        [("POST", CLAIMS + "?dryRun=All", {"metadata": {"name": name}, "spec": requested(*requests)}),
         ("POST", TEMPLATES + "?dryRun=All", {"metadata": {"name": name}, "spec": {"spec": requested(*requests)}})]
        for name, requests in (("a", [{}]), ("A_", [{}]), ("a", [{"deviceClassName": ""}]), ("a", [{"count": -1}, {}]),
                               ("a", [{"adminAccess": False}, {"allocationMode": "x"}]))],
    "annotations of autoscalers": [
        annotated({SCALING + name: text}) for name, text in (
            ("metrics", "x"), ("metrics", "[]"), ("metrics", '{"type":1}'), ("metrics", '[{"type":1}]'),
            ("metrics", '[{"type":"Resource","resource":{"name":"memory","targetAverageValue":"zz"}}]'),
            ("metrics", '[{"type":"Resource","resource":{"name":"memory","targetAverageValue":"5"}}]'),
            ("behavior", "{}"), ("behavior", "x"), ("behavior", '{"ScaleUp":{"StabilizationWindowSeconds":"x"}}'),
            ("behavior", '{"ScaleUp":{"Tolerance":"zz"}}'), ("conditions", "x"), ("conditions", '[{"type":1}]'),
            ("current-metrics", '[{"type":"Resource","resource":{"name":"cpu","currentAverageValue":"zz"}}]'),
            ("scale-up-tolerance", "1"), ("scale-down-tolerance", "1"))]
        + [[("POST", SCALERS.format("v2"), scaler(metrics=[load(50), load(60)])),
            ("GET", SCALERS.format("v1") + "/annotated", None),
            ("PATCH", SCALERS.format("v1") + "/annotated", {"spec": {"maxReplicas": 5}}, MERGE),
            ("GET", SCALERS.format("v2") + "/annotated", None)]],
    "addresses of webhooks": [
        [("POST", "/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations?dryRun=All", called(url)) for url in (
            "100%", "https://a/%", "https://a/%zz", "https://a/%2", "https://a%41b/", "https://a/#%", "https://a b/", "https://a/ b",
            "https://[::1]/", "https://[::1]:8443/x", "https://[::1", "https://[fe80::1%25en0]/", "https://[fe80::1%en0]/", "https://u%@a/",
            "https://a/\x7f", "https://a/\n", ":", "https:", "//a", "https:///x", "HTTPS://a/", "https://a:b/", "1https://a", "h ttps://a",
            "https://a/é", "https://é/", "https://a\\b/", "*", "?", "a:b", "https://a:/", "https://a%20b/")]],
    "features of nodes": [
        [("POST", "/api/v1/nodes?dryRun=All", {"metadata": {"name": "declaring"}, "status": {"declaredFeatures": features}})
         for features in (["b", "a"], ["a", "a"], ["B", "A"], ["A", "A", "b"], ["", "A"], ["A", ""])]],
    "revisions of lists": [
        [("POST", MAPS, {"metadata": {"name": f"listed{i}", "labels": {"listed": "yes"}}}) for i in range(3)]
        + [("GET", MAPS + "?labelSelector=listed%3Dyes&limit=2&resourceVersion=" + revision, None)
           for revision in ("0", "00", "000&resourceVersionMatch=NotOlderThan", "0&resourceVersionMatch=NotOlderThan")]],
    "scales of other objects": [
        [("POST", DEPLOYMENTS, DEPLOYMENT)] + [
            ("PUT", DEPLOYMENTS + "/faulty/scale", {**SCALE, "metadata": {"name": "faulty", **known}, "spec": {"replicas": 2}})
            for known in ({"uid": "1"}, {"resourceVersion": "1"}, {"uid": "1", "resourceVersion": "1"})]
        + [("PATCH", DEPLOYMENTS + "/faulty/scale", {"metadata": {"uid": "1"}, "spec": {"replicas": 2}}, MERGE)]],
}
