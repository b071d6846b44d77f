"""What goes wrong with members, servers and controllers."""
import http.client
import random
import signal
import time

from place import MEMBERS, SERVERS

CLOCK_SECONDS_MAX = 12 * 3600


class Faults:
    """Breaks one thing after the other, and mends it."""

    def __init__(self, place, counts, seed, copies):
        self.place, self.counts, self.copies, self.random = place, counts, copies, random.Random(f"{seed}-faults")

    def etcd(self):
        leader = self.place.leader()
        member = leader[0] if leader and self.random.random() < 0.5 else self.random.randrange(MEMBERS)
        name, what = f"etcd-{member}", self.random.choice(
            ["killed", "frozen", "cut", "held", "moved", "compacted", "compacted", "full"])
        if what == "killed":
            self.place.kill(name)
            self.sleep(0.5, 4)
            self.place.start_member(member)
        elif what == "frozen":
            self.place.signal(name, signal.SIGSTOP)
            self.sleep(0.5, 5)
            self.place.signal(name, signal.SIGCONT)
        elif what == "full" and self.place.disks:
            self.place.fill(member)
            self.sleep(0.5, 5)
            (self.place.folder / name / "filler").unlink()
            self.sleep(0, 1)
            if self.place.running[name].poll() is not None:
                what += ", and ended"
                self.place.start_member(member)
        elif what in ("cut", "held"):
            self.place.link({"cut": "cut", "held": "hold"}[what], f"peer-{member}")
            self.sleep(0.5, 5)
            self.place.link("heal", f"peer-{member}")
        else:
            try:
                if what == "moved" and leader:
                    others = [one["ID"] for one in self.place.etcd(leader[0], "cluster/member/list", {})["members"]
                              if one["ID"] != leader[1]]
                    self.place.etcd(leader[0], "maintenance/transfer-leadership", {"targetID": self.random.choice(others)})
                elif what == "compacted" and leader:
                    revision = int(self.place.etcd(leader[0], "maintenance/status", {})["header"]["revision"])
                    self.place.etcd(leader[0], "kv/compaction", {"revision": max(1, revision - self.random.choice([0, 0, 50]))})
            except (OSError, http.client.HTTPException, KeyError):
                what += " in vain"
        self.counts[f"member {what}"] += 1

    def server(self):
        server = self.random.randrange(SERVERS)
        name, what = f"server-{server}", self.random.choice(
            ["killed", "frozen", "cut from one", "cut", "held", "held from one", "slowed", "slowed", "clock set", "clock set"])
        links = [f"{server}-{member}" for member in range(MEMBERS)]
        if what.endswith("from one"):
            links = [self.random.choice(links)]
        if what == "killed":
            self.place.kill(name)
            self.sleep(0, 2)
            self.place.start_server(server)
            self.place.ready(server, 60)
        elif what == "frozen":
            self.place.signal(name, signal.SIGSTOP)
            self.sleep(0.5, 6)
            self.place.signal(name, signal.SIGCONT)
        elif what == "clock set":
            self.set_clock(name)
        else:
            for link in links:
                if what == "slowed":
                    self.place.link("slow", link, self.random.randrange(10, 150))
                else:
                    self.place.link("cut" if what.startswith("cut") else "hold", link)
            self.sleep(0.5, 6)
            for link in links:
                self.place.link("heal", link)
        self.counts[f"server {what}"] += 1

    def set_clock(self, name):
        bound = self.random.choice([30, 600, CLOCK_SECONDS_MAX])
        self.place.set_clock(name, self.random.randrange(-bound, bound))

    def controllers(self):
        """Of the two that may lead; each has a clock of its own."""
        self.copies.revive("controllers")
        name = f"controllers-{self.random.randrange(2)}"
        what = self.random.choice(["killed", "frozen", "clock set", "clock set"])
        if what == "killed":
            # Who leads next has only what is written, by whatever clocks: those of the two are right by then.
            for number in range(2):
                self.place.set_clock(f"controllers-{number}", 0)
            self.sleep(2, 3)
            self.place.kill(name)
            self.sleep(0, 3)
            self.copies.start("controllers", int(name[-1]))
        elif what == "frozen":
            self.place.signal(name, signal.SIGSTOP)
            self.sleep(1, 8)
            self.place.signal(name, signal.SIGCONT)
        else:
            self.set_clock(name)
        self.counts[f"controllers {what}"] += 1
        self.sleep(3, 12)

    def sleep(self, low, high):
        time.sleep(self.random.uniform(low, high))

    def repeat(self, fault, until):
        while time.time() < until:
            self.sleep(0.5, 3)
            fault()
