#!/usr/bin/env python3
"""The same autoscalers at both control planes, looked at after each step. Started by autoscaling.sh."""
import argparse
import datetime
import os
import secrets
import shutil
import signal
import subprocess
import sys
import tempfile
import time

from backend import Backend
from ports import free_port
from scenarios import SCENARIOS
from server import Server

MERGE = "application/merge-patch+json"
PERIOD = 2
FLAGS = [f"--horizontal-pod-autoscaler-sync-period={PERIOD}s", "--horizontal-pod-autoscaler-downscale-stabilization=12s"]
NAME = "horizontal-pod-autoscaler"
GROUPS = {"metrics.k8s.io": "v1beta1", "custom.metrics.k8s.io": "v1beta2", "external.metrics.k8s.io": "v1beta1"}
RESOURCES = {"Deployment": "deployments", "StatefulSet": "statefulsets", "ReplicaSet": "replicasets", "DaemonSet": "daemonsets",
             "ReplicationController": "replicationcontrollers", "Fleet": "fleets", "Herd": "herds"}


def moment(ago=0):
    return (datetime.datetime.now(datetime.timezone.utc) - datetime.timedelta(seconds=ago)).strftime("%Y-%m-%dT%H:%M:%SZ")


class Planes:
    """Both control planes, in a folder of their own."""

    def __init__(self, options):
        self.folder, self.running, self.token, self.options = tempfile.mkdtemp(), {}, secrets.token_hex(16), options
        self.ports = {name: free_port() for name in ("etcd", "peer", "theirs", "ours", "manager")}
        self.servers = {name: Server(f"https://127.0.0.1:{self.ports[name]}", self.token) for name in ("ours", "theirs")}

    def begin(self):
        with open(self.folder + "/tokens.csv", "w", encoding="utf-8") as file:
            file.write(f'{self.token},admin,admin,"system:masters"\n')
        self.sign()
        ports, options = self.ports, self.options
        proxy = ["--proxy-client-cert-file", "proxy.pem", "--proxy-client-key-file", "proxy.key",
                 "--requestheader-client-ca-file", "proxies.pem", "--requestheader-allowed-names", "proxy",
                 "--enable-aggregator-routing=false"]
        etcd = f"http://127.0.0.1:{ports['etcd']}"
        peer = f"http://127.0.0.1:{ports['peer']}"
        self.start("etcd", "etcd", "--data-dir", "etcd", "--listen-client-urls", etcd, "--advertise-client-urls", etcd,
                   "--listen-peer-urls", peer, "--initial-advertise-peer-urls", peer, "--initial-cluster", "default=" + peer,
                   "--unsafe-no-fsync")
        self.start("kube-apiserver", options.apiserver, "--etcd-servers", etcd, "--secure-port", ports["theirs"],
                   "--bind-address", "127.0.0.1", "--cert-dir", "certs", "--token-auth-file", "tokens.csv",
                   "--authorization-mode", "RBAC", "--service-account-key-file", "sa.pub",
                   "--service-account-signing-key-file", "sa.key", "--service-account-issuer",
                   "https://kubernetes.default.svc", "--service-cluster-ip-range", "10.0.0.0/16",
                   "--endpoint-reconciler-type=none", "--requestheader-username-headers", "X-Remote-User",
                   "--requestheader-group-headers", "X-Remote-Group", "--requestheader-extra-headers-prefix", "X-Remote-Extra-",
                   *proxy)
        self.start("tenure", options.tenure, "apiserver", "--port", ports["ours"], "--data-dir", "data", "--token-auth-file",
                   "tokens.csv", "--service-cluster-ip-range", "10.0.0.0/16", *proxy)
        for server in self.servers.values():
            until(90, lambda: server.call("GET", "/readyz")[0] == 200)

    def control(self):
        for name in ("ours", "theirs"):
            with open(f"{self.folder}/{name}.conf", "w", encoding="utf-8") as file:
                file.write(f"""apiVersion: v1
kind: Config
clusters: [{{name: c, cluster: {{server: "https://127.0.0.1:{self.ports[name]}", insecure-skip-tls-verify: true}}}}]
users: [{{name: u, user: {{token: {self.token}}}}}]
contexts: [{{name: x, context: {{cluster: c, user: u}}}}]
current-context: x
""")
        self.start("kube-controller-manager", self.options.controllers, "--kubeconfig", "theirs.conf",
                   f"--controllers={NAME}-controller", "--leader-elect=false", "--secure-port", self.ports["manager"],
                   "--bind-address", "127.0.0.1", "--cert-dir", "certs", *FLAGS)
        self.start("controllers", self.options.tenure, "controllers", "--kubeconfig", "ours.conf", f"--controllers={NAME}",
                   "--leader-elect=false", *FLAGS)

    def sign(self):
        for command in (
                "openssl genrsa -out sa.key 2048", "openssl rsa -in sa.key -pubout -out sa.pub",
                "openssl req -x509 -newkey rsa:2048 -nodes -subj /CN=proxies -days 2 -keyout proxies.key -out proxies.pem",
                "openssl req -newkey rsa:2048 -nodes -subj /CN=proxy -keyout proxy.key -out proxy.csr",
                "openssl x509 -req -in proxy.csr -CA proxies.pem -CAkey proxies.key -CAcreateserial -days 2 -out proxy.pem"):
            subprocess.run(command.split(), cwd=self.folder, check=True, capture_output=True)

    def start(self, name, *command):
        with open(f"{self.folder}/{name}.log", "ab") as log:
            self.running[name] = subprocess.Popen([str(word) for word in command], cwd=self.folder, stdout=log, stderr=log,
                                                  start_new_session=True)

    def close(self):
        for process in reversed(self.running.values()):
            process.send_signal(signal.SIGTERM)
        for process in self.running.values():
            try:
                process.wait(20)
            except subprocess.TimeoutExpired:
                process.kill()
        if os.environ.get("KEEP"):
            shutil.copytree(self.folder, os.environ["KEEP"], dirs_exist_ok=True, ignore=shutil.ignore_patterns("etcd", "data"))
        shutil.rmtree(self.folder, ignore_errors=True)


