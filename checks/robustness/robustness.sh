#!/usr/bin/env bash
# Three members of etcd, three `tenure apiserver` and two `tenure controllers` on loopback, behind TCP links that are cut, held
# up and slowed, while processes are killed and stopped for a while, leaders are moved, history is compacted, members' disks are
# full (for root only: each is a tmpfs) and what processes take for the time is set: is anything lost?
#
#   robustness.sh [--seconds N] [--seeds A,B,…] [--clients N] [--keys N] [--keep]
#   robustness.sh --failover N [--keep]
#
# Clients create, replace by resourceVersion, delete, get and list ConfigMaps at all servers; a watch at each server goes
# on at another one when it breaks. Afterwards each object's history must be linearizable (checked by porcupine, a Go
# module), every acknowledged write must be seen by every watch, each version once and in order, and all servers must
# show the same. Meanwhile six clients use up budgets and quotas at all servers at once, none of which may be overdrawn, and
# pods that a taint lets stay for 20 s must leave, none before. With --failover N instead: two schedulers and two controllers, of which the leading ones are killed N
# times; how long is it until the pods of a new Deployment are bound, and is one bound twice? Prints counts; exit
# status 0: nothing was wrong.
#
# Needs etcd, go and python3 on the path. Environment: TENURE=./tenure
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
case ${1:-} in -h | --help) sed -n '2,/^set -e/{/^set -e/d;s/^# \{0,1\}//;p}' "$0"; exit 0 ;; esac
for name in etcd go python3; do
    command -v "$name" > /dev/null || { echo "no $name on the path" >&2; exit 2; }
done
checker=${CACHE:-$HOME/.cache/tenure}/linear
mkdir -p "$(dirname "$checker")"
(cd "$here/linear" && GOFLAGS=-mod=mod go build -o "$checker" .)
PYTHONPATH=$root/checks exec python3 "$here/robustness.py" --tenure "${TENURE:-$root/tenure}" --checker "$checker" "$@"
