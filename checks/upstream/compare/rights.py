"""Mode `rights`: roles and bindings of chance, and what users with them may do: reviews of all kinds, requests under their names, roles and
bindings that they write themselves, and what a refusal says."""
import time

from answers import comparable, difference
from comparison import answered

SPACES = ["rights-a", "rights-b"]
RBAC = "/apis/rbac.authorization.k8s.io/v1"
REVIEWS = "/apis/authorization.k8s.io/v1"
USERS = ["ann", "bob", "system:serviceaccount:rights-a:default", "system:serviceaccount:rights-b:other", "system:node:n"]
GROUPS = ["devs", "ops", "system:serviceaccounts", "system:serviceaccounts:rights-a", "system:authenticated"]
VERBS = ["get", "list", "watch", "create", "update", "patch", "delete", "deletecollection", "*", "bind", "escalate", "impersonate", "use", "approve"]
PAIRS = [("", "pods"), ("", "pods/log"), ("", "pods/*"), ("", "*/status"), ("", "configmaps"), ("", "secrets"), ("", "nodes"), ("", "*"), ("", "services/proxy"),
         ("apps", "deployments"), ("apps", "deployments/scale"), ("apps", "*"), ("*", "*"), ("*", "pods"), ("rbac.authorization.k8s.io", "roles"),
         ("rbac.authorization.k8s.io", "clusterroles"), ("rbac.authorization.k8s.io", "rolebindings"), ("rbac.authorization.k8s.io", "*"), ("", "users"),
         ("authentication.k8s.io", "userextras/scopes"), ("policy", "podsecuritypolicies"), ("", "namespaces"), ("", "pods/eviction"), ("none.example.com", "things")]
URLS = ["/healthz", "/healthz/*", "/metrics", "*", "/api/*", "/api", "/logs/*", "/a*b", "/version"]
NAMES = ["one", "two"]


def several(random, values, most=2):
    return random.sample(values, random.randint(1, most))


def rule(random, cluster):
    if cluster and random.random() < 0.2:
        return {"nonResourceURLs": several(random, URLS), "verbs": several(random, ["get", "post", "*", "put"])}
    picked = several(random, PAIRS)
    made = {"apiGroups": sorted({group for group, _ in picked}), "resources": [resource for _, resource in picked], "verbs": several(random, VERBS, 4)}
    if random.random() < 0.25:
        made["resourceNames"] = several(random, NAMES)
    return made


def role(random, name, cluster):
    return {"metadata": {"name": name}, "rules": [rule(random, cluster) for _ in range(random.randint(0, 3))]}


def subject(random):
    if random.random() < 0.3:
        return {"kind": "ServiceAccount", "name": random.choice(["default", "other"]), "namespace": random.choice(SPACES)}
    if random.random() < 0.5:
        return {"kind": "Group", "apiGroup": "rbac.authorization.k8s.io", "name": random.choice(GROUPS)}
    return {"kind": "User", "apiGroup": "rbac.authorization.k8s.io", "name": random.choice([*USERS, "*"])}


def binding(random, name, in_space):
    kind = random.choice(["Role", "ClusterRole"]) if in_space else "ClusterRole"
    return {"metadata": {"name": name}, "subjects": [subject(random) for _ in range(random.randint(0, 2))],
            "roleRef": {"apiGroup": "rbac.authorization.k8s.io", "kind": kind,
                        "name": random.choice(["r0", "r1", "absent"] if kind == "Role" else ["c0", "c1", "c2", "cluster-admin", "system:node-proxier", "absent"])}}


def places():
    yield from ((f"{RBAC}/namespaces/{space}/{what}", prefix) for space in SPACES for what, prefix in (("roles", "r"), ("rolebindings", "b")))
    yield from ((f"{RBAC}/clusterroles", "c"), (f"{RBAC}/clusterrolebindings", "d"))


def asked(comparison, sort, request, body, headers):
    """Asks both and counts the answer; a server learns of new roles some moments later, so a difference is looked at again."""
    method, path = request
    for attempt in range(4):
        ours, theirs = (ordered(comparable(answered(server, method, path, body, "application/json", "application/json", 2, "", headers)))
                        for server in comparison.servers)
        found = difference(ours, theirs)
        if not found:
            break
        time.sleep(0.2 * attempt)
    comparison.accepted += theirs["status"] < 300
    comparison.count(sort, found, f"{method} {path} {headers} {body}")


def ordered(answer):
    """Rules in an order of ours: upstream goes through roles as its maps have them."""
    status = answer["body"].get("status")
    for rules in status.values() if isinstance(status, dict) else ():
        if isinstance(rules, list):
            rules.sort(key=str)
    return answer


def rights(comparison, number):
    random = comparison.random
    if number == 1:
        for server in comparison.servers:
            for space in SPACES:
                server.call("POST", "/api/v1/namespaces", {"metadata": {"name": space}})
    furnish(comparison)
    for _ in range(12):
        user = random.choice(USERS)
        groups = random.sample(GROUPS, random.randint(0, 2))
        headers = [("Impersonate-User", user)] + [("Impersonate-Group", group) for group in groups[:1]]
        random.choice([review, review, rules, request, request, grant, grant])(comparison, user, groups, headers)


