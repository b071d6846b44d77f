"""Plays the scenarios of scenarios.py on a real Kubernetes and compares what happens with what was forecast; see real.sh."""
import argparse, collections, http.client, json, os, re, shutil, signal, ssl, subprocess, sys, tempfile, threading, time
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timezone

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import scenarios
from ports import free_port

TOKEN = "forecasts-against-facts"
HERE = os.path.dirname(os.path.abspath(__file__))
SECONDS_APART_MAX = 3.0


class Cluster:
    """etcd, kube-apiserver, kube-controller-manager, kube-scheduler and kwok in one folder."""

    def __init__(self, bin, folder):
        self.bin, self.folder, self.started = bin, folder, []
        self.port = free_port()
        self.kubeconfig = os.path.join(folder, "kubeconfig")

    def file(self, name):
        return os.path.join(self.folder, name)

    def run(self, name, *args):
        log = open(self.file(name + ".log"), "w")
        program = os.path.join(self.bin, name)
        self.started.append(subprocess.Popen([program, *args], stdout=log, stderr=log, cwd=self.folder))

    def start(self):
        subprocess.run(["openssl", "genrsa", "-out", self.file("sa.key"), "2048"], check=True, stderr=subprocess.DEVNULL)
        subprocess.run(["openssl", "rsa", "-in", self.file("sa.key"), "-pubout", "-out", self.file("sa.pub")], check=True,
                       stderr=subprocess.DEVNULL)
        with open(self.file("tokens.csv"), "w") as out:
            out.write(f'{TOKEN},admin,admin,"system:masters"\n')
        with open(self.kubeconfig, "w") as out:
            json.dump({"apiVersion": "v1", "kind": "Config", "current-context": "x",
                       "clusters": [{"name": "c", "cluster": {"server": f"https://127.0.0.1:{self.port}", "insecure-skip-tls-verify": True}}],
                       "users": [{"name": "u", "user": {"token": TOKEN}}],
                       "contexts": [{"name": "x", "context": {"cluster": "c", "user": "u"}}]}, out)
        etcd, peer = f"http://127.0.0.1:{free_port()}", f"http://127.0.0.1:{free_port()}"
        self.run("etcd", "--data-dir", self.file("etcd"), "--listen-client-urls", etcd, "--advertise-client-urls", etcd,
                 "--listen-peer-urls", peer, "--initial-advertise-peer-urls", peer, "--initial-cluster", "default=" + peer,
                 "--log-level", "error", "--unsafe-no-fsync")
        certs = ["--bind-address=127.0.0.1", "--cert-dir=" + self.file("certs")]
        self.run("kube-apiserver", "--etcd-servers=" + etcd, f"--secure-port={self.port}", "--advertise-address=127.0.0.1",
                 "--endpoint-reconciler-type=none", "--token-auth-file=" + self.file("tokens.csv"),
                 "--service-account-key-file=" + self.file("sa.pub"), "--service-account-signing-key-file=" + self.file("sa.key"),
                 "--service-account-issuer=https://kubernetes.default.svc", "--service-cluster-ip-range=10.0.0.0/16",
                 "--authorization-mode=RBAC", "--disable-admission-plugins=ServiceAccount", *certs)
        deadline = time.time() + 120
        while True:
            try:
                self.get("/readyz")
                break
            except (OSError, RuntimeError):
                if time.time() > deadline:
                    raise
                time.sleep(0.2)
        ways = ["--kubeconfig=" + self.kubeconfig, "--authentication-kubeconfig=" + self.kubeconfig,
                "--authorization-kubeconfig=" + self.kubeconfig, "--leader-elect=false", *certs]
        # these two are limited for clusters, not for many scenarios at the same time
        fast = ["--kube-api-qps=500", "--kube-api-burst=1000"]
        self.run("kube-controller-manager", f"--secure-port={free_port()}",
                 "--service-account-private-key-file=" + self.file("sa.key"), *ways, *fast)
        self.run("kube-scheduler", f"--secure-port={free_port()}", *ways, *fast)
        self.run("kwok", "--kubeconfig=" + self.kubeconfig, "--config=" + os.path.join(HERE, "kwok.yaml"),
                 "--manage-nodes-with-label-selector=kubelet=up", "--node-lease-duration-seconds=40")

    def stop(self):
        self.started, running = [], self.started
        for process in reversed(running):
            process.send_signal(signal.SIGTERM)
        for process in running:
            try:
                process.wait(10)
            except subprocess.TimeoutExpired:
                process.kill()

    def connection(self, timeout=30):
        return http.client.HTTPSConnection("127.0.0.1", self.port, timeout=timeout, context=ssl._create_unverified_context())

    def open(self, path, timeout=30):
        connection = self.connection(timeout)
        connection.request("GET", path, headers={"Authorization": "Bearer " + TOKEN})
        response = connection.getresponse()
        if response.status != 200:
            raise RuntimeError(f"GET {path}: {response.status} {response.read()[:300]}")
        return response

    def get(self, path):
        body = self.open(path).read()
        return json.loads(body) if body[:1] == b"{" else body

    def kubectl(self, *words, wait=True, input=None):
        command = [os.path.join(self.bin, "kubectl"), "--kubeconfig", self.kubeconfig, *words]
        if not wait:
            process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            self.started.append(process)
            return
        done = subprocess.run(command, capture_output=True, text=True, input=input)
        if done.returncode:
            print("kubectl", " ".join(words), done.stderr.strip()[:500], file=sys.stderr)
            return done.stderr.strip()


