#!/usr/bin/env bash
# Compares what Tenure's scheduler decides with what upstream's does (the kube-scheduler library, in the folder decisions), about
# random clusters made of the recorded ones. For developers only: needs Go and Python 3.9.
#
#   decisions.sh [--seed N] [--count N] [--keep DIR]
#   decisions.sh --recorded
#
# --recorded asks upstream about the recorded clusters themselves: the answers must be those that were recorded, or the folder
# decisions is wrong. --keep DIR leaves the cases and upstream's answers there, in the layout that `./check golden DIR` takes.
# Exit status 0: no decision differed.
#
# Environment: those of build.sh
set -euo pipefail
. "$(dirname "$0")/help.sh"
case_options "$@"
upstream=$("$here/build.sh" decisions)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
folder=${keep:-$work}
mkdir -p "$folder/scheduler"
cases=$root/checks/golden/scheduler/cases.jsonl.gz
if [ -n "$recorded" ]; then gzip -dc "$cases"; else
    python3 "$here/decisions/generate.py" --seed "$seed" --count "$count" "$cases"
fi > "$work/asked.jsonl"
"$upstream" < "$work/asked.jsonl" 2> "$work/errors" | gzip > "$folder/scheduler/cases.jsonl.gz"
grep 'left out' "$work/errors" || true
"$root/check" golden "$folder"
