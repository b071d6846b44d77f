#!/usr/bin/env bash
# Compares what Tenure decides under node pressure with what upstream's kubelet does (its library, in the folder pressure), about
# random configurations, quantities, QoS classes and runs of the eviction manager. For developers only: needs Go and Python 3.9.
#
#   pressure.sh [--seed N] [--count N] [--keep DIR]
#   pressure.sh --recorded
#
# --recorded asks upstream about the recorded cases themselves: the answers must be those that were recorded, or the folder
# pressure is wrong. --keep DIR leaves the cases and upstream's answers there, in the layout that `./check golden DIR` takes.
# A case whose outcome hangs on the order in which the kubelet lists pods is left out, and counted.
# Exit status 0: no decision differed.
#
# Environment: those of build.sh
set -euo pipefail
. "$(dirname "$0")/help.sh"
case_options "$@"
upstream=$("$here/build.sh" pressure)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
folder=${keep:-$work}
mkdir -p "$folder/node-pressure"
cases=$root/checks/golden/node-pressure
if [ -n "$recorded" ]; then gzip -dc "$cases/cases.jsonl.gz" "$cases/qos-oom.jsonl.gz"; else
    python3 "$here/pressure/generate.py" --seed "$seed" --count "$count"
fi > "$work/asked.jsonl"
"$upstream" < "$work/asked.jsonl" 2> "$work/errors" | gzip > "$folder/node-pressure/cases.jsonl.gz"
echo "$(grep -c 'left out' "$work/errors" || true) of $(wc -l < "$work/asked.jsonl") cases left out"
"$root/check" golden "$folder"