def until(longest, question):
    end = time.time() + longest
    while time.time() < end:
        try:
            if question():
                return True
        except OSError:
            pass
        time.sleep(0.2)
    raise SystemExit("it has not come about")


def made(server, path, body):
    status, answer, _ = server.call("POST", path, body)
    if status not in (201, 409):
        raise SystemExit(f"{path}: {status} {answer}")


def definition(plural, kind, selector):
    scale = {"specReplicasPath": ".spec.replicas", "statusReplicasPath": ".status.replicas", **selector}
    return {"metadata": {"name": plural + ".scaled.example.com"}, "spec": {
        "group": "scaled.example.com", "scope": "Namespaced", "names": {"plural": plural, "kind": kind},
        "versions": [{"name": "v1", "served": True, "storage": True, "subresources": {"status": {}, "scale": scale},
                      "schema": {"openAPIV3Schema": {"type": "object", "x-kubernetes-preserve-unknown-fields": True}}}]}}


def prepare(server, backend):
    made(server, "/api/v1/namespaces", {"metadata": {"name": "measured"}})
    made(server, "/api/v1/namespaces/measured/services", {
        "metadata": {"name": "backend"}, "spec": {"type": "ExternalName", "externalName": "localhost"}})
    for group, version in GROUPS.items():
        made(server, "/apis/apiregistration.k8s.io/v1/apiservices", {
            "metadata": {"name": f"{version}.{group}"}, "spec": {
                "group": group, "version": version, "groupPriorityMinimum": 100, "versionPriority": 100,
                "insecureSkipTLSVerify": True,
                "service": {"namespace": "measured", "name": "backend", "port": backend.place}}})
    for plural, kind, selector in (("fleets", "Fleet", {"labelSelectorPath": ".status.selector"}), ("herds", "Herd", {})):
        made(server, "/apis/apiextensions.k8s.io/v1/customresourcedefinitions", definition(plural, kind, selector))
    for group, version in GROUPS.items():
        name = f"/apis/apiregistration.k8s.io/v1/apiservices/{version}.{group}"
        until(60, lambda: any(one["type"] == "Available" and one["status"] == "True"
                              for one in server.call("GET", name)[1].get("status", {}).get("conditions", [])))
    until(30, lambda: server.call("GET", "/apis/scaled.example.com/v1/namespaces/default/fleets")[0] == 200)


def target(name, wanted):
    kind = wanted.get("kind", "Deployment")
    version = wanted.get("version", "apps/v1")
    if kind == "None":
        return "", {"apiVersion": "apps/v1", "kind": "Deployment", "name": "none"}
    reference = {"apiVersion": version, "kind": kind, "name": "web"}
    if kind not in RESOURCES:
        return "", reference
    served = "apps/v1" if version.startswith("apps/") else version
    place = "/api/v1" if served == "v1" else "/apis/" + served
    return f"{place}/namespaces/{name}/{RESOURCES[kind]}", reference


def template():
    return {"metadata": {"labels": {"app": "web"}}, "spec": {"containers": [{"name": "main", "image": "i"}]}}


