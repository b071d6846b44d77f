"""Conversations about admission policies: what policies and their bindings make of some writes. Each policy is about one label,
or one namespace, alone. All policies of a conversation are made first, and asked once they are in force: upstream needs a second for
that, and what follows parameters there does not begin again once it has ended."""
import random

GROUP = "/apis/admissionregistration.k8s.io/v1"
API = "admissionregistration.k8s.io/v1"
NS = "/api/v1/namespaces/compared"
MERGE, JSON_PATCH = {"type": "application/merge-patch+json"}, {"type": "application/json-patch+json"}
APPLY = {"type": "application/apply-patch+yaml"}


def rules(*resources, group="", version="v1", operations=("*",)):
    return [{"apiGroups": [group], "apiVersions": [version], "resources": list(resources), "operations": list(operations)}]


class Case:
    """The names and labels of one conversation."""

    def __init__(self, label):
        self.label = label

    def constraints(self, *resources, **more):
        return {"resourceRules": rules(*resources or ("configmaps",), **more),
                "objectSelector": {"matchLabels": {"case": self.label}}}

    def object(self, name, kind="ConfigMap", version="v1", labels=(), annotations=None, **members):
        metadata = {"name": name, "labels": {"case": self.label, **dict(labels)}}
        if annotations:
            metadata["annotations"] = annotations
        return {"apiVersion": version, "kind": kind, "metadata": metadata, **members}

    def validating(self, validations, bindings=({},), name="", constraints=None, params=None, **spec):
        name = name or self.label
        policy = {"failurePolicy": "Fail", "matchConstraints": constraints or self.constraints(),
                  "validations": validations, **({"paramKind": params} if params else {}), **spec}
        return [("POST", GROUP + "/validatingadmissionpolicies",
                 {"apiVersion": API, "kind": "ValidatingAdmissionPolicy", "metadata": {"name": name}, "spec": policy})] + [
            ("POST", GROUP + "/validatingadmissionpolicybindings",
             {"apiVersion": API, "kind": "ValidatingAdmissionPolicyBinding", "metadata": {"name": f"{name}-{i}"},
              "spec": {"policyName": name, "validationActions": ["Deny"], **binding}})
            for i, binding in enumerate(bindings)]

    def mutating(self, mutations, bindings=({},), name="", constraints=None, params=None, **spec):
        name = name or self.label
        policy = {"failurePolicy": "Fail", "reinvocationPolicy": "Never", "mutations": mutations,
                  "matchConstraints": constraints or self.constraints(operations=("CREATE", "UPDATE")),
                  **({"paramKind": params} if params else {}), **spec}
        return [("POST", GROUP + "/mutatingadmissionpolicies",
                 {"apiVersion": API, "kind": "MutatingAdmissionPolicy", "metadata": {"name": name}, "spec": policy})] + [
            ("POST", GROUP + "/mutatingadmissionpolicybindings",
             {"apiVersion": API, "kind": "MutatingAdmissionPolicyBinding", "metadata": {"name": f"{name}-{i}"},
              "spec": {"policyName": name, **binding}}) for i, binding in enumerate(bindings)]



def asked(*parts):
    """One conversation of parts, each with what is made before and what is asked. Two policies that refuse an object each tell
    when those before them are in force."""
    probe, other = Case("probe"), Case("other")
    probes = probe.validating([{"expression": "false"}]) + other.mutating([apply("Object{data: {'x': object.no}}")]) + [
        ("POST", NS + "/configmaps?dryRun=All", probe.object("probe"), {"until": 422}),
        ("POST", NS + "/configmaps?dryRun=All", other.object("probe"), {"until": 403})]
    return sum((before for before, _ in parts), []) + probes + sum((after for _, after in parts), [])


def create(body, how=(), query="?dryRun=All", resource="configmaps"):
    return ("POST", f"{NS}/{resource}{query}", body, dict(how))


def apply(expression):
    return {"patchType": "ApplyConfiguration", "applyConfiguration": {"expression": expression}}


def patch(expression):
    return {"patchType": "JSONPatch", "jsonPatch": {"expression": expression}}


def one(label, *validations, data=None, **spec):
    """One validating policy against one object."""
    case = Case(label)
    return (case.validating([{"expression": v} if isinstance(v, str) else v for v in validations], **spec),
            [create(case.object("x", data=data or {"a": "1"}))])


