#!/usr/bin/env bash
# Node readiness in a minute: nodes bear a taint until their conditions are as a rule requires.
. "$(dirname "${BASH_SOURCE[0]}")/../story.sh"
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd -P)
begin --nodes 2
taints_are() { [ "$(k get node "$1" -o jsonpath='{.spec.taints[*].key}')" = "$2" ]; }
tainted_are() { [ "$(k get nodes -o jsonpath='{range .items[*]}{.spec.taints[*].key}{"\n"}{end}' | grep -c readiness.k8s.io/storage)" = "$1" ]; }
summary_has() { k get nodereadinessrule storage -o jsonpath='{.status.dryRunResults.summary}' | grep -q "$1"; }
homeless() { [ -z "$(k get pod "$1" -o jsonpath='{.spec.nodeName}')" ]; }
report() { "$tenure" node condition "$@" --data-dir "$data"; }

tell "nodes that are there already bear the taint until their network reports itself"
k apply -f "$here/network.yaml"
within 10 taints_are node-1 readiness.k8s.io/network || fail "node-1 is not tainted"
report node-1 network.example.com/Ready=True
report node-2 network.example.com/Ready=True
within 10 taints_are node-1 "" || fail "node-1 is tainted still"
within 10 taints_are node-2 "" || fail "node-2 is tainted still"

tell "a node that joins bears it from its first moment"
k apply -f "$here/../../deploy/readiness-at-birth.yaml"
sleep 1
"$tenure" node add --count 1 --data-dir "$data"
taints_are node-3 readiness.k8s.io/network || fail "node-3 was made without the taint"
NODE=node-3 tolerant early
stays 3 homeless early || fail "a pod came before the network was ready"
report node-3 network.example.com/Ready=True
within 15 runs_on early node-3 || fail "no pod comes to node-3"
report node-3 network.example.com/Ready=False
stays 2 taints_are node-3 "" || fail "bootstrap-only looks at a node again"

tell "a dry run names the pods that would leave, and touches no node"
k apply -f "$here/storage.yaml"
within 10 summary_has "^3 nodes have missing conditions$" || fail "the dry run says nothing"
report node-3 storage.example.com/Faulty=True --reason DiskGone
within 10 summary_has "1 pod would leave: default/early" || fail "the dry run does not name the pod"
k get nodereadinessrule storage -o jsonpath='{.status.dryRunResults.summary}{"\n"}'
taints_are node-3 "" || fail "a dry run has tainted a node"

tell "a plan tells what follows when the rule is in force"
sed 's/dryRun: true/dryRun: false/' "$here/storage.yaml" > "$data/in-force.yaml"
"$tenure" plan apply -f "$data/in-force.yaml" --data-dir "$data" | tee "$data/plan.txt"
grep -q "default/early" "$data/plan.txt" || fail "the plan does not name the pod"

tell "in force it makes them leave, and a limit keeps it from emptying the cluster"
k apply -f "$data/in-force.yaml"
within 15 gone early || fail "early is still there"
report node-2 storage.example.com/Faulty=True
stays 3 tainted_are 1 || fail "more than half of the nodes are tainted"
k get nodereadinessrule storage -o jsonpath='{.status.failedNodes[0].message}{"\n"}' | grep "more than 50%" || fail "the status does not tell of the limit"
report node-3 storage.example.com/Faulty=False
within 10 taints_are node-2 readiness.k8s.io/storage || fail "node-2 is not tainted though there is room"

tell "a rule that goes takes its taints along"
k delete nodereadinessrule storage network
within 10 taints_are node-2 "" || fail "node-2 is tainted still"

echo "all stories ended as told"
