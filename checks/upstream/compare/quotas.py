"""Mode `quota`: objects under random quotas."""
import copy
import time

from comparison import PATCHES
from objects import CHARGED, QUOTAS, RECHARGES


def quota(comparison, number):
    """A namespace with random quotas, whose counts are written as its controller would, and random objects in it."""
    comparison.recording.start()
    comparison.recording.usable = False
    namespace = f"quota{number}"
    for server in comparison.servers:
        server.call("POST", "/api/v1/namespaces", {"metadata": {"name": namespace}})
        server.call("POST", f"/api/v1/namespaces/{namespace}/serviceaccounts", {"metadata": {"name": "default"}})
    for i in range(comparison.random.choice([1, 1, 2])):
        spec = copy.deepcopy(comparison.random.choice(QUOTAS))
        status = {"hard": spec["hard"], "used": {name: comparison.random.choice(["0", "1"]) for name in spec["hard"]}}
        if comparison.random.random() < 0.1:
            status["used"].popitem()
        for server in comparison.servers:
            server.call("POST", f"/api/v1/namespaces/{namespace}/resourcequotas", {"metadata": {"name": f"q{i}"}, "spec": spec})
            server.call("PATCH", f"/api/v1/namespaces/{namespace}/resourcequotas/q{i}/status", {"status": status},
                        PATCHES["merge"])
    time.sleep(1.2)  # upstream's plug-in sees quotas a little later
    for i in range(12):
        resource, body = copy.deepcopy(comparison.random.choice(CHARGED))
        body["metadata"] = {"name": f"o{i}"}
        for _ in range(comparison.random.choice([0, 0, 1])):
            comparison.draw.mutate(body, "Pod")
        body["metadata"] = {"name": f"o{i}"}
        query = comparison.random.choice(["", "", "?dryRun=All"])
        path = resource.replace("{ns}", namespace)
        comparison.ask("quota " + resource.split("/")[-1], "POST", path + query, (body, body))
        if comparison.random.random() < 0.3:
            patch = comparison.random.choice(RECHARGES)
            comparison.ask("quota change", "PATCH", f"{path}/o{i}", (patch, patch), PATCHES["merge"])
        comparison.ask("quota counts", "GET", f"/api/v1/namespaces/{namespace}/resourcequotas", (None, None))
