#!/usr/bin/env bash
# A control plane of several processes on this machine, on loopback: three members of etcd, three API servers, two schedulers
# and two controllers, of which one each works and the other waits. To look at how they take over from one another; on three
# machines the units of this folder do the same (README.md).
#
#   local.sh start DIR     begins, or goes on with what is in DIR; returns when all are ready
#   local.sh status DIR    which of the processes live; etcd's members
#   local.sh stop DIR      ends them; what is in DIR stays
#
# One process: `kill -9 $(cat DIR/apiserver-2.pid)`; `start` starts what does not run. Environment: TENURE=./tenure, ETCD=etcd,
# PORT=16443 of the API servers, at 127.0.1.1 to .3; PORT+1 and PORT+2 of etcd's members at the same addresses. Logs: DIR/*.log.
# Exit status: 0 done, 1 something is not ready or not running, 2 wrong usage.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
TENURE=${TENURE:-$here/../../tenure}
ETCD=${ETCD:-etcd}
PORT=${PORT:-16443}
CLIENTS=$((PORT + 1))
PEERS=$((PORT + 2))
READY_SECONDS=120
UNITS="etcd-1 etcd-2 etcd-3 apiserver-1 apiserver-2 apiserver-3 scheduler-1 scheduler-2 controllers-1 controllers-2"

usage() { sed -n '2,/^set -e/{/^set -e/d;s/^# \{0,1\}//p;}' "$0"; }

case ${1:-} in
  -h | --help) usage; exit 0 ;;
  start | status | stop) [ $# -eq 2 ] || { usage >&2; exit 2; } ;;
  *) usage >&2; exit 2 ;;
esac
mkdir -p "$2"
chmod 700 "$2" # keys and objects are nobody else's business
DIR=$(cd "$2" && pwd)

address() { echo "127.0.1.$1"; }
each() { echo "${1//N/1},${1//N/2},${1//N/3}"; }
SERVERS=$(each "http://127.0.1.N:$CLIENTS")

# Whether the process of a unit lives, and is still the one that was started.
lives() {
  [ -f "$DIR/$1.pid" ] && kill -0 "$(cat "$DIR/$1.pid")" 2> /dev/null \
    && tr '\0' ' ' < "/proc/$(cat "$DIR/$1.pid")/cmdline" | grep -qF "$DIR"
}

# run UNIT COMMAND...: unless it lives.
run() {
  local unit=$1
  shift
  ! lives "$unit" || return 0
  setsid "$@" >> "$DIR/$unit.log" 2>&1 < /dev/null &
  echo $! > "$DIR/$unit.pid"
}

# await WHAT COMMAND...
await() {
  local what=$1 i
  shift
  for ((i = 0; i < READY_SECONDS * 5; i++)); do
    "$@" > /dev/null 2>&1 && return 0
    sleep 0.2
  done
  echo "$what is not ready after $READY_SECONDS s: see $DIR/*.log" >&2
  exit 1
}

etcd_ready() { curl -fsS --max-time 2 "http://$(address "$1"):$CLIENTS/health" | grep -q '"health":"true"'; }
server_ready() {
  lives "apiserver-$1" || { echo "apiserver-$1 has ended:" >&2; tail -n 3 "$DIR/apiserver-$1.log" >&2; exit 1; }
  [ -f "$DIR/server-$1/kubeconfig" ] && curl -fsS --max-time 2 --cacert "$DIR/server-$1/pki/ca.crt" \
    --cert "$DIR/server-$1/pki/admin.crt" --key "$DIR/server-$1/pki/admin.key" "https://$(address "$1"):$PORT/readyz"
}

start_etcd() {
  run "etcd-$1" "$ETCD" --name="m$1" --data-dir="$DIR/etcd-$1" --log-level=warn \
    --listen-client-urls="http://$(address "$1"):$CLIENTS" --advertise-client-urls="http://$(address "$1"):$CLIENTS" \
    --listen-peer-urls="http://$(address "$1"):$PEERS" --initial-advertise-peer-urls="http://$(address "$1"):$PEERS" \
    --initial-cluster="m1=http://127.0.1.1:$PEERS,m2=http://127.0.1.2:$PEERS,m3=http://127.0.1.3:$PEERS"
}

# Servers of one cluster have one authority and one key for tokens: the first one's. The address by which each counts as
# one of three must not be loopback; nobody is to reach it here, so it is of those for documentation.
start_server() {
  if [ "$1" != 1 ] && [ ! -d "$DIR/server-$1/pki" ]; then
    mkdir -p -m 700 "$DIR/server-$1"
    cp -pR "$DIR/server-1/pki" "$DIR/server-$1/pki"
  fi
  run "apiserver-$1" "$TENURE" apiserver --data-dir="$DIR/server-$1" --bind="$(address "$1")" --port="$PORT" \
    --advertise-address="192.0.2.$1" --etcd-servers="$SERVERS" --encryption-provider-config="$DIR/encryption.yaml"
  await "apiserver-$1" server_ready "$1"
}

encryption() {
  [ -f "$DIR/encryption.yaml" ] || (umask 077 && cat > "$DIR/encryption.yaml" << YAML
apiVersion: apiserver.config.k8s.io/v1
kind: EncryptionConfiguration
resources:
- resources: [secrets]
  providers:
  - secretbox: {keys: [{name: one, secret: $(head -c 32 /dev/urandom | base64)}]}
  - identity: {}
YAML
  )
}

begin() {
  local n
  for n in 1 2 3; do start_etcd "$n"; done
  for n in 1 2 3; do await "etcd-$n" etcd_ready "$n"; done
  encryption
  for n in 1 2 3; do start_server "$n"; done
  for n in 1 2; do
    run "scheduler-$n" "$TENURE" scheduler --kubeconfig="$DIR/server-$n/kubeconfig" --metrics-address=0
    run "controllers-$n" "$TENURE" controllers --kubeconfig="$DIR/server-$n/kubeconfig" --metrics-address=0
  done
  printf 'ready: export KUBECONFIG=%q (or server-2, server-3)\n' "$DIR/server-1/kubeconfig"
}

status() {
  local unit ended=0
  for unit in $UNITS; do
    if lives "$unit"; then
      echo "$unit runs as $(cat "$DIR/$unit.pid")"
    else
      echo "$unit does not run"
      ended=1
    fi
  done
  return $ended
}

# What asks first, what answers last.
end() {
  local unit i
  for unit in controllers-1 controllers-2 scheduler-1 scheduler-2 apiserver-1 apiserver-2 apiserver-3 etcd-1 etcd-2 etcd-3; do
    ! lives "$unit" || kill "$(cat "$DIR/$unit.pid")"
  done
  for unit in $UNITS; do
    for ((i = 0; i < 150; i++)); do
      lives "$unit" || break
      sleep 0.2
    done
    if lives "$unit"; then
      echo "$unit does not end" >&2
      exit 1
    fi
    rm -f "$DIR/$unit.pid"
  done
}

case $1 in
  start) begin ;;
  status) status ;;
  stop) end ;;
esac
