"""Holds two recordings of one life against each other."""
import json
import re

SILENT = re.compile(r"status\.conditions\[PodScheduled\]\.message$|\.lastProbeTime$|^annotations.node.alpha.kubernetes.io.ttl$|\.lastUpdateTime$|lastHeartbeatTime$")
BRIEF = 0.7
SETTLED = 2
EARLY = 4.5
EACH_LOOK = ('"UnmanagedPods"', '"NoPods"')
DIRECT = ("Pod/", "Node/")


class Counter:
    def __init__(self):
        self.observations = 0


def same(one, other, slack):
    if isinstance(one, dict) and isinstance(other, dict):
        before = one["at"] < EARLY and other["at"] < EARLY
        return before or abs(one["at"] - other["at"]) <= slack + 1
    return one == other


def series(states, end):
    """fact -> [[from, to, value]...], `gone` and `there` among them; what happened before the life is as of 0."""
    found, values, there = {}, {}, []
    for at, state in states:
        at = max(0.0, at)
        if at > end:
            break
        there.append((at, state is not None))
        state = state or {}
        for key in set(values) | set(state):
            if SILENT.search(key):
                continue
            now = state.get(key)
            if values.get(key) != now:
                values[key] = now
                put(found.setdefault(key, []), at, now)
    steps = []
    for at, is_there in there:
        if not steps or steps[-1][1] != is_there:
            put(steps, at, is_there)
    found["there"] = steps
    return found


def put(steps, at, value):
    """What changed before the life began counts as it is then."""
    if at == 0 and steps:
        steps.pop()
    steps.append([at, value])


def spans(steps, end):
    """[from, to, value], beginning with nothing."""
    found, last = [], [0.0, None]
    for at, value in steps:
        if at > 0:
            found.append([last[0], at, last[1]])
        last = [at, value]
    if end > last[0]:
        found.append([last[0], end, last[1]])
    return found


def missing(mine, theirs, slack, end, briefest):
    """Spans of mine whose value the other side does not have about that time."""
    found = []
    for start, stop, value in mine:
        if stop - start < briefest or stop <= SETTLED:
            continue
        for at in points(start, stop, slack):
            if at > end - slack - 0.5:
                break
            about = slack if at > EARLY else EARLY
            if not any(same(value, other, slack) and begin <= at + about and finish >= at - about for begin, finish, other in theirs):
                found.append((at, stop, value))
                break
    return found


def points(start, stop, slack):
    yield (start + min(stop, start + 0.01)) / 2
    at = start + slack / 2
    while at < stop:
        yield at
        at += slack / 2


def compare_object(name, ours, theirs, slack, end, counter):
    """Differences as (fact, t, ours, theirs). What controllers write of others in passing is left to them."""
    briefest = 0 if name.startswith(DIRECT) else BRIEF
    mine, other, found = series(ours, end), series(theirs, end), []
    for key in sorted(set(mine) | set(other)):
        a, b = spans(mine.get(key, []), end), spans(other.get(key, []), end)
        counter.observations += max(len(a), len(b))
        one, two = missing(a, b, slack, end, briefest), missing(b, a, slack, end, briefest)
        if one or two:
            at = min(part[0] for part in one + two)
            found.append((key, at, tell(a), tell(b)))
    return found


def tell(parts):
    return "; ".join(f"{start:.1f}-{stop:.1f} {json.dumps(value)}" for start, stop, value in parts if value is not None)[:300] or "never"


def compare(ours, theirs, seconds, slack=2.0, counter=None):
    """Lines that say what differs."""
    counter = counter or Counter()
    if "failed" in ours or "failed" in theirs:
        return [f"not played: ours {ours.get('failed')}, theirs {theirs.get('failed')}"]
    lines = []
    groups = {}
    for side, recording in enumerate((ours, theirs)):
        for key, states in recording["objects"].items():
            if any(state for at, state in states) and not (states[-1][1] is None and states[-1][0] < 0):
                groups.setdefault(key.rsplit("/", 1)[0], ([], []))[side].append(states)
    for name, (a, b) in sorted(groups.items()):
        lines += compare_group(name, a, b, slack, seconds, counter)
    for what in ("events", "answers"):
        lines += compare_moments(what, ours[what], theirs[what], slack, seconds, counter)
    return lines


def compare_group(name, a, b, slack, end, counter):
    """Objects of one name (those that come one after the other, or with random ends): those that fit best are paired."""
    lines = []
    costs = sorted((len(compare_object(name, one, two, slack, end, Counter())), abs(one[0][0] - two[0][0]), i, j)
                   for i, one in enumerate(a) for j, two in enumerate(b))
    used_a, used_b = set(), set()
    for _, _, i, j in costs:
        if i in used_a or j in used_b:
            continue
        used_a.add(i)
        used_b.add(j)
        for key, at, mine, other in compare_object(name, a[i], b[j], slack, end, counter):
            lines.append(f"{name} {key} at {at:.1f}:\n        ours   {mine}\n        theirs {other}")
    for i, states in enumerate(a):
        if i not in used_a and states[0][0] < end - slack - 0.5:
            lines.append(f"{name}: only ours has one more, from {states[0][0]:.1f} to {states[-1][0]:.1f}")
    for j, states in enumerate(b):
        if j not in used_b and states[0][0] < end - slack - 0.5:
            lines.append(f"{name}: only theirs has one more, from {states[0][0]:.1f} to {states[-1][0]:.1f}")
    return lines


def compare_moments(what, ours, theirs, slack, end, counter):
    lines, mine, other = [], {}, {}
    for found, table in ((ours, mine), (theirs, other)):
        for at, text in found:
            table.setdefault(text, []).append(at)
    for text in sorted(set(mine) | set(other)):
        a, b = sorted(mine.get(text, [])), sorted(other.get(text, []))
        if any(reason in text for reason in EACH_LOOK):
            a, b = a[:1], b[:1]
        counter.observations += max(len(a), len(b))
        late = end - slack - 0.5
        while a and a[-1] > late and len(a) > len(b):
            a.pop()
        while b and b[-1] > late and len(b) > len(a):
            b.pop()
        if len(a) != len(b) or any(abs(one - two) > slack and max(one, two) > EARLY for one, two in zip(a, b)):
            lines.append(f"{what} {text}\n        ours   {a}\n        theirs {b}")
    return lines
