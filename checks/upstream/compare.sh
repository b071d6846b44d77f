#!/usr/bin/env bash
# Compares the answers of `tenure apiserver` with those of upstream's kube-apiserver to the same random requests
# (the folder `compare`). For developers only: needs Python 3.9, curl, openssl, an `etcd` on the path, and
# Go unless UPSTREAM_BIN is set.
#
#   compare.sh [--mode create|update|life|quota|filled|every|guarded|odd|tables|pods|written|rights|selected|encoded|cases|policies|restricted|webhooks|aggregated] [--seed N] [--count N] [--only KIND] [--record FILE]
#
# Both servers are started on free ports, with nothing but an API server acting on the objects, and stopped at the end.
# --record keeps what both answered alike, for ComparedAnswersTest (its compared.jsonl.gz); in modes `cases`, `policies`,
# `restricted`, `webhooks` and `aggregated` it keeps all that upstream answered (cases.jsonl, policies.jsonl.gz,
# restricted.jsonl.gz, webhooks.jsonl.gz of ComparedWebhooksTest, aggregated.jsonl.gz of ComparedAggregationTest).
# Exit status 0: all answers were the same.
#
# Environment: UPSTREAM_BIN=DIR with kube-apiserver (else it is built, see build.sh), and TENURE=./tenure
set -euo pipefail
. "$(dirname "$0")/help.sh"
tenure=${TENURE:-$root/tenure}
. "$here/programs.sh"
upstream=$(program kube-apiserver)
work=$(mktemp -d)
pids=()
stop() {
    "$tenure" down --data-dir "$work/tenure" > /dev/null 2>&1 || true
    kill -9 "${pids[@]}" 2> /dev/null || true # what they hold is thrown away; without etcd, upstream's waits for ever
    wait 2> /dev/null || true
    rm -rf "$work"
}
trap stop EXIT

free_port() {
    PYTHONPATH=$root/checks python3 -c 'import ports; print(ports.free_port())'
}
etcd_port=$(free_port)
peer_port=$(free_port)
their_port=$(free_port)
our_port=$(free_port)
token=$(openssl rand -hex 16)
printf '%s,admin,admin,"system:masters"\n%s-alice,alice,alice\n' "$token" "$token" > "$work/tokens.csv"
openssl genrsa -out "$work/sa.key" 2048 2> /dev/null
openssl rsa -in "$work/sa.key" -pubout -out "$work/sa.pub" 2> /dev/null
openssl req -x509 -newkey rsa:2048 -nodes -subj /CN=proxies -days 2 -keyout "$work/proxies.key" -out "$work/proxies.pem" \
    2> /dev/null
openssl req -newkey rsa:2048 -nodes -subj /CN=proxy -keyout "$work/proxy.key" -out "$work/proxy.csr" 2> /dev/null
openssl x509 -req -in "$work/proxy.csr" -CA "$work/proxies.pem" -CAkey "$work/proxies.key" -CAcreateserial -days 2 \
    -out "$work/proxy.pem" 2> /dev/null
proxy=(--proxy-client-cert-file "$work/proxy.pem" --proxy-client-key-file "$work/proxy.key"
    --requestheader-client-ca-file "$work/proxies.pem" --requestheader-allowed-names proxy --enable-aggregator-routing=false
    --enable-admission-plugins NodeRestriction)

etcd --data-dir "$work/etcd" --listen-client-urls "http://127.0.0.1:$etcd_port" \
    --advertise-client-urls "http://127.0.0.1:$etcd_port" --listen-peer-urls "http://127.0.0.1:$peer_port" \
    --unsafe-no-fsync > "$work/etcd.log" 2>&1 &
pids+=($!)
"$upstream" --etcd-servers "http://127.0.0.1:$etcd_port" --secure-port "$their_port" --bind-address 127.0.0.1 \
    --cert-dir "$work/certs" --token-auth-file "$work/tokens.csv" --authorization-mode RBAC \
    --service-account-key-file "$work/sa.pub" --service-account-signing-key-file "$work/sa.key" \
    --service-account-issuer https://kubernetes.default.svc --service-cluster-ip-range 10.0.0.0/16 \
    --requestheader-username-headers X-Remote-User --requestheader-group-headers X-Remote-Group \
    --requestheader-extra-headers-prefix X-Remote-Extra- --requestheader-uid-headers X-Remote-Uid "${proxy[@]}" \
    --allow-privileged > "$work/kube-apiserver.log" 2>&1 &
pids+=($!)
"$tenure" apiserver --port "$our_port" --data-dir "$work/tenure" --token-auth-file "$work/tokens.csv" \
    --service-cluster-ip-range 10.0.0.0/16 "${proxy[@]}" --detach > /dev/null

for port in "$our_port" "$their_port"; do
    for _ in $(seq 60); do
        curl -skf -H "Authorization: Bearer $token" "https://127.0.0.1:$port/readyz" > /dev/null && continue 2
        sleep 1
    done
    echo "the server on port $port did not become ready" >&2
    tail -3 "$work"/*.log >&2
    exit 1
done
python3 "$here/compare/main.py" --ours "https://127.0.0.1:$our_port" --theirs "https://127.0.0.1:$their_port" \
    --token "$token" --proxies "$work/proxies.pem" --corpus "$root/checks/golden/api" "$@"
