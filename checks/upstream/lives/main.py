"""Plays random lives at upstream's control plane and at Tenure's, one after the other, and tells what differs."""
import argparse
import json
import pathlib
import sys

import differ
import generate
import play
import world
from machines import tenure, upstream


def played(side, options, lives, kept):
    """Plays the lives at one side."""
    with side(options) as kubeconfig:
        player = play.Player(kubeconfig)
        api = world.Api(kubeconfig)
        api.call("POST", "/api/v1/nodes", world.node_object({"name": play.GUARD, "labels": {"topology.kubernetes.io/zone": play.GUARD}}))
        try:
            together = [life for life in lives if not life["alone"]]
            for start in range(0, len(together), options.jobs):
                kept.add(player.play(together[start:start + options.jobs]))
            for life in lives:
                if life["alone"]:
                    kept.add(player.play([life]))
        finally:
            player.close()


class Kept:
    """Recordings by life, of which a life may have several; kept in a folder if there is one."""

    def __init__(self, folder, side):
        self.file = pathlib.Path(folder) / f"{side}.json" if folder else None
        self.found = json.loads(self.file.read_text()) if self.file and self.file.exists() else {}

    def add(self, recordings):
        for name, recording in recordings.items():
            if "failed" not in recording or name not in self.found:
                self.found.setdefault(name, []).append(recording)
        if self.file:
            self.file.parent.mkdir(parents=True, exist_ok=True)
            self.file.write_text(json.dumps(self.found))


def judge(life, ours, theirs, counter):
    """The fewest differences of any two recordings."""
    best = None
    for mine in ours:
        for other in theirs:
            counted = differ.Counter()
            lines = differ.compare(mine, other, life["seconds"], counter=counted)
            if best is None or len(lines) < len(best[0]):
                best = (lines, counted.observations)
    counter.observations += best[1]
    return best[0]


def main():
    parser = argparse.ArgumentParser()
    for name in ("tenure", "golden", "apiserver", "controllers", "scheduler"):
        parser.add_argument("--" + name)
    parser.add_argument("--seed", default="1")
    parser.add_argument("--count", type=int, default=40)
    parser.add_argument("--jobs", type=int, default=40)
    parser.add_argument("--only")
    parser.add_argument("--attempts", type=int, default=2)
    parser.add_argument("--keep")
    parser.add_argument("--fresh", action="store_true")
    options = parser.parse_args()
    lives = generate.lives(options.seed, options.count, options.only and options.only.split(","))
    if options.fresh:
        (pathlib.Path(options.keep) / "ours.json").unlink(missing_ok=True)
    theirs, ours = Kept(options.keep, "theirs"), Kept(options.keep, "ours")
    counter, wrong = differ.Counter(), {}
    for attempt in range(options.attempts):
        left = [life for life in lives if attempt == 0 or wrong.get(life["name"])]
        for kept, side in ((theirs, upstream), (ours, tenure)):
            todo = [life for life in left if len(kept.found.get(life["name"], [])) <= attempt]
            if todo:
                played(side, options, todo, kept)
        counter = differ.Counter()
        wrong = {life["name"]: judge(life, ours.found[life["name"]], theirs.found[life["name"]], counter) for life in lives}
        print(f"attempt {attempt + 1}: {sum(not lines for lines in wrong.values())} of {len(lives)} lives alike", flush=True)
    for life in lives:
        for line in wrong[life["name"]]:
            print(f"{life['name']} ({life['theme']}): {line}")
    print(f"{sum(not lines for lines in wrong.values())} of {len(lives)} lives alike, {counter.observations} observations, "
          f"{sum(map(len, wrong.values()))} differences")
    sys.exit(1 if any(wrong.values()) else 0)


if __name__ == "__main__":
    main()
