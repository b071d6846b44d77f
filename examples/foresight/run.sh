#!/usr/bin/env bash
# Four questions before something is done to a cluster, as a plugin of kubectl; what was foretold then happens.
. "$(dirname "${BASH_SOURCE[0]}")/../story.sh"
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd -P)
mkdir "$data/bin"
ln -s "$tenure" "$data/bin/kubectl-tenure"
ln -s "$tenure" "$data/bin/kubectl_complete-tenure"
PATH=$data/bin:$PATH
begin --nodes 6 --zones 3
k label node node-1 disk=ssd
k apply -f "$here/shop.yaml"
for workload in statefulset/database deployment/shop deployment/reports; do
  k rollout status "$workload" --timeout=60s > /dev/null || fail "$workload does not run"
done

# plan CODE WORDS...: what kubectl tenure plan says, which must end with this code
plan() {
  local code=0 wanted=$1
  shift
  said=$(k tenure plan "$@" 2>&1) || code=$?
  printf '%s\n' "$said"
  [ "$code" = "$wanted" ] || fail "plan $* ends with $code instead of $wanted"
}
told() { grep -qE "$1" <<< "$said" || fail "it is not told: $1"; }

tell "a taint strands a database"
plan 3 taint nodes node-1 maintenance=disk:NoExecute --fail-on pending
told 'default/database-0 +node-1 .*maintenance=disk:NoExecute is not tolerated .*pending'
told '^default/database +1 +0$'

tell "so it is tried on a copy, where it comes as told"
k tenure export "$data/shop.tenure"
mkdir "$data/copy"
"$tenure" up --from "$data/shop.tenure" --port 0 --data-dir "$data/copy" --detach
copy() { k --kubeconfig "$data/copy/kubeconfig" "$@"; }
trap '"$tenure" down --data-dir "$data/copy" > /dev/null 2>&1; "$tenure" down --data-dir "$data" > /dev/null 2>&1; rm -rf "$data"' EXIT
uids() { "$@" get pods -o jsonpath='{range .items[*]}{.metadata.uid} {.metadata.name} {.spec.nodeName} {.status.phase}{"\n"}{end}'; }
[ "$(uids k)" = "$(uids copy)" ] || fail "the pods of the copy are others"
copy taint nodes node-1 maintenance=disk:NoExecute
stranded() {
  [ "$(copy get pod database-0 -o jsonpath='{.status.phase}:{.spec.nodeName}')" = Pending: ] \
    && copy get pod database-0 -o jsonpath='{.status.conditions[*].message}' | grep -q 'untolerated taint'
}
within 20 stranded || fail "the database is not stranded"
runs_on database-0 node-1 || fail "the cluster itself was touched"

tell "a budget blocks a drain"
node=$(k get pods -l app=shop -o jsonpath='{.items[0].spec.nodeName}')
plan 3 drain "$node" --fail-on pending
told 'default/shop-.*budget'
if k drain "$node" --ignore-daemonsets --timeout=3s > "$data/drain" 2>&1; then fail "the drain is not blocked"; fi
grep -q "disruption budget" "$data/drain" || fail "the budget does not block the drain: $(cat "$data/drain")"
k uncordon "$node"

tell "a zone is lost that the others have no room for"
plan 3 lose zone zone-2 --fail-on pending
told 'reports-.*pending'
told 'Insufficient cpu'

tell "another configuration of the node controller, before it reaches the cluster"
code=0
said=$(k tenure compare --change "lose node $node" --b node-monitor-grace-period=20s 2>&1) || code=$?
printf '%s\n' "$said"
[ "$code" = 2 ] || fail "compare ends with $code instead of 2"
told '^B: Plan: .*\(node-monitor-grace-period=20s\)$'
told '^pod +default/.* leaves after .* leaves after .* time'

tell "what happens is recorded, and played again with what did not happen"
"$tenure" record "$data/shop.trace" --data-dir "$data" --for 8s 2> "$data/recorded" &
recorder=$!
recording() { grep -q '^recording ' "$data/recorded"; }
within 20 recording || fail "nothing is recorded: $(cat "$data/recorded")"
k scale deployment shop --replicas=2
wait "$recorder" || fail "the recording failed: $(cat "$data/recorded")"
code=0
said=$("$tenure" replay "$data/shop.trace" --change 'lose zone zone-2' --fail-on pending 2>&1) || code=$?
printf '%s\n' "$said"
[ "$code" = 3 ] || fail "replay ends with $code instead of 3"
told '^Recorded: 1 pod left \(deleted 1\), 1 act from outside$'
told '^Replayed: 1 of 1 first pods that left leave in A'
told '^pod +default/.* does not leave +leaves after '

tell "kubectl completes the names of what there is"
[ "$(k __complete tenure plan drain "$node" node- 2> /dev/null | grep -c '^node-')" = 5 ] || fail "nodes are not completed"
k __complete tenure plan dr 2> /dev/null | grep -q '^drain' || fail "commands are not completed"

echo "all stories ended as told"
