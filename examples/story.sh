# What the stories share; each run.sh sources it. TENURE and KUBECTL choose the programs, else ../tenure and kubectl of PATH.
set -eu
tenure=${TENURE:-$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd -P)/tenure}
kubectl=${KUBECTL:-kubectl}
data=$(mktemp -d "${TMPDIR:-/tmp}/tenure-story.XXXXXX")
trap '"$tenure" down --data-dir "$data" > /dev/null 2>&1 || true; rm -rf "$data" "$data.nodes.yaml"' EXIT

# begin FLAGS...: a cluster of its own, ready for pods
begin() {
  "$tenure" up --port 0 --data-dir "$data" --detach "$@"
  export KUBECONFIG=$data/kubeconfig
  k wait --for=condition=Ready node --all --timeout=60s > /dev/null
  within 30 k get serviceaccount default
}
# named NODE...: a file of nodes with these names, as the guides call them
named() {
  local name
  for name; do
    printf -- '---\napiVersion: v1\nkind: Node\nmetadata: {name: %s, labels: {kubernetes.io/hostname: %s}}\n' "$name" "$name"
  done > "$data.nodes.yaml"
  echo "$data.nodes.yaml"
}
k() { "$kubectl" "$@"; }
tell() { printf '== %s\n' "$*"; }
fail() { echo "not as told: $*" >&2; k get pods -o wide >&2 || true; exit 1; }
# within SECONDS COMMAND...: repeats the command until it succeeds
within() {
  local left=$1
  shift
  until "$@" > /dev/null 2>&1; do
    left=$((left - 1))
    [ "$left" -gt 0 ] || return 1
    sleep 1
  done
}
# stays SECONDS COMMAND...: the command succeeds now and after that time
stays() {
  "${@:2}" || return 1
  sleep "$1"
  "${@:2}"
}
gone() { ! k get pod "$1" -o name 2> /dev/null | grep -q .; }
running() { [ "$(k get pod "$1" -o jsonpath='{.status.phase}')" = Running ]; }
runs_on() { running "$1" && [ "$(k get pod "$1" -o jsonpath='{.spec.nodeName}')" = "$2" ]; }
# pending POD [TEXT]: without a node, and the condition says so with this text
pending() {
  [ -z "$(k get pod "$1" -o jsonpath='{.spec.nodeName}')" ] \
    && k get pod "$1" -o jsonpath='{.status.conditions[?(@.type=="PodScheduled")].message}' | grep -qF "${2:-nodes are available}"
}
# tolerant NAME [TOLERATION...]: makes a pod; a toleration is written key[=value][:effect][@seconds], and - for no key.
# With NODE set, the pod asks for that node by its label.
tolerant() {
  local name=$1 one key value effect seconds list=
  shift
  for one; do
    seconds=${one#*@}
    [ "$seconds" != "$one" ] || seconds=
    one=${one%@*}
    effect=${one#*:}
    [ "$effect" != "$one" ] || effect=
    one=${one%:*}
    value=${one#*=}
    [ "$value" != "$one" ] || value=
    key=${one%%=*}
    [ "$key" != - ] || key=
    if [ -n "$value" ]; then value="operator: Equal, value: \"$value\""; else value="operator: Exists"; fi
    list="$list
  - {key: \"$key\", $value${effect:+, effect: $effect}${seconds:+, tolerationSeconds: $seconds}}"
  done
  k apply -f - > /dev/null <<YAML
apiVersion: v1
kind: Pod
metadata:
  name: $name
spec:
  terminationGracePeriodSeconds: 1
  nodeSelector: {${NODE:+kubernetes.io/hostname: $NODE}}
  containers:
  - {name: main, image: registry.test/app:1}
  tolerations:${list:- []}
YAML
}
