# To be sourced: what has upstream's control plane run beside Tenure needs. Sets here, root, and programs: the paths of
# kube-apiserver, kube-controller-manager and kube-scheduler, of UPSTREAM_BIN or built. Prints the calling script's head and ends
# when it is asked for help; ends with 2 without an etcd.
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
case ${1:-} in -h | --help) sed -n '2,/^set -e/{/^set -e/d;s/^# \{0,1\}//;p}' "$0"; exit 0 ;; esac
command -v etcd > /dev/null || { echo "no etcd on the path" >&2; exit 2; }
programs=()
for name in kube-apiserver kube-controller-manager kube-scheduler; do
    if [ -n "${UPSTREAM_BIN:-}" ]; then programs+=("$UPSTREAM_BIN/$name"); else programs+=("$("$here/build.sh" "$name")"); fi
done
