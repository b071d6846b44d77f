"""Conversations about the form of what is sent and answered: tables and metadata of parts of objects and of what nobody stores, and
patches that name another version than the path, or none."""
NS = "/api/v1/namespaces/compared"
CLAIMS = "/apis/resource.k8s.io/v1/namespaces/compared/resourceclaims"
SCALERS = "/apis/autoscaling/{}/namespaces/compared/horizontalpodautoscalers"
REVIEWS = "/apis/authorization.k8s.io/v1"
MERGE, JSON_PATCH = "application/merge-patch+json", "application/json-patch+json"
STRATEGIC = "application/strategic-merge-patch+json"
TABLE = "application/json;as=Table;v=v1;g=meta.k8s.io"
METADATA = "application/json;as=PartialObjectMetadata;v=v1;g=meta.k8s.io"
FORMS = (TABLE, TABLE + ",application/json", METADATA)
MAP = NS + "/configmaps/shaped"
SCALER = {"metadata": {"name": "shaped"}, "spec": {
    "maxReplicas": 3, "scaleTargetRef": {"apiVersion": "apps/v1", "kind": "Deployment", "name": "d"}}}
POLICIES = "/apis/admissionregistration.k8s.io/v1/validatingadmissionpolicies"
POLICY = {"metadata": {"name": "shaped"}, "spec": {"validations": [{"expression": "true"}], "matchConstraints": {"resourceRules": [
    {"apiGroups": ["q"], "apiVersions": ["v1"], "resources": ["q"], "operations": ["*"]}]}}}
SLICES = "/apis/discovery.k8s.io/v1/namespaces/compared/endpointslices"
PLACED = {"endpoints": [{"addresses": ["1.1.1.1"], "deprecatedTopology": {"x": "y"}}]}
PATHS = ("-a", ".spec", "[", "]", "a[x]", "a[", "{", "a}", "'x'", "\"x", "'a\\qb'", "'a\\'b'", "..", "....", "..a..b", "*", ".*", "a[*]", "a[1:2]",
         "a[1:2:3:4]", "a[-]", "a[]", "a[?(@.x==1)]", "a[?(@.x)", "a[?(", "a[?(@.x==')')]", "a['b']", "a['b", "a[0,1]", "a['x', y]", "a,b", "- 1",
         "1.5", "1.5.2", "(a)", "!", "a\nb", "a\tb", "a\\.b", "$", "@", "_a", "\u00e9", "<a>", ";")
METRIC = {"type": "Resource", "resource": {"name": "cpu", "target": {"type": "Utilization", "averageUtilization": 70}}}


def as_form(method, path, body, form, **how):
    return (method, path, body, {"accept": form, **how})


def versioned(version, types=(MERGE, STRATEGIC), **members):
    """The same patch of an autoscaler at both versions that are served, which names one of them."""
    return [("PATCH", SCALERS.format(at) + "/shaped", {"apiVersion": version, **members}, {"type": kind})
            for at in ("v1", "v2") for kind in types]


