#!/usr/bin/env bash
# Pods that stand against a taint with NoSchedule leave, gently: a node that is dedicated afterwards, a node that is cordoned.
. "$(dirname "${BASH_SOURCE[0]}")/../story.sh"
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd -P)
begin --nodes 2
web_on() { [ "$(k get pods -l app=web --field-selector "spec.nodeName=$1" -o name | wc -l)" = "$2" ]; }
agents() { [ "$(k get pods -l app=agent -o jsonpath='{range .items[*]}{.status.phase}{"\n"}{end}' | grep -c Running)" = 2 ]; }
ready() { [ "$(k get pods -l app=web -o jsonpath='{range .items[*]}{.metadata.deletionTimestamp} {.status.conditions[?(@.type=="Ready")].status}{"\n"}{end}' | grep -c '^ True$')" -ge 2 ]; }

tell "a Deployment, a DaemonSet and a bare pod, all on node-1 but for the second agent"
k cordon node-2 > /dev/null
k apply -f "$here/web.yaml"
within 40 ready || fail "the pods are not ready"
within 20 runs_on bare node-1 || fail "the bare pod does not run"
k uncordon node-2 > /dev/null
within 20 agents || fail "the agents do not run"

tell "the node is dedicated: without a policy everybody stays"
k taint nodes node-1 dedicated=gpu:NoSchedule
stays 3 web_on node-1 2 || fail "somebody left without a policy"

tell "a plan says who would leave with one"
"$tenure" plan apply -f "$here/policy.yaml" --data-dir "$data" | tee "$data/plan"
grep -q "2 evicted, 2 re-placed" "$data/plan" || fail "the plan does not tell of two pods"

tell "with it they leave, and never are less than two ready"
k apply -f "$here/policy.yaml"
for _ in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
  ready || fail "less than two pods are ready"
  web_on node-1 0 && break
  sleep 1
done
web_on node-1 0 || fail "web is still on node-1"
"$tenure" evictions --data-dir "$data" | tee "$data/evictions"
[ "$(grep -c "taint *dedicated=gpu:NoSchedule" "$data/evictions")" = 2 ] || fail "the evictions do not tell the taint"
running bare || fail "the bare pod has left"
agents || fail "an agent has left"
"$tenure" taints dedicated --data-dir "$data" | tee "$data/taints"
grep -q "stays: has no controller" "$data/taints" || fail "it is not told why the bare pod stays"
grep -q "stays: of a DaemonSet" "$data/taints" || fail "it is not told why the agent stays"

tell "who is put there by hand stays, and goes in no circles"
k run hand --image=registry.test/app:1 --overrides='{"spec": {"nodeName": "node-1", "terminationGracePeriodSeconds": 1}}' > /dev/null
stays 3 runs_on hand node-1 || fail "the pod that came later has left"

tell "a cordon that is taken back in time makes nobody leave, one that stays does"
k cordon node-1
within 5 sh -c "'$tenure' evictions --data-dir '$data' | grep 'bare.*held by cordoned: 10 s at least'" || fail "the least stay does not hold"
k uncordon node-1
stays 12 running bare || fail "the bare pod left though the cordon was taken back"
k cordon node-1
within 20 gone bare || fail "the bare pod is still there"
agents || fail "an agent has left"

echo "all stories ended as told"