def validations():
    said = [
        ["object.data.a == '2'"], ["object.data.b == '1'"], ["has(object.data.b)"], ["size(object.data) > 1"],
        ["object.data.a == '1'", "oldObject == null", "object.metadata.name != 'x'"],
        [{"expression": "false", "message": " said "}], [{"expression": "false", "reason": "Forbidden"}],
        [{"expression": "false", "reason": "RequestEntityTooLarge", "message": "m"}],
        [{"expression": "false", "messageExpression": "'so ' + object.metadata.name"}],
        [{"expression": "false", "message": "plain", "messageExpression": "object.data.no"}],
        [{"expression": "false", "messageExpression": "'a\\nb'"}], [{"expression": "false", "messageExpression": "' '"}],
        ["request.namespace == 'compared' && request.name == 'x' && request.operation == 'CREATE' && request.dryRun"],
        ["request.kind.kind + request.resource.resource + request.requestKind.version == 'no'"],
        ["request.userInfo.username == 'admin' && 'system:masters' in request.userInfo.groups"],
        ["request.subResource == ''"], ["has(request.subResource)"], ["request.options.dryRun == ['All']"],
        ["request.options.kind == 'x'"], ["request.userInfo.extra.x == []"], ["request.userInfo.uid == 'no'"],
        ["namespaceObject.metadata.name == 'compared' && namespaceObject.status.phase == 'Active'"],
        ["namespaceObject.metadata.labels['kubernetes.io/metadata.name'] == 'x'"],
        ["namespaceObject.metadata.UID == ''"], ["namespaceObject.spec.finalizers == ['x']"],
        ["authorizer.group('').resource('pods').namespace('compared').check('get').allowed()"],
        ["!authorizer.group('').resource('pods').namespace('compared').check('get').allowed()"],
        ["authorizer.serviceAccount('compared', 'default').group('').resource('pods').check('get').reason() == 'x'"],
        ["authorizer.requestResource.check('get').reason() != ''"], ["authorizer.path('').check('get').allowed()"],
        ["authorizer.serviceAccount('Bad', 'default').path('/x').check('get').allowed()"],
        ["authorizer.serviceAccount('compared', 'Bad').path('/x').check('get').allowed()"],
        ["authorizer.group('').resource(' ').check('get').allowed()"],
        ["authorizer.group('').resource('pods').fieldSelector('a=b').labelSelector('c').check('list').errored()"],
        ["object.data.all(k, v, k != 'a')"], ["object.data.exists(k, k == 'a')", "[1, 2][3] == 1"],
        ["int(object.data.a) / 0 == 1"], ["int(object.metadata.name) == 1"], ["object.metadata == 1"],
        ["object.data.a.matches('[0-9')"], ["object.data.a > 1"], ["oldObject.data.a == '1'"], ["has(oldObject.data)"],
        ["object.spec.containers[0].image == 'x'"], ["dyn(object).x.y == 1"], ["'data' in object && object['data']['b'] == '1'"],
        ["object.?data.?b.orValue('z') == 'q'"], ["duration(object.data.a) == duration('1s')"],
        ["timestamp(object.data.a).getFullYear() == 1"], ["quantity(object.data.a).isGreaterThan(quantity('2'))"],
        ["quantity('x').isInteger()"], ["ip(object.data.a).family() == 4"], ["url(object.data.a).getHost() == 'x'"],
        ["object.data.a.split('').map(x, int(x)).sum() == 3"], ["object.metadata.creationTimestamp == ''"],
        ["has(object.metadata.uid) && has(object.metadata.managedFields) && object.metadata.generation == 1"],
    ]
    return {"what policies say": [asked(*(one(f"said-{i}", *v) for i, v in enumerate(said)))]}


