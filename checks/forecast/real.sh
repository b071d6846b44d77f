#!/usr/bin/env bash
# Forecasts against facts: plays the scenarios of scenarios.py on a real Kubernetes (etcd, kube-apiserver, kube-controller-manager,
# kube-scheduler, kwok's nodes), forecasts each of a dump taken just before, and compares: which pods leave, when, what budgets are left
# with, where new pods go and which wait. For developers only; takes about six minutes.
#
#   real.sh [--by-chance FROM-TO] [--only REGEX] [--seconds N] [--settle N] [--keep | --again DIR]
#
# With --by-chance clusters and changes are made by chance, from these seeds, instead of those of scenarios.py.
# All are played in one cluster at the same time, each on nodes of its own. Exit status 0: nothing differed.
#
# Environment: UPSTREAM_BIN=DIR with etcd, kube-apiserver, kube-controller-manager, kube-scheduler, kubectl and kwok 0.8 (see
# ../upstream/build.sh), and TENURE=./tenure
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
case ${1:-} in -h | --help) sed -n '2,/^set -e/{/^set -e/d;s/^# \{0,1\}//;p}' "$0"; exit 0 ;; esac
: "${UPSTREAM_BIN:?set UPSTREAM_BIN to the folder of the real binaries}"
PYTHONPATH=$here/.. exec python3 "$here/real.py" --bin "$UPSTREAM_BIN" --tenure "${TENURE:-$here/../../tenure}" "$@"