def begin(server, name, wanted):
    made(server, "/api/v1/namespaces", {"metadata": {"name": name}})
    made(server, f"/api/v1/namespaces/{name}/serviceaccounts", {"metadata": {"name": "default"}})
    path, reference = target(name, wanted)
    if path:
        kind = wanted.get("kind", "Deployment")
        selector = {"app": "web"} if kind == "ReplicationController" else {"matchLabels": {"app": "web"}}
        spec = {"replicas": wanted["size"], "selector": selector, "template": template()}
        if kind == "StatefulSet":
            spec["serviceName"] = "web"
        if kind == "DaemonSet":
            del spec["replicas"]
        if kind in ("Fleet", "Herd"):
            spec = {"replicas": wanted["size"]}
        version = reference["apiVersion"] if not reference["apiVersion"].startswith("apps/") else "apps/v1"
        made(server, path, {"apiVersion": version, "kind": kind, "metadata": {"name": "web"}, "spec": spec})
        status = {"replicas": wanted["size"]}
        if kind == "Fleet":
            status["selector"] = wanted.get("selector", "app=web")
        if kind != "DaemonSet":
            server.call("PATCH", path + "/web/status", {"status": status}, MERGE)
    for number, one in enumerate(wanted["pods"]):
        born(server, name, number, one)
    autoscaler(server, name, wanted, "one")


def autoscaler(server, name, wanted, which):
    spec = {"scaleTargetRef": target(name, wanted)[1], "minReplicas": wanted["min"], "maxReplicas": wanted["max"],
            "metrics": wanted["metrics"]}
    if "behavior" in wanted:
        spec["behavior"] = wanted["behavior"]
    made(server, f"/apis/autoscaling/v2/namespaces/{name}/horizontalpodautoscalers", {"metadata": {"name": which}, "spec": spec})


def born(server, namespace, number, one):
    requests = {key: one[key] for key in ("cpu", "memory") if one[key]}
    containers = [{"name": "main", "image": "i", "resources": {"requests": requests}}]
    if "side" in one:
        containers.append({"name": "side", "image": "i", "resources": {"requests": requests}})
    pods = f"/api/v1/namespaces/{namespace}/pods"
    made(server, pods, {"metadata": {"name": f"web-{number}", "labels": {"app": "web"}}, "spec": {"containers": containers}})
    status = {"phase": one["phase"], "startTime": moment(one["started"])}
    if one["ready"]:
        status["conditions"] = [{"type": "Ready", "status": one["ready"], "lastTransitionTime": moment(one["changed"])}]
    server.call("PATCH", f"{pods}/web-{number}/status", {"status": status}, MERGE)


def measure(backend, name, state):
    """Has the servers of metrics say what is so now."""
    items = []
    for number, one in enumerate(state["pods"]):
        usage = {"cpu": one["used"], "memory": one["held"]}
        usage = {key: amount for key, amount in usage.items() if amount is not None}
        if one["used"] is None:
            continue
        containers = [{"name": "main", "usage": usage}]
        if "side" in one:
            containers.append({"name": "side", "usage": {**usage, "cpu": one["side"]}})
        items.append({"metadata": {"name": f"web-{number}", "namespace": name}, "timestamp": moment(), "window": "30s",
                      "containers": containers})
    path = f"/apis/metrics.k8s.io/v1beta1/namespaces/{name}/pods"
    backend.answers[path] = {"body": {"kind": "PodMetricsList", "apiVersion": "metrics.k8s.io/v1beta1", "metadata": {},
                                      "items": items}}
    if state.get("refused"):
        backend.answers[path] = {"code": 500, "body": {"kind": "Status", "apiVersion": "v1", "status": "Failure", "code": 500,
                                                       "reason": "InternalError", "message": "out of order"}}
    for metric, values in state.get("custom", {}).items():
        listed = [{"describedObject": {"kind": "Pod", "namespace": name, "name": f"web-{number}", "apiVersion": "/v1"},
                   "metric": {"name": metric.split("/")[-1], "selector": None}, "timestamp": moment(), "value": amount}
                  for number, amount in enumerate(values)]
        backend.answers[f"/apis/custom.metrics.k8s.io/v1beta2/namespaces/{name}/{metric}"] = {"body": {
            "kind": "MetricValueList", "apiVersion": "custom.metrics.k8s.io/v1beta2", "metadata": {}, "items": listed}}
    for metric, values in state.get("external", {}).items():
        listed = [{"metricName": metric, "metricLabels": {"n": str(number)}, "timestamp": moment(), "value": amount}
                  for number, amount in enumerate(values)]
        backend.answers[f"/apis/external.metrics.k8s.io/v1beta1/namespaces/{name}/{metric}"] = {"body": {
            "kind": "ExternalMetricValueList", "apiVersion": "external.metrics.k8s.io/v1beta1", "metadata": {},
            "items": listed}}


