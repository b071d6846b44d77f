"""What must hold meanwhile: budgets and quotas, and pods that leave when a taint says so."""
import random
import threading
import time

from place import ANSWER_SECONDS, Connection, SERVERS

STAY_SECONDS = 20
LATE_SECONDS_MAX = 60
# How long who leads may have been at work, taken together, before a pod goes whose time is over. Who has just begun to lead may
# count that time anew, from when it saw the pod first, for who wrote when the pod came may have a clock that is hours ahead.
WORKING_SECONDS_MAX = STAY_SECONDS + 15
# Within which controllers that have been started know what there is.
KNOWS_ALL_SECONDS = 15


class Bounds(threading.Thread):
    """Budgets and quotas that everybody wants to use up at once, round by round, at all servers."""

    WRITERS, WANTED, ALLOWED = 6, 12, 4

    def __init__(self, place, histories, seed):
        super().__init__(daemon=True)
        self.place, self.histories, self.random = place, histories, random.Random(f"{seed}-bounds")
        self.stopping = threading.Event()

    def run(self):
        number = 0
        while not self.stopping.is_set():
            number += 1
            (self.budget if number % 2 else self.quota)(f"b{number}")

    def insist(self, method, path, body=None, good=(200, 201, 409)):
        """Asks one server after the other until one has done it."""
        while not self.stopping.is_set():
            status, answer = Connection(self.place, self.random.randrange(SERVERS)).call(method, path, body)
            if status in good:
                return answer
            time.sleep(0.2)
        return {}

    def together(self, call):
        """The statuses of all calls, which run at once."""
        found, numbers, lock = [], list(range(self.WANTED)), threading.Lock()

        def work(writer):
            connections = [Connection(self.place, server) for server in range(SERVERS)]
            while True:
                with lock:
                    if not numbers:
                        return
                    number = numbers.pop()
                status = call(connections[(writer + number) % SERVERS], number)
                with lock:
                    found.append(status)

        writers = [threading.Thread(target=work, args=(writer,)) for writer in range(self.WRITERS)]
        for thread in writers:
            thread.start()
        for thread in writers:
            thread.join()
        return found

    def judge(self, what, name, statuses, left):
        granted = sum(status in (200, 201) for status in statuses)
        gone = self.WANTED - left
        counts = self.histories.counts
        counts[what + " rounds"] += 1
        counts[what + " granted"] += granted
        counts[what + " refused"] += sum(status in (403, 429) for status in statuses)
        if granted > self.ALLOWED or (left >= 0 and gone > self.ALLOWED):
            self.histories.wrong.append(f"{what} {name}: {granted} were granted, {gone} are gone, {self.ALLOWED} are allowed")

    def budget(self, name):
        pods = "/api/v1/namespaces/default/pods"
        ready = {"status": {"phase": "Running", "conditions": [{"type": "Ready", "status": "True"}]}}
        for number in range(self.WANTED):
            self.insist("POST", pods, pod(f"{name}-{number}", name))
            self.insist("PATCH", f"{pods}/{name}-{number}/status", ready)
        self.insist("POST", "/apis/policy/v1/namespaces/default/poddisruptionbudgets", {
            "apiVersion": "policy/v1", "kind": "PodDisruptionBudget", "metadata": {"name": name},
            "spec": {"minAvailable": self.WANTED - self.ALLOWED, "selector": {"matchLabels": {"app": name}}}})
        until = time.time() + 45
        while time.time() < until and not self.stopping.is_set():
            found = self.insist("GET", f"/apis/policy/v1/namespaces/default/poddisruptionbudgets/{name}")
            if found.get("status", {}).get("disruptionsAllowed"):
                break
            time.sleep(0.3)
        statuses = self.together(lambda connection, number: connection.call(
            "POST", f"{pods}/{name}-{number}/eviction", {"apiVersion": "policy/v1", "kind": "Eviction",
                                                         "metadata": {"name": f"{name}-{number}", "namespace": "default"}})[0])
        left = self.insist("GET", f"{pods}?labelSelector=app={name}", good=(200,)).get("items")
        if left is None:
            return
        self.judge("budget", name, statuses, sum("deletionTimestamp" not in one["metadata"] for one in left))
        self.insist("DELETE", f"{pods}?labelSelector=app={name}", {"kind": "DeleteOptions", "apiVersion": "v1", "gracePeriodSeconds": 0})
        self.insist("DELETE", f"/apis/policy/v1/namespaces/default/poddisruptionbudgets/{name}", good=(200, 404))

    def begin_to_count(self, page, hard):
        """Fills the status, unless the controller has: once, for a write that got no answer may be carried out later."""
        while not self.stopping.is_set():
            found = self.insist("GET", page, good=(200,))
            if found.get("status", {}).get("used") or not found:
                return
            self.insist("PATCH", page + "/status", {"metadata": {"resourceVersion": found["metadata"]["resourceVersion"]},
                                                    "status": {"hard": hard, "used": {"count/secrets": "0"}}})

    def quota(self, name):
        self.insist("POST", "/api/v1/namespaces", {"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": name}})
        page = f"/api/v1/namespaces/{name}"
        hard = {"count/secrets": str(self.ALLOWED)}
        self.insist("POST", page + "/resourcequotas", {"apiVersion": "v1", "kind": "ResourceQuota", "metadata": {"name": name},
                                                       "spec": {"hard": hard}})
        self.begin_to_count(f"{page}/resourcequotas/{name}", hard)
        statuses = self.together(lambda connection, number: connection.call(
            "POST", page + "/secrets", {"apiVersion": "v1", "kind": "Secret", "metadata": {"name": f"s{number}"}})[0])
        made = self.insist("GET", page + "/secrets", good=(200,)).get("items")
        if made is None:
            return
        self.judge("quota", name, statuses, self.WANTED - len(made))
        self.insist("DELETE", f"/api/v1/namespaces/{name}", good=(200, 202, 404, 409))


