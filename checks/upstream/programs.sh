# To be sourced after help.sh: what has programs of upstream's run beside Tenure needs.
# Ends with 2 without an etcd.
command -v etcd > /dev/null || { echo "no etcd on the path" >&2; exit 2; }

# program NAME: prints the path of a program of upstream, of UPSTREAM_BIN or built.
program() {
    if [ -n "${UPSTREAM_BIN:-}" ]; then echo "$UPSTREAM_BIN/$1"; else "$here/build.sh" "$1"; fi
}

# control_plane: sets programs to the paths of kube-apiserver, kube-controller-manager and kube-scheduler.
control_plane() {
    local name
    programs=()
    for name in kube-apiserver kube-controller-manager kube-scheduler; do
        programs+=("$(program "$name")")
    done
}
