#!/usr/bin/env bash
# The same HorizontalPodAutoscalers and the same metrics at kube-apiserver with upstream's kube-controller-manager, and at
# `tenure apiserver` with `tenure controllers`: sizes, statuses and Events after each change (the folder `autoscaling`). For
# developers only: needs Python 3.9, openssl, an `etcd` on the path, and Go unless UPSTREAM_BIN is set.
#
#   autoscaling.sh [--only SCENARIO]
#
# Nothing but autoscalers is controlled: what pods are and what is measured of them is written down. Exit status 0: all the same.
#
# Environment: UPSTREAM_BIN=DIR with kube-apiserver and kube-controller-manager (else they are built, see build.sh), and
# TENURE=./tenure
set -euo pipefail
. "$(dirname "$0")/help.sh"
. "$here/programs.sh"
control_plane
"${TENURE:-$root/tenure}" --version > /dev/null # builds it once
PYTHONPATH=$here/compare:$here/beside:$root/checks exec python3 "$here/autoscaling/main.py" --tenure "${TENURE:-$root/tenure}" \
    --apiserver "${programs[0]}" --controllers "${programs[1]}" "$@"