class Watch(threading.Thread):
    """Every state of every pod, with the time at which it was seen."""

    def __init__(self, cluster):
        super().__init__(daemon=True)
        self.cluster, self.seen = cluster, []
        listed = cluster.get("/api/v1/pods")
        self.version, self.first = listed["metadata"]["resourceVersion"], listed["items"]

    def run(self):
        stream = self.cluster.open(f"/api/v1/pods?watch=1&resourceVersion={self.version}&timeoutSeconds=3000", 3000)
        while line := stream.readline():
            event = json.loads(line)
            if event["type"] in ("ADDED", "MODIFIED", "DELETED"):
                self.seen.append((time.time(), event["type"], event["object"]))


def condition(pod, name):
    return next((c for c in pod["status"].get("conditions", []) if c["type"] == name), {})


def active(pod):
    return "deletionTimestamp" not in pod["metadata"] and pod["status"].get("phase") not in ("Failed", "Succeeded")


def healthy(pod):
    return active(pod) and condition(pod, "Ready").get("status") == "True"


def workload_of(name):
    return name.split("-")[0]


class Fact:
    """What happened to the pods of one namespace since a moment."""

    def __init__(self, namespace, first, seen, begun, horizon, budgets):
        mine = {p["metadata"]["uid"]: p for p in first if p["metadata"]["namespace"] == namespace}
        self.first, self.left, now = mine, {}, dict(mine)
        selected = lambda b, p: (b["spec"]["selector"]["matchLabels"].items() <= p["metadata"].get("labels", {}).items())
        count = lambda b: sum(1 for p in now.values() if healthy(p) and selected(b, p))
        self.lowest = {b["metadata"]["name"]: count(b) for b in budgets}
        for at, kind, pod in seen:
            if pod["metadata"]["namespace"] != namespace or at > begun + horizon:
                continue
            uid = pod["metadata"]["uid"]
            before = now.get(uid)
            if before is not None and active(before) and (kind == "DELETED" or not active(pod)) and uid in mine:
                self.left[uid] = at - begun
            if kind == "DELETED":
                now.pop(uid, None)
            else:
                now[uid] = pod
            for b in budgets:
                self.lowest[b["metadata"]["name"]] = min(self.lowest[b["metadata"]["name"]], count(b))
        alive = [p for p in now.values() if active(p)]
        # what waits all the time is nothing that happens
        waited = {uid for uid, p in mine.items() if "nodeName" not in p["spec"]}
        self.pending = collections.Counter(
            (workload_of(p["metadata"]["name"]), condition(p, "PodScheduled").get("message", ""))
            for p in alive if "nodeName" not in p["spec"] and p["metadata"]["uid"] not in waited)
        self.placed = collections.Counter(
            (workload_of(p["metadata"]["name"]), p["spec"]["nodeName"])
            for p in alive if "nodeName" in p["spec"] and (p["metadata"]["uid"] not in mine or p["metadata"]["uid"] in waited))
        self.bound = [(p["metadata"]["name"], p["spec"]["nodeName"]) for p in alive if "nodeName" in p["spec"]]


