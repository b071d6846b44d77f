#!/usr/bin/env python3
"""Makes vectors for the codec's tests: bodies, right and wrong, with what the upstream modules make of them.

usage: make.py ORACLE CODEC_DIR SEED COUNT > vectors.jsonl

ORACLE is the built program of ../oracle; CODEC_DIR holds the samples of all kinds as KIND.json and KIND.pb.
"""
import base64
import copy
import glob
import json
import os
import random
import re
import subprocess
import sys

TEXTS = ["", "x", "5", "1.5Gi", "0.1", "100m", "2020-01-02T03:04:05Z", "2020-01-02T03:04:05.123456Z", "YQ==", "YQ=", "é\u2028\"\\", "null",
         "2020-1-02T03:04:05Z", "2020-01-02T3:04:05,5+01:00", "1e3", "+5", "12E", "1500Mi", "1024Ki", "0.5Ki", "1.0000000001", "9e18"]
VALUES = [None, True, False, 0, 1, -1, 5, 1.5, 100.0, 2147483648, -9223372036854775808, 9223372036854775807, 9223372036854775808, 1e300,
          [], {}, [None], [1], ["x"], {"a": None}, {"a": 1}, {"a": "x"}, [[]], [{}], {"": ""}] + TEXTS


def paths(node, prefix=()):
    yield prefix
    items = node.items() if isinstance(node, dict) else enumerate(node) if isinstance(node, list) else ()
    for key, value in items:
        yield from paths(value, prefix + (key,))


def at(node, path):
    for key in path:
        node = node[key]
    return node


def thin(node, rng, keep):
    """Drops members at random, so that a vector stays readable."""
    if isinstance(node, dict):
        return {k: thin(v, rng, keep) for k, v in node.items() if k in ("kind", "apiVersion") or rng.random() < keep}
    if isinstance(node, list):
        return [thin(v, rng, keep) for v in node if rng.random() < 0.9]
    return node


def mutate(obj, rng):
    obj = copy.deepcopy(obj)
    for _ in range(rng.choice([0, 1, 1, 1, 2, 3])):
        all_paths = [p for p in paths(obj) if p]
        if not all_paths:
            break
        path = rng.choice(all_paths)
        parent = at(obj, path[:-1])
        action = rng.random()
        if action < 0.6:
            parent[path[-1]] = copy.deepcopy(rng.choice(VALUES))
        elif action < 0.75 and isinstance(parent, dict):
            name = rng.choice([str(path[-1]).upper(), "bogus", str(path[-1]).capitalize(), "a.b", "x\"y"])
            parent[name] = copy.deepcopy(rng.choice(VALUES))
        elif action < 0.85:
            del parent[path[-1]]
        elif isinstance(parent, list):
            parent.append(copy.deepcopy(parent[path[-1]]))
    return obj


def duplicated(text, rng):
    """Repeats one member of an object of the text."""
    spots = [m.start() for m in re.finditer(r'"[A-Za-z]+": ', text)]
    if not spots:
        return text
    start = rng.choice(spots)
    colon = text.index(":", start)
    try:
        _, end = json.JSONDecoder().raw_decode(text, colon + 2)
    except ValueError:
        return text
    name = text[start:colon]
    again = rng.choice([text[colon + 2:end], json.dumps(rng.choice(VALUES))])
    return text[:end] + ", " + name + ": " + again + text[end:]


def garbled(data, rng):
    data = bytearray(data)
    for _ in range(rng.choice([1, 1, 2])):
        spot = rng.randrange(len(data)) if data else 0
        action = rng.random()
        if action < 0.4 and data:
            del data[spot:spot + rng.choice([1, 1, 3])]
        elif action < 0.7:
            data[spot:spot] = rng.choice([b",", b"}", b"]", b"{", b'"', b"0", b"e", b"-", b"\\", b"\x80", b"\xc3", b"\n", b"\x00", b"tru", b"\\ud800", b"\\u00e9"])
        elif data:
            data[spot] = rng.randrange(256)
    return bytes(data)


def main():
    oracle, samples, seed, count = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
    rng = random.Random(seed)
    known = []
    for name in sorted(glob.glob(os.path.join(samples, "*.json"))):
        obj = json.load(open(name))
        group, version, kind = os.path.basename(name)[:-5].rsplit(".", 2)
        known.append((("" if group == "core" else group + "/") + version + "," + kind, obj, open(name[:-4] + "pb", "rb").read()))
    favourites = [k for k in known if k[0] in ("v1,Pod", "v1,Node", "apps/v1,Deployment", "v1,Secret", "v1,Event", "coordination.k8s.io/v1,Lease",
                                               "policy/v1,PodDisruptionBudget", "v1,ConfigMap", "v1,ResourceQuota")]
    questions = []
    for _ in range(count):
        kind, obj, proto = rng.choice(rng.choice([known, favourites]))
        choice = rng.random()
        if choice < 0.15:
            questions.append((kind, "proto", garbled(proto, rng) if rng.random() < 0.8 else proto))
            continue
        text = json.dumps(mutate(thin(obj, rng, rng.choice([0.3, 0.5, 0.7, 1])), rng))
        if choice < 0.35:
            text = duplicated(text, rng)
        data = text.encode()
        if choice > 0.85:
            data = garbled(data, rng)
        questions.append((kind, "json", data))
    lines = [json.dumps({"kind": k, "format": f, "data": base64.b64encode(d).decode()}) for k, f, d in questions]
    out = subprocess.run([oracle], input="\n".join(lines).encode(), capture_output=True, check=True).stdout.decode(errors="replace").strip("\n").split("\n")
    for (kind, form, data), answer in zip(questions, out):
        vector = {"kind": kind, "format": form}
        try:
            if form != "json":
                raise UnicodeDecodeError("", b"", 0, 0, "")
            vector["text"] = data.decode()
        except UnicodeDecodeError:
            vector["base64"] = base64.b64encode(data).decode()
        vector.update(json.loads(answer))
        error = vector.get("error", "")
        if error.startswith("encoding: ") or (error.startswith("no kind ") and "\\x" in error):
            continue  # found only when upstream encodes, or shown byte by byte: no aim of ours
        print(json.dumps(vector))


main()
