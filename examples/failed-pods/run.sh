#!/usr/bin/env bash
# Pods that fail again and again in a minute: a loop that is told, paused and ended, and failed pods that do not pile up.
. "$(dirname "${BASH_SOURCE[0]}")/../story.sh"
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd -P)
begin --nodes 2
failed() { k get pods -l app=web --field-selector status.phase=Failed -o name | wc -l; }
failed_at_least() { [ "$(failed)" -ge "$1" ]; }
failed_are() { [ "$(failed)" = "$1" ]; }
runs() { k get pods -l app=web -o jsonpath='{.items[*].status.phase}' | grep -q Running; }
refused() { k get rs -l app=web -o jsonpath='{.items[*].status.conditions[*].message}' | grep -q "none is made until"; }
wants_none() { [ "$(k get pods -l app=web --field-selector status.phase!=Failed -o name | wc -l)" = 0 ]; }

tell "lint sees it before it is there"
"$tenure" lint -f "$here/pinned.yaml" | grep "TNR036 names-node" || fail "lint does not tell of the template"

tell "a node that takes none of a workload's pods gets them again and again"
k apply -f "$here/pinned.yaml"
within 30 failed_at_least 6 || fail "the pods do not fail"
k scale deployment web --replicas=0
within 20 wants_none || fail "the workload is not scaled down"
"$tenure" evictions --loops --data-dir "$data" | grep "remove nodeName from the template of Deployment default/web.*(tried: it then runs on node-2)" \
  || fail "the loop, or what would end it, is not told"

tell "a retention removes all but the newest, and each leaves a record"
k apply -f "$here/retention.yaml"
within 60 failed_are 2 || fail "the failed pods stay"
"$tenure" evictions --data-dir "$data" | grep "rejected .*NodeAffinity" || fail "what was removed is not told"
k get events --field-selector reason=EvictionLoop | grep "pods failed on node node-1" || fail "the owner is not told"
k get failedpodretentions

tell "a breaker has the workload make no pods for a while"
k apply -f "$here/../../deploy/loop-breaker.yaml"
k patch failedpodretention few --type=merge -p '{"spec": {"loops": {"pauseSeconds": 600}}}'
k scale deployment web --replicas=1
within 30 refused || fail "pods are made all the same"
"$tenure" evictions --loops --data-dir "$data" | grep "is to make no pods for" || fail "the pause is not told"

tell "what was said to end the loop does, for it makes a new ReplicaSet"
k patch deployment web --type=json -p '[{"op":"remove","path":"/spec/template/spec/nodeName"}]'
within 30 runs || fail "no pod runs"

echo "all stories ended as told"
