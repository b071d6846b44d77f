#!/usr/bin/env bash
# What kubectl prints, held against upstream's control plane: the same commands at kube-apiserver with its controllers and at
# `tenure up`, one after the other (the folder `kubectl`): an object of every kind listed, described and explained, and what people
# type by hand. For developers only: needs Python 3.10 with PyYAML, openssl, kubectl and an `etcd` on the path, and Go unless
# UPSTREAM_BIN is set.
#
#   kubectl.sh [--only REGEXP] [--show N] [--keep FILE]
#
# --only takes the commands that match. --show prints that many differences whole (20). --keep writes all that was printed, as
# JSON. What is meant to differ stands in kubectl/main.py with its reason and is counted apart. Exit status 0: nothing else differed.
#
# Environment: KUBECTL=kubectl, UPSTREAM_BIN=DIR with kube-apiserver, kube-controller-manager and kube-scheduler (else they are
# built, see build.sh), and TENURE=./tenure
set -euo pipefail
. "$(dirname "$0")/help.sh"
. "$here/programs.sh"
control_plane
PYTHONPATH=$here:$here/compare:$root/checks/golden:$here/lives:$root/checks exec python3 "$here/kubectl/main.py" --tenure "${TENURE:-$root/tenure}" \
    --apiserver "${programs[0]}" --controllers "${programs[1]}" --scheduler "${programs[2]}" --kubectl "${KUBECTL:-kubectl}" \
    --golden "$root/checks/golden/api" "$@"
