"""Mode `aggregated`: the same APIServices at both servers, and the same requests for what they name: what the clients are
answered, what the server behind is asked, what the conditions say, and what discovery tells."""
import http.client
import json
import re
import socket
import ssl
import time

from answers import difference, masked
from backend import Backend

API = "/apis/apiregistration.k8s.io/v1/apiservices"
SERVICES = "/api/v1/namespaces/aggregated/services"
GROUP = "wardle.example.com"
AGENT = "compare"
PLACE = f"/apis/{GROUP}/v1"
THINGS = PLACE + "/namespaces/default/flunders"
AGGREGATED = "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList"
# Headers of answers that are the same in each run.
TOLD = ("content-type", "cache-control", "x-own", "location", "etag", "content-encoding", "x-content-type-options", "warning",
        "access-control-allow-origin", "retry-after", "vary", "set-cookie")

RESOURCES = {"kind": "APIResourceList", "apiVersion": "v1", "groupVersion": f"{GROUP}/v1", "resources": [
    {"name": "flunders", "singularName": "flunder", "namespaced": True, "kind": "Flunder", "shortNames": ["fl"],
     "categories": ["all"], "verbs": ["create", "delete", "deletecollection", "get", "list", "patch", "update", "watch"]},
    {"name": "flunders/status", "singularName": "", "namespaced": True, "kind": "Flunder", "verbs": ["get", "update"]},
    {"name": "fischers/scale", "singularName": "", "namespaced": False, "group": "autoscaling", "version": "v1",
     "kind": "Scale", "verbs": ["get"]}]}


def versions(media, *names):
    resources = [{"resource": "flunders", "responseKind": {"group": GROUP, "version": names[0], "kind": "Flunder"},
                  "scope": "Namespaced", "singularResource": "flunder", "verbs": ["get", "list"],
                  "subresources": [{"subresource": "status", "verbs": ["get"]}]}]
    return {"headers": {"Content-Type": f"application/json;g=apidiscovery.k8s.io;v={media};as=APIGroupDiscoveryList",
                        "ETag": '"one"'},
            "body": {"kind": "APIGroupDiscoveryList", "apiVersion": f"apidiscovery.k8s.io/{media}", "metadata": {}, "items": [
                {"metadata": {"name": GROUP}, "versions": [
                    {"version": name, "resources": resources, "freshness": "Current"} for name in names]}]}}


SWAGGER = {"swagger": "2.0", "info": {"title": "backend", "version": "v1"}, "paths": {
    PLACE + "/": {"get": {"operationId": "getWardleResources", "produces": ["application/json"],
                          "responses": {"200": {"description": "OK", "schema": {"$ref": "#/definitions/wardle.Flunder"}}}}},
    "/apis/other.example.com/v1/": {"get": {"operationId": "other", "responses": {}}}},
    "definitions": {"wardle.Flunder": {"type": "object", "properties": {"size": {"$ref": "#/definitions/wardle.Size"}}},
                    "wardle.Size": {"type": "string"}, "wardle.Other": {"type": "string"}}}
ANSWERS = {
    PLACE: {"body": RESOURCES},
    "/openapi/v2": {"body": SWAGGER},
    "/openapi/v3": {"body": {"paths": {f"apis/{GROUP}/v1": {"serverRelativeURL": f"/openapi/v3/apis/{GROUP}/v1?hash=AB"}}}},
    f"/openapi/v3/apis/{GROUP}/v1": {"body": {"openapi": "3.0.0"}, "headers": {"ETag": '"AB"'}},
    THINGS: {"body": {"kind": "FlunderList", "items": []}, "headers": {"X-Own": "one"}},
    "POST " + THINGS: {"code": 201, "body": {"kind": "Flunder"}, "headers": {"Warning": '299 - "theirs"'}},
    THINGS + "/text": {"body": "plain", "headers": {"Content-Type": "application/vnd.own", "Cache-Control": "max-age=3",
                                                      "Access-Control-Allow-Origin": "*", "Set-Cookie": "a=b"}},
    THINGS + "/moved": {"code": 302, "body": "elsewhere", "headers": {"Location": "/elsewhere"}},
    THINGS + "/unchanged": {"code": 304, "headers": {"ETag": '"x"'}},
    THINGS + "/broken": {"code": 500, "body": {"kind": "Status", "code": 500}},
    "DELETE " + THINGS + "/gone": {"code": 200, "body": {"kind": "Status", "status": "Success"}},
    "GET " + PLACE + "/flunders": {"lines": [{"type": "ADDED", "object": {"n": 1}}, {"type": "ADDED", "object": {"n": 2}}]},
}


