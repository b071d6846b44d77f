#!/usr/bin/env python3
"""Several servers on one etcd, and what goes wrong between them. Started by robustness.sh, which says what it does."""
import argparse
import collections
import itertools
import json
import os
import signal
import subprocess
import sys
import threading
import time

from bounds import Bounds, Leaving, STAY_SECONDS
from clients import Client, Histories, PAGE, Watch, value_of
from failover import Copies, Working, failover
from faults import Faults
from place import Connection, Place, SERVERS, start


def settle(place, histories, watches):
    """When all is mended: does everybody show the same, and has every watch come to the end?"""
    for server in range(SERVERS):
        if place.running[f"server-{server}"].poll() is not None:
            log = (place.folder / f"server-{server}.log").read_text()[-1500:]
            histories.wrong.append(f"server {server} has ended by itself: {log}")
            place.start_server(server)
        if not place.ready(server):
            histories.wrong.append(f"server {server} is not ready two minutes after all was mended")
    shown = []
    for server in range(SERVERS):
        status, found = Connection(place, server).call("GET", PAGE + "?labelSelector=robustness")
        shown.append({one["metadata"]["name"]: value_of(one) for one in found.get("items", [])} if status == 200 else status)
    if any(one != shown[0] for one in shown):
        histories.wrong.append(f"servers show different objects: {shown}")
    newest = max(histories.acknowledged)
    until = time.time() + 60
    while time.time() < until and any(watch.last < newest or watch.state != shown[0] for watch in watches):
        time.sleep(0.2)
    for watch in watches:
        if watch.state != shown[0]:
            histories.wrong.append(f"watch {watch.number} shows {watch.state}, servers show {shown[0]}")
        missed = [revision for revision in histories.acknowledged if revision not in watch.seen
                  and not any(low < revision <= high for low, high in watch.gaps)]
        if missed:
            histories.wrong.append(f"watch {watch.number} has not seen {len(missed)} acknowledged versions, {missed[:5]}")
    return shown[0]


def one(options):
    place, histories, faults = Place(options.tenure), Histories(), collections.Counter()
    try:
        start(place)
        watches = [Watch(place, histories, number, options.seed) for number in range(SERVERS)]
        clients = [Client(place, histories, number, options) for number in range(options.clients)]
        for thread in watches:
            thread.start()
        for thread in watches:
            thread.begun.wait(30)
        for thread in clients:
            thread.start()
        copies = Copies(place, "controllers")
        working = Working(place, copies, "controllers", options.seed)
        bounds, leaving = Bounds(place, histories, options.seed), Leaving(place, histories, options.seed, copies, working)
        leaving.begin()
        for thread in (bounds, leaving, working):
            thread.start()
        until = time.time() + options.seconds
        # Three of them: something may be wrong with a member, with a server and with controllers at the same time.
        breakers = [threading.Thread(target=breaker.repeat, args=(fault, until))
                    for breaker, fault in ((one, getattr(one, name)) for name in ("etcd", "server", "controllers")
                                           for one in [Faults(place, faults, f"{options.seed}-{name}", copies)])]
        for thread in breakers:
            thread.start()
        for thread in breakers:
            thread.join()
        time.sleep(3)
        for thread in (bounds, leaving):
            thread.stopping.set()
        for thread in (bounds, leaving):
            thread.join(120)
        for client in clients:
            client.stopping.set()
        for client in clients:
            client.join(60)
        final = settle(place, histories, watches)
        leaving.end()
        for thread in (*watches, working):
            thread.stopping.set()
        now = time.monotonic_ns()
        for number in range(options.keys):
            histories.note(f"k{number}", client=options.clients, kind="read", value=final.get(f"k{number}", ""),
                           status="ok", start=now, end=now + 1)
        return report(options, histories, faults, watches, leaving)
    finally:
        place.close(options.keep)


