"""Conversations about evictions: their options, and what is left of a pod that was not evicted after all."""
NS = "/api/v1/namespaces/compared"
BUDGETS = "/apis/policy/v1/namespaces/compared/poddisruptionbudgets"
STRATEGIC = {"type": "application/strategic-merge-patch+json"}
BUDGET = {"metadata": {"name": "evicting"}, "spec": {
    "maxUnavailable": 1, "unhealthyPodEvictionPolicy": "AlwaysAllow", "selector": {"matchLabels": {"evicted": "yes"}}}}
ALLOWING = {"disruptionsAllowed": 1, "currentHealthy": 1, "desiredHealthy": 0, "expectedPods": 1, "observedGeneration": 1}
OPTIONS = ({"preconditions": {"resourceVersion": "1"}}, {"preconditions": {"resourceVersion": ""}}, {"preconditions": {"uid": "x"}},
           {"preconditions": {"uid": ""}}, {"propagationPolicy": "Bogus"}, {"propagationPolicy": "Orphan", "orphanDependents": True},
           {"dryRun": ["Bogus"]}, {"ignoreStoreReadErrorWithClusterBreakingPotential": True})


def evicted(options, query=""):
    """A pod is made, evicted, and looked at."""
    return [("POST", NS + "/pods", {"metadata": {"name": "evicted", "labels": {"evicted": "yes"}}, "spec": {
                "nodeName": "n", "containers": [{"name": "c", "image": "i"}], "automountServiceAccountToken": False}}),
            ("PATCH", NS + "/pods/evicted/status", {"status": {"phase": "Running", "conditions": [
                {"type": "Ready", "status": "False"}]}}, STRATEGIC),
            ("POST", NS + "/pods/evicted/eviction" + query, {"metadata": {"name": "evicted"}, "deleteOptions": options}),
            ("GET", NS + "/pods/evicted", None),
            ("GET", BUDGETS + "/evicting", None),
            ("DELETE", NS + "/pods/evicted?gracePeriodSeconds=0", None)]


ACCOUNT = [("POST", NS + "/serviceaccounts", {"metadata": {"name": "default"}})]
CONVERSATIONS = {
    "options of evictions": [
        ACCOUNT + [step for options in OPTIONS for query in ("", "?dryRun=All") for step in evicted(options, query)],
        ACCOUNT + [("POST", BUDGETS, BUDGET), ("PATCH", BUDGETS + "/evicting/status", {"status": ALLOWING}, {
            "type": "application/merge-patch+json"})]
        + [step for options in OPTIONS for step in evicted(options)],
    ],
}