MORE = {"X-Remote-User": "spoofed", "X-Remote-Group": "system:masters", "X-Remote-Extra-Scopes": "all", "X-Own": "mine",
        "X-Forwarded-Uri": "/spoofed", "Cookie": "a=b", "Accept": "application/json;as=Table, */*"}
IMPERSONATED = {"Impersonate-User": "bob", "Impersonate-Group": "sellers", "Impersonate-Uid": "7",
                "Impersonate-Extra-Example.com%2Fscope": "some"}
MASTER = {**IMPERSONATED, "Impersonate-Group": "system:masters"}
# Method, path, body, headers, caller.
REQUESTS = [
    ("GET", PLACE), ("GET", PLACE + "/"), ("GET", THINGS), ("GET", THINGS + "?b=2&a=1&a=x%20y%2Fz~*&labelSelector=a%3Db"),
    ("GET", THINGS + "/text", None, MORE), ("GET", THINGS + "/missing%2Fname/sub/deeper?x"), ("GET", THINGS + "/moved"),
    ("GET", THINGS + "/unchanged", None, {"If-None-Match": '"x"'}), ("GET", THINGS + "/broken"),
    ("HEAD", THINGS), ("OPTIONS", THINGS), ("POST", THINGS, {"kind": "Flunder", "metadata": {"name": "a"}}),
    ("POST", THINGS, "not json", {"Content-Type": "text/own"}), ("PUT", THINGS + "/a", {"spec": {}}), ("POST", THINGS),
    ("PATCH", THINGS + "/a", [{"op": "add"}], {"Content-Type": "application/json-patch+json"}), ("PUT", THINGS + "/a", ""),
    ("DELETE", THINGS + "/gone"), ("DELETE", THINGS + "/gone", {"kind": "DeleteOptions"}), ("POST", THINGS, "x" * 5_000_000),
    ("GET", THINGS, None, IMPERSONATED), ("GET", THINGS, None, MASTER), ("GET", THINGS, None, (), "alice"),
    ("GET", PLACE, None, (), "alice"), ("POST", THINGS + "?dryRun=All&fieldManager=me", {"a": 1}),
    ("GET", THINGS + "?timeout=abc"), ("GET", THINGS + "/p%C3%A4th%20x"), ("GET", THINGS, None, {"Accept-Encoding": "gzip"}),
    ("GET", f"/apis/{GROUP}/v2"), ("GET", f"/apis/{GROUP}/v2/things"), ("POST", f"/apis/{GROUP}", {})]


class Talk:
    """One server and the one behind it."""

    def __init__(self, server, clients):
        self.server, self.backend = server, Backend(clients)
        self.backend.answers.update(ANSWERS)

    def ask(self, method, path, body=None, more=(), caller=""):
        connection = http.client.HTTPSConnection(self.server.host, self.server.port, timeout=60,
                                                 context=ssl._create_unverified_context())
        token = self.server.token + (caller and "-" + caller)
        headers = {"Authorization": "Bearer " + token, "User-Agent": AGENT, **dict(more)}
        self.backend.asked.clear()
        connection.request(method, path, json.dumps(body).encode() if isinstance(body, (dict, list)) else body, headers)
        answer = connection.getresponse()
        text = answer.read().decode(errors="replace")
        try:
            shown = masked(json.loads(text))
        except ValueError:
            shown = text
        told = sorted([name.lower(), value] for name, value in answer.getheaders() if name.lower() in TOLD)
        asked = [one for one in self.backend.asked if one["headers"].get("user-agent") == [AGENT]]
        return self.unplaced({"status": answer.status, "headers": told, "body": shown, "asked": asked})

    def unplaced(self, value):
        text = json.dumps(value).replace(f":{self.backend.place}", ":PORT").replace(f"port {self.backend.place}", "port PORT")
        return json.loads(re.sub(r"(\[::1\]|127\.0\.0\.1):PORT", "LOCAL:PORT", text))

    def register(self, name="v1", port=None, service="backend", **spec):
        known = {"caBundle": self.backend.bundle()} if "insecureSkipTLSVerify" not in spec else {}
        return {"metadata": {"name": f"{name}.{GROUP}"}, "spec": {
            "group": GROUP, "version": name, "groupPriorityMinimum": 1500, "versionPriority": 10, **known,
            "service": {"namespace": "aggregated", "name": service, "port": port or self.backend.place}, **spec}}

    def condition(self, reason, name="v1"):
        """The condition, once it has that reason."""
        found = {}

        def there():
            status, answer, _ = self.server.call("GET", f"{API}/{name}.{GROUP}")
            found.update(answer.get("status", {}).get("conditions", [{}])[0] if status == 200 else {})
            return found.get("reason") == reason
        until(there, reason, found)
        return self.unplaced({"condition": masked(found)})

    def group(self):
        """What discovery tells of the group, and where among the others."""
        _, groups, _ = self.server.call("GET", "/apis")
        _, aggregated, _ = self.server.call("GET", "/apis", accept=AGGREGATED)
        return {"old": [one for one in groups["groups"] if one["name"] == GROUP],
                "order": [one["name"] for one in groups["groups"]],
                "new": [one for one in aggregated["items"] if one["metadata"]["name"] == GROUP],
                "orderOfNew": [one["metadata"]["name"] for one in aggregated["items"]],
                "alone": self.ask("GET", f"/apis/{GROUP}")["body"]}

    def fresh(self, freshness):
        until(lambda: any(version["freshness"] == freshness for one in self.group()["new"] for version in one["versions"]),
              freshness, self.group())
        return self.group()


