#!/usr/bin/env bash
# The page "Node-pressure Eviction" of the Kubernetes documentation, on nodes that run short of what nobody really uses.
. "$(dirname "${BASH_SOURCE[0]}")/../story.sh"
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd -P)
begin --nodes 0 --node-file "$here/nodes.yaml" \
  --kubelet-config "$here/kubelet.yaml" --kubelet-config "soft=$here/kubelet-soft.yaml"

field() { k get "$1" "$2" -o jsonpath="$3"; }
condition() { field node "$1" "{.status.conditions[?(@.type==\"$2\")].status}"; }
has_condition() { [ "$(condition "$1" "$2")" = "$3" ]; }
tainted() { field node "$1" '{.spec.taints[*].key}' | grep -qF "node.kubernetes.io/$2"; }
untainted() { ! tainted "$@"; }
evicted() { [ "$(field pod "$1" '{.status.phase}/{.status.reason}')" = Failed/Evicted ]; }
greedy_evicted() { k get pods -l app=greedy -o jsonpath='{.items[*].status.reason}' | grep -q Evicted; }
greedy_replaced() { [ "$(k get pods -l app=greedy --field-selector status.phase=Pending -o name | wc -l)" = 1 ]; }
# lone NAME NODE USAGE [MORE]: a pod of one container on a node
lone() {
  k apply -f - > /dev/null <<YAML
apiVersion: v1
kind: Pod
metadata:
  name: $1
  annotations: {$3}
spec:
  nodeSelector: {kubernetes.io/hostname: $2}
  containers:
  - {name: main, image: registry.test/app:1}
${4:-}
YAML
}
usage=usage.simulation.tenure.dev

tell "system-reserved: pods may ask for what is left of 10Gi after 1.5Gi for the system and the threshold of 500Mi"
within 20 test "$(field node memory '{.status.allocatable.memory}')" = 8204Mi \
  || fail "allocatable is $(field node memory '{.status.allocatable.memory}')"

tell "memory: who uses more than was asked for goes, the lower priority first; the others stay"
k apply -f "$here/pods.yaml" > /dev/null
lone impatient soft "$usage/memory: ramp to=9Gi over=1s, simulation.tenure.dev/stop-delay: 3s"
lone writer disk "$usage/layer: ramp to=12Gi over=5s"
lone scratch disk "$usage/volume.cache: ramp to=2Gi over=5s" \
  "  volumes: [{name: cache, emptyDir: {sizeLimit: 1Gi}}]"
within 20 running guaranteed || fail "guaranteed does not run"
within 60 greedy_evicted || fail "greedy is not evicted"
k get pods -l app=greedy -o jsonpath='{range .items[*]}{.status.message}{"\n"}{end}' | grep -F \
  "The node was low on resource: memory. Threshold quantity: 500Mi, available: " || fail "no word about the threshold"
for pod in guaranteed within-request important-and-greedy; do running "$pod" || fail "$pod left"; done
k get events --field-selector reason=EvictionThresholdMet | grep -q "Attempting to reclaim memory" || fail "no word on the node"

tell "the node says so, is tainted, and takes no pod that asks for nothing; the Deployment waits with a new pod"
within 20 has_condition memory MemoryPressure True || fail "memory has no MemoryPressure"
within 10 tainted memory memory-pressure || fail "memory is not tainted"
within 20 greedy_replaced || fail "the Deployment has made no other pod"

tell "an emptyDir beyond its limit: evicted without any pressure"
within 30 evicted scratch || fail "scratch is not evicted"
field pod scratch '{.status.message}' | grep -F 'Usage of EmptyDir volume "cache" exceeds the limit "1Gi".' || fail "no word about the limit"

tell "disk: images that nobody uses go before pods"
within 30 has_condition disk DiskPressure True || fail "disk has no DiskPressure"
running writer || fail "writer was evicted although images could be"
lone second-writer disk "$usage/layer: ramp to=9Gi over=5s" "  tolerations: [{key: node.kubernetes.io/disk-pressure, operator: Exists}]"
within 20 evicted second-writer || fail "second-writer came although the node is under disk pressure"
field pod second-writer '{.status.message}' | grep -F 'Pod was rejected: The node had condition: [DiskPressure].' || fail "no word about the condition"

tell "a soft threshold waits for its grace; the pod gets time to stop"
within 60 evicted impatient || fail "impatient is not evicted"
field pod impatient '{.status.conditions[?(@.type=="DisruptionTarget")].reason}' | grep -qx TerminationByKubelet || fail "impatient has no DisruptionTarget"

tell "after the transition period the conditions and taints are gone"
k delete deployment greedy > /dev/null
k delete pod important-and-greedy writer --wait=false > /dev/null
within 60 has_condition memory MemoryPressure False || fail "memory is still under pressure"
within 60 has_condition disk DiskPressure False || fail "disk is still under pressure"
within 20 untainted memory memory-pressure || fail "memory is still tainted"
echo "all stories ended as told"
