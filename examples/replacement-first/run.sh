#!/usr/bin/env bash
# Replacement first, then eviction: a taint with NoExecute that costs a Deployment no pod, in a minute.
. "$(dirname "${BASH_SOURCE[0]}")/../story.sh"
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd -P)
begin --nodes 3
ready() { k get pods -l app=web -o jsonpath='{range .items[*]}{.metadata.deletionTimestamp} {.status.conditions[?(@.type=="Ready")].status}{"\n"}{end}' | grep -c '^ True$'; }
two_ready() { [ "$(ready)" -ge 2 ]; }
three_stand() { [ "$(k get pods -l app=web -o name | wc -l)" = 3 ]; }
two_stand() { [ "$(k get pods -l app=web -o name | wc -l)" = 2 ]; }
on_node() { k get pods -l app=web -o jsonpath='{range .items[*]}{.spec.nodeName}{"\n"}{end}' | grep -c "^$1$"; }
none_on() { [ "$(on_node "$1")" = 0 ]; }
one_on() { [ "$(on_node "$1")" = 1 ]; }
released() { [ "$(k get pods -l 'app=web,!pod-template-hash' -o name | wc -l)" = "$1" ]; }
extra() { [ "$(k get taintevictionpolicy maintenance -o jsonpath='{.status.extra} {.status.conditions[0].reason}')" = "$1" ]; }

tell "two pods, and a budget that lets nobody go"
k apply -f "$here/policy.yaml"
k cordon node-3
k apply -f "$here/web.yaml"
within 40 two_ready || fail "the pods are not ready"
k uncordon node-3
one_on node-1 || fail "there is not one pod on node-1"

tell "a plan says that nobody is missed"
"$tenure" plan taint nodes node-1 maintenance=disk:NoExecute --data-dir "$data" | tee "$data/plan"
grep -q "1 evicted, 1 re-placed" "$data/plan" || fail "the plan does not tell of one replaced pod"

tell "the taint comes: another pod is made first, and never are less than two ready"
k taint nodes node-1 maintenance=disk:NoExecute
within 5 three_stand || fail "no pod was made first"
released 1 || fail "no pod was taken out of its set"
within 3 extra "1 Replacement" || fail "the policy does not tell of the extra pod"
"$tenure" evictions --data-dir "$data"
k get taintevictionpolicies
for _ in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15; do
  two_ready || fail "less than two pods are ready"
  none_on node-1 && break
  sleep 1
done
none_on node-1 || fail "the pod is still on node-1"
within 5 two_stand || fail "there are not two pods"
k taint nodes node-1 maintenance-

tell "a taint that goes again gives the pod back, and the extra one goes"
k taint nodes node-2 maintenance=disk:NoExecute
within 5 three_stand || fail "no pod was made first"
k taint nodes node-2 maintenance-
within 10 two_stand || fail "the extra pod is still there"
one_on node-2 || fail "the pod that need not leave has left"
released 0 || fail "a pod is still out of its set"
two_ready || fail "less than two pods are ready"

echo "all stories ended as told"