def settings():
    long = "[1,2,3,4,5,6,7,8,9,10]"
    dear = f"{long}.all(a, {long}.all(b, {long}.all(c, {long}.all(d, {long}.all(e, {long}.all(f, a+b+c+d+e+f > 0))))))"
    costly = f"{long}.all(a, {long}.all(b, {long}.all(c, {long}.all(d, a+b+c+d > 0))))"
    ignore = {"failurePolicy": "Ignore"}
    conversations = [
        one("ignore-1", "object.data.no == '1'", **ignore), one("ignore-2", "object.data.no == '1'", "false", **ignore),
        one("dear-1", dear), one("dear-2", *[costly + f" || {i} == 0" for i in range(120)]),
        one("actions-1", "false", "object.data.no == ''", bindings=[{"validationActions": ["Warn", "Audit"]}]),
        one("actions-2", "false", bindings=[{"validationActions": ["Audit"]}, {"validationActions": ["Deny", "Audit"]}]),
        one("bound-1", "false", bindings=[{"matchResources": {"resourceRules": rules("secrets")}}]),
        one("bound-2", "false", bindings=[{"matchResources": {"namespaceSelector": {"matchLabels": {"no": "x"}}}}]),
        one("bound-3", "false", bindings=[{"matchResources": {"namespaceSelector": {
            "matchLabels": {"kubernetes.io/metadata.name": "compared"}}}}]),
        one("conditions-1", "false", matchConditions=[{"name": "a", "expression": "object.metadata.name != 'x'"}]),
        one("conditions-2", "false", matchConditions=[{"name": "a", "expression": "object.no == 1"}]),
        one("conditions-3", "false", matchConditions=[
            {"name": "a", "expression": "object.no == 1"}, {"name": "b", "expression": "object.other == 1"}]),
        one("conditions-4", "false", matchConditions=[
            {"name": "a", "expression": "object.no == 1"}, {"name": "b", "expression": "false"}]),
        one("conditions-5", "false", matchConditions=[{"name": "a", "expression": "namespaceObject == null"}]),
        one("conditions-6", "false", matchConditions=[{"name": "a", "expression": "variables.v == '2'"}],
            variables=[{"name": "v", "expression": "object.data.a"}]),
        one("variables-1", "variables.w == '11'", "variables.w == '12'", variables=[
            {"name": "v", "expression": "object.data.a"}, {"name": "w", "expression": "variables.v + '1'"}]),
        one("variables-2", "variables.v == '1'", variables=[{"name": "v", "expression": "object.data.no"}]),
        one("variables-3", "variables.v == '1' || true", variables=[{"name": "v", "expression": "object.data.no"}]),
        one("variables-4", "has(variables.v)", "size(variables.l) == 3", variables=[
            {"name": "v", "expression": "object.data.no"}, {"name": "l", "expression": "[1, 2]"}]),
        one("variables-5", "variables.d", variables=[{"name": "d", "expression": dear}]),
        one("annotations-1", "true", auditAnnotations=[{"key": "k", "valueExpression": "object.data.no"}]),
        one("annotations-2", "true", auditAnnotations=[{"key": "k", "valueExpression": "string(object.data.no)"}]),
        one("annotations-3", "true", auditAnnotations=[{"key": "k", "valueExpression": "string(object.data.no)"}], **ignore),
        one("annotations-4", "true", auditAnnotations=[{"key": "k", "valueExpression": "object.data.a"}],
            bindings=[{"validationActions": ["Warn"]}]),
    ]
    return {"how policies are set": [asked(*conversations)]}


def parameters():
    kind = {"apiVersion": "v1", "kind": "ConfigMap"}

    def given(label, ref, expression="params.data.n == '1'", kind=kind):
        case = Case(label)
        maps = [("POST", NS + "/configmaps", {"metadata": {"name": f"{label}-{n}", "labels": {"set": label}}, "data": {"n": n}})
                for n in ("1", "2")]
        return (maps + case.validating([{"expression": expression}], [{"paramRef": ref} if ref else {}], params=kind),
                [create(case.object("x"))])

    conversations = [
        given("params-1", {"name": "params-1-1", "parameterNotFoundAction": "Deny"}),
        given("params-2", {"name": "params-2-2", "parameterNotFoundAction": "Deny"}),
        given("params-3", {"name": "no", "parameterNotFoundAction": "Deny"}),
        given("params-4", {"name": "no", "parameterNotFoundAction": "Allow"}),
        given("params-5", {"selector": {"matchLabels": {"set": "params-5"}}, "parameterNotFoundAction": "Deny"},
              "int(params.data.n) < 3"),
        given("params-6", {"selector": {"matchLabels": {"set": "no"}}, "parameterNotFoundAction": "Deny"}),
        given("params-7", None), given("params-8", None, "params == null"),
        given("params-9", {"name": "params-9-1", "namespace": "default", "parameterNotFoundAction": "Deny"}),
        given("params-10", {"name": "compared", "parameterNotFoundAction": "Deny"}, "params.kind == 'x'",
              {"apiVersion": "v1", "kind": "Namespace"}),
        given("params-11", {"name": "compared", "namespace": "compared", "parameterNotFoundAction": "Deny"}, "false",
              {"apiVersion": "v1", "kind": "Namespace"}),
        given("params-12", {"name": "x", "parameterNotFoundAction": "Deny"}, "false",
              {"apiVersion": "absent.example.com/v1", "kind": "Absent"}),
        given("params-13", {"name": "params-13-1", "parameterNotFoundAction": "Deny"},
              "params.metadata.name + params.kind + params.apiVersion == ''"),
    ]
    case = Case("params-14")
    conversations.append((case.validating([{"expression": "true"}], [{"paramRef": {
        "name": "x", "parameterNotFoundAction": "Deny"}}], params=kind, constraints=case.constraints("namespaces")), [
            ("PATCH", "/api/v1/namespaces/compared?dryRun=All", {"metadata": {"labels": {"case": "params-14"}}}, MERGE)]))
    return {"parameters of policies": [asked(*conversations)]}