CONVERSATIONS = {
    "tables of parts": [
        [("POST", NS + "/serviceaccounts", {"metadata": {"name": "default"}}),
         ("POST", NS + "/pods", {"metadata": {"name": "shaped"}, "spec": {
             "containers": [{"name": "c", "image": "i"}], "terminationGracePeriodSeconds": 0, "automountServiceAccountToken": False}}),
         ("POST", CLAIMS, {"metadata": {"name": "shaped"}, "spec": {"devices": {"requests": [
             {"name": "r", "exactly": {"deviceClassName": "c"}}]}}})]
        + [as_form("GET", f"{NS}/pods/shaped/{part}", None, form) for form in FORMS for part in ("resize", "ephemeralcontainers")]
        + [as_form("GET", CLAIMS + "/shaped/status", None, form) for form in FORMS]
        + [as_form("PATCH", CLAIMS + "/shaped/status", {"metadata": {"annotations": {"a": "b"}}}, form, type=MERGE) for form in FORMS]
        + [as_form("GET", "/apis/apiregistration.k8s.io/v1/apiservices/v1./status", None, TABLE),
           as_form("POST", NS + "/pods/shaped/binding?dryRun=All", {"target": {"kind": "Node", "name": "n"}}, TABLE),
           as_form("POST", NS + "/pods/absent/eviction", {"metadata": {"name": "absent"}}, TABLE)],
    ],
    "numbers in applied objects": [
        [("PATCH", NS + "/podtemplates/shaped?fieldManager=m", {"apiVersion": "v1", "kind": "PodTemplate", "metadata": {"name": "shaped"},
                                                              "template": {"spec": spec}}, {"type": "application/apply-patch+yaml"})
         for value in (1.5, -0.5, 2.0) for spec in (
             {"terminationGracePeriodSeconds": value}, {"tolerations": [{"operator": "Exists", "tolerationSeconds": value}]},
             {"containers": [{"name": "c", "ports": [{"containerPort": value}]}]},
             {"containers": [{"name": "c", "livenessProbe": {"tcpSocket": {"port": value}}}]})],
    ],
    "forms of reviews": [
        [as_form("POST", REVIEWS + path, body, form) for form in FORMS for path, body in (
            ("/selfsubjectaccessreviews", {"spec": {"resourceAttributes": {"verb": "get", "resource": "pods"}}}),
            ("/subjectaccessreviews", {"spec": {"user": "u", "resourceAttributes": {"verb": "get", "resource": "pods"}}}))],
    ],
    "patches without a version": [
        [("POST", NS + "/configmaps", {"metadata": {"name": "shaped"}, "data": {"a": "b"}})]
        + [("PATCH", MAP + query, patch, {"type": kind}) for query in ("", "?fieldValidation=Strict", "?fieldValidation=Ignore")
           for patch, kind in (({"apiVersion": ""}, MERGE), ({"apiVersion": None, "kind": None, "data": {"c": "d"}}, MERGE),
                               ([{"op": "remove", "path": "/apiVersion"}], JSON_PATCH), ({"apiVersion": ""}, STRATEGIC),
                               ({"kind": None}, MERGE))],
    ],
    "paths that policies warn of": [
        [("POST", POLICIES, POLICY)] + [
            ("PATCH", POLICIES + "/shaped/status", {"status": {"typeChecking": {"expressionWarnings": [{"fieldRef": path, "warning": "w"}]}}},
             {"type": MERGE}) for path in PATHS],
    ],
    "what counts as a change of endpoints": [
        [("POST", SLICES, {"metadata": {"name": "shaped"}, "addressType": "IPv4", "endpoints": [{"addresses": ["1.1.1.1"]}]})]
        + [("PATCH", SLICES + "/shaped", body, {"type": kind, "managers": True}) for body in (PLACED, {"ports": []}) for kind in (MERGE, STRATEGIC)]
        + [("GET", SLICES + "/shaped?generation", None)],
    ],
    "selectors of aggregated roles": [
        [("POST", "/apis/rbac.authorization.k8s.io/v1/clusterroles?dryRun=All", {"metadata": {"name": "shaped"}, "aggregationRule": {
            "clusterRoleSelectors": [selector, {"matchLabels": {"a": "b"}}]}})
         for selector in ({"matchLabels": {"a b": "c"}}, {"matchExpressions": [{"key": "a", "operator": "In"}]},
                          {"matchExpressions": [{"key": "a", "operator": "No", "values": ["b"]}]})],
    ],
    "maps in differences": [
        [("POST", NS + "/serviceaccounts", {"metadata": {"name": "default"}}),
         ("POST", NS + "/pods", {"metadata": {"name": "shaped"}, "spec": {
             "terminationGracePeriodSeconds": 0, "automountServiceAccountToken": False, "nodeSelector": {"b": "c"}, "containers": [
                 {"name": "c", "image": "i", "resources": {"limits": {"ephemeral-storage": "200m"}, "requests": {"memory": "500m"}}}]}}),
         ("PATCH", NS + "/pods/shaped", {"spec": {"hostNetwork": True, "nodeSelector": {"a": "b"}}}, {"type": MERGE})],
    ],
    "patches with other versions": [
        [("POST", SCALERS.format("v2"), SCALER)]
        + versioned("autoscaling/v1", spec={"maxReplicas": 5}) + versioned("autoscaling/v2", spec={"metrics": [METRIC]})
        + versioned("autoscaling/v1", spec={"targetCPUUtilizationPercentage": 60}) + versioned("autoscaling/v2", spec={"maxReplicas": "x"})
        + versioned("autoscaling/v9", types=(MERGE,)) + versioned("apps/v1", types=(MERGE,), kind="Deployment")
        + [("PATCH", SCALERS.format("v1") + "/shaped" + query, {"apiVersion": "autoscaling/v2", "spec": {"metrics": [METRIC], "a": 1}},
            {"type": MERGE}) for query in ("", "?fieldValidation=Strict")]
        + [("PUT", SCALERS.format("v1") + "/shaped", {**SCALER, "apiVersion": version, "kind": "HorizontalPodAutoscaler"})
           for version in ("autoscaling/v2", "autoscaling/v9")],
    ],
}
