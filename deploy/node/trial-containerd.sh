#!/usr/bin/env bash
# A containerd of its own in one folder, for trials and tests: its socket, state, images and network live there, and
# whatever else runs on the machine is not touched. Needs root, and the packages that setup-containerd.sh installs.
#
#   deploy/node/trial-containerd.sh start DIR   starts it, or starts it again after it was killed; its pods run on
#   deploy/node/trial-containerd.sh stop DIR    ends its pods and it, and unmounts what they leave; DIR stays
#
# The socket is DIR/containerd.sock. DATA=OTHER_DIR puts images and layers there, for example on a small file system.
# POD_CIDR=10.87.0.0/24 gives the addresses of pods.
set -euo pipefail
HERE=$(cd "$(dirname "$0")" && pwd -P)
[ $# = 2 ] || { sed -n '2,10p' "$0" >&2; exit 2; }
[ "$(id -u)" = 0 ] || { echo "error: must run as root: sudo $0 $*" >&2; exit 1; }
for program in containerd ctr runc busybox; do
  command -v "$program" >/dev/null || { echo "error: $program is not installed; see setup-containerd.sh" >&2; exit 1; }
done
mkdir -p "$2"
DIR=$(cd "$2" && pwd -P)
SOCKET=$DIR/containerd.sock
PID_FILE=$DIR/containerd.pid

# a process that has ended and that nobody has asked for yet does not run
is_running() {
  local state
  [ -e "$PID_FILE" ] || return 1
  state=$(sed 's/.*) //; s/ .*//' "/proc/$(cat "$PID_FILE")/stat" 2>/dev/null)
  [ -n "$state" ] && [ "$state" != Z ]
}

configure() {
  mkdir -p "$DIR/cni"
  cat /proc/sys/net/ipv4/ip_forward > "$DIR/ip_forward"
  cat > "$DIR/cni/10-trial.conflist" <<CNI
{"cniVersion": "0.4.0", "name": "trial", "plugins": [
  {"type": "ptp", "ipMasq": false,
   "ipam": {"type": "host-local", "dataDir": "$DIR/addresses", "ranges": [[{"subnet": "${POD_CIDR:-10.87.0.0/24}"}]],
     "routes": [{"dst": "0.0.0.0/0"}]}},
  {"type": "portmap", "capabilities": {"portMappings": true}}]}
CNI
  cat > "$DIR/config.toml" <<TOML
version = 2
root = "${DATA:-$DIR/data}"
state = "$DIR/state"
[grpc]
  address = "$SOCKET"
[plugins."io.containerd.internal.v1.opt"]
  path = "$DIR/opt"
TOML
  "$HERE/cri-config.sh" "$DIR/cni" 'netns_mounts_under_state_dir = true' >> "$DIR/config.toml"
}

start() {
  is_running && { echo "it runs already, as process $(cat "$PID_FILE")" >&2; exit 1; }
  [ -e "$DIR/config.toml" ] || configure
  setsid containerd --config "$DIR/config.toml" >>"$DIR/containerd.log" 2>&1 </dev/null &
  echo $! > "$PID_FILE"
  for _ in $(seq 200); do
    ctr -a "$SOCKET" version >/dev/null 2>&1 && break
    is_running || break
    sleep 0.05
  done
  ctr -a "$SOCKET" version >/dev/null || { echo "error: it does not answer; see $DIR/containerd.log" >&2; exit 1; }
  if [ ! -e "$DIR/images" ]; then
    "$HERE/images.sh" "$SOCKET"
    : > "$DIR/images"
  fi
  echo "containerd answers on $SOCKET"
}

# shims and processes of containers: known by the socket that a shim is given
shims() {
  local file
  for file in /proc/[0-9]*/cmdline; do
    { tr '\0' ' ' < "$file"; } 2>/dev/null | grep -qF -- "-address $SOCKET " && basename "$(dirname "$file")"
  done
  return 0
}

stop() {
  local shim task data
  data=$(sed -n 's/^root = "\(.*\)"$/\1/p' "$DIR/config.toml")
  if is_running; then
    kill -CONT "$(cat "$PID_FILE")"
    for task in $(timeout 10 ctr -a "$SOCKET" -n k8s.io tasks ls -q 2>/dev/null); do
      timeout 10 ctr -a "$SOCKET" -n k8s.io tasks kill -a -s SIGKILL "$task" >/dev/null 2>&1 || true
    done
    kill "$(cat "$PID_FILE")"
    for _ in $(seq 100); do is_running || break; sleep 0.05; done
    is_running && kill -9 "$(cat "$PID_FILE")"
  fi
  for shim in $(shims); do
    for task in $(cat "/proc/$shim/task/$shim/children" 2>/dev/null); do kill -9 "$task" 2>/dev/null || true; done
    kill -9 "$shim" 2>/dev/null || true
  done
  for _ in $(seq 100); do [ -z "$(shims)" ] && break; sleep 0.05; done
  # the newest mount first; what is busy goes when its last user does
  awk -v dir="$DIR/" -v data="$data/" 'index($5, dir) == 1 || index($5, data) == 1 {print $5}' /proc/self/mountinfo \
    | tac | while IFS= read -r mount; do umount "$mount" 2>/dev/null || umount -l "$mount" || true; done
  [ -e "$DIR/ip_forward" ] && cat "$DIR/ip_forward" > /proc/sys/net/ipv4/ip_forward
  rm -rf "$PID_FILE" "$DIR/state" "$DIR/addresses"
  echo "nothing of $DIR runs any more"
}

case $1 in
  start) start ;;
  stop) stop ;;
  *) sed -n '2,10p' "$0" >&2; exit 2 ;;
esac