class Leaving(threading.Thread):
    """Pods that a taint lets stay for a while: does each leave, none before its time, and late only while nobody could evict?"""

    def __init__(self, place, histories, seed, copies, working):
        super().__init__(daemon=True)
        self.place, self.histories, self.copies, self.working = place, histories, copies, working
        self.random = random.Random(f"{seed}-leaving")
        self.stopping = threading.Event()
        self.born, self.latest, self.earliest = {}, 0.0, float("inf")
        # Of each whose time is over: who leads, and how long it had been at work. And the longest that one stayed nevertheless.
        self.due, self.kept = {}, 0.0

    def call(self, method, path, body=None):
        return Connection(self.place, self.random.randrange(SERVERS)).call(method, path, body)

    def begin(self):
        node = {"apiVersion": "v1", "kind": "Node", "metadata": {"name": "leaving"}, "spec": {
            "taints": [{"key": "leave", "effect": "NoExecute"}]}}
        while self.call("POST", "/api/v1/nodes", node)[0] not in (201, 409):
            time.sleep(0.5)

    def run(self):
        number = 0
        while not self.stopping.is_set():
            number += 1
            name = f"leave-{number}"
            body = pod(name, "leaving")
            body["spec"].update(nodeName="leaving", tolerations=[
                {"key": "leave", "operator": "Exists", "effect": "NoExecute", "tolerationSeconds": STAY_SECONDS}])
            sent = time.monotonic()
            status, _ = self.call("POST", "/api/v1/namespaces/default/pods", body)
            # What got no answer may have been made, but not before it was sent.
            if status != 409:
                self.born[name] = (sent, status == 201)
            self.look()
            self.stopping.wait(self.random.uniform(0.5, 2))

    def look(self):
        """@return whether all servers' word could be had"""
        status, found = self.call("GET", "/api/v1/namespaces/default/pods?labelSelector=app=leaving")
        if status != 200:
            return False
        now = time.monotonic()
        there = {one["metadata"]["name"]: one for one in found["items"]}
        for name, (sent, sure) in list(self.born.items()):
            if name in there and "deletionTimestamp" not in there[name]["metadata"]:
                if now - sent > STAY_SECONDS and self.worked(name) is None:
                    self.due[name] = (self.working.life, self.working.seconds)
                continue
            if name not in there and not sure:
                # It was never made, as far as one can tell yet.
                if now - sent > 2 * ANSWER_SECONDS:
                    del self.born[name]
                continue
            del self.born[name]
            stayed = now - sent
            self.histories.counts["evictions"] += 1
            if stayed < STAY_SECONDS and not self.copies.any_since(sent - KNOWS_ALL_SECONDS):
                # Who let it go had not seen it come, and had only what a server wrote by a clock that was set.
                self.histories.counts["not seen to come"] += 1
            else:
                self.earliest, self.latest = min(self.earliest, stayed), max(self.latest, stayed)
                if stayed < STAY_SECONDS:
                    self.histories.wrong.append(f"{name} left after {stayed:.2f} s, {STAY_SECONDS} are allowed")
                kept = self.worked(name) or 0.0
                self.kept = max(self.kept, kept)
                if kept > WORKING_SECONDS_MAX:
                    self.histories.wrong.append(f"{name} left after {stayed:.2f} s, of which somebody could evict it for {kept:.1f} too many")
            self.call("DELETE", f"/api/v1/namespaces/default/pods/{name}", {
                "kind": "DeleteOptions", "apiVersion": "v1", "gracePeriodSeconds": 0})
        return True

    def worked(self, name):
        """How long who leads has been at work since the time of a pod was over; None when somebody else led then."""
        life, seconds = self.due.get(name, (None, 0.0))
        return self.working.seconds - seconds if life is not None and life == self.working.life else None

    def end(self):
        """When all is mended: everybody who is left must leave."""
        until = time.monotonic() + STAY_SECONDS + LATE_SECONDS_MAX
        while self.born and time.monotonic() < until:
            self.look()
            time.sleep(0.5)
        for name in self.born:
            self.histories.wrong.append(f"{name} has not left a minute after all was mended")


def pod(name, app):
    return {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": name, "labels": {"app": app}}, "spec": {
        "automountServiceAccountToken": False, "terminationGracePeriodSeconds": 30, "containers": [{"name": "c", "image": "none"}]}}
