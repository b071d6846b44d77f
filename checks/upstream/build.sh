#!/usr/bin/env bash
# Builds a binary of upstream from the public Go module k8s.io/kubernetes. For developers only: nothing in Tenure's own
# build or tests needs it.
#
#   build.sh [e2e.test|kubectl|kube-apiserver|kube-controller-manager|kube-scheduler|agnhost|decisions|expressions|pressure]
#
# prints the path of the binary, building it first if it is not there, or if it is `decisions`, `expressions` or `pressure`
# (folders beside this script), whose sources may have changed.
#
# The module k8s.io/kubernetes replaces its staging modules (k8s.io/api, k8s.io/client-go, ...) by folders that its zip
# does not hold; a wrapper go.mod outside the tree replaces each of them by its own published release instead.
#
# Environment:
#   VERSION=1.36.3                     the Kubernetes release
#   CACHE=~/.cache/tenure/upstream     where the wrapper and the binaries go
#   JOBS=1                             packages compiled at once; the first build takes ten minutes and more with 1
set -euo pipefail
version=${VERSION:-1.36.3}
cache=${CACHE:-$HOME/.cache/tenure/upstream}/v$version
jobs=${JOBS:-1}
name=${1:-e2e.test}
. "$(dirname "$0")/help.sh"
case $name in
    e2e.test | kubectl | kube-apiserver | kube-controller-manager | kube-scheduler | agnhost) ;;
    decisions | expressions | pressure) ;;
    *) misused ;;
esac
binary=$cache/$name
[ -x "$binary" ] && [ ! -d "$here/$name" ] && { echo "$binary"; exit 0; }
command -v go >/dev/null || { echo "no go on the path: install Go (https://go.dev/dl) to build $name" >&2; exit 2; }

mkdir -p "$cache/wrapper"
cd "$cache/wrapper"
export GOFLAGS="-p=$jobs -buildvcs=false -mod=mod" GOMAXPROCS=$jobs GOWORK=off
upstream=$(go mod download -json "k8s.io/kubernetes@v$version" | sed -n 's/^\t"GoMod": "\(.*\)",\{0,1\}$/\1/p')
{
    echo "module wrapper"
    sed -n '/^go /p;/^godebug/,/^)/p' "$upstream"
    echo "require k8s.io/kubernetes v$version"
    sed -n 's#^\t\{0,1\}\(replace \)\{0,1\}\(k8s.io/[a-z0-9.-]*\) => \./staging/.*#\2#p' "$upstream" | sort -u |
        sed "s#.*#replace & => & v0.${version#1.}#"
    # the requirements of the release pin every other module to the version that upstream built with
    echo "require ("
    sed -n '/^require (/,/^)/{/^require (/d;/^)/d;/^\tk8s\.io\/[a-z0-9.-]* v0\.0\.0/d;p}' "$upstream"
    echo ")"
} > go.mod
: > go.sum
if [ "$name" = e2e.test ]; then
    nice -n 19 go test -c -vet=off -trimpath -ldflags '-s -w' -o "$binary.new" k8s.io/kubernetes/test/e2e >&2
elif [ -d "$here/$name" ]; then
    rm -rf "$name"
    cp -r "$here/$name" "$name"
    nice -n 19 go build -trimpath -ldflags '-s -w' -o "$binary.new" "./$name" >&2
elif [ "$name" = agnhost ]; then
    # it runs in containers that hold no library
    CGO_ENABLED=0 nice -n 19 go build -trimpath -ldflags '-s -w' -o "$binary.new" k8s.io/kubernetes/test/images/agnhost >&2
else
    said="-X k8s.io/component-base/version.gitVersion=v$version"
    nice -n 19 go build -trimpath -ldflags "-s -w $said" -o "$binary.new" "k8s.io/kubernetes/cmd/$name" >&2
fi
mv "$binary.new" "$binary"
echo "$binary"
