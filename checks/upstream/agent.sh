#!/usr/bin/env bash
# Runs upstream's end-to-end tests of nodes against `tenure agent` with real containers. For developers only; needs root, and
# what deploy/node/trial-containerd.sh needs.
#
#   agent.sh REGEXP...   regular expressions over full test names, for example '\[sig-node\] Pods '
#
# A containerd of its own, a control group of its own, a fresh `tenure up` without simulated nodes and one agent at
# port 10250, which some tests expect; the images are stand-ins that images.py makes on the spot, so that no registry is asked.
# Nothing stands behind addresses of services, and nothing answers for DNS. Exit status 0: no test failed.
#
# Environment: those of build.sh and of checks/golden/e2e/run.sh, and
#   NODE_IP=ADDRESS     of the node, for tests whose pods reach it (default: what the agent finds out)
#   KUBECTL=kubectl     for the tests that need one
#   OUT=DIR             where results, reports and logs go (default: a new temporary directory)
set -euo pipefail
. "$(dirname "$0")/help.sh"
[ $# -gt 0 ] || misused
tenure=${TENURE:-$root/tenure}
kubectl=$(command -v "${KUBECTL:-kubectl}") || { echo "no kubectl on the path: set KUBECTL" >&2; exit 2; }
e2e=$("$here/build.sh")
agnhost=$("$here/build.sh" agnhost)
sources=$(cd "$(dirname "$agnhost")/wrapper" && GOFLAGS=-mod=mod go list -m -f '{{.Dir}}' k8s.io/kubernetes)/test/images/agnhost
out=${OUT:-$(mktemp -d)}
data=$(mktemp -d)
group=/$(basename "$data")
status=0

end() {
    [ -z "${agent:-}" ] || { kill "$agent" && wait "$agent" || true; }
    "$tenure" down --data-dir "$data" > /dev/null 2>&1 || true
    "$root/deploy/node/trial-containerd.sh" stop "$data/containerd" > /dev/null || true
    for hierarchy in /sys/fs/cgroup /sys/fs/cgroup/*; do
        [ ! -d "$hierarchy$group" ] || find "$hierarchy$group" -depth -type d -exec rmdir {} + 2> /dev/null || true
    done
    rm -rf "$data"
}
trap end EXIT

if [ -e /sys/fs/cgroup/cgroup.controllers ]; then
    mkdir "/sys/fs/cgroup$group"
else
    for hierarchy in /sys/fs/cgroup/*/; do mkdir -p "${hierarchy%/}$group" 2> /dev/null || true; done
fi
"$root/deploy/node/trial-containerd.sh" start "$data/containerd"
python3 "$here/images.py" "$data/containerd/containerd.sock" "$agnhost" "$sources"
"$tenure" up --nodes 0 --ephemeral --port 0 --data-dir "$data" --detach > "$data/up.txt"
printf '%s\n' 'apiVersion: kubelet.config.k8s.io/v1beta1' 'kind: KubeletConfiguration' 'imageGCHighThresholdPercent: 100' \
    'evictionHard: {memory.available: 100Mi}' > "$data/kubelet.yaml"
: > "$data/agent.txt"
"$tenure" agent --kubeconfig "$data/kubeconfig" --config "$data/kubelet.yaml" --hostname-override real-1 \
    --container-runtime-endpoint "unix://$data/containerd/containerd.sock" --cgroup-root "$group" \
    --root-dir "$data/agent" --pod-logs-dir "$data/logs" ${NODE_IP:+--node-ip "$NODE_IP"} > "$data/agent.txt" 2>&1 &
agent=$!
until grep -q "tenure agent is node" "$data/agent.txt"; do
    kill -0 "$agent" || { cat "$data/agent.txt" >&2; exit 2; }
    sleep 0.5
done
for tests in "$@"; do
    KUBECTL=$kubectl OUT=$out/$(echo "$tests" | tr -c 'A-Za-z0-9\n' _ | cut -c1-100) \
        "$root/checks/golden/e2e/run.sh" "$data/kubeconfig" "$e2e" "$tests" | tee "$data/said.txt" || status=1
    grep -q ' 0 failed, [0-9]* skipped, 0 not run' "$data/said.txt" || status=1
done
cp "$data/agent.txt" "$out/agent.txt"
echo "results: $out"
exit $status
