"""Mode `webhooks`: the same webhooks and the same writes at both servers; what the webhooks are asked, and what the clients are
answered. What is recorded for ComparedWebhooksTest are upstream's questions and answers, whether they are ours or not."""
import json
import re
import time

from answers import comparable, difference, masked, told
from comparison import PATCHES
from hooked import CONVERSATIONS
from hooks import Hooks

CONFIGURATIONS = "/apis/admissionregistration.k8s.io/v1/{}webhookconfigurations"
MARK = "/mark"
PARTS = ("hooks", "definition", "answers")
MAPS = "/api/v1/namespaces/default/configmaps"


def webhooks(comparison, only):
    both = [Hooks(), Hooks()]
    for server in comparison.servers:
        until(lambda: server.call("GET", "/api/v1/namespaces/default/serviceaccounts/default")[0] == 200
              or server.call("POST", "/api/v1/namespaces/default/serviceaccounts", {"metadata": {"name": "default"}})[0] < 300)
    for name, conversation in CONVERSATIONS.items():
        if not re.search(only, name):
            continue
        comparison.recording.start()
        kept = [talk(server, hooks, conversation) for server, hooks in zip(comparison.servers, both)]
        for ours, theirs in zip(*kept):
            request = f"{name}: {ours['given']['method']} {ours['given']['path']} {json.dumps(ours['given'].get('body'))[:300]}"
            comparison.count(name, difference(ours["answer"], theirs["answer"]), request)
            if "definition" not in conversation:  # upstream converts for its caches too, and each object as often as it reads it
                comparison.count(name + " (asked)", difference(ours["asked"], theirs["asked"]), request)
            comparison.recording.steps.append({
                **theirs["given"], "status": theirs["answer"]["status"], "answer": told(theirs["answer"]["body"]),
                "warnings": theirs["answer"]["warnings"], "asked": theirs["asked"]})
        comparison.recording.kept.append({"name": name, **{part: conversation[part] for part in PARTS if part in conversation},
                                          "steps": comparison.recording.steps})


def talk(server, hooks, conversation):
    """The steps of a conversation with one server: what it answers, and what it asks meanwhile."""
    places = []
    try:
        if "definition" in conversation:
            place = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions"
            definition = with_address(conversation["definition"], hooks)
            assert server.call("POST", place, definition)[0] == 201
            places.append(place + "/" + definition["metadata"]["name"])
            spec = definition["spec"]
            until(lambda: server.call("GET", f"/apis/{spec['group']}/v1/{spec['names']['plural']}")[0] == 200)
        for path, made in conversation.get("answers", {}).items():
            hooks.answers[path] = made
        for number, hook in enumerate(conversation.get("hooks", [])):
            places.append(register(server, hooks, number, hook))
        kept = []
        for method, path, body, *how in conversation["steps"]:
            how = how[0] if how else {}
            hooks.asked.clear()
            kind = how.get("type", "application/json")
            status, answer, warnings = server.call(method, path, body, kind if body is not None else "application/json")
            given = {"method": method, "path": path, **({"body": body, "type": kind} if body is not None else {})}
            kept.append({"given": given, "answer": comparable((status, unported(answer, hooks), unported(warnings, hooks))),
                         "asked": asked(hooks)})
        for method, path, body, *_ in reversed(conversation["steps"]):
            if method == "POST" and not re.search(r"\?|reviews$", path) and "name" in (body or {}).get("metadata", {}):
                places.append(path + "/" + body["metadata"]["name"])
        return kept
    finally:
        hooks.answers.clear()
        for place in [p for p in places if "webhookconfigurations" in p] + [p for p in places if "webhookconfigurations" not in p]:
            server.call("DELETE", place + "?gracePeriodSeconds=0")
            server.call("PATCH", place, {"metadata": {"finalizers": None}}, PATCHES["merge"])
        until(lambda: all(server.call("GET", place)[0] == 404 for place in places))
        until(lambda: not any(marked(server, number) for number in range(len(conversation.get("hooks", [])))))


def register(server, hooks, number, hook):
    """One configuration with the webhooks, and one that tells when it is there."""
    hooks.answers[MARK] = {"response": {"allowed": False, "status": {"message": "known"}}}
    place = CONFIGURATIONS.format(hook["kind"])
    usual = {"admissionReviewVersions": ["v1"], "sideEffects": "None",
             "rules": [{"apiGroups": ["*"], "apiVersions": ["*"], "operations": ["*"], "resources": ["*/*"]}]}
    listed = [{**usual, "clientConfig": hooks.client_config("/" + one["name"].split(".")[0]), "name": one["name"], **one}
              for one in hook["webhooks"]]
    mark = {**usual, "name": "mark.example.com", "clientConfig": hooks.client_config(MARK),
            "objectSelector": {"matchLabels": {"mark": f"m{number}"}}}
    for one in listed:
        one.setdefault("objectSelector", {"matchExpressions": [{"key": "mark", "operator": "DoesNotExist"}]})
    status, answer, _ = server.call("POST", place, {"metadata": {"name": hook["name"]}, "webhooks": listed + [mark]})
    assert status == 201, answer
    until(lambda: marked(server, number))
    return place + "/" + hook["name"]


def marked(server, number):
    body = {"metadata": {"name": "mark", "labels": {"mark": f"m{number}"}}}
    return "known" in str(server.call("POST", MAPS + "?dryRun=All", body)[1].get("message"))


def until(happened):
    for _ in range(300):
        if happened():
            return
        time.sleep(0.05)
    raise AssertionError("it does not happen")


def with_address(definition, hooks):
    made = json.loads(json.dumps(definition))
    made["spec"]["conversion"]["webhook"]["clientConfig"] = hooks.client_config("/convert")
    return made


def unported(value, hooks):
    return json.loads(json.dumps(value).replace(f":{hooks.port()}", ":PORT"))


def asked(hooks):
    """In no order where several were asked at once. Upstream asks about a deletion again when it finds that it had an old state."""
    reviews = []
    for one in hooks.asked:
        review = {"path": one["path"], "review": masked(one["review"])}
        again = reviews and review == reviews[-1] and review["review"].get("request", {}).get("operation") == "DELETE"
        if not again and not one["path"].startswith(MARK):
            reviews.append(review)
    return sorted(reviews, key=lambda one: json.dumps(one, sort_keys=True)) if len({r["path"] for r in reviews}) > 1 else reviews
