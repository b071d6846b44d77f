#!/usr/bin/env bash
# Policies of taint evictions in a minute: a taint with NoExecute that empties a node gently.
. "$(dirname "${BASH_SOURCE[0]}")/../story.sh"
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd -P)
begin --nodes 4
held() { [ "$(k get taintevictionpolicy maintenance -o jsonpath='{.status.held} {.status.conditions[0].reason}')" = "$1" ]; }
on_node() { k get pods -l "$1" -o jsonpath='{range .items[*]}{.spec.nodeName} {.metadata.deletionTimestamp}{"\n"}{end}' | grep -c "^node-1 $"; }
on_node_are() { [ "$(on_node "$1")" = "$2" ]; }
pods() {
  local name
  for name in "${@:2}"; do
    tolerant "$name"
    k label pod "$name" "app=$1" > /dev/null
  done
}

tell "a policy asks disruption budgets, so that a taint breaks none"
k apply -f "$here/policy.yaml"
NODE=node-1 pods web web-1 web-2 web-3
k create poddisruptionbudget web --selector=app=web --min-available=2
for pod in web-1 web-2 web-3; do within 20 running "$pod" || fail "$pod does not run"; done
within 10 sh -c "'$kubectl' get pdb web -o jsonpath='{.status.disruptionsAllowed}' | grep -q 1" || fail "the budget allows nothing"
k taint nodes node-1 maintenance=disk:NoExecute
within 10 held "2 Budget" || fail "the budget does not hold two pods"
"$tenure" evictions --data-dir "$data"
stays 6 on_node_are app=web 2 || fail "the budget was broken"

tell "more room in the budget lets the next ones go, in turn"
k delete poddisruptionbudget web
within 15 on_node_are app=web 0 || fail "pods stay without a budget"
within 5 held "0 NothingHeld" || fail "somebody is held still"
k taint nodes node-1 maintenance-

tell "a pause holds everybody, and a plan says so before the taint is there"
k patch taintevictionpolicy maintenance --type=merge -p '{"spec": {"paused": true}}'
NODE=node-1 pods api api-1
within 20 running api-1 || fail "api-1 does not run"
"$tenure" plan taint nodes node-1 maintenance=disk:NoExecute --data-dir "$data" | grep "held back: policy maintenance is paused" \
  || fail "the plan does not tell of the pause"
k taint nodes node-1 maintenance=disk:NoExecute
within 5 held "1 Paused" || fail "api-1 is not held"
stays 2 running api-1 || fail "api-1 left during the pause"
k patch taintevictionpolicy maintenance --type=merge -p '{"spec": {"paused": false}}'
within 10 gone api-1 || fail "api-1 is still there"

tell "a brake holds while too many nodes are tainted"
NODE=node-4 pods late late-1
within 20 running late-1 || fail "late-1 does not run"
k taint nodes node-2 node-3 maintenance=disk:NoExecute
k taint nodes node-4 maintenance=disk:NoExecute
within 5 held "1 Brake" || fail "the brake does not hold"
"$tenure" status --data-dir "$data" | grep "4 of 4 nodes are tainted, more than 50%" || fail "the status does not tell of the brake"
k taint nodes node-1 node-2 maintenance-
within 10 gone late-1 || fail "late-1 is still there"

echo "all stories ended as told"
