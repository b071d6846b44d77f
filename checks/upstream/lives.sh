#!/usr/bin/env bash
# Random lives of nodes and pods, played at upstream's control plane and at `tenure up` (the folder `lives`): taints, tolerations,
# kubelets that fall silent, nodes that go, drains, budgets, pods that are replaced. Compared is what became of each object
# when, its events and the answers. For developers only: needs Python 3.10 with PyYAML, openssl, an `etcd` on the path, and Go unless
# UPSTREAM_BIN is set.
#
#   lives.sh [--seed N] [--count N] [--jobs N] [--only THEME,...] [--attempts N] [--keep DIR] [--fresh]
#
# Themes: evictions, health, zones, outages (each alone, for all zones are down), budgets, deployments, stateful, daemons, jobs,
# garbage, devices. A life that differs is played again, at both sides: some sit on a race. --keep leaves the recordings in a folder and uses
# those that are there, with --fresh only upstream's. Exit status 0: nothing differed.
#
# Environment: UPSTREAM_BIN=DIR with kube-apiserver, kube-controller-manager and kube-scheduler (else they are built, see
# build.sh), and TENURE=./tenure
set -euo pipefail
. "$(dirname "$0")/help.sh"
. "$here/programs.sh"
control_plane
PYTHONPATH=$here:$here/compare:$root/checks/golden:$here/lives:$root/checks exec python3 "$here/lives/main.py" --tenure "${TENURE:-$root/tenure}" \
    --apiserver "${programs[0]}" --controllers "${programs[1]}" --scheduler "${programs[2]}" "$@"
