#!/usr/bin/env bash
# The table of taint policies in the CCE user guide: each effect with and without a toleration, for pods that run already
# and for pods that come later.
. "$(dirname "${BASH_SOURCE[0]}")/../story.sh"
begin --nodes 0 --node-file "$(named node1 node2)"

# Every pod of this story belongs on node1.
NODE=node1
tolerations_of() {
  case $1 in
    none) ;;
    always) echo "policy:$2" ;;
    window) echo "policy:$2@6" ;;
  esac
}

tell "NoExecute: evicted at once without a toleration, after the time window, or never"
for pod in none always window; do tolerant "$pod" $(tolerations_of "$pod" NoExecute); done
for pod in none always window; do within 20 runs_on "$pod" node1 || fail "$pod does not run"; done
k taint nodes node1 policy=x:NoExecute
within 5 gone none || fail "none is still there"
running window || fail "window left early"
within 15 gone window || fail "window is still there"
running always || fail "always left"
tolerant late-none
tolerant late-always policy:NoExecute
within 20 runs_on late-always node1 || fail "a tolerating pod does not come"
within 20 pending late-none || fail "a pod came that does not tolerate"
k taint nodes node1 policy-
k delete pod --all --wait=false > /dev/null

tell "NoSchedule: whoever runs stays; only tolerating pods come"
tolerant stays-none
within 20 runs_on stays-none node1 || fail "stays-none does not run"
k taint nodes node1 policy=x:NoSchedule
tolerant new-none
tolerant new-equal policy=x:NoSchedule
tolerant new-all-policies policy
within 20 runs_on new-equal node1 || fail "new-equal does not come"
within 20 runs_on new-all-policies node1 || fail "a toleration of all policies does not match"
within 20 pending new-none || fail "new-none came"
stays 2 running stays-none || fail "NoSchedule evicted a pod"
k taint nodes node1 policy-
k delete pod --all --wait=false > /dev/null

tell "PreferNoSchedule: whoever runs stays; others come only if there is no better place"
NODE=
tolerant before
within 20 running before || fail "before does not run"
k taint nodes node1 policy=x:PreferNoSchedule
tolerant goes-elsewhere
within 20 runs_on goes-elsewhere node2 || fail "goes-elsewhere is on the node to avoid"
stays 2 running before || fail "PreferNoSchedule evicted a pod"
k cordon node2
tolerant no-other-place
within 20 runs_on no-other-place node1 || fail "no-other-place waits"
echo "all stories ended as told"
