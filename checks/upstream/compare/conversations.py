"""Modes `cases` and `policies`: the conversations of cases.py and policies.py. What is recorded are upstream's answers, whether they are ours or not."""
import json
import time

from answers import comparable, difference, told
POLICY = "/admissionregistration.k8s.io/"


def cases(comparison, chosen):
    for sort, conversations in chosen.items():
        for steps in conversations:
            comparison.recording.start()
            for step in steps:
                try:
                    case(comparison, sort, *step)
                except OSError as fault:  # upstream's handler panics at some requests
                    print(f"{sort}: {fault}\n    {step}", flush=True)
            # policies first, or they may refuse that the others go
            for method, path, body in sorted((step[:3] for step in reversed(steps)), key=lambda step: POLICY not in step[1]):
                if method == "POST" and "?" not in path and "name" in (body or {}).get("metadata", {}):
                    comparison.clear(path + "/" + body["metadata"]["name"])
            comparison.recording.kept.append(comparison.recording.steps)


def case(comparison, sort, method, path, body, how=()):
    how = dict(how)
    content_type, accept = how.get("type", "application/json"), how.get("accept", "application/json")
    given = {"method": method, "path": path, **({"body": body, "type": content_type} if body is not None else {}),
             **{key: part for key, part in how.items() if key != "managers"}}
    answers = []
    for server in comparison.servers:
        for _ in range(50):
            answer = server.call(method, path, body, content_type, accept, 2, how.get("caller", ""), how.get("headers", {}))
            if answer[0] == how.get("until", answer[0]):
                break
            time.sleep(0.1)
        answers.append(comparable(answer))
    if how.get("managers"):
        given["managers"] = answers[1]["body"].get("metadata", {}).get("managedFields", [])
    comparison.recording.steps.append({**given, "status": answers[1]["status"], "answer": told(answers[1]["body"]),
                                       "warnings": answers[1]["warnings"]})
    comparison.count(sort, difference(*answers), f"{method} {path} {how} {json.dumps(body, default=repr)[:700]}")