DEPLOYMENT = {"replicas": 2, "selector": {"matchLabels": {"a": "b"}}, "template": {
    "metadata": {"labels": {"a": "b"}}, "spec": {"containers": [{"name": "c", "image": "i"}]}}}
APPS = "/apis/apps/v1/namespaces/compared/deployments"


def writes():
    """All sorts of writes before one policy, which tells what it sees."""
    seen = ("'op ' + request.operation + ' kind ' + request.kind.group + '/' + request.kind.version + '/' + request.kind.kind"
            " + ' resource ' + request.resource.resource + ' sub ' + (has(request.subResource) ? request.subResource : '-')"
            " + ' name ' + (has(request.name) ? request.name : '-') + ' ns ' + (has(request.namespace) ? request.namespace : '-')"
            " + ' asked ' + request.requestKind.version + ' options ' + string(request.options.kind)"
            " + ' object ' + (object == null ? '-' : string(object.kind)) + ' old ' + (oldObject == null ? '-' : string(oldObject.kind))"
            " + ' in ' + (namespaceObject == null ? '-' : namespaceObject.metadata.name)")
    case = Case("writes")
    telling = [{"expression": "!has(object.metadata.annotations) || !('tell' in object.metadata.annotations)",
                "messageExpression": seen}]
    always = [{"expression": "false", "messageExpression": seen}]

    def autoscaler(label):
        return Case(label).object("h", "HorizontalPodAutoscaler", "autoscaling/v1", spec={
            "maxReplicas": 3, "scaleTargetRef": {"kind": "Deployment", "name": "d"}})

    def exact(label, policy):
        return {**Case(label).constraints("horizontalpodautoscalers", group="autoscaling", version="v2"), "matchPolicy": policy}

    scales = "/apis/autoscaling/v1/namespaces/compared/horizontalpodautoscalers?dryRun=All"
    conversations = [
        (case.validating(telling, constraints=case.constraints("*", group="*", version="*")), [
            ("POST", APPS, case.object("d", "Deployment", "apps/v1", spec=DEPLOYMENT)),
            ("PATCH", APPS + "/d", {"metadata": {"annotations": {"tell": "x"}}}, MERGE),
            ("PATCH", APPS + "/d?fieldManager=m", {"apiVersion": "apps/v1", "kind": "Deployment", "metadata": {
                "name": "d", "annotations": {"tell": "x"}}}, APPLY),
            ("POST", APPS, case.object("e", "Deployment", "apps/v1", annotations={"tell": "x"}, spec=DEPLOYMENT)),
            ("DELETE", APPS + "/d?dryRun=All", None),
            ("DELETE", APPS + "?labelSelector=case%3Dwrites&dryRun=All", None)]),
        (Case("parts").validating(always, constraints=Case("parts").constraints("*/*", group="*", version="*")), [
            ("POST", APPS, {"apiVersion": "apps/v1", "kind": "Deployment", "metadata": {"name": "p", "labels": {"case": "parts"}},
                            "spec": DEPLOYMENT})]),
        (Case("exact").validating(always, constraints=exact("exact", "Exact")), [("POST", scales, autoscaler("exact"))]),
        (Case("equal").validating(always, constraints=exact("equal", "Equivalent")), [("POST", scales, autoscaler("equal"))]),
    ]
    everything = {"resourceRules": rules("*/*", group="*", version="*"), "namespaceSelector": {"matchLabels": {
        "kubernetes.io/metadata.name": "watched"}}, "excludeResourceRules": rules("configmaps", "namespaces")}
    pods = "/api/v1/namespaces/watched"
    pod = {"metadata": {"name": "p"}, "spec": {"automountServiceAccountToken": False, "containers": [{"name": "c", "image": "i"}]}}
    conversations.append(([("POST", "/api/v1/namespaces", {"metadata": {"name": "watched"}}),
                          ("POST", pods + "/serviceaccounts", {"metadata": {"name": "default"}}),
                          ("POST", pods + "/pods", pod), ("POST", APPS.replace("compared", "watched"), {
                              "metadata": {"name": "d"}, "spec": DEPLOYMENT})]
                         + Case("all").validating(always, constraints=everything), [
        ("POST", pods + "/pods?dryRun=All", pod),
        ("POST", pods + "/pods/p/binding", {"metadata": {"name": "p"}, "target": {"name": "n"}}),
        ("POST", pods + "/bindings", {"metadata": {"name": "p"}, "target": {"name": "n"}}),
        ("POST", pods + "/pods/p/eviction", {"apiVersion": "policy/v1", "kind": "Eviction", "metadata": {"name": "p"}}),
        ("POST", pods + "/serviceaccounts/default/token", {"apiVersion": "authentication.k8s.io/v1", "kind": "TokenRequest"}),
        ("PATCH", pods + "/pods/p/status", {"status": {"phase": "Running"}}, MERGE),
        ("PATCH", pods + "/pods/p/ephemeralcontainers", {"spec": {"ephemeralContainers": [{"name": "e", "image": "i"}]}},
         {"type": "application/strategic-merge-patch+json"}),
        ("PATCH", pods + "/pods/p/resize", {"metadata": {"labels": {"a": "b"}}}, MERGE),
        ("PATCH", APPS.replace("compared", "watched") + "/d/scale", {"spec": {"replicas": 4}}, MERGE),
        ("PUT", APPS.replace("compared", "watched") + "/d/scale", {"apiVersion": "autoscaling/v1", "kind": "Scale", "metadata": {
            "name": "d", "namespace": "watched"}, "spec": {"replicas": 5}}),
        ("DELETE", pods + "/pods/p", None), ("DELETE", pods + "/pods", None),
        ("PATCH", "/api/v1/namespaces/watched/status", {"metadata": {"labels": {"a": "b"}}}, MERGE),
        ("POST", "/apis/authorization.k8s.io/v1/namespaces/watched/localsubjectaccessreviews", {
            "apiVersion": "authorization.k8s.io/v1", "kind": "LocalSubjectAccessReview", "metadata": {"namespace": "watched"},
            "spec": {"user": "x", "resourceAttributes": {"namespace": "watched", "verb": "get", "resource": "pods"}}}),
        ("POST", "/apis/events.k8s.io/v1/namespaces/watched/events?dryRun=All", {
            "metadata": {"name": "e"}, "eventTime": "2026-01-01T00:00:00.000000Z", "action": "a", "reason": "r", "type": "Normal",
            "reportingController": "c.example.com/x", "reportingInstance": "i", "regarding": {
                "kind": "Pod", "namespace": "watched", "name": "p"}})]))
    return {"writes before policies": [asked(*conversations)]}


