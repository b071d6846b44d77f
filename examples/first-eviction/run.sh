#!/usr/bin/env bash
# Plays the stories of taints and tolerations with a real kubectl; says at the end whether all ended as told.
set -eu
here=$(cd "$(dirname "$0")" && pwd -P)
tenure=${TENURE:-$here/../../tenure}
kubectl=${KUBECTL:-kubectl}
data=$(mktemp -d "${TMPDIR:-/tmp}/first-eviction.XXXXXX")
trap '"$tenure" down --data-dir "$data" > /dev/null 2>&1 || true; rm -rf "$data"' EXIT

"$tenure" up --nodes 3 --port 0 --data-dir "$data" --detach \
  --node-monitor-period 1s --node-monitor-grace-period 25s \
  --default-not-ready-toleration-seconds 5 --default-unreachable-toleration-seconds 5
export KUBECONFIG=$data/kubeconfig

k() { "$kubectl" "$@"; }
fail() { echo "not as told: $*" >&2; exit 1; }
# within SECONDS COMMAND...: repeats the command until it succeeds
within() {
  local left=$1
  shift
  until "$@" > /dev/null 2>&1; do
    left=$((left - 1))
    [ "$left" -gt 0 ] || return 1
    sleep 1
  done
}
gone() { ! k get pod "$1" -o name 2> /dev/null | grep -q .; }
running() { [ "$(k get pod "$1" -o jsonpath='{.status.phase}')" = Running ]; }

echo "== NoExecute evicts at once, after tolerationSeconds, or never"
k wait --for=condition=Ready node --all --timeout=30s > /dev/null
within 20 k get serviceaccount default
k apply -f "$here/pods.yaml"
for pod in intolerant for-a-while for-ever; do within 20 running "$pod" || fail "$pod does not run"; done
k taint nodes node-1 key1=value1:NoExecute
within 5 gone intolerant || fail "intolerant is still there"
running for-a-while || fail "for-a-while left early"
within 12 gone for-a-while || fail "for-a-while is still there"
running for-ever || fail "for-ever left"
k taint nodes node-1 key1-

echo "== taking the taint away in time keeps the pod"
k apply -f "$here/pods.yaml" > /dev/null
within 20 running for-a-while || fail "for-a-while does not run"
k taint nodes node-1 key1=value1:NoExecute
sleep 2
k taint nodes node-1 key1:NoExecute-
sleep 7
running for-a-while || fail "for-a-while left although the taint was taken away"
k delete pod --all --wait=false > /dev/null

echo "== NoSchedule keeps new pods away"
k taint nodes --all dedicated=special:NoSchedule
k create deployment web --image=registry.test/app:1 --replicas=2
sleep 3
[ "$(k get pods -l app=web -o jsonpath='{.items[*].spec.nodeName}')" = "" ] || fail "a pod was placed on a tainted node"
k get events --field-selector reason=FailedScheduling | grep -q 'untolerated taint' || fail "no word about the taint"
k taint nodes --all dedicated-
k rollout status deployment/web --timeout=30s

echo "== a stopped node loses its pods"
node=$(k get pods -l app=web -o jsonpath='{.items[0].spec.nodeName}')
"$tenure" node stop "$node" --data-dir "$data"
within 50 sh -c "[ \"\$($kubectl get node $node -o jsonpath='{.status.conditions[?(@.type==\"Ready\")].status}')\" = Unknown ]" \
  || fail "$node still counts as ready"
lives_elsewhere() {
  [ "$(k get pods -l app=web -o jsonpath='{range .items[?(@.status.phase=="Running")]}{.spec.nodeName} {.metadata.deletionTimestamp}{"\n"}{end}' \
    | grep -v " ." | grep -vc "^$node ")" -ge 2 ]
}
within 30 lives_elsewhere || fail "no new pods elsewhere"
"$tenure" node start "$node" --data-dir "$data"
within 30 sh -c "[ \"\$($kubectl get node $node -o jsonpath='{.status.conditions[?(@.type==\"Ready\")].status}')\" = True ]" \
  || fail "$node does not come back"

echo "all stories ended as told"