def furnish(comparison):
    """Writes anew who may do what."""
    random = comparison.random
    for path, prefix in places():
        for i in range(3 if prefix == "c" else 2):
            name = f"{prefix}{i}"
            if prefix in "rc":
                body = role(random, name, prefix == "c")
            else:
                body = binding(random, name, prefix == "b")
            for server in comparison.servers:
                server.call("DELETE", f"{path}/{name}")
            asked(comparison, "furnish", ("POST", path), body, [])


def attributes(random):
    if random.random() < 0.2:
        return {"nonResourceAttributes": {"path": random.choice(["/healthz", "/healthz/etcd", "/metrics", "/api/v1", "/", "/axb", "", "/logs/a/b"]),
                                          "verb": random.choice(["get", "post", "*", ""])}}
    group, resource = random.choice(PAIRS)
    made = {"group": group, "resource": resource.split("/")[0], "verb": random.choice(VERBS)}
    if "/" in resource:
        made["subresource"] = resource.split("/")[1]
    if random.random() < 0.7:
        made["namespace"] = random.choice([*SPACES, "absent"])
    if random.random() < 0.3:
        made["name"] = random.choice([*NAMES, "three"])
    if random.random() < 0.1:
        made["version"] = random.choice(["v1", "*", "v2"])
    if random.random() < 0.1:
        made["labelSelector"] = random.choice([{"rawSelector": "a=b"}, {"requirements": [{"key": "a", "operator": "In", "values": ["b"]}]}, {}, {
            "rawSelector": "!!"}, {"rawSelector": "a=b", "requirements": [{"key": "a", "operator": "Exists"}]}])
    return {"resourceAttributes": made}


def review(comparison, user, groups, headers):
    random = comparison.random
    spec = attributes(random)
    sort = random.choice(["subjectaccessreviews", "selfsubjectaccessreviews", "localsubjectaccessreviews"])
    path = f"{REVIEWS}/{sort}"
    if sort.startswith("self"):
        asked(comparison, sort, ("POST", path), {"spec": spec}, headers)
        return
    spec.update({"user": user} if random.random() < 0.9 else {})
    if groups:
        spec["groups"] = groups
    if random.random() < 0.1:
        spec.update({"uid": "7", "extra": {"scopes": ["a"]}})
    if sort.startswith("local"):
        path = f"{REVIEWS}/namespaces/{random.choice(SPACES)}/{sort}"
    asked(comparison, sort, ("POST", path), {"spec": spec}, [])


def rules(comparison, user, groups, headers):
    """What somebody may do, in the order of the roles, which upstream does not keep."""
    body = {"spec": {"namespace": comparison.random.choice([*SPACES, "absent", ""])}}
    asked(comparison, "selfsubjectrulesreviews", ("POST", REVIEWS + "/selfsubjectrulesreviews"), body, headers)


def request(comparison, user, groups, headers):
    random = comparison.random
    space = random.choice([*SPACES, "absent"])
    one = random.choice(["", "/one", "/three"])
    path = random.choice([f"/api/v1/namespaces/{space}/pods{one}", f"/api/v1/namespaces/{space}/configmaps{one}", f"/api/v1/namespaces/{space}", "/api/v1/pods",
                          f"/apis/apps/v1/namespaces/{space}/deployments{one}", "/api/v1/nodes" + one, f"/api/v1/namespaces/{space}/pods/one/log",
                          f"/api/v1/namespaces/{space}/pods/one/status", "/healthz", "/metrics/x", "/logs/a", "/apis/none.example.com/v1/things", "/axb",
                          f"/api/v1/namespaces/{space}/services/one/proxy", f"/apis/apps/v1/namespaces/{space}/deployments/one/scale", "/api/v1/secrets"])
    method = random.choice(["GET", "GET", "GET", "DELETE", "POST", "PUT", "PATCH"])
    if method == "GET" and random.random() < 0.3:
        path += random.choice(["?watch=true&timeoutSeconds=0&resourceVersion=0&fieldSelector=metadata.name%3Dabsent&timeoutSeconds=1", "?limit=1",
                               "?fieldSelector=metadata.name%3Done"])
    body = None if method in ("GET", "DELETE") else {"metadata": {"name": "one"}}
    if method != "GET":
        path += "?dryRun=All"
    asked(comparison, "request", (method, path), body, headers)


def grant(comparison, user, groups, headers):
    """Somebody writes roles and bindings: nobody may give what he has not."""
    random = comparison.random
    in_space = random.random() < 0.6
    root = f"{RBAC}/namespaces/{random.choice(SPACES)}/" if in_space else f"{RBAC}/cluster"
    if random.random() < 0.5:
        what, body = "roles", role(random, random.choice(["new", "r0", "c0"]), not in_space)
    else:
        what, body = "rolebindings", binding(random, random.choice(["new", "b0", "d0"]), in_space)
    if random.random() < 0.5:
        asked(comparison, "grant", ("POST", f"{root}{what}?dryRun=All"), body, headers)
    else:
        asked(comparison, "grant", ("PUT", f"{root}{what}/{body['metadata']['name']}?dryRun=All"), body, headers)
