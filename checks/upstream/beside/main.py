#!/usr/bin/env python3
"""kube-apiserver and `tenure apiserver` on one etcd: does each read, change and go on with what the other wrote?

Started by beside.sh. Everything runs on free ports of loopback in a folder of its own and is stopped at the end.
"""
import argparse
import os
import shutil
import sys
import time

from exchange import defined, objects, older, randomly, samples
from machine import Machine
from running import controllers, rolling
from sharing import encrypted, lifetimes

PARTS = {"samples": samples, "objects": objects, "older": older, "defined": defined, "random": randomly,
         "shared": lifetimes, "controllers": controllers, "rolling": rolling, "encrypted": encrypted}


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("tenure", "golden", "apiserver", "controllers", "scheduler"):
        parser.add_argument("--" + name, required=True)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=300, help="random objects")
    parser.add_argument("--seconds", type=int, default=30, help="how long servers are changed under load, at least")
    parser.add_argument("--only", choices=sorted(PARTS), default="")
    options = parser.parse_args()
    machine = Machine(options)
    good = True
    try:
        machine.start_etcd()
        machine.start_theirs()
        machine.start_ours()
        for server in (machine.ours, machine.theirs):
            server.call("POST", "/api/v1/namespaces", {"metadata": {"name": "compared"}})
            server.call("POST", "/api/v1/namespaces/compared/serviceaccounts", {"metadata": {"name": "default"}})
        for name, part in PARTS.items():
            if options.only in ("", name):
                began = time.time()
                good = part(machine, options).print() and good
                print(f"{name}: {time.time() - began:.0f} s", flush=True)
        if not good and os.environ.get("KEEP"):
            shutil.copytree(machine.folder, os.environ["KEEP"], dirs_exist_ok=True, ignore=shutil.ignore_patterns("etcd", "*.sock", "control*"))
    finally:
        machine.close()
    sys.exit(0 if good else 1)


if __name__ == "__main__":
    main()
