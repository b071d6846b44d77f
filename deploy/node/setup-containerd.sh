#!/usr/bin/env bash
# Prepares a Debian or Ubuntu machine for `tenure agent`: containerd, runc, CNI plugins, a bridge network, and two
# images made on the spot from busybox-static, so that no registry is needed. May be run again; needs root.
#
#   deploy/node/setup-containerd.sh [--pod-cidr 10.88.0.0/16] [--no-install]
set -euo pipefail
HERE=$(cd "$(dirname "$0")" && pwd -P)

POD_CIDR=10.88.0.0/16
INSTALL=yes
while [ $# -gt 0 ]; do
  case $1 in
    --pod-cidr) POD_CIDR=${2:?--pod-cidr needs a value, for example 10.88.0.0/16}; shift 2 ;;
    --no-install) INSTALL=no; shift ;;
    *) sed -n '2,5p' "$0" >&2; exit 2 ;;
  esac
done
[ "$(id -u)" = 0 ] || { echo "error: must run as root: sudo $0" >&2; exit 1; }

PAUSE_IMAGE=tenure.dev/pause:1
SOCKET=/run/containerd/containerd.sock
PID_FILE=/run/containerd/setup.pid

if [ "$INSTALL" = yes ]; then
  export DEBIAN_FRONTEND=noninteractive
  apt-get update -q >/dev/null
  apt-get install -y -q --no-install-recommends \
    containerd runc containernetworking-plugins busybox-static iptables iproute2 >/dev/null
fi
for program in containerd ctr runc busybox iptables sha256sum; do
  command -v "$program" >/dev/null || { echo "error: $program is not installed" >&2; exit 1; }
done

# 1. control groups: a machine without systemd may have mounted none
if [ ! -e /sys/fs/cgroup/cgroup.controllers ] && [ ! -d /sys/fs/cgroup/memory ]; then
  mount -t cgroup2 none /sys/fs/cgroup
fi

# 2. the network of pods: one bridge, addresses of POD_CIDR, published ports by portmap
mkdir -p /etc/cni/net.d
cat > /etc/cni/net.d/10-tenure.conflist <<CNI
{
  "cniVersion": "0.4.0",
  "name": "tenure",
  "plugins": [
    {
      "type": "bridge", "bridge": "cni0", "isGateway": true, "ipMasq": true, "hairpinMode": true,
      "ipam": {"type": "host-local", "ranges": [[{"subnet": "$POD_CIDR"}]], "routes": [{"dst": "0.0.0.0/0"}]}
    },
    {"type": "portmap", "capabilities": {"portMappings": true}}
  ]
}
CNI
sysctl -q -w net.ipv4.ip_forward=1

# 3. containerd: its sandbox image is the one made below
mkdir -p /etc/containerd
if [ -e /etc/containerd/config.toml ] && ! grep -q "$PAUSE_IMAGE" /etc/containerd/config.toml; then
  cp -n /etc/containerd/config.toml /etc/containerd/config.toml.before-tenure
fi
{ echo 'version = 2'; "$HERE/cri-config.sh" /etc/cni/net.d; } > /etc/containerd/config.toml
if [ -d /run/systemd/system ]; then
  systemctl restart containerd
else
  if [ -e "$PID_FILE" ] && kill -0 "$(cat "$PID_FILE")" 2>/dev/null; then
    kill "$(cat "$PID_FILE")"
    for _ in $(seq 100); do kill -0 "$(cat "$PID_FILE")" 2>/dev/null || break; sleep 0.1; done
  fi
  setsid containerd >>/var/log/containerd.log 2>&1 </dev/null &
  echo $! > "$PID_FILE"
fi
for _ in $(seq 100); do
  ctr version >/dev/null 2>&1 && break
  sleep 0.1
done
ctr version >/dev/null || { echo "error: containerd does not answer on $SOCKET; see its log" >&2; exit 1; }

# 4. images
"$HERE/images.sh" "$SOCKET"

echo "containerd $(containerd --version | cut -d' ' -f3) answers on $SOCKET; pods get addresses of $POD_CIDR"
