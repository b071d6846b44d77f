"""Conversations about what goes on to a node: logs, exec, attach, port-forward and proxies, as far as the server itself answers."""
NS = "/api/v1/namespaces/compared"


def pod(name, *containers, **spec):
    return {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": name}, "spec": {
        "automountServiceAccountToken": False, "containers": [{"name": one, "image": "registry.test/a:1"} for one in containers], **spec}}


ONE, TWO = f"{NS}/pods/one", f"{NS}/pods/two"
ACCOUNT = ("POST", f"{NS}/serviceaccounts", {"metadata": {"name": "default"}})
PODS = [ACCOUNT, ("POST", f"{NS}/pods", pod("one", "c")),
        ("POST", f"{NS}/pods", pod("two", "a", "b", initContainers=[{"name": "i", "image": "registry.test/a:1"}]))]
LOG_OPTIONS = ["", "container=c", "container=x", "container=", "tailLines=-1", "tailLines=0", "tailLines=x", "tailLines=1.5",
               "limitBytes=0", "limitBytes=-3", "limitBytes=1", "sinceSeconds=0", "sinceSeconds=-1", "sinceSeconds=5",
               "sinceSeconds=9999999999999999999", "sinceTime=2026-01-02T03:04:05Z", "sinceTime=yesterday", "sinceTime=",
               "sinceTime=2026-01-02T03:04:05Z&sinceSeconds=5", "sinceSeconds=0&tailLines=-2&limitBytes=0", "follow=maybe", "follow=true",
               "previous=x", "stream=All", "stream=Stdout", "stream=x", "stream=", "unknown=1", "tailLines=", "tailLines=1&tailLines=x",
               "insecureSkipTLSVerifyBackend=true", "timestamps=1", "container=c&container=x"]
ENTRIES = ["", "command=ls", "command=ls&stdout=true", "command=ls&stdout=true&container=x", "stdout=maybe", "container=b&stdout=1",
           "stdin=true&stdout=true&stderr=true&tty=true"]

CONVERSATIONS = {
    "logs": [
        PODS + [("GET", f"{ONE}/log?{options}", None) for options in LOG_OPTIONS]
        + [("GET", f"{TWO}/log", None), ("GET", f"{TWO}/log?container=i", None), ("GET", f"{TWO}/log?container=b", None),
           ("GET", f"{NS}/pods/absent/log", None), ("GET", f"{NS}/pods/absent/log?tailLines=-1", None),
           ("POST", f"{ONE}/log", {}), ("DELETE", f"{ONE}/log", None), ("PUT", f"{ONE}/log", {})],
    ],
    "entries": [
        PODS + [("POST", f"{place}/{how}?{options}", None) for place in (ONE, TWO) for how in ("exec", "attach") for options in ENTRIES]
        + [("GET", f"{ONE}/exec?command=ls&stdout=true", None), ("POST", f"{ONE}/portforward", None),
           ("POST", f"{ONE}/portforward?ports=80", None), ("POST", f"{ONE}/portforward?ports=x", None),
           ("POST", f"{ONE}/portforward?ports=0", None), ("POST", f"{NS}/pods/absent/exec?command=ls", None),
           ("POST", f"{NS}/pods/absent/portforward", None), ("PUT", f"{ONE}/exec", {}), ("DELETE", f"{ONE}/exec", None)],
    ],
    "on a node that is not there": [
        [ACCOUNT, ("POST", f"{NS}/pods", pod("one", "c", nodeName="absent")), ("GET", f"{ONE}/log", None),
         ("POST", f"{ONE}/exec?command=ls&stdout=true", None), ("POST", f"{ONE}/portforward?ports=80", None)],
    ],
    "proxies": [
        PODS + [(method, place, None) for method in ("GET", "POST") for place in (
            f"{ONE}/proxy", f"{ONE}/proxy/", f"{ONE}/proxy/a/b?c=d", f"{NS}/pods/one:80/proxy/", f"{NS}/pods/http:one:80/proxy/",
            f"{NS}/pods/one:x/proxy/", f"{NS}/pods/absent/proxy/", f"{NS}/services/absent/proxy/", f"{NS}/services/a:b:c:d/proxy/",
            "/api/v1/nodes/absent/proxy/", "/api/v1/nodes/absent/proxy/logs", "/api/v1/nodes/absent:10250/proxy/metrics")]
        + [("POST", f"{NS}/services", {"metadata": {"name": "behind"}, "spec": {"ports": [{"name": "web", "port": 80}]}}),
           ("GET", f"{NS}/services/behind/proxy/", None), ("GET", f"{NS}/services/behind:web/proxy/", None),
           ("GET", f"{NS}/services/behind:nosuch/proxy/", None), ("GET", f"{NS}/services/https:behind:web/proxy/x", None),
           ("GET", f"{NS}/services/behind:80/proxy/", None), ("GET", f"{NS}/services/ftp:behind:web/proxy/", None)],
    ],
}