# what the scheduler also says of the nodes of other scenarios, which are changed at the same time
OF_OTHERS = re.compile(r"\d+ (node\(s\) were unschedulable|node\(s\) had untolerated taint\(s\)|Insufficient cpu"
                       r"|node\(s\) didn't match Pod's node affinity/selector|Preemption is not helpful for scheduling)")


def without_others(pending):
    """The messages as sets of reasons, with the numbers of nodes only where they cannot be of other scenarios."""
    out = collections.Counter()
    for (workload, message), count in pending.items():
        reasons = re.split(r"[,:.] ?", re.sub(r"\b\d+/\d+ ", "", message.rstrip(".")))
        out[(workload, ", ".join(sorted({r for r in reasons if r and not OF_OTHERS.fullmatch(r)})))] += count
    return out


def differences(plan, fact, alone):
    """What the forecast and the fact do not agree in; the second list holds placements that a tie decides."""
    status, out, ties = plan["status"], [], []
    forecast = {p["uid"]: p for p in status["pods"] if "leavesAfterSeconds" in p}
    name = lambda uid: fact.first[uid]["metadata"]["name"] if uid in fact.first else uid
    # of pods that a drain asks for at once, chance decides which a budget keeps; the forecast says so with a time for those too
    kept = {p["uid"] for p in status["pods"] if "leavesAfterSeconds" not in p and "leavesEarliestSeconds" in p}
    early, late = fact.left.keys() - forecast.keys(), forecast.keys() - fact.left.keys()
    if early and len(early) == len(late) and early <= kept and all("leavesEarliestSeconds" in forecast[uid] for uid in late):
        ties.append(f"{', '.join(map(name, early))} leaves instead of {', '.join(map(name, late))}")
        early = late = set()
    # of pods that are alike, any may go
    for uid in sorted(late & {uid for uid, p in forecast.items() if "tiedSet" in p}):
        others = early & set(status["tiedSets"][forecast[uid]["tiedSet"]]["uids"])
        if others:
            ties.append(f"{name(min(others))} leaves instead of {name(uid)}, which is like it")
            early, late = early - {min(others)}, late - {uid}
    for uid in sorted(late):
        out.append(f"{forecast[uid]['name']} leaves after {forecast[uid]['leavesAfterSeconds']} s in the forecast, and stays")
    for uid in sorted(early):
        out.append(f"{name(uid)} leaves after {fact.left[uid]:.1f} s, and stays in the forecast")
    for uid in forecast.keys() & fact.left.keys():
        pod, at = forecast[uid], fact.left[uid]
        said = pod["leavesAfterSeconds"]
        earliest, latest = pod.get("leavesEarliestSeconds", said), pod.get("leavesLatestSeconds", said)
        # a second and a half for kubectl, the API server and the watch, where the interval is what counts
        inside = earliest - 1.5 <= at <= latest + 1.5
        if abs(at - said) > SECONDS_APART_MAX and not inside:
            out.append(f"{pod['name']} leaves after {at:.1f} s; forecast: {said} s, between {earliest} and {latest}")
    for budget in status["budgets"]:
        lowest = fact.lowest.get(budget["name"])
        if lowest is not None and lowest != budget["lowestHealthy"]:
            out.append(f"budget {budget['name']}: lowest {lowest}, forecast {budget['lowestHealthy']} of {budget['desiredHealthy']}")
    placed, pending = collections.Counter(), collections.Counter()
    tied = set()
    for p in status["pods"]:
        if "replacement" in p:
            placed[(workload_of(p["replacement"]["name"]), p["replacement"]["node"])] += 1
            if p["replacement"].get("tiedNodes"):
                tied.add(workload_of(p["name"]))
        # a StatefulSet has not made it yet
        if "name" in p.get("pending", {}) and not p["pending"]["message"].startswith("the StatefulSet waits"):
            pending[(workload_of(p["name"]), p["pending"]["message"])] += 1
    for p in status["newPods"]:
        if p.get("tiedNodes"):
            tied.add(workload_of(p["name"]))
        if "pending" in p:
            pending[(workload_of(p["name"]), p["pending"]["message"])] += 1
        else:
            placed[(workload_of(p["name"]), p["node"])] += 1
    if placed != fact.placed:
        what = f"placed {sorted(fact.placed.items())}, forecast {sorted(placed.items())}"
        differ = {w for (w, _) in (placed - fact.placed) + (fact.placed - placed)}
        same_number = all(sum(n for (x, _), n in placed.items() if x == w) == sum(n for (x, _), n in fact.placed.items() if x == w)
                          for w in differ)
        (ties if same_number and differ <= tied else out).append(what)
    if not alone:
        pending, fact.pending = without_others(pending), without_others(fact.pending)
    if pending != fact.pending:
        out.append(f"pending {sorted(fact.pending.items())}, forecast {sorted(pending.items())}")
    return out, ties


