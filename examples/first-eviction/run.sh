#!/usr/bin/env bash
# The stories of taints and tolerations in two minutes, with a real kubectl; says at the end whether all ended as told.
. "$(dirname "${BASH_SOURCE[0]}")/../story.sh"
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd -P)
begin --nodes 3 --node-monitor-period 1s --node-monitor-grace-period 25s \
  --default-not-ready-toleration-seconds 5 --default-unreachable-toleration-seconds 5

tell "NoExecute evicts at once, after tolerationSeconds, or never"
k apply -f "$here/pods.yaml"
for pod in intolerant for-a-while for-ever; do within 20 running "$pod" || fail "$pod does not run"; done
k taint nodes node-1 key1=value1:NoExecute
within 5 gone intolerant || fail "intolerant is still there"
running for-a-while || fail "for-a-while left early"
within 12 gone for-a-while || fail "for-a-while is still there"
running for-ever || fail "for-ever left"
k taint nodes node-1 key1-

tell "taking the taint away in time keeps the pod"
k apply -f "$here/pods.yaml" > /dev/null
within 20 running for-a-while || fail "for-a-while does not run"
k taint nodes node-1 key1=value1:NoExecute
sleep 2
k taint nodes node-1 key1:NoExecute-
sleep 7
running for-a-while || fail "for-a-while left although the taint was taken away"
k delete pod --all --wait=false > /dev/null

tell "several taints at once: one that is not tolerated is enough"
tolerant two-taints key1=value1:NoExecute
within 20 running two-taints || fail "two-taints does not run"
node=$(k get pod two-taints -o jsonpath='{.spec.nodeName}')
k taint nodes "$node" key1=value1:NoExecute
stays 2 running two-taints || fail "two-taints left although it tolerates the taint"
k taint nodes "$node" key2=value2:NoExecute
within 10 gone two-taints || fail "two-taints is still there"
k taint nodes "$node" key1- key2-

tell "NoSchedule keeps new pods away"
k taint nodes --all dedicated=special:NoSchedule
k create deployment web --image=registry.test/app:1 --replicas=2
sleep 3
[ "$(k get pods -l app=web -o jsonpath='{.items[*].spec.nodeName}')" = "" ] || fail "a pod was placed on a tainted node"
k get events --field-selector reason=FailedScheduling | grep -q 'untolerated taint' || fail "no word about the taint"
k taint nodes --all dedicated-
k rollout status deployment/web --timeout=30s

tell "a stopped node loses its pods"
node=$(k get pods -l app=web -o jsonpath='{.items[0].spec.nodeName}')
ready_is() { [ "$(k get node "$node" -o jsonpath='{.status.conditions[?(@.type=="Ready")].status}')" = "$1" ]; }
lives_elsewhere() {
  [ "$(k get pods -l app=web -o jsonpath='{range .items[?(@.status.phase=="Running")]}{.spec.nodeName} {.metadata.deletionTimestamp}{"\n"}{end}' \
    | grep -v " ." | grep -vc "^$node ")" -ge 2 ]
}
"$tenure" node stop "$node" --data-dir "$data"
within 50 ready_is Unknown || fail "$node still counts as ready"
within 30 lives_elsewhere || fail "no new pods elsewhere"
"$tenure" node start "$node" --data-dir "$data"
within 30 ready_is True || fail "$node does not come back"

tell "a node held not ready loses its pods, one held short of memory takes no more"
node=$(k get pods -l app=web -o jsonpath='{.items[0].spec.nodeName}')
taints_are() { [ "$(k get node "$node" -o jsonpath='{.spec.taints[*].key}')" = "$1" ]; }
"$tenure" node set "$node" not-ready --for 5m --data-dir "$data"
within 20 ready_is False || fail "$node still counts as ready"
within 40 lives_elsewhere || fail "no new pods elsewhere"
"$tenure" node clear "$node" --data-dir "$data"
within 20 ready_is True || fail "$node is not ready again"
"$tenure" node set "$node" memory-pressure --data-dir "$data" -o json | grep -q '"memory-pressure": "always"'
within 20 taints_are node.kubernetes.io/memory-pressure || fail "$node has no taint"
"$tenure" node clear "$node" memory-pressure --data-dir "$data"
within 20 taints_are "" || fail "$node keeps a taint"
! "$tenure" node set "$node" sleepy --data-dir "$data" 2> /dev/null || fail "an unknown state was taken"

echo "all stories ended as told"