def changes():
    """What mutating policies make of objects."""
    pod = {"kind": "Pod", "members": {"spec": {"automountServiceAccountToken": False, "containers": [{"name": "c", "image": "i", "ports": [{"containerPort": 80}],
                                                              "env": [{"name": "A", "value": "1"}]}]}}}
    config = {"kind": "ConfigMap", "members": {"data": {"a": "1", "b": "2"}}}
    said = [
        (config, apply("Object{data: {'c': '3'}}")), (config, apply("Object{metadata: Object.metadata{labels: {'x': object.data.a}}}")),
        (config, apply("Object{data: {'a': object.data.no}}")), (config, apply("Object{data: Object.data{a: '9'}}")),
        (config, apply("Object{dota: {'c': '3'}}")), (config, apply("Object{data: {'c': 3}}")), (config, apply("Object{}")),
        (config, apply("Object{metadata: Object.metadata{annotations: Object.wrong{a: 'b'}}}")),
        (config, apply("Object{metadata: Object.metadata{finalizers: ['example.com/f']}}")),
        (config, apply("Object{metadata: Object.metadata{name: 'other'}}")),
        (config, apply("Object{metadata: Object.metadata{ownerReferences: [Object.metadata.ownerReferences{apiVersion: 'v1',"
                       " kind: 'Node', name: 'n', uid: 'u'}]}}")),
        (config, apply("Object{immutable: true}")), (config, apply("Object{immutable: 'yes'}")), (config, apply("Object{data: null}")),
        (config, apply("has(object.data.z) ? Object{data: {'z': '1'}} : Object{data: {'y': '1'}}")),
        (config, apply("Object{?immutable: optional.of(true)}")), (config, apply("Object{?immutable: optional.none()}")),
        (config, patch("[JSONPatch{op: 'add', path: '/data/c', value: '3'}]")),
        (config, patch("[JSONPatch{op: 'add', path: '/data', value: {'n': 'm'}}]")),
        (config, patch("[JSONPatch{op: 'remove', path: '/data/a'}]")), (config, patch("[JSONPatch{op: 'remove', path: '/data/z'}]")),
        (config, patch("[JSONPatch{op: 'replace', path: '/data/z', value: '1'}]")), (config, patch("[]")),
        (config, patch("[JSONPatch{op: 'replace', path: '/no/z', value: '1'}]")),
        (config, patch("[JSONPatch{op: 'add', path: '/no/z/y', value: '1'}]")),
        (config, patch("[JSONPatch{op: 'move', from: '/data/a', path: '/data/m'}]")),
        (config, patch("[JSONPatch{op: 'move', from: '/data/z', path: '/data/m'}]")),
        (config, patch("[JSONPatch{op: 'copy', from: '/data/a', path: '/data/m'}]")),
        (config, patch("[JSONPatch{op: 'copy', from: '/no/a', path: '/data/m'}]")), (config, patch("[JSONPatch{op: 'move', path: '/a'}]")),
        (config, patch("[JSONPatch{op: 'test', path: '/data/a', value: '1'}, JSONPatch{op: 'add', path: '/data/t', value: '1'}]")),
        (config, patch("[JSONPatch{op: 'test', path: '/data/a', value: '2'}, JSONPatch{op: 'add', path: '/data/t', value: '1'}]")),
        (config, patch("[JSONPatch{op: 'test', path: '/no/a', value: '2'}]")), (config, patch("[JSONPatch{op: 'jump', path: '/data/a'}]")),
        (config, patch("[JSONPatch{op: 'add', path: '', value: '2'}]")), (config, patch("[JSONPatch{}]")),
        (config, patch("[JSONPatch{op: 'add', path: '/data/n', value: 3}]")), (config, patch("[JSONPatch{op: 'add', path: '/x', value: 3}]")),
        (config, patch("[JSONPatch{op: 'add', path: '/metadata/labels/' + jsonpatch.escapeKey('a/b'), value: 'c'}]")),
        (config, patch("[JSONPatch{op: 'add', path: '/metadata/labels', value: Object.metadata.labels{a: 'b'}}]")),
        (config, patch("[JSONPatch{op: 'add', path: '/immutable', value: object.data.no}]")),
        (config, patch("[JSONPatch{op: 'replace', path: '', value: {}}]")), (config, patch("[JSONPatch{op: 'replace', path: '/kind', value: 'X'}]")),
        (pod, apply("Object{spec: Object.spec{containers: [Object.spec.containers{name: 'c', image: 'j'}]}}")),
        (pod, apply("Object{spec: Object.spec{containers: [Object.spec.containers{name: 'd', image: 'j'}]}}")),
        (pod, apply("Object{spec: Object.spec{containers: [Object.spec.containers{name: 'c', env: [Object.spec.containers.env{"
                    "name: 'B', value: '2'}], command: ['x']}]}}")),
        (pod, apply("Object{spec: Object.spec{containers: [Object.spec.containers{name: 'c', env: [Object.spec.containers.env{"
                    "name: 'B', value: '2'}, Object.spec.containers.env{name: 'A', value: '3'}]}]}}")),
        (pod, apply("Object{spec: Object.spec{tolerations: [Object.spec.tolerations{key: 'k'}]}}")),
        (pod, apply("Object{spec: Object.spec{nodeSelector: {'a': 'b'}}}")), (pod, apply("Object{spec: Object.spec{hostNetwork: true}}")),
        (pod, apply("Object{spec: Object.spec{containers: [Object.spec.containers{image: 'j'}]}}")),
        (pod, apply("Object{spec: Object.spec{containers: object.spec.containers.map(c, Object.spec.containers{name: c.name,"
                    " imagePullPolicy: 'Never'})}}")),
        (pod, apply("Object{spec: Object.spec{initContainers: [Object.spec.initContainers{name: 'i', image: 'i', restartPolicy:"
                    " 'Always'}]}}")),
        (pod, patch("[JSONPatch{op: 'add', path: '/spec/containers/-', value: Object.spec.containers{name: 'd', image: 'j'}}]")),
        (pod, patch("[JSONPatch{op: 'add', path: '/spec/containers/5', value: Object.spec.containers{name: 'd', image: 'j'}}]")),
        (pod, patch("[JSONPatch{op: 'add', path: '/spec/containers/x', value: Object.spec.containers{name: 'd', image: 'j'}}]")),
        (pod, patch("[JSONPatch{op: 'remove', path: '/spec/containers/1'}]")), (pod, patch("[JSONPatch{op: 'remove', path: '/spec/containers/x'}]")),
        (config, patch("[JSONPatch{op: 'add', path: '/data', value: {'t': 9007199254740993}}]")),
        (config, patch("[JSONPatch{op: 'add', path: '/data', value: {1: 'x'}}]")), (config, apply("Object{immutable: null}")),
        (config, apply("Object{data: {'a': null}}")), (config, patch("[JSONPatch{op: 'replace', path: '/data', value: null}]")),
        (config, apply("Object{metadata: Object.metadata{managedFields: []}}")), (config, apply("Object{apiVersion: 'v2', kind: 'X'}")),
        (pod, patch("[JSONPatch{op: 'replace', path: '/spec/containers/0/image', value: 7}]")),
        *[(config, apply("Object{%s}" % part)) for part in (
            "binaryData: {'x': b'\\x01\\x02'}", "binaryData: {'x': 'AQI='}", "immutable: b'a'", "data: {'d': duration('90m')}",
            "data: {'t': timestamp('1999-01-02T03:04:05.006Z')}", "dota: {'x': b'a'}", "data: {1: 'a'}", "data: {true: 'a'}", "data: {'a': string(b'\\xff')}",
            "data: {'a': 'b', 'c': null}", "metadata: Object.metadata{namespace: 'kube-system'}", "metadata: Object.metadata{generateName: 'other-'}",
            "metadata: Object.metadata{creationTimestamp: timestamp('1999-01-01T00:00:00Z')}", "metadata: Object.metadata{uid: 'x'}")],
        *[(config, patch("[JSONPatch{op: 'add', path: '%s', value: %s}]" % change)) for change in (
            ("/binaryData", "{'x': b'a'}"), ("/data/y", "b'a'"), ("/data/y", "string"), ("/data/y", "{'a': int}"), ("/data/y", "duration('1h')"),
            ("/data/y", "timestamp('1999-01-01T00:00:00Z')"), ("/metadata/name", "'other'"), ("/metadata/namespace", "'kube-system'"),
            ("/metadata/generateName", "'other-'"), ("/metadata/uid", "'x'"))],
    ]
    conversations = []
    for i, (of, mutation) in enumerate(said):
        case = Case(f"change-{i}")
        resource = "configmaps" if of["kind"] == "ConfigMap" else "pods"
        constraints = case.constraints(resource, operations=("CREATE", "UPDATE"))
        conversations.append((case.mutating([mutation], constraints=constraints), [
            create(case.object("x", of["kind"], **of["members"]), resource=resource)]))
    more = []
    case = Case("order")
    count = "Object{data: {'%s': string(object.data.size())}}"
    more.append((case.mutating([apply(count % "m"), apply(count % "n")], name="order-1", reinvocationPolicy="IfNeeded")
                + case.mutating([patch("[JSONPatch{op: 'add', path: '/metadata/annotations', value: {'x': 'y'}}]")], name="order-2",
                                matchConditions=[{"name": "a", "expression": "!has(object.metadata.annotations)"}]),
                 [create(case.object("x", data={"a": "1"}))]))
    case = Case("later")
    more.append((case.mutating([apply("Object{data: {'c': '3'}}")]) + case.validating([
        {"expression": "!has(object.data.c)", "messageExpression": "object.data.c"}]), [
            create(case.object("x", data={"a": "1"}))]))
    for label, spec in (("soft", {"failurePolicy": "Ignore"}), ("hard", {})):
        case = Case(label)
        more.append((case.mutating([apply("Object{data: {'c': object.data.no}}"), apply("Object{data: {'d': '4'}}")], **spec),
                     [create(case.object("x", data={"a": "1"}))]))
    case = Case("scaled")
    more.append((case.mutating([apply("Object{spec: Object.spec{replicas: 1}}")], constraints={
        "resourceRules": rules("deployments/scale", group="apps", operations=("UPDATE",))},
        matchConditions=[{"name": "a", "expression": "object.metadata.name == 'scaled'"}]), [
            ("POST", APPS, case.object("scaled", "Deployment", "apps/v1", spec=DEPLOYMENT)),
            ("PATCH", APPS + "/scaled/scale", {"spec": {"replicas": 7}}, MERGE), ("GET", APPS + "/scaled", None)]))
    case = Case("condition")
    more.append((case.mutating([apply("Object{}")], matchConditions=[{"name": "a", "expression": "object.no == 1"}]),
                 [create(case.object("x"))]))
    case = Case("absent")
    more.append((case.mutating([apply("Object{}")], [{"paramRef": {"name": "no", "parameterNotFoundAction": "Deny"}}],
                               params={"apiVersion": "v1", "kind": "ConfigMap"}), [create(case.object("x"))]))
    case = Case("versions")
    more.append((case.mutating([apply("Object{spec: Object.spec{minReplicas: 2, metrics: []}}")], constraints=case.constraints(
        "horizontalpodautoscalers", group="autoscaling", version="v2", operations=("CREATE",))), [
            ("POST", "/apis/autoscaling/v1/namespaces/compared/horizontalpodautoscalers?dryRun=All", case.object(
                "h", "HorizontalPodAutoscaler", "autoscaling/v1", spec={
                    "maxReplicas": 3, "scaleTargetRef": {"kind": "Deployment", "name": "d"}}))]))
    return {"changes by policies": [asked(*conversations), asked(*more)]}


