#!/usr/bin/env bash
# What no toleration can say: all taints but some, families of keys, and expressions; for pods that stand, and for new ones.
. "$(dirname "${BASH_SOURCE[0]}")/../story.sh"
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd -P)
begin --nodes 3
pod() { k run "$1" --image=registry.test/app:1 --labels="role=$1" --overrides='{"spec": {"terminationGracePeriodSeconds": 1}}' > /dev/null; }

tell "all taints but one: the agent stays, the other pod leaves"
k apply -f "$here/agents.yaml"
k cordon node-2 > /dev/null && k cordon node-3 > /dev/null
pod agent
pod other
within 15 runs_on agent node-1 || fail "the agent does not run"
within 15 runs_on other node-1 || fail "the other pod does not run"
k taint nodes node-1 maintenance=disk:NoExecute
within 15 gone other || fail "the other pod is still there"
stays 3 runs_on agent node-1 || fail "the agent has left"
"$tenure" taints maintenance --data-dir "$data" | tee "$data/taints.txt"
grep -q "policy agents *stays" "$data/taints.txt" || fail "taints do not tell of the policy"
"$tenure" plan taint nodes node-1 decommission:NoExecute --data-dir "$data" | tee "$data/plan.txt"
grep -q "default/agent.*decommission:NoExecute is not tolerated" "$data/plan.txt" || fail "the plan does not have the agent leave"
k taint nodes node-1 decommission:NoExecute
within 15 gone agent || fail "the agent is still there"
k taint nodes node-1 maintenance- decommission- > /dev/null

tell "a family of keys: everybody has ten seconds"
pod third
within 15 runs_on third node-1 || fail "the third pod does not run"
k taint nodes node-1 readiness.k8s.io/network:NoExecute
stays 5 runs_on third node-1 || fail "the third pod has left at once"
within 15 gone third || fail "the third pod is still there"

tell "an expression: the value of the taint decides"
k taint nodes node-1 readiness.k8s.io/network- > /dev/null
pod fourth
within 15 runs_on fourth node-1 || fail "the fourth pod does not run"
k taint nodes node-1 example.com/sla=960:NoExecute
stays 3 runs_on fourth node-1 || fail "the fourth pod has left"
"$tenure" taints example.com/sla --data-dir "$data" | tee "$data/sla.txt"
grep -q "policy enough *stays" "$data/sla.txt" || fail "taints do not tell of the policy with the expression"
k taint nodes node-1 example.com/sla=940:NoExecute --overwrite
within 15 gone fourth || fail "the fourth pod is still there"
k taint nodes node-1 example.com/sla- readiness.k8s.io/network:NoExecute > /dev/null

tell "new pods get the equivalent list from an admission policy"
k taint nodes node-1 decommission:NoSchedule > /dev/null
"$tenure" toleration expand 'readiness.k8s.io/*' --data-dir "$data"
"$tenure" toleration expand '*' --except node.kubernetes.io/unschedulable --as-policy agents --pods role=agent --data-dir "$data" | tee "$data/admission.yaml"
k apply -f "$data/admission.yaml"
sleep 2
pod agent
within 15 runs_on agent node-1 || fail "the agent is not placed on the tainted node"
pod other
stays 3 pending other || fail "the other pod was placed on a tainted node"

echo "all stories ended as told"
