#!/usr/bin/env bash
# "Controlling pod placement using node taints" of the OpenShift documentation, played with a real kubectl: taints of nodes
# and of machine sets, tolerations with and without tolerationSeconds, a node that is not reachable.
. "$(dirname "${BASH_SOURCE[0]}")/../story.sh"
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd -P)
begin --nodes 0 --node-file "$(named node1)" --node-monitor-period 1s --node-monitor-grace-period 25s
nodes_of() { k get nodes -l "node-role.kubernetes.io/$1" -o name | wc -l; }
there_are() { [ "$(nodes_of reserved)" -eq "$1" ]; }

tell "a machine set makes nodes that bear its taints; kubectl scale makes more"
k create namespace openshift-machine-api
k apply -f "$here/machineset.yaml"
within 60 there_are 1 || fail "no node of the machine set"
k scale machineset reserved -n openshift-machine-api --replicas=2
within 60 there_are 2 || fail "the machine set was not scaled"
k wait --for=condition=Ready node -l node-role.kubernetes.io/reserved --timeout=60s > /dev/null
[ "$(k get nodes -l node-role.kubernetes.io/reserved -o jsonpath='{range .items[*]}{.spec.taints[?(@.key=="reserved")].effect} {end}')" \
  = "NoExecute NoExecute " ] || fail "the nodes do not bear the taint of their machine set"

tell "pods without a toleration stay away; those with one come, for ever or for a while"
node=$(k get nodes -l node-role.kubernetes.io/reserved -o jsonpath='{.items[0].metadata.name}')
NODE=$node tolerant outsider
NODE=$node tolerant resident reserved=yes:NoExecute
NODE=$node tolerant guest reserved=yes:NoExecute@8
within 20 runs_on resident "$node" || fail "resident does not run"
within 20 pending outsider || fail "outsider came"
within 30 gone guest || fail "guest is still there"
running resident || fail "resident left"

tell "a taint of the machine comes back when somebody takes it off the node"
k taint nodes "$node" reserved:NoExecute-
tainted() { k get node "$node" -o jsonpath='{.spec.taints[*].key}' | grep -q reserved; }
within 20 tainted || fail "the taint did not come back"

tell "a pod may stay on an unreachable node as long as it says"
NODE=node1 tolerant leaves-soon node.kubernetes.io/unreachable:NoExecute@3 node.kubernetes.io/not-ready:NoExecute@3
NODE=node1 tolerant stays-put node.kubernetes.io/unreachable:NoExecute node.kubernetes.io/not-ready:NoExecute
within 20 running leaves-soon && within 20 running stays-put || fail "the pods do not run"
"$tenure" node stop node1 --data-dir "$data"
leaving() { [ -n "$(k get pod "$1" -o jsonpath='{.metadata.deletionTimestamp}' 2>&1)" ]; }
within 60 leaving leaves-soon || fail "leaves-soon is not asked to leave"
! leaving stays-put || fail "stays-put is asked to leave"

tell "fewer machines: their nodes go"
k scale machineset reserved -n openshift-machine-api --replicas=0
within 60 there_are 0 || fail "the nodes are still there"
echo "all stories ended as told"