def drawn(count=60, seed=36):
    """Policies by chance."""
    chance = random.Random(seed)
    numbers = ["object.data.size()", "int(object.data.a)", "object.metadata.labels.size()", "size(request.name)", "3", "object.data.no.size()",
               "variables.n", "size(params.data.n)", "namespaceObject.metadata.labels.size()"]
    texts = ["object.data.a", "object.metadata.name", "request.operation", "'x'", "object.data[?'b'].orValue('q')", "variables.t",
             "params.metadata.name", "object.metadata.generateName", "string(object.data.size())"]

    def flag(depth=2):
        if depth and chance.random() < 0.5:
            return chance.choice(["(%s && %s)", "(%s || %s)", "(!%s || %s)"]) % (flag(depth - 1), flag(depth - 1))
        if chance.random() < 0.5:
            return f"{chance.choice(numbers)} {chance.choice(['==', '<', '>=', '!='])} {chance.choice(numbers)}"
        return f"{chance.choice(texts)} {chance.choice(['==', '!=', '<'])} {chance.choice(texts)}"

    conversations = []
    for i in range(count):
        label = f"drawn-{i}"
        case = Case(label)
        validations = [{"expression": flag(), **chance.choice([{}, {"message": "told"}, {"messageExpression": chance.choice(texts)},
                                                               {"reason": "Forbidden"}])} for _ in range(chance.randint(1, 3))]
        spec = {"failurePolicy": chance.choice(["Fail", "Ignore"]), "variables": [
            {"name": "n", "expression": chance.choice(numbers[:6])}, {"name": "t", "expression": chance.choice(texts[:5])}]}
        if chance.random() < 0.4:
            spec["matchConditions"] = [{"name": f"c{n}", "expression": flag(1)} for n in range(chance.randint(1, 2))]
        actions = chance.choice([["Deny"], ["Warn"], ["Deny", "Audit"], ["Warn", "Audit"]])
        reference = {"name": label + "-p", "parameterNotFoundAction": "Deny"}
        conversations.append(([("POST", NS + "/secrets", {"metadata": {"name": label + "-p"}, "data": {"n": "Mg=="}})]
                              + case.validating(validations, [{"validationActions": actions, "paramRef": reference}],
                                                params={"apiVersion": "v1", "kind": "Secret"}, **spec),
                              [create(case.object("x", data=data)) for data in (
                                  {"a": "1"}, {"a": "4", "b": "y", "c": "z"}, {"a": "word"})]))
    return {"policies by chance": [asked(*conversations)]}


CONVERSATIONS = {**validations(), **settings(), **parameters(), **writes(), **changes(), **drawn()}
