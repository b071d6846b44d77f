#!/usr/bin/env bash
# kube-apiserver and `tenure apiserver` on one etcd, both writing, with upstream's controller manager and scheduler
# (the folder `beside`). For developers only: needs Python 3.9, openssl, an `etcd` on the path, and Go unless UPSTREAM_BIN is
# set.
#
#   beside.sh [--seed N] [--count N] [--seconds N] [--only PART]
#
# Parts: samples (each kind with every field filled, put into etcd as upstream writes it), objects (made at one server, read and
# changed at the other), older (versions in which older servers stored), defined (kinds that are defined, and objects of
# theirs), random (objects changed at random), controllers (upstream's controller manager and scheduler, first at one server,
# then at the other), rolling (each server is stopped and started again under load), shared (node ports, living servers,
# pages), encrypted (secrets, then everything, by each provider; new keys).
# Exit status 0: nothing differed and nothing was lost.
#
# Environment: UPSTREAM_BIN=DIR with kube-apiserver, kube-controller-manager and kube-scheduler (else they are built, see
# build.sh), and TENURE=./tenure
set -euo pipefail
. "$(dirname "$0")/help.sh"
. "$here/programs.sh"
control_plane
PYTHONPATH=$here/compare:$root/checks exec python3 "$here/beside/main.py" --tenure "${TENURE:-$root/tenure}" --golden "$root/checks/golden" \
    --apiserver "${programs[0]}" --controllers "${programs[1]}" --scheduler "${programs[2]}" "$@"
