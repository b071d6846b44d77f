"""Asks two servers the same and counts what differs."""
import collections
import json
import random
import re
import time

from answers import comparable, difference
from draw import Corpus, Draw
from objects import NS as NAMESPACE
from recording import Recording
from server import Server

PATCHES = {"merge": "application/merge-patch+json", "strategic": "application/strategic-merge-patch+json",
           "apply": "application/apply-patch+yaml", "json": "application/json-patch+json"}

# kinds whose status the server writes by itself, some milliseconds after each write
TELLING = {"APIService", "FlowSchema"}
TOLD_AFTER = 3.0


def conditions(server, path):
    status = server.call("GET", path)[1].get("status")
    listed = status.get("conditions") if isinstance(status, dict) else None
    return [{field: one.get(field) for field in ("type", "status", "reason")} for one in listed or []]


def answered(server, *request):
    """A server that panics at a request ends the connection: status 0."""
    try:
        return server.call(*request)
    except OSError as fault:
        return 0, {"message": f"{type(fault).__name__}"}, []


class Comparison:
    """Two servers, what chance asks them, and what came of it."""

    def __init__(self, options):
        self.random = random.Random(options.seed)
        self.draw = Draw(self.random, Corpus(options.corpus, options.only))
        self.servers = (Server(options.ours, options.token), Server(options.theirs, options.token))
        self.seen = collections.Counter()
        self.by_kind = collections.defaultdict(lambda: [0, 0])
        self.recording = Recording(options.record)
        self.asked = self.same = self.accepted = 0
        for server in self.servers:
            server.call("POST", "/api/v1/namespaces", {"metadata": {"name": NAMESPACE}})
            server.call("POST", f"/api/v1/namespaces/{NAMESPACE}/serviceaccounts", {"metadata": {"name": "default"}})

    def ask(self, kind, method, path, bodies, content_type="application/json", accept="application/json"):
        """Sends one request to both servers; `path` is one for both, or one for each."""
        places = path if isinstance(path, tuple) else (path, path)
        path = places[1]
        ours, theirs = (comparable(answered(server, method, place, body, content_type, accept))
                        for server, place, body in zip(self.servers, places, bodies))
        self.asked += 1
        self.accepted += theirs["status"] < 300
        self.by_kind[kind][0] += 1
        found = difference(ours, theirs)
        self.by_kind[kind][1] += bool(found)
        self.recording.note(kind, method, path, bodies[1], content_type, accept, theirs, found)
        if kind in TELLING and method in ("POST", "PUT", "PATCH") and "dryRun" not in path and theirs["status"] < 300:
            self.settle(places, theirs["body"].get("metadata", {}).get("name", "") if method == "POST" else "")
        if not found:
            self.same += 1
            return True
        sort = kind + " " + re.sub(r'[0-9]+|"[^"]{0,80}"', "_", found)[:90]
        self.seen[sort] += 1
        if self.seen[sort] <= 2:
            print(f"{kind}: {found}\n    {method} {path} {content_type} {accept} {json.dumps(bodies[1], default=repr)[:2500]}", flush=True)
            if ours["status"] != theirs["status"]:
                print("    " + " | ".join(f"{one['status']} {one['body'].get('message', '')[:300]}" for one in (ours, theirs)), flush=True)
        return False

    def settle(self, places, name):
        """Waits until both servers say of an object what follows from a write of it; `name`: of one in a collection."""
        ones = [place.split("?")[0].removesuffix("/status") + (name and "/" + name) for place in places]
        until = time.monotonic() + TOLD_AFTER
        while time.monotonic() < until:
            ours, theirs = (conditions(server, one) for server, one in zip(self.servers, ones))
            if ours and ours == theirs:
                return
            time.sleep(0.02)

    def count(self, sort, found, request):
        self.asked += 1
        self.by_kind[sort][0] += 1
        self.by_kind[sort][1] += bool(found)
        self.same += not found
        if found:
            self.seen[sort] += 1
            print(f"{sort}: {found}\n    {request}", flush=True)

    def clear(self, one):
        for server in self.servers:
            server.call("DELETE", one + "?gracePeriodSeconds=0")
            server.call("PATCH", one, {"metadata": {"finalizers": None}}, PATCHES["merge"])

    def print(self):
        """The counts, by kind and by sort of difference."""
        for kind, (asked, differ) in sorted(self.by_kind.items()):
            print(f"{kind}: {differ} of {asked} differ")
        print(f"{self.same} of {self.asked} answers the same, {self.accepted} requests accepted")
        for sort, count in self.seen.most_common():
            print(f"{count:5} {sort}")