def decided(operations, versions, complete):
    """What got no answer but can be told: its value is unlike all others, so that it was written if anybody saw it, and was
    not if all changes were seen. Deletions stay open. This keeps the search for an order short.

    @param versions all (key, value) that anybody saw
    @param complete whether every change was seen by a watch
    """
    read_at = {}
    for one in operations:
        if one["kind"] == "read":
            read_at[one["value"]] = min(one["end"], read_at.get(one["value"], one["end"]))
    for one in operations:
        if one["status"] != "unknown" or not one["value"]:
            yield one
        elif (one["key"], one["value"]) in versions:
            yield {**one, "status": "ok", "end": max(one["start"] + 1, min(one["end"], read_at.get(one["value"], one["end"])))}
        elif not complete:
            yield one


def report(options, histories, faults, watches, leaving):
    versions = set(histories.acknowledged.values())
    # The first gap of each is before anything was written; of the others, is there a revision that lies in one of every watch?
    complete = not any(max(low for low, _ in some) < min(high for _, high in some)
                       for some in itertools.product(*(watch.gaps[1:] for watch in watches)))
    lines = "\n".join(json.dumps(list(decided(operations, versions, complete))) for operations in histories.operations.values())
    checked = subprocess.run([options.checker], input=lines, capture_output=True, text=True)
    if checked.returncode:
        histories.wrong.append(checked.stdout + checked.stderr)
    counts = histories.counts
    print(f"seed {options.seed}: {sum(faults.values())} faults: "
          + ", ".join(f"{count} {name}" for name, count in sorted(faults.items())))
    print(f"seed {options.seed}: {counts['read ok']} reads, {counts['swap ok']} writes acknowledged, "
          f"{counts['swap conflict'] + counts['swap gone']} refused, {counts['swap unknown']} without an answer, "
          f"{counts['watched']} changes watched over {counts['watches']} connections, "
          f"{sum(len(watch.gaps) - 1 for watch in watches)} new lists after compactions")
    print(f"seed {options.seed}: budgets: {counts['budget rounds']} rounds, {counts['budget granted']} granted, {counts['budget refused']} refused; "
          f"quotas: {counts['quota rounds']} rounds, {counts['quota granted']} granted, {counts['quota refused']} refused; "
          f"evictions: {counts['evictions']}, after {leaving.earliest:.1f} to {leaving.latest:.1f} s where {STAY_SECONDS} are allowed, "
          f"for at most {leaving.kept:.1f} s more while somebody led whose server answered; "
          f"earlier, for nobody who ran had seen them come: {counts['not seen to come']}")
    print(f"seed {options.seed}: linearizable: {checked.stdout.strip().splitlines()[-1] if checked.stdout else '-'}; "
          f"wrong: {len(histories.wrong)}")
    for problem in histories.wrong[:20]:
        print("    " + problem[:1500])
    sys.stdout.flush()
    return not histories.wrong


def leave(number, _):
    """Once: what is being cleaned up is not interrupted again."""
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    sys.exit(128 + number)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tenure", required=True)
    parser.add_argument("--checker", required=True)
    parser.add_argument("--seconds", type=int, default=120, help="how long something is wrong, for each seed")
    parser.add_argument("--seeds", default="1,2,3")
    parser.add_argument("--clients", type=int, default=6)
    parser.add_argument("--keys", type=int, default=30)
    parser.add_argument("--keep", action="store_true", help="keep the folder with data and logs")
    parser.add_argument("--failover", type=int, default=0, metavar="N", help="kill leading schedulers and controllers N times")
    options = parser.parse_args()
    signal.signal(signal.SIGTERM, leave)
    signal.signal(signal.SIGINT, leave)
    try:
        if options.failover:
            sys.exit(0 if failover(options) else 1)
        good = True
        for seed in options.seeds.split(","):
            options.seed = seed
            good &= one(options)
        sys.exit(0 if good else 1)
    except SystemExit as end:
        # all processes are stopped; threads that are still in the middle of something must not hold this one up
        sys.stdout.flush()
        if isinstance(end.code, str):
            print(end.code, file=sys.stderr, flush=True)
        os._exit(1 if isinstance(end.code, str) else end.code)


if __name__ == "__main__":
    main()
