"""Gives the same commands to kubectl at upstream's control plane and at Tenure's, and tells what is printed differently."""
import argparse
import collections
import concurrent.futures
import copy
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time

import draw
import typed
import world
from beside.machine import until
from machines import tenure, upstream

NAMESPACE = draw.NAMESPACE
OBJECTS_OF_A_KIND = 8
AT_ONCE = 2
SETTLE_SECONDS = 20  # until controllers have seen to what was created
MASKS = [(re.compile(pattern), mask) for pattern, mask in (
    (r"(-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----\s*)+", "<certificate>\n"),
    (r"\\\"managedFields\\\":\[.*\]\},\\\"spec\\\"", "<managed fields>"),
    (r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d+ [+-]\d{4}", "<time>"),
    (r"Chose \"[\w-]+\" arbitrarily", "Chose <one> arbitrarily"),
    (r"\"pod-template-hash\":\"\w+\"", "pod-template-hash: <hash>"),
    (r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", "<uid>"),
    (r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)", "<time>"),
    (r"[MTWFS][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d [+-]\d{4}", "<time>"),
    (r"(?<=-)[bcdfghjklmnpqrstvwxz2456789]{8,10}(?=-[bcdfghjklmnpqrstvwxz2456789]{5}\b|\b)", "<hash>"),
    (r"(hash[:=] ?\"?)[bcdfghjklmnpqrstvwxz2456789]{6,10}\b", r"\1<hash>"),
    (r"-[bcdfghjklmnpqrstvwxz2456789]{5}\b", "-<suffix>"),
    (r"(default-scheduler), default-scheduler-\S+", r"\1"),
    (r"\.[0-9a-f]{16}\b", ".<number>"),
    (r"(?<![\w.-])(\d+[smhd]){1,2}(?![\w.-])", "<age>"),
    (r"(?i)(resourceVersion\\*\"?: ?|Resource Version: *)\\*\"?\d+\\*\"?", r"\1<revision>"),
    (r"https://127\.0\.0\.1:(\d+|<port>)", "<server>"),
    (r"\b10\.[09]\.\d+\.\d+\b", "<address>"),
    (r"Created on: [^\n]*", "Created on: <time>"),
    (r"\(x\d+ over <age>\)", "(x<n> over <age>)"),
    (r"<age> +\d+( +[\w.-]+\.<number>)", r"<age> <n>\1"),
    (r"(Waiting for deployment \S+ rollout to finish: [^\n]*\n)+", "Waiting for a rollout\n"),
    (r"\b192\.0\.2\.\d\b", "<server address>"),
    (r"/tmp/\S+", "<file>"),
    (r"\b3[0-2]\d{3}\b", "<node port>"),
    (r"eyJ[\w.-]+", "<token>"),
    (r"[ \t]+(?=\S)", " "),
    (r"[ \t]+\n", "\n"),
    (r"-{3,}", "---"))]


# What is meant to differ, or known to: commands, each with the reason.
KNOWN = [(re.compile(pattern), reason) for pattern, reason in (
    (r"^version|^get --raw /version$", "each says who he is"),
    (r"^auth whoami$", "the administrator has another name there"),
    (r"^get --raw /(livez|readyz)\?verbose$", "the servers are made of other parts"),
    (r"^get componentstatuses$", "controllers and scheduler are looked for at fixed ports there, and not at all here"),
    (r"^(describe|get) HorizontalPodAutoscaler|^(get|describe) hpa", "nothing scales by HorizontalPodAutoscalers here"))]

# Lines that one side alone may print, each with the reason.
KNOWN_LINES = [(re.compile(pattern), reason) for pattern, reason in (
    (r"machine\.openshift\.io", "machine sets are kinds of Tenure's own"),
    (r"kube-system apiserver-\w+", "an API server keeps no Lease of its own here"),
    (r"\"serverAddress\"|\"jwks_uri\"", "a server gives the address at which it was asked, there the one that it advertises"),
    (r"MultiplePodDisruptionBudgets|NoPods|^  [-+] +(Desired|Total|desiredHealthy|expectedPods): \d+$",
     "of several budgets for a pod, one that chance picks learns of it there, all of them here"),
    (r"FailedBinding", "which of two equal claims gets the one volume is chance"),
    (r"FailedGetScale|FailedGetResourceMetric|FailedComputeMetricsReplicas|SuccessfulRescale|horizontalpodautoscaler\.autoscaling",
     "nothing scales by HorizontalPodAutoscalers here"))]

# What stands around events, and only where there are any.
FRAME = re.compile(r"  [-+] (Events:( <none>)?| Type Reason Age From Message| --- --- --- --- ---)")


def structure(text):
    """What `kubectl explain` says without descriptions, which each server has in words of its own."""
    kept, section = [], ""
    for line in text.splitlines():
        head = re.match(r"([A-Z]{4,})(\(S\))?:", line)
        if head:
            section = head[1]
            kept.append("DESCRIPTION:" if section == "DESCRIPTION" else line)
        elif section == "ENUM" or re.fullmatch(r" *enum: .*| *\S+ <[^ ]+>( -required-)?", line):
            kept.append(line)
    return "\n".join(kept)


def known(command, apart):
    """Why all that differs may, or nothing."""
    for pattern, reason in KNOWN:
        if pattern.search(command):
            return reason
    telling = [line for line in apart if not FRAME.fullmatch(line)]
    reasons = [next((reason for pattern, reason in KNOWN_LINES if pattern.search(line)), None) for line in telling]
    return reasons[0] if reasons and all(reasons) else None


def masked(text):
    for pattern, mask in MASKS:
        text = pattern.sub(mask, text)
    return text


class Corpus:
    """The objects that both sides get, with the paths to which they are posted."""

    def __init__(self, golden):
        known = draw.Corpus(golden, ".").objects
        self.objects, self.names = [], collections.defaultdict(list)
        for kind, found in sorted(known.items()):
            if kind in ("Binding", "Namespace", "Node", "LimitRange", "ResourceQuota") or kind.endswith("WebhookConfiguration"):
                continue  # what would have a say in the others' creation
            step = max(1, len(found) // OBJECTS_OF_A_KIND)
            for number, (path, body) in enumerate(found[::step][:OBJECTS_OF_A_KIND]):
                body = copy.deepcopy(body)
                if kind not in ("IPAddress", "CSINode"):
                    body["metadata"]["name"] = f"{kind.lower()}-{number}"
                body["metadata"].pop("generateName", None)
                if kind == "Pod":
                    body["spec"].pop("nodeName", None)  # of a node that is not there it is removed, sooner or later
                self.objects.append((kind, path, body))

    def create(self, api):
        """Posts all; which were taken is the answer."""
        taken = []
        for kind, path, body in self.objects:
            status = api.call("POST", path, body)[0]
            if status == 201:
                taken.append((kind, body["metadata"]["name"]))
        return taken


class Terminal:
    """Runs kubectl at one side."""

    def __init__(self, kubectl, kubeconfig, home, port):
        self.kubectl, self.port = kubectl, re.compile(rf"\b{port}\b")
        self.env = {**os.environ, "KUBECONFIG": kubeconfig, "HOME": str(home), "KUBE_EDITOR": "sed -i s/old/new/", "TZ": "UTC"}

    def run(self, args, stdin):
        done = subprocess.run([self.kubectl, *args], input=stdin, capture_output=True, text=True, env=self.env, timeout=60,
                              check=False)
        shown = structure if args[2] == "explain" else str
        return {"exit": done.returncode, "stdout": shown(masked(self.port.sub("<port>", done.stdout))),
                "stderr": masked(self.port.sub("<port>", done.stderr))}


def of_kinds(taken):
    """Commands about each kind, and each object of it, that change nothing."""
    names = collections.defaultdict(list)
    for kind, name in taken:
        names[kind].append(name)
    for kind in sorted(names):
        yield ["get", kind], None
        yield ["get", kind, "-o", "wide"], None
        yield ["get", kind, "--show-labels", "--no-headers"], None
        for name in names[kind]:
            yield ["describe", kind, name], None
            yield ["get", kind, name, "-o", "yaml"], None


def explained(kubectl, kubeconfig):
    """Commands that explain each kind that upstream serves."""
    listed = subprocess.run([kubectl, "--kubeconfig", kubeconfig, "api-resources", "--no-headers"], capture_output=True,
                            text=True, check=True).stdout
    for line in listed.splitlines():
        words = line.split()
        name, version = words[0], words[-3]
        if "machine.openshift.io" not in version:
            yield ["explain", name, "--api-version=" + version, "--recursive"], None
            yield ["explain", name, "--api-version=" + version], None


def played(side, options, corpus, commands_of):
    with side(options) as kubeconfig, tempfile.TemporaryDirectory() as home:
        api = world.Api(kubeconfig)
        api.call("POST", "/api/v1/namespaces", {"metadata": {"name": NAMESPACE}})
        until(30, lambda: api.call("GET", f"/api/v1/namespaces/{NAMESPACE}/serviceaccounts/default")[0] == 200)
        taken = corpus.create(api)
        terminal = Terminal(options.kubectl, kubeconfig, home, api.port)
        time.sleep(SETTLE_SECONDS)
        commands, answers = commands_of(taken, kubeconfig), []
        reading = [one for one in commands if re.search(options.only, " ".join(one[0]))]
        with concurrent.futures.ThreadPoolExecutor(AT_ONCE) as pool:
            answers += pool.map(lambda one: terminal.run(["-n", NAMESPACE, *one[0]], one[1]), reading)
        typing = [one for one in typed.COMMANDS if re.search(options.only, " ".join(one[0]))]
        for args, stdin, *expected in typing:
            answer = terminal.run(["-n", NAMESPACE, *args], stdin)
            for _ in range(40):
                if not expected or re.search(expected[0], answer["stdout"] + answer["stderr"]):
                    break
                answer = terminal.run(["-n", NAMESPACE, *args], stdin)
            answers.append(answer)
        return taken, reading + typing, answers


def lines_apart(ours, theirs):
    mine, other = collections.Counter(ours.splitlines()), collections.Counter(theirs.splitlines())
    return [f"  - {line}" for line in (other - mine).elements()] + [f"  + {line}" for line in (mine - other).elements()]


def main():
    parser = argparse.ArgumentParser()
    for name in ("tenure", "golden", "apiserver", "controllers", "scheduler", "kubectl"):
        parser.add_argument("--" + name)
    parser.add_argument("--only", default=".")
    parser.add_argument("--show", type=int, default=20)
    parser.add_argument("--keep")
    options = parser.parse_args()
    corpus, shared = Corpus(options.golden), {}

    def commands_of(taken, kubeconfig):
        if "commands" not in shared:
            shared["commands"] = [*of_kinds(taken), *explained(options.kubectl, kubeconfig), *typed.READING]
        return shared["commands"]

    their_taken, commands, theirs = played(upstream, options, corpus, commands_of)
    our_taken, _, ours = played(tenure, options, corpus, commands_of)
    if options.keep:
        kept = [{"command": args, "theirs": other, "ours": mine} for (args, *_), mine, other in zip(commands, ours, theirs)]
        pathlib.Path(options.keep).write_text(json.dumps(kept, indent=1))
    for kind, name in sorted(set(their_taken) ^ set(our_taken)):
        print(f"{kind} {name} was taken by one side only")
    wrong = order = 0
    explained_by = collections.Counter()
    for (args, *_), mine, other in zip(commands, ours, theirs):
        if mine == other:
            continue
        apart = [line for part in ("stdout", "stderr") for line in lines_apart(mine[part], other[part])]
        if not apart and mine["exit"] == other["exit"]:
            order += 1
            continue
        reason = known(" ".join(args), apart)
        if reason:
            explained_by[reason] += 1
            continue
        wrong += 1
        if wrong <= options.show:
            print(f"kubectl {' '.join(args)}: exit {other['exit']} there, {mine['exit']} here")
            print("\n".join(apart[:40]), flush=True)
    for reason, count in explained_by.most_common():
        print(f"{count} differ because {reason}")
    print(f"{len(commands) - wrong - explained_by.total()} of {len(commands)} commands print the same, {order} of them in another "
          f"order; {explained_by.total()} differ as is known, {wrong} otherwise; {len(their_taken)} objects")
    sys.exit(1 if wrong or set(their_taken) ^ set(our_taken) else 0)


if __name__ == "__main__":
    main()
