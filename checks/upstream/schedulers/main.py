"""Has kube-scheduler and `tenure scheduler` live through the same, each on an API server of upstream's, and tells what differs."""
import argparse
import collections
import json
import pathlib
import re
import signal
import sys
import threading

from generate import Maker
from play import Stage, played

SIDES = ("upstream", "tenure")


def both(stages, life):
    looks = {side: [] for side in SIDES}
    threads = [threading.Thread(target=played, args=(stages[side], life, looks[side])) for side in SIDES]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return looks


def difference(life, theirs, ours):
    """Lines that tell of the first one; none: alike."""
    for place, (one, other) in enumerate(zip(theirs, ours)):
        if one == other and "failed" not in one:
            continue
        if "pods" not in one or "pods" not in other:
            return ["events"] + [("  upstream " if each in one.get("events", []) else "  tenure   ") + each for each in
                                 sorted(set(one.get("events", [])) ^ set(other.get("events", [])))] + [
                                     "  failed " + each["failed"] for each in (one, other) if "failed" in each]
        lines = [f"step {place} {json.dumps(life['steps'][place])[:700]}", f"  answers {one['answer']} {other['answer']}"]
        for name in sorted(set(one["pods"]) | set(other["pods"])):
            if one["pods"].get(name) != other["pods"].get(name):
                lines += [f"  {name} upstream {json.dumps(one['pods'].get(name))}", f"  {name} tenure   {json.dumps(other['pods'].get(name))}"]
        return lines
    return []


def judge(stages, life, attempts):
    """The fewest differences of any two plays: where two pods wait at a time, chance may have the one or the other tried first."""
    tries = []
    for _ in range(attempts):
        tries.append(both(stages, life))
        lines = min((difference(life, one["upstream"], other["tenure"]) for one in tries for other in tries), key=len)
        if not lines:
            break
    return lines or [], tries


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--tenure", required=True)
    parser.add_argument("--apiserver", required=True)
    parser.add_argument("--scheduler", required=True)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=10)
    parser.add_argument("--attempts", type=int, default=2)
    parser.add_argument("--keep")
    options = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    stages = {side: Stage(options) for side in SIDES}
    differing, observed, kinds = 0, 0, collections.Counter()
    try:
        stages["upstream"].begin("upstream", options.scheduler)
        stages["tenure"].begin("tenure", options.tenure, "scheduler")
        for seed in range(options.seed, options.seed + options.count):
            life = Maker(seed).life()
            lines, tries = judge(stages, life, options.attempts)
            differing += bool(lines)
            print(f"life {seed}: {'differs' if lines else 'alike'}, {len(life['steps'])} steps, {len(tries)} attempts", flush=True)
            for line in lines:
                print("    " + line[:1500])
            if lines and options.keep:
                pathlib.Path(options.keep).mkdir(parents=True, exist_ok=True)
                (pathlib.Path(options.keep) / f"{seed}.json").write_text(json.dumps({"life": life, "tries": tries}))
            for look in tries[-1]["upstream"]:
                observed += len(look.get("pods", []))
                kinds.update(re.sub(r"\d+", "N", str(condition[3]))[:100] for each in look.get("pods", {}).values()
                             for condition in each["conditions"] if condition[0] == "PodScheduled" and condition[1] == "False")
    finally:
        for stage in stages.values():
            stage.close()
    for note, count in kinds.most_common(25):
        print(f"{count:5}  {note}")
    print(f"{options.count - differing} of {options.count} lives alike, {observed} pods looked at")
    sys.exit(1 if differing else 0)


if __name__ == "__main__":
    main()