def until(happened, what="it", state=None):
    for _ in range(900):
        if happened():
            return
        time.sleep(0.05)
    raise AssertionError(f"{what} does not happen: {state}")


def aggregated(comparison, clients):
    talks = [Talk(server, clients) for server in comparison.servers]
    for talk in talks:
        talk.server.call("POST", "/api/v1/namespaces", {"metadata": {"name": "aggregated"}})
    for step in STEPS:
        answers = [step(talk) for talk in talks]
        if step == passed:
            comparison.recording.kept = recorded(answers[1][-len(REQUESTS):])
        for number, (ours, theirs) in enumerate(zip(*answers)):
            comparison.count(step.__name__, difference(ours, theirs), f"{step.__name__} {number}: {json.dumps(theirs)[:500]}")
    for talk in talks:
        talk.backend.stop()


def recorded(answers):
    """What the server behind answers, and each request with what upstream answered and asked."""
    steps = [{"backend": {path: answer for path, answer in ANSWERS.items() if "lines" not in answer}}]
    for (method, path, *rest), theirs in zip(REQUESTS, answers):
        body, more, caller = [*rest, *[None, (), ""][len(rest):]]
        if len(str(body)) < 1000:
            steps.append({"method": method, "path": path, "caller": caller or "admin",
                          "body": body if isinstance(body, str) or body is None else json.dumps(body),
                          "headers": {"Accept-Encoding": "identity", "User-Agent": AGENT, **dict(more)},
                          "status": theirs["status"], "told": theirs["headers"], "answer": theirs["body"],
                          "asked": theirs["asked"]})
    return steps


def missing(talk):
    """An APIService whose service is not there, has no such port, no slices, or none that is ready."""
    assert talk.server.call("POST", API, talk.register(port=443))[0] == 201
    kept = [talk.condition("ServiceNotFound"), talk.ask("GET", PLACE), talk.ask("GET", THINGS), talk.fresh("Stale")]
    service = {"metadata": {"name": "backend"}, "spec": {"ports": [{"port": 444, "name": "other"}]}}
    assert talk.server.call("POST", SERVICES, service)[0] == 201
    kept.append(talk.condition("ServicePortError"))
    service = {"spec": {"ports": [{"port": 443, "name": "https"}]}}
    talk.server.call("PATCH", SERVICES + "/backend", service, "application/merge-patch+json")
    kept.append(talk.condition("EndpointsNotFound"))
    slices = "/apis/discovery.k8s.io/v1/namespaces/aggregated/endpointslices"
    one = {"metadata": {"name": "one", "labels": {"kubernetes.io/service-name": "backend"}}, "addressType": "IPv4",
           "ports": [{"name": "https", "port": 443}],
           "endpoints": [{"addresses": ["192.0.2.77"], "conditions": {"ready": False}}]}
    assert talk.server.call("POST", slices, one)[0] == 201
    kept.append(talk.condition("MissingEndpoints"))
    talk.server.call("DELETE", slices + "/one")
    talk.server.call("DELETE", SERVICES + "/backend")
    kept.append(talk.condition("ServiceNotFound"))
    talk.server.call("DELETE", f"{API}/v1.{GROUP}")
    until(lambda: not talk.group()["new"])
    kept += [talk.ask("GET", THINGS), talk.ask("GET", PLACE), talk.ask("GET", f"/apis/{GROUP}")]
    return kept


def passed(talk):
    """Requests of all kinds, through a service that is another name for this machine."""
    service = {"metadata": {"name": "backend"}, "spec": {"type": "ExternalName", "externalName": "localhost"}}
    assert talk.server.call("POST", SERVICES, service)[0] == 201
    assert talk.server.call("POST", API, talk.register())[0] == 201
    kept = [talk.condition("Passed"), talk.fresh("Current")]
    kept += [talk.ask(*request) for request in REQUESTS]
    return kept


