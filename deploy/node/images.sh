#!/usr/bin/env bash
# Makes two images from busybox-static and imports them into containerd, so that no registry is needed:
# docker.io/library/busybox:1.35, and tenure.dev/pause:1 for sandboxes.
#
#   deploy/node/images.sh [SOCKET]
#   deploy/node/images.sh SOCKET NAME MEBI   another one of a size, to try what happens to images
set -euo pipefail

SOCKET=${1:-/run/containerd/containerd.sock}
WORK=$(mktemp -d)
trap 'rm -rf "$WORK"' EXIT

# an image as an OCI archive: one layer with busybox and a link for each of its commands
digest() { sha256sum "$1" | cut -d' ' -f1; }
image() { # name, command as a JSON array, entry point as a JSON array, MiB of payload
  local root=$WORK/root out=$WORK/oci arch
  arch=$(dpkg --print-architecture)
  rm -rf "$root" "$out"
  mkdir -p "$root"/{bin,etc,tmp,root,usr/bin,var/www} "$out/blobs/sha256"
  chmod 1777 "$root/tmp"
  [ -z "${4:-}" ] || head -c "${4}M" /dev/urandom > "$root/payload"
  cp "$(command -v busybox)" "$root/bin/busybox"
  for name in $(busybox --list); do [ "$name" = busybox ] || ln -s busybox "$root/bin/$name"; done
  echo 'root:x:0:0:root:/root:/bin/sh' > "$root/etc/passwd"
  echo 'nobody:x:65534:65534:nobody:/:/bin/false' >> "$root/etc/passwd"
  printf 'root:x:0:\nnogroup:x:65534:\n' > "$root/etc/group"
  tar -C "$root" --sort=name --mtime=@0 --owner=0 --group=0 --numeric-owner -cf "$WORK/layer.tar" .
  local layer config manifest
  layer=$(digest "$WORK/layer.tar")
  printf '{"architecture":"%s","os":"linux","config":{"Env":["PATH=/bin:/usr/bin"],"Cmd":%s,"Entrypoint":%s},"rootfs":{"type":"layers","diff_ids":["sha256:%s"]}}' \
    "$arch" "$2" "$3" "$layer" > "$WORK/config.json"
  config=$(digest "$WORK/config.json")
  printf '{"schemaVersion":2,"mediaType":"application/vnd.oci.image.manifest.v1+json","config":{"mediaType":"application/vnd.oci.image.config.v1+json","digest":"sha256:%s","size":%s},"layers":[{"mediaType":"application/vnd.oci.image.layer.v1.tar","digest":"sha256:%s","size":%s}]}' \
    "$config" "$(stat -c %s "$WORK/config.json")" "$layer" "$(stat -c %s "$WORK/layer.tar")" > "$WORK/manifest.json"
  manifest=$(digest "$WORK/manifest.json")
  mv "$WORK/layer.tar" "$out/blobs/sha256/$layer"
  cp "$WORK/config.json" "$out/blobs/sha256/$config"
  cp "$WORK/manifest.json" "$out/blobs/sha256/$manifest"
  echo '{"imageLayoutVersion":"1.0.0"}' > "$out/oci-layout"
  printf '{"schemaVersion":2,"manifests":[{"mediaType":"application/vnd.oci.image.manifest.v1+json","digest":"sha256:%s","size":%s,"annotations":{"io.containerd.image.name":"%s"}}]}' \
    "$manifest" "$(stat -c %s "$WORK/manifest.json")" "$1" > "$out/index.json"
  tar -C "$out" -cf "$WORK/image.tar" .
  ctr -a "$SOCKET" -n k8s.io images import "$WORK/image.tar" >/dev/null
  echo "image $1 is there"
}
if [ $# = 3 ]; then
  image "$2" '["sh"]' null "$3"
  exit
fi
image docker.io/library/busybox:1.35 '["sh"]' null
# pid 1 of a sandbox: reaps what is left to it, ends when asked
image tenure.dev/pause:1 null '["/bin/sh","-c","trap \"exit 0\" TERM INT; while :; do sleep 86400 & wait $!; done"]'
