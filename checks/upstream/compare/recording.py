"""What is kept of conversations, for ComparedAnswersTest."""
import copy
import gzip
import json
import re

from answers import told

KEPT_ON_UPDATE = ("uid", "resourceVersion", "creationTimestamp", "managedFields")


class Recording:
    """Conversations on which both servers agree, one for each sort of answer, for ComparedAnswersTest."""

    def __init__(self, file):
        self.file = file
        self.sorts = set()
        self.kept = []
        self.steps = []
        self.usable = True

    def start(self):
        self.steps = []
        self.usable = True

    def note(self, kind, method, path, body, content_type, accept, answer, found):
        if not self.file or (method == "PUT" and answer["status"] == 409):
            return  # what is stale is another revision in each run
        body = copy.deepcopy(body)
        step = {"method": method, "path": path}
        if body is not None:
            step["body"] = without_identity(body) if method == "PUT" else body
            step["type"] = content_type
        if accept != "application/json":
            step["accept"] = accept
        step["status"] = answer["status"]
        step["answer"] = told(answer["body"])
        step["warnings"] = answer["warnings"]
        text = json.dumps(answer) + json.dumps(body)
        self.usable &= not found and len(text) < 6000 and "watch=true" not in path
        self.usable &= not re.search(r"<(object|time|uid|rv|sfx)>", json.dumps(step["answer"]))
        self.steps.append(step)
        causes = (answer["body"].get("details") or {}).get("causes") or []
        sort = (kind, method if "Status" != answer["body"].get("kind") else "", answer["status"], "status" in path,
                accept if method == "GET" else "",
                tuple(re.sub(r'"[^"]*"|[0-9]+', "_", str(c.get("field")) + str(c.get("message"))) for c in causes)
                or re.sub(r'"[^"]*"|[0-9]+', "_", str(answer["body"].get("message"))))
        if self.usable and sort not in self.sorts:
            self.sorts.add(sort)
            self.kept.append(list(self.steps))

    def write_all(self):
        text = "".join(json.dumps(steps) + "\n" for steps in self.kept).encode()
        with open(self.file, "wb") as out:
            out.write(gzip.compress(text, mtime=0) if self.file.endswith(".gz") else text)

    def write(self):
        longest = [steps for steps in self.kept
                   if not any(len(other) > len(steps) and other[:len(steps)] == steps for other in self.kept)]
        with open(self.file, "ab") as raw, gzip.GzipFile("", "wb", mtime=0, fileobj=raw) as out:
            for steps in longest:
                out.write((json.dumps(steps) + "\n").encode())
        print(f"{len(longest)} conversations recorded")


def without_identity(body):
    if isinstance(body.get("metadata"), dict):
        for key in KEPT_ON_UPDATE:
            if key in body["metadata"]:
                body["metadata"][key] = "<current>" if key != "managedFields" else None
        body["metadata"].pop("managedFields", None)
    return body
