#!/usr/bin/env bash
# Tries deploy/ha on one machine: the command lines of its units and its haproxy.cfg as they stand, with 127.0.1.1 to .3 and
# .10 in place of 10.0.0.1 to .3 and .10 and a temporary folder in place of /etc and /var. Under load, with kill -9: API servers
# and a member of etcd; then the leading scheduler, the leading controllers, both at once, and all that runs on the machine of
# each of them. Others must have bound the pods of a Deployment that is made at that moment within 20 s, no pod may be bound
# twice and no acknowledged write be lost. What ends by itself is started again, as systemd does, and told. Takes five minutes.
#
#   trial.sh [--keep] [--times N]   kills each of the leaders N times (default: once); --keep keeps data and logs
#
# Needs etcd, haproxy, openssl and python3 on the path, and ports 2379, 2380 and 6443 of these addresses. Environment:
# TENURE=./tenure. Exit status: 0 nothing was wrong.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
case ${1:-} in -h | --help) sed -n '2,/^set -e/{/^set -e/d;s/^# \{0,1\}//;p}' "$0"; exit 0 ;; esac
for name in etcd haproxy openssl python3; do
    command -v "$name" > /dev/null || { echo "no $name on the path" >&2; exit 2; }
done
exec python3 "$here/trial.py" --tenure "${TENURE:-$here/../../tenure}" "$@"
