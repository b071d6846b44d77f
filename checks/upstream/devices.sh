#!/usr/bin/env bash
# Random worlds of devices, claims and pods (the folder `devices`), each there twice in one cluster: kube-scheduler looks after one
# of the two, `tenure scheduler` after the other. Compared is where each pod is or why it is nowhere, and what stands in the claims.
# For developers only: needs Python 3.10, openssl, an `etcd` on the path, and Go unless UPSTREAM_BIN is set.
#
#   devices.sh [--seed N] [--count N] [--jobs N] [--quiet SECONDS] [--keep FILE]
#
# --jobs: so many worlds are in the cluster at a time. --quiet: how long nothing may change before one looks (3; what is kept takes 11,
# so that no pod waits out its backoff). --keep leaves the worlds with upstream's answers in a file, one world a line: so
# checks/golden/devices/worlds.jsonl.gz was made.
# Exit status 0: nothing differed.
#
# Environment: UPSTREAM_BIN=DIR with kube-apiserver and kube-scheduler (else they are built, see build.sh), and TENURE=./tenure
set -euo pipefail
. "$(dirname "$0")/help.sh"
. "$here/programs.sh"
apiserver=$(program kube-apiserver)
scheduler=$(program kube-scheduler)
PYTHONPATH=$here:$here/compare:$root/checks exec python3 "$here/devices/main.py" --tenure "${TENURE:-$root/tenure}" \
    --apiserver "$apiserver" --scheduler "$scheduler" "$@"
