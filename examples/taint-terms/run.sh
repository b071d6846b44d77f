#!/usr/bin/env bash
# Taints for a while: put there with an owner and a reason, extended, cancelled, renewed by somebody, gone in time.
. "$(dirname "${BASH_SOURCE[0]}")/../story.sh"
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd -P)
begin --nodes 3
taints_are() { [ "$(k get node "$1" -o jsonpath='{range .spec.taints[*]}{.key}={.value}:{.effect}{end}')" = "$2" ]; }
has_no_term() { ! k get node "$1" -o jsonpath='{.metadata.annotations}' | grep -qF taint-term.tenure.dev; }
told() { k get events --field-selector "involvedObject.name=$1" -o jsonpath='{range .items[*]}{.reason}: {.message}{"\n"}{end}' | grep -q "$2"; }
taint() { "$tenure" taint nodes "$@" --data-dir "$data"; }
ready() { [ "$(k get deployment "$1" -o jsonpath='{.status.readyReplicas}')" = 1 ]; }

tell "a plan says who leaves and who stays because the taint goes before"
k apply -f "$here/workloads.yaml"
within 15 ready database || fail "the database does not run"
within 15 runs_on web node-1 || fail "web does not run on node-1"
"$tenure" plan taint nodes node-1 maintenance=disk:NoExecute --lasting 2h --for 4h --data-dir "$data" | tee "$data/plan.txt"
grep -q "default/web" "$data/plan.txt" || fail "the plan does not name web"
grep -q "default/database" "$data/plan.txt" && fail "the plan has the database leave"

tell "the taint is there with its owner, its reason and its end"
taint node-1 maintenance=disk:NoExecute --for 2h --owner alice --reason "ticket 4711"
"$tenure" taints maintenance --data-dir "$data" | tee "$data/taints.txt"
grep -q "alice *ticket 4711" "$data/taints.txt" || fail "neither owner nor reason are shown"
within 15 gone web || fail "web is still there"
"$tenure" evictions --data-dir "$data" | grep "database.*stays: the taint goes at" || fail "evictions do not say that the database stays"

tell "it is extended, then shortened, and goes in time"
taint node-1 maintenance:NoExecute --extend --for 3h
taint node-1 maintenance:NoExecute --extend --for 4s
within 10 taints_are node-1 "" || fail "the taint is still there"
within 10 told node-1 "TaintTermEnded: Taint maintenance=disk:NoExecute was taken away" || fail "no Event tells of it"
ready database || fail "the database has left"

tell "by hand, with kubectl alone"
k taint nodes node-2 quiet:NoSchedule
k annotate node node-2 "taint-term.tenure.dev/quiet=quiet:NoSchedule until $(date -u -d '+4 sec' +%FT%TZ) by bob"
within 10 taints_are node-2 "" || fail "the taint that was written by hand is still there"

tell "a taint that somebody put there anew stays, and a cancelled one is told"
taint node-3 maintenance=net:NoSchedule --for 5s --owner alice
k taint nodes node-3 maintenance=net:NoSchedule --overwrite
within 10 has_no_term node-3 || fail "the term of a taint that was renewed is still there"
stays 6 taints_are node-3 maintenance=net:NoSchedule || fail "a taint was taken away that somebody renewed"
within 10 told node-3 "TaintTermDropped" || fail "no Event tells of the term that was dropped"
taint node-3 maintenance=net:NoSchedule --overwrite --for 1h --owner alice
taint node-3 maintenance:NoSchedule- --owner bob
within 10 told node-3 "TaintTermCancelled: Taint maintenance=net:NoSchedule was taken away before .* by bob (by alice)" || fail "no Event tells who cancelled"

echo "all stories ended as told"
