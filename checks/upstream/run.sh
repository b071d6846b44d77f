#!/usr/bin/env bash
# Runs groups of upstream's end-to-end tests against a fresh `tenure up`, and holds them to what upstream's own control
# plane passed with hollow nodes (checks/golden/e2e/baseline.tsv). For developers only.
#
#   run.sh GROUP...     names in checks/golden/e2e/groups.tsv, or regular expressions over full test names
#
# Each group gets a cluster of its own: four simulated nodes in two zones, objects in memory, a free port. Exit status 0:
# no test that the baseline passes failed.
#
# Environment: those of build.sh and of checks/golden/e2e/run.sh, and
#   KUBECTL=kubectl     used to make the nodes, and by the tests that need one
#   OUT=DIR             where results, reports and logs go (default: a new temporary directory)
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
tenure=${TENURE:-$root/tenure}
kubectl=$(command -v "${KUBECTL:-kubectl}") || { echo "no kubectl on the path: set KUBECTL" >&2; exit 2; }
[ $# -gt 0 ] || { sed -n '2,/^set -e/{/^set -e/d;s/^# \{0,1\}//;p}' "$0" >&2; exit 2; }
e2e=$("$here/build.sh")
out=${OUT:-$(mktemp -d)}
status=0
for group in "$@"; do
    data=$(mktemp -d)
    "$tenure" up --nodes 0 --manage-all-nodes --ephemeral --port 0 --data-dir "$data" --detach > "$data/up.txt"
    "$root/checks/golden/e2e/nodes.sh" "$data/kubeconfig" "$kubectl" > "$data/nodes.txt"
    KUBECTL=$kubectl OUT=$out/$(echo "$group" | tr -c 'A-Za-z0-9\n' _) \
        "$root/checks/golden/e2e/run.sh" "$data/kubeconfig" "$e2e" "$group" || status=1
    "$tenure" down --data-dir "$data" > /dev/null
    rm -rf "$data"
done
echo "results: $out"
exit $status
