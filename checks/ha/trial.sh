#!/usr/bin/env bash
# Tries deploy/ha on one machine: the command lines of its units and its haproxy.cfg as they stand, with 127.0.1.1 to .3 and
# .10 in place of 10.0.0.1 to .3 and .10 and a temporary folder in place of /etc and /var. API servers, a member of etcd and the
# leading scheduler and controllers are killed under load. Takes three minutes.
#
#   trial.sh [--keep]
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