def filled(value, name):
    return json.loads(json.dumps(value).replace("@", name))


class Game:
    def __init__(self, options):
        self.options = options
        made = scenarios.all_of_them() if not options.by_chance else map(scenarios.by_chance, range(*map(int, options.by_chance.split("-"))))
        all_scenarios = [s for s in made if re.search(options.only, s["name"])]
        self.folder = options.again or tempfile.mkdtemp(prefix="forecast-")
        self.all = [filled(s, f"s{i:02d}") | {"id": f"s{i:02d}"} for i, s in enumerate(all_scenarios, 1)]
        self.cluster = Cluster(options.bin, self.folder)

    def words(self, scenario, index):
        step = scenario["steps"][index]
        if isinstance(step[1], list):
            path = os.path.join(self.folder, f"{scenario['id']}-{index}.json")
            with open(path, "w") as out:
                json.dump({"apiVersion": "v1", "kind": "List", "items": step[1]}, out)
            return step[0], f"apply -f {path}"
        return step

    def play(self, words):
        """Does what the words say; returns why kubectl refused it, if it did."""
        first, *rest = words.split()
        if first == "lose":
            select = "scenario,topology.kubernetes.io/zone=" + rest[1] if rest[0] == "zone" else None
            return self.cluster.kubectl("label", "node", *(["-l", select] if select else rest[1:]), "kubelet=down", "--overwrite")
        elif first == "taint":
            return self.cluster.kubectl(*words.split(), "--overwrite")
        elif first == "apply":
            # the server validates; kubectl would read all its schemas first, which takes seconds
            return self.cluster.kubectl(*words.split(), "--validate=false")
        else:
            return self.cluster.kubectl(*words.split(), wait=first != "drain")

    def make(self, scenario):
        namespace = {"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": scenario["id"]}}
        for item in [namespace, *scenario["objects"]]:
            self.cluster.kubectl("apply", "-f", "-", input=json.dumps(item))
            if item["kind"] in ("Deployment", "StatefulSet"):
                # one after the other, so that each has its place before the next one comes
                self.cluster.kubectl("-n", scenario["id"], "rollout", "status", f"{item['kind']}/{item['metadata']['name']}", "--timeout=60s")

    def act(self, scenario, begun):
        scenario["begun"], scenario["refused"] = begun, []
        for index in range(len(scenario["steps"])):
            at, words = self.words(scenario, index)
            time.sleep(max(0.0, begun + at - time.time()))
            scenario["refused"] += filter(None, [self.play(words)])

    def forecast(self, scenario, dump):
        steps = [self.words(scenario, i) for i in range(len(scenario["steps"]))]
        change = os.path.join(self.folder, scenario["id"] + ".yaml")
        words = ["forecast"]
        if steps:
            with open(change, "w") as out:
                out.write("steps:\n" + "".join(f"- at: {at}s\n  run: {json.dumps(w)}\n" for at, w in steps))
            words = ["run", "-f", change]
        done = subprocess.run(
            ["nice", self.options.tenure, "plan", *words, "--from", dump, "--for", f"{self.options.seconds}s", "-o", "json", "--exit-zero"],
            capture_output=True, text=True)
        try:
            return json.loads(done.stdout)
        except ValueError:
            return {"error": (done.stderr or done.stdout).strip()[-500:]}

    def run(self):
        cluster = self.cluster
        cluster.start()
        with ThreadPoolExecutor(6) as pool:
            list(pool.map(self.make, self.all))
        time.sleep(self.options.settle)
        early = [(at, words) for s in self.all for at, words in s["before"]]
        for at, words in sorted(early):
            self.play(words)
        if early:
            time.sleep(-min(at for at, _ in early))
        dump = os.path.join(self.folder, "cluster.tenure")
        watch = Watch(cluster)
        watch.start()
        dumped = time.time()
        subprocess.run([self.options.tenure, "export", dump, "--kubeconfig", cluster.kubeconfig], check=True, stdout=subprocess.DEVNULL)
        budgets = cluster.get("/apis/policy/v1/poddisruptionbudgets")["items"]
        # scenarios that go on from something older begin when the dump was made
        with ThreadPoolExecutor(len(self.all)) as pool:
            def later(pair):
                index, scenario = pair
                # a little apart, so that no process waits for another
                self.act(scenario, dumped if scenario["before"] else started + 0.15 * index)
            started = time.time()
            list(pool.map(later, enumerate(self.all)))
        time.sleep(max(0.0, max(s["begun"] for s in self.all) + self.options.seconds - time.time()))
        with open(os.path.join(self.folder, "facts.json"), "w") as out:
            json.dump({"scenarios": self.all, "first": watch.first, "seen": watch.seen, "budgets": budgets,
                       "seconds": self.options.seconds}, out)
        cluster.stop()
        return self.compare()

    def compare(self):
        with open(os.path.join(self.folder, "facts.json")) as text:
            facts = json.load(text)
        self.options.seconds = facts["seconds"]
        together = len(facts["scenarios"]) > 1
        self.all = [s for s in facts["scenarios"] if re.search(self.options.only, s["name"])]
        dump = os.path.join(self.folder, "cluster.tenure")
        with ThreadPoolExecutor(2) as pool:
            plans = list(pool.map(lambda s: self.forecast(s, dump), self.all))
        good, ties, wrong = 0, 0, 0
        for scenario, plan in zip(self.all, plans):
            own = [b for b in facts["budgets"] if b["metadata"]["namespace"] == scenario["id"]]
            if "error" in plan:
                # a plan is refused for what kubectl refuses in the same words
                same = any(r.endswith(plan["error"].removeprefix("error: ")) for r in scenario.get("refused", []))
                different, tied = ([] if same else [plan["error"]]), []
                scenario["told"] = plan["error"]
            else:
                for part in ("pods", "newPods", "budgets"):
                    plan["status"][part] = [p for p in plan["status"][part] if p["namespace"] == scenario["id"]]
                fact = Fact(scenario["id"], facts["first"], facts["seen"], scenario["begun"], self.options.seconds, own)
                different, tied = differences(plan, fact, not together)
                intervals = [p for p in plan["status"]["pods"] if "leavesEarliestSeconds" in p]
                scenario["told"] = f"{len(fact.left)} left, {sum(fact.placed.values())} placed, {sum(fact.pending.values())} pending" + (
                    f", {len(intervals)} times as intervals" if intervals else "")
            wrong += bool(different)
            good += not different
            ties += bool(tied and not different)
            print(f"{'DIFFERS' if different else 'as forecast'}: {scenario['name']} ({scenario.get('told', '')})")
            for line in different:
                print("    " + line)
            for line in tied:
                print("    a tie decides: " + line)
            if self.options.keep:
                with open(os.path.join(self.folder, scenario["id"] + ".plan.json"), "w") as out:
                    json.dump({"plan": plan, "scenario": scenario}, out, indent=1)
        print(f"{good} of {len(self.all)} as forecast, {ties} of them with placements that a tie decides")
        return wrong == 0


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--bin", required=True)
    parser.add_argument("--tenure", required=True)
    parser.add_argument("--only", default="", help="a regular expression")
    parser.add_argument("--by-chance", default="", metavar="FROM-TO", help="instead of the scenarios: those of these seeds, without the last one")
    parser.add_argument("--seconds", type=int, default=150, help="how long each goes on")
    parser.add_argument("--settle", type=int, default=15)
    parser.add_argument("--keep", action="store_true", help="the folder with dump and facts")
    parser.add_argument("--again", help="such a folder: only forecasts and compares anew")
    game = Game(parser.parse_args())
    try:
        same = game.compare() if game.options.again else game.run()
    finally:
        game.cluster.stop()
        if game.options.again or game.options.keep:
            print("kept", game.folder)
        else:
            shutil.rmtree(game.folder, ignore_errors=True)
    sys.exit(0 if same else 1)


main()
