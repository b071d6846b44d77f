#!/usr/bin/env bash
# Runs groups of upstream's end-to-end tests against a fresh `tenure up`, and holds them to what upstream's own control
# plane passed with hollow nodes (checks/golden/e2e/baseline.tsv). For developers only.
#
#   run.sh [--etcd] GROUP...   names in checks/golden/e2e/groups.tsv, or regular expressions over full test names
#
# Each group gets a cluster of its own: four simulated nodes in two zones, objects in memory, a free port; with --etcd
# the objects are in an etcd of the cluster's own. Exit status 0: no test that the baseline passes failed.
#
# Environment: those of build.sh and of checks/golden/e2e/run.sh, and
#   KUBECTL=kubectl     used to make the nodes, and by the tests that need one; the group Kuberc needs kubectl 1.36
#   ETCD=etcd           the program, for --etcd
#   OUT=DIR             where results, reports and logs go (default: a new temporary directory)
set -euo pipefail
. "$(dirname "$0")/help.sh"
tenure=${TENURE:-$root/tenure}
kubectl=$(command -v "${KUBECTL:-kubectl}") || { echo "no kubectl on the path: set KUBECTL" >&2; exit 2; }
in_etcd=
[ "${1:-}" != --etcd ] || { shift; in_etcd=$(command -v "${ETCD:-etcd}") || { echo "no etcd on the path: set ETCD" >&2; exit 2; }; }
[ $# -gt 0 ] || misused
e2e=$("$here/build.sh")
out=${OUT:-$(mktemp -d)}
status=0
for group in "$@"; do
    data=$(mktemp -d)
    store=--ephemeral
    if [ -n "$in_etcd" ]; then
        read -r client peer < <(PYTHONPATH=$root/checks python3 -c 'import ports; print(ports.free_port(), ports.free_port())')
        url=http://127.0.0.1:$peer
        "$in_etcd" --data-dir "$data/etcd" --listen-client-urls "http://127.0.0.1:$client" --advertise-client-urls "http://127.0.0.1:$client" \
            --listen-peer-urls "$url" --initial-advertise-peer-urls "$url" --initial-cluster "default=$url" --unsafe-no-fsync > "$data/etcd.log" 2>&1 &
        etcd=$!
        store=--etcd-servers=http://127.0.0.1:$client
        until curl -sf "http://127.0.0.1:$client/health" > /dev/null; do kill -0 "$etcd" || { cat "$data/etcd.log" >&2; exit 2; }; sleep 0.1; done
    fi
    "$tenure" up --nodes 0 --manage-all-nodes "$store" --port 0 --data-dir "$data" --detach > "$data/up.txt"
    "$root/checks/golden/e2e/nodes.sh" "$data/kubeconfig" "$kubectl" > "$data/nodes.txt"
    KUBECTL=$kubectl OUT=$out/$(echo "$group" | tr -c 'A-Za-z0-9\n' _) \
        "$root/checks/golden/e2e/run.sh" "$data/kubeconfig" "$e2e" "$group" || status=1
    "$tenure" down --data-dir "$data" > /dev/null
    [ -z "$in_etcd" ] || { kill "$etcd" && wait "$etcd" || true; }
    rm -rf "$data"
done
echo "results: $out"
exit $status