def streamed(talk):
    """A watch whose events come one by one, and a connection that is switched to another protocol."""
    connection = http.client.HTTPSConnection(talk.server.host, talk.server.port, timeout=30,
                                             context=ssl._create_unverified_context())
    connection.request("GET", PLACE + "/flunders?watch=1",
                       headers={"Authorization": "Bearer " + talk.server.token, "User-Agent": AGENT})
    answer = connection.getresponse()
    kept = [{"status": answer.status}]
    for _ in range(2):
        talk.backend.go_on.set()
        kept.append(json.loads(answer.readline()))
    kept.append({"rest": answer.read().decode()})
    raw = ssl._create_unverified_context().wrap_socket(socket.create_connection((talk.server.host, talk.server.port), 30))
    raw.sendall(f"GET {THINGS}/shell HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {talk.server.token}\r\nUpgrade: own\r\n"
                f"User-Agent: {AGENT}\r\nConnection: Upgrade\r\nX-Remote-User: spoofed\r\n\r\n".encode())
    head = b""
    while b"\r\n\r\n" not in head:
        head += raw.recv(1)
    raw.sendall(b"hello")
    kept.append({"status": head.split(b" ")[1].decode(), "echo": raw.recv(100).decode(),
                 "asked": [one for one in talk.backend.asked if one["headers"].get("upgrade") or one["path"].endswith("shell")]})
    raw.close()
    return kept


def described(talk):
    """Discovery in all the forms that a backend may have, in the order of priorities, and OpenAPI."""
    second = talk.register("v2alpha1", groupPriorityMinimum=17900, versionPriority=20)
    talk.backend.answers["/apis"] = versions("v2", "v1", "v2alpha1")
    assert talk.server.call("POST", API, second)[0] == 201
    until(lambda: len(talk.group()["new"][0]["versions"]) == 2 and all(
        one.get("resources") and one["freshness"] == "Current" for one in talk.group()["new"][0]["versions"]))
    kept = [talk.group()]
    talk.server.call("DELETE", f"{API}/v2alpha1.{GROUP}")
    until(lambda: len(talk.group()["new"][0]["versions"]) == 1)
    kept.append(talk.group())
    until(lambda: f"apis/{GROUP}/v1" in talk.server.call("GET", "/openapi/v3")[1]["paths"])
    kept += [talk.server.call("GET", "/openapi/v3")[1]["paths"][f"apis/{GROUP}/v1"],
             talk.ask("GET", f"/openapi/v3/apis/{GROUP}/v1?hash=AB")]
    until(lambda: PLACE + "/" in talk.server.call("GET", "/openapi/v2")[1]["paths"])
    swagger = talk.server.call("GET", "/openapi/v2")[1]
    kept.append({"paths": {path: swagger["paths"].get(path) for path in (PLACE + "/", "/apis/other.example.com/v1/")},
                 "definitions": {name: value for name, value in swagger["definitions"].items() if name.startswith("wardle.")}})
    del talk.backend.answers["/apis"]
    return kept


def failing(talk):
    """A backend whose certificate nobody vouches for, that is not there, that answers with errors, and that is back."""
    place = f"{API}/v1.{GROUP}"
    patch = "application/merge-patch+json"
    kept = []
    talk.backend.stop()
    kept += [talk.condition("FailedDiscoveryCheck"), talk.ask("GET", THINGS), talk.fresh("Stale")]
    talk.backend.listen()
    kept += [talk.condition("Passed"), talk.fresh("Current"), talk.ask("GET", THINGS)]
    talk.backend.answers[PLACE] = {"code": 500, "body": "no"}
    kept += [talk.condition("FailedDiscoveryCheck")]
    talk.backend.answers[PLACE] = ANSWERS[PLACE]
    kept += [talk.condition("Passed")]
    talk.server.call("PATCH", place, {"spec": {"caBundle": None}}, patch)
    kept += [talk.condition("FailedDiscoveryCheck")]
    talk.server.call("PATCH", place, {"spec": {"insecureSkipTLSVerify": True}}, patch)
    kept += [talk.condition("Passed"), talk.ask("GET", THINGS)]
    talk.server.call("PATCH", place, {"spec": {"service": None, "insecureSkipTLSVerify": False}}, patch)
    kept += [talk.condition("Local"), talk.ask("GET", THINGS)]
    return kept


STEPS = [missing, passed, streamed, described, failing]
