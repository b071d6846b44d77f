#!/usr/bin/env bash
# Compares what Tenure makes of random expressions in CEL with what the libraries of upstream's kube-apiserver make of them (the
# folder expressions): whether they compile, what they come to or why they fail, and what they cost. For developers only: needs
# Go and Python 3.9.
#
#   expressions.sh [--seed N] [--count N] [--record FILE]
#
# --record keeps what both answered alike, for ComparedExpressionsTest (its expressions.jsonl.gz).
# Exit status 0: no answer differed but as the test says.
#
# Environment: those of build.sh
set -euo pipefail
. "$(dirname "$0")/help.sh"
seed=1 count=2000 record=''
while [ $# -gt 0 ]; do
    case $1 in
        --seed) seed=$2; shift 2 ;;
        --count) count=$2; shift 2 ;;
        --record) record=$2; shift 2 ;;
        *) misused ;;
    esac
done
upstream=$("$here/build.sh" expressions)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 "$here/expressions/generate.py" --seed "$seed" --count "$count" | "$upstream" > "$work/answers.jsonl"
cd "$root"
export JAVA_TOOL_OPTIONS="${JAVA_TOOL_OPTIONS:-} -Dtenure.expressions=$work/answers.jsonl -Dtenure.expressions.alike=$work/alike.jsonl"
status=0
./check room kinds ComparedExpressionsTest || status=$?
[ -z "$record" ] || gzip -9nc "$work/alike.jsonl" > "$record"
exit $status
