#!/usr/bin/env bash
# Random lives of pods before a scheduler (the folder `schedulers`): kube-scheduler and `tenure scheduler` each look after an API server
# of upstream's, at which the same steps are taken. Nodes have taints, zones, images and limits of disks; pods have affinity, spread,
# ports, volumes, gates, priorities, resources of their own and of their runtime; both change, are resized, nominated, bound and leave.
# Compared is, after each step, where each pod is or why it is nowhere, who gives way to whom, and in the end the Events.
# For developers only: needs Python 3.10, openssl, an `etcd` on the path, and Go unless UPSTREAM_BIN is set.
#
#   schedulers.sh [--seed N] [--count N] [--attempts N] [--keep DIR]
#
# A life that differs is played again, at both sides: where two pods wait, chance has the one or the other tried first.
# --keep leaves those that differ in a folder. Exit status 0: nothing differed.
#
# Environment: UPSTREAM_BIN=DIR with kube-apiserver and kube-scheduler (else they are built, see build.sh), and TENURE=./tenure
set -euo pipefail
. "$(dirname "$0")/help.sh"
. "$here/programs.sh"
apiserver=$(program kube-apiserver)
scheduler=$(program kube-scheduler)
PYTHONPATH=$here:$here/compare:$root/checks exec python3 "$here/schedulers/main.py" --tenure "${TENURE:-$root/tenure}" \
    --apiserver "$apiserver" --scheduler "$scheduler" "$@"
