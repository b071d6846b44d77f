#!/usr/bin/env bash
# Prints the part of containerd's configuration that says how pods are run on this machine: their sandbox image (the one
# that images.sh makes), their network, their control groups.
#
#   deploy/node/cri-config.sh NETWORKS [LINE...]   NETWORKS: the folder of CNI configurations; LINE: one more setting
set -euo pipefail
[ $# -ge 1 ] || { sed -n '2,5p' "$0" >&2; exit 2; }

PLUGINS=/opt/cni/bin
[ -x "$PLUGINS/portmap" ] || PLUGINS=/usr/lib/cni
SYSTEMD=false
[ -d /run/systemd/system ] && SYSTEMD=true
# without CAP_SYS_RESOURCE (bit 24) nobody here may make a process safer from the OOM killer than it is
RESTRICT=false
capabilities=$((16#$(sed -n 's/^CapEff:[[:space:]]*//p' /proc/self/status)))
if [ $((capabilities >> 24 & 1)) = 0 ]; then
  RESTRICT=true
  echo "note: no CAP_SYS_RESOURCE here: oom_score_adj of containers is not lowered" >&2
fi
NETWORKS=$1
shift
cat <<TOML
[plugins."io.containerd.grpc.v1.cri"]
  sandbox_image = "tenure.dev/pause:1"
  restrict_oom_score_adj = $RESTRICT
$([ $# = 0 ] || printf '  %s\n' "$@")
  [plugins."io.containerd.grpc.v1.cri".cni]
    bin_dir = "$PLUGINS"
    conf_dir = "$NETWORKS"
  [plugins."io.containerd.grpc.v1.cri".containerd.runtimes.runc]
    runtime_type = "io.containerd.runc.v2"
    [plugins."io.containerd.grpc.v1.cri".containerd.runtimes.runc.options]
      SystemdCgroup = $SYSTEMD
TOML
