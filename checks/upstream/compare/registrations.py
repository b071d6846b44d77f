"""Conversations about APIServices, and about the flow control that every cluster has, for cases.py."""
SERVICES = "/apis/apiregistration.k8s.io/v1/apiservices"
FLOWS = "/apis/flowcontrol.apiserver.k8s.io/v1"
TABLE = {"accept": "application/json;as=Table;v=v1;g=meta.k8s.io"}
MERGE = {"type": "application/merge-patch+json"}
PARTS = {**MERGE, "managers": True}
CASES_SERVICE = {"service": {"namespace": "compared", "name": "away"}}


def service(name="v1.cases.example.org", **spec):
    return {"metadata": {"name": name}, "spec": {
        "group": "cases.example.org", "version": "v1", "groupPriorityMinimum": 100, "versionPriority": 10, **spec}}


def tried(**spec):
    return ("POST", SERVICES + "?dryRun=All", service(**spec))


def changed(path, patch, how=MERGE):
    return ("PATCH", f"{path}?fieldManager=m", patch, how)


OWN = SERVICES + "/v1.cases.example.org"
CONVERSATIONS = {
    "API services": [
        [tried(**spec) for spec in (
            {}, CASES_SERVICE, {"name": "v2.cases.example.org"}, {"name": "a/b"}, {"group": ""}, {"group": "Cases"}, {"version": ""},
            {"version": "1"}, {"version": "V1"}, {"groupPriorityMinimum": 0}, {"groupPriorityMinimum": 20001},
            {"versionPriority": -1}, {"versionPriority": 1001}, {"caBundle": "YWJj"}, {"insecureSkipTLSVerify": True},
            {"insecureSkipTLSVerify": True, "caBundle": "YWJj"}, {**CASES_SERVICE, "insecureSkipTLSVerify": True, "caBundle": "YWJj"},
            {"service": {}}, {"service": {"namespace": "a"}}, {"service": {"name": "a", "namespace": "b", "port": 0}},
            {"service": {"name": "a", "namespace": "b", "port": 70000}}, {"service": None})],
        [("POST", SERVICES, service(), {"managers": True}), ("GET", OWN, None, TABLE),
         changed(OWN, {"spec": {"versionPriority": 20}, "status": {"conditions": []}}, PARTS),
         changed(OWN, {"spec": {"version": "v2"}}), changed(OWN, {"spec": {"groupPriorityMinimum": 0}}),
         changed(OWN + "/status", {"metadata": {"labels": {"a": "b"}}, "spec": {"versionPriority": 30},
                                   "status": {"conditions": [{"type": "Other", "status": "Maybe"}]}}),
         changed(OWN + "/status", {"metadata": {"labels": {"a": "b"}}, "status": {"conditions": [
             {"type": "Other", "status": "True", "lastTransitionTime": None}]}}, PARTS),
         ("PUT", OWN, service()), ("DELETE", OWN, None)],
        [("GET", SERVICES + "/v1.apps", None), ("GET", SERVICES + "/v1.", None), ("GET", SERVICES + "/v2.autoscaling", None, TABLE)],
    ],
    "flow control that is fixed": [
        [("GET", FLOWS + "/flowschemas", None), ("GET", FLOWS + "/prioritylevelconfigurations", None),
         ("GET", FLOWS + "/flowschemas/exempt", None, TABLE), ("GET", FLOWS + "/flowschemas", None, TABLE),
         ("GET", FLOWS + "/prioritylevelconfigurations", None, TABLE)]
        + [changed(f"{FLOWS}/{path}", {"spec": spec}) for path, spec in (
            ("flowschemas/exempt", {"matchingPrecedence": 2}), ("flowschemas/exempt", {"rules": None}),
            ("flowschemas/catch-all", {"distinguisherMethod": None}), ("flowschemas/catch-all", {"matchingPrecedence": 10000}),
            ("flowschemas/catch-all", {"priorityLevelConfiguration": {"name": "exempt"}}),
            ("prioritylevelconfigurations/catch-all", {"limited": {"nominalConcurrencyShares": 6}}),
            ("prioritylevelconfigurations/catch-all", {"type": "Exempt", "limited": None, "exempt": {}}),
            ("prioritylevelconfigurations/exempt", {"type": "Limited"}),
            ("prioritylevelconfigurations/exempt", {"limited": {"limitResponse": {"type": "Reject"}}}),
            ("prioritylevelconfigurations/exempt", {"exempt": {"nominalConcurrencyShares": -1}}))]
        + [("PATCH", f"{FLOWS}/{path}?dryRun=All", {"spec": spec}, MERGE) for path, spec in (
            ("prioritylevelconfigurations/exempt", {"exempt": {"nominalConcurrencyShares": 7}}),
            ("prioritylevelconfigurations/exempt", {"exempt": None}), ("flowschemas/probes", {"matchingPrecedence": 3}),
            ("prioritylevelconfigurations/system", {"limited": {"nominalConcurrencyShares": 6}}))],
    ],
}