def ordered(message):
    """Names of several autoscalers, which upstream tells in any order."""
    begin, mark, names = message.partition("multiple HPAs: [")
    return begin + mark + " ".join(sorted(names.rstrip("]").split())) + "]" if mark else message


def seen(server, name, wanted):
    """The size, the statuses and what was told."""
    path, _ = target(name, wanted)
    found = {"size": server.call("GET", path + "/web")[1].get("spec", {}).get("replicas") if path else None}
    listed = server.call("GET", f"/apis/autoscaling/v2/namespaces/{name}/horizontalpodautoscalers")[1]["items"]
    for one in listed:
        status = one.get("status", {})
        if "lastScaleTime" in status:
            status["lastScaleTime"] = "some"
        for condition in status.get("conditions") or []:
            condition.pop("lastTransitionTime", None)
            condition["message"] = ordered(condition["message"])
        found[one["metadata"]["name"]] = status
    events = server.call("GET", f"/api/v1/namespaces/{name}/events")[1]["items"]
    found["events"] = sorted({(one["involvedObject"]["name"], one["source"].get("component", ""), one["type"], one["reason"],
                               ordered(one["message"])) for one in events})
    return found


def compared(planes, what, scenarios, tell, events=True):
    """`events`: whether what was told on the way counts, which is chance where servers come and go."""
    differing = 0
    for name, wanted in scenarios.items():
        ours, theirs = (seen(planes.servers[side], name, wanted) for side in ("ours", "theirs"))
        for part in sorted(set(ours) | set(theirs)):
            if ours.get(part) != theirs.get(part) and (events or part != "events"):
                differing += 1
                tell(f"{name}, {what}, {part}:\n  ours   {ours.get(part)}\n  theirs {theirs.get(part)}")
    print(f"{what}: {len(scenarios)} scenarios, {differing} differences", flush=True)
    return differing


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("tenure", "apiserver", "controllers"):
        parser.add_argument("--" + name, required=True)
    parser.add_argument("--only", default="")
    options = parser.parse_args()
    scenarios = {name: one for name, one in SCENARIOS.items() if options.only in ("", name)}
    planes = Planes(options)
    differing = 0
    try:
        planes.begin()
        backend = Backend(planes.folder + "/proxies.pem")
        for group, version in GROUPS.items():
            backend.answers[f"/apis/{group}/{version}"] = {"body": {
                "kind": "APIResourceList", "apiVersion": "v1", "groupVersion": f"{group}/{version}", "resources": [
                    {"name": "pods", "singularName": "", "namespaced": True, "kind": "PodMetrics", "verbs": ["get", "list"]}]}}
        for server in planes.servers.values():
            prepare(server, backend)
        for name, wanted in scenarios.items():
            measure(backend, name, wanted)
            for server in planes.servers.values():
                begin(server, name, wanted)
        planes.control()
        time.sleep(50)
        differing += compared(planes, "at first", scenarios, print)
        for step in range(3):
            concerned = {name: one for name, one in scenarios.items() if len(one["steps"]) > step}
            if not concerned:
                break
            for name, wanted in concerned.items():
                change = wanted["steps"][step]
                measure(backend, name, {**wanted, **change})
                for server in planes.servers.values():
                    if "size" in change:
                        server.call("PATCH", target(name, wanted)[0] + "/web", {"spec": {"replicas": change["size"]}}, MERGE)
                    if "twice" in change:
                        autoscaler(server, name, wanted, "two")
                    if "once" in change:
                        server.call("DELETE", f"/apis/autoscaling/v2/namespaces/{name}/horizontalpodautoscalers/two")
                    if "spec" in change:
                        server.call("PATCH", f"/apis/autoscaling/v2/namespaces/{name}/horizontalpodautoscalers/one",
                                    {"spec": change["spec"]}, MERGE)
            time.sleep(28)
            differing += compared(planes, f"after step {step + 1}", concerned, print)
        backend.stop()
        time.sleep(45)
        differing += compared(planes, "with servers of metrics that are away", scenarios, print, False)
        for server in planes.servers.values():
            for group, version in GROUPS.items():
                server.call("DELETE", f"/apis/apiregistration.k8s.io/v1/apiservices/{version}.{group}")
        time.sleep(20)
        differing += compared(planes, "without servers of metrics", scenarios, print, False)
    finally:
        planes.close()
    sys.exit(1 if differing else 0)


if __name__ == "__main__":
    main()
