#!/usr/bin/env bash
# A HorizontalPodAutoscaler: a Deployment grows while its pods are busy, and shrinks when they are idle.
. "$(dirname "${BASH_SOURCE[0]}")/../story.sh"
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd -P)
begin --nodes 3 --horizontal-pod-autoscaler-sync-period 2s

replicas() { [ "$(k get deployment web -o jsonpath='{.spec.replicas}')" = "$1" ]; }
uses() { k get --raw /apis/metrics.k8s.io/v1beta1/namespaces/default/pods | grep -q "\"cpu\":\"$1\""; }
condition() { k get hpa web -o jsonpath="{.status.conditions[?(@.type==\"$1\")].reason}"; }
has_condition() { [ "$(condition "$1")" = "$2" ]; }

tell "what simulated pods and nodes use is told as metrics.k8s.io, without another program"
k apply -f "$here/web.yaml" > /dev/null
within 30 k top pod -l app=web || fail "nobody tells what pods use"
within 10 uses 150m || fail "the pods do not use 150m"
k top node node-1 > /dev/null || fail "nobody tells what node-1 uses"

tell "the pods use three quarters of what they request: more come, up to the most that are allowed"
within 60 replicas 4 || fail "web has not grown to 4"
k get events --field-selector reason=SuccessfulRescale -o jsonpath='{.items[*].message}' \
  | grep -qF "reason: cpu resource utilization (percentage of request) above target" || fail "no word about growing"
within 20 has_condition ScalingLimited TooManyReplicas || fail "ScalingLimited is $(condition ScalingLimited)"

tell "they are idle: all but one go"
k annotate pod -l app=web --overwrite usage.simulation.tenure.dev/cpu=10m > /dev/null
within 60 replicas 1 || fail "web has not shrunk to 1"
k get events --field-selector reason=SuccessfulRescale -o jsonpath='{.items[*].message}' \
  | grep -qF "New size: 1; reason: All metrics below target" || fail "no word about shrinking"

tell "scaled to zero by hand, it is left alone"
k scale deployment web --replicas=0 > /dev/null
within 20 has_condition ScalingActive ScalingDisabled || fail "ScalingActive is $(condition ScalingActive)"
stays 5 replicas 0 || fail "somebody scaled web"

echo "all stories ended as told"
