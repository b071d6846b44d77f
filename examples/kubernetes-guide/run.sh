#!/usr/bin/env bash
# The page "Taints and Tolerations" of the Kubernetes documentation, played with a real kubectl.
. "$(dirname "${BASH_SOURCE[0]}")/../story.sh"
begin --nodes 0 --node-file "$(named node1 node2 node3)"

tell "a taint keeps pods away that do not tolerate it; Equal and Exists both match"
k taint nodes node1 key1=value1:NoSchedule
NODE=node1 tolerant plain
NODE=node1 tolerant equal key1=value1:NoSchedule
NODE=node1 tolerant exists key1:NoSchedule
NODE=node1 tolerant other-value key1=value2:NoSchedule
NODE=node1 tolerant everything -
within 20 runs_on equal node1 || fail "the same key, value and effect do not match"
within 20 runs_on exists node1 || fail "Exists does not match"
within 20 runs_on everything node1 || fail "an empty key with Exists does not tolerate everything"
within 20 pending plain "untolerated taint" || fail "a pod without toleration was placed"
within 20 pending other-value || fail "another value matches"

tell "the taint is taken away, and the waiting pods come"
k taint nodes node1 key1=value1:NoSchedule-
within 20 runs_on plain node1 || fail "plain still waits"
k delete pod --all --wait=false > /dev/null

tell "several taints: what is left after the tolerated ones counts"
NODE=node2 tolerant was-there key1=value1:NoSchedule key1=value1:NoExecute
within 20 runs_on was-there node2 || fail "was-there does not run"
k taint nodes node2 key1=value1:NoSchedule key1=value1:NoExecute key2=value2:NoSchedule
NODE=node2 tolerant comes-late key1=value1:NoSchedule key1=value1:NoExecute
within 20 pending comes-late || fail "key2 does not keep comes-late away"
stays 3 running was-there || fail "a NoSchedule taint evicted a running pod"
k taint nodes node2 key1- key2-
k delete pod --all --wait=false > /dev/null

tell "tolerationSeconds: bound for a while, unless the taint goes first"
NODE=node1 tolerant for-a-while key1=value1:NoExecute@6
NODE=node2 tolerant kept key1=value1:NoExecute@6
within 20 running for-a-while && within 20 running kept || fail "the pods do not run"
k taint nodes node1 node2 key1=value1:NoExecute
sleep 2
k taint nodes node2 key1:NoExecute-
running for-a-while || fail "for-a-while left early"
within 15 gone for-a-while || fail "for-a-while is still there"
stays 3 running kept || fail "kept left although the taint was taken away in time"
k taint nodes node1 key1-
k delete pod --all --wait=false > /dev/null

tell "PreferNoSchedule: avoided while there is another node, used when there is none"
k taint nodes node1 node2 slow=yes:PreferNoSchedule
tolerant prefers
within 20 runs_on prefers node3 || fail "the scheduler did not avoid the nodes"
k cordon node3
tolerant must
within 20 running must || fail "PreferNoSchedule kept a pod away"
k uncordon node3
k taint nodes node1 node2 slow-
k delete pod --all --wait=false > /dev/null

tell "dedicated nodes: a taint keeps others out, a label draws the group in"
k taint nodes node3 dedicated=groupName:NoSchedule
NODE=node3 tolerant group dedicated=groupName:NoSchedule
for i in 1 2 3 4; do tolerant "other-$i"; done
within 20 runs_on group node3 || fail "the group's pod is not on its node"
for i in 1 2 3 4; do
  within 20 running "other-$i" || fail "other-$i does not run"
  ! runs_on "other-$i" node3 || fail "other-$i came to the dedicated node"
done

tell "every pod tolerates not-ready and unreachable for five minutes, unless it says otherwise"
[ "$(k get pod other-1 -o jsonpath='{range .spec.tolerations[*]}{.key}={.tolerationSeconds} {end}')" \
  = "node.kubernetes.io/not-ready=300 node.kubernetes.io/unreachable=300 " ] || fail "other tolerations were added"
echo "all stories ended as told"
