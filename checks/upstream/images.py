"""Makes stand-ins for the images that upstream's tests of nodes name, from busybox and agnhost, and imports them into a containerd.

    images.py SOCKET AGNHOST SOURCES   AGNHOST: the program that build.sh makes; SOURCES: the folder of what it is made of

They have upstream's names, users and entry points, and of their programs agnhost, those of busybox, and curl, bash, ip and ss of
this machine where it has them. So no registry is asked.
"""

import hashlib
import io
import json
import os
import platform
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile

OF_THE_MACHINE = ["curl", "bash", "ip", "ss"]
NAMES = "registry.k8s.io/e2e-test-images/"
USERS = (
    "root:x:0:0:root:/root:/bin/sh\nuser-defined-in-image:x:1000:1000::/home:/bin/sh\nnobody:x:65534:65534:nobody:/:/bin/false\n"
)
GROUPS = (
    "root:x:0:\ntty:x:5:\nuser-defined-in-image:x:1000:\ngroup-defined-in-image:x:50000:user-defined-in-image\nnogroup:x:65534:\n"
)


class Layer:
    """A layer of an image as a tar file."""

    def __init__(self):
        self.bytes = io.BytesIO()
        self.tar = tarfile.open(fileobj=self.bytes, mode="w")
        self.names = set()

    def folder(self, name, mode=0o755):
        if name and name not in self.names:
            self.folder(os.path.dirname(name))
            entry = tarfile.TarInfo(name)
            entry.type, entry.mode = tarfile.DIRTYPE, mode
            self.names.add(name)
            self.tar.addfile(entry)

    def file(self, name, content, mode=0o644):
        self.folder(os.path.dirname(name))
        entry = tarfile.TarInfo(name)
        entry.size, entry.mode = len(content), mode
        self.names.add(name)
        self.tar.addfile(entry, io.BytesIO(content))

    def link(self, name, target):
        self.folder(os.path.dirname(name))
        entry = tarfile.TarInfo(name)
        entry.type, entry.linkname = tarfile.SYMTYPE, target
        self.names.add(name)
        self.tar.addfile(entry)

    def program(self, source, name, mode=0o755):
        with open(source, "rb") as content:
            self.file(name, content.read(), mode)

    def with_libraries(self, source):
        """A program of this machine, and what it is linked with, at the same paths."""
        needs = subprocess.run(["ldd", source], capture_output=True, text=True).stdout
        for path in [source] + re.findall(r"(/[^ ]+) \(", needs):
            name = path.lstrip("/")
            if name not in self.names:
                self.program(path, name)

    def done(self):
        self.tar.close()
        return self.bytes.getvalue()


def busybox(layer):
    program = shutil.which("busybox")
    layer.program(program, "bin/busybox")
    commands = subprocess.run([program, "--list"], capture_output=True, text=True, check=True).stdout.split()
    for command in commands:
        if command != "busybox":
            layer.link("bin/" + command, "busybox")
    for name in ["etc", "root", "home", "usr/bin", "var/www", "uploads"]:
        layer.folder(name)
    layer.folder("tmp", 0o1777)
    layer.file("etc/passwd", USERS.encode())
    layer.file("etc/group", GROUPS.encode())


def of_busybox():
    layer = Layer()
    busybox(layer)
    return layer.done()


def of_agnhost(agnhost, sources):
    layer = Layer()
    busybox(layer)
    layer.program(agnhost, "agnhost")
    for name in ["localhost.crt", "localhost.key"]:
        layer.program(os.path.join(sources, "porter", name), name, 0o644)
    layer.link("agnhost-2", "agnhost")
    # agnhost asks who runs when it is told to print users; with its bit set it is upstream's program of that name, too
    layer.program(agnhost, "usr/local/bin/nnp-agnhost", 0o6755)
    layer.file("usr/local/bin/nnp", b'#!/bin/sh\nexec /usr/local/bin/nnp-agnhost nonewprivs\n', 0o755)
    for name in OF_THE_MACHINE:
        found = shutil.which(name, path="/usr/bin:/bin:/usr/sbin:/sbin")
        if found:
            layer.with_libraries(found)
            if "bin/" + name not in layer.names:
                layer.link("bin/" + name, found)
    return layer.done()


def blob(folder, content):
    digest = hashlib.sha256(content).hexdigest()
    with open(os.path.join(folder, "blobs", "sha256", digest), "wb") as file:
        file.write(content)
    return {"digest": "sha256:" + digest, "size": len(content)}


def archive(images):
    """An OCI archive; images: name, layer, what the image's configuration says."""
    folder = tempfile.mkdtemp()
    os.makedirs(os.path.join(folder, "blobs", "sha256"))
    index = []
    for name, layer, settings in images:
        kept = blob(folder, layer)
        settings = {"Env": ["PATH=/usr/local/bin:/bin:/usr/bin:/usr/sbin"], **settings}
        about = {
            "architecture": {"x86_64": "amd64", "aarch64": "arm64"}[platform.machine()],
            "os": "linux",
            "config": settings,
            "rootfs": {"type": "layers", "diff_ids": [kept["digest"]]},
        }
        oci = "application/vnd.oci.image."
        manifest = {
            "schemaVersion": 2,
            "mediaType": oci + "manifest.v1+json",
            "config": {"mediaType": oci + "config.v1+json", **blob(folder, json.dumps(about).encode())},
            "layers": [{"mediaType": oci + "layer.v1.tar", **kept}],
        }
        told = {"mediaType": oci + "manifest.v1+json", **blob(folder, json.dumps(manifest).encode())}
        index.append({**told, "annotations": {"io.containerd.image.name": name}})
    with open(os.path.join(folder, "oci-layout"), "w") as file:
        file.write('{"imageLayoutVersion":"1.0.0"}')
    with open(os.path.join(folder, "index.json"), "w") as file:
        json.dump({"schemaVersion": 2, "manifests": index}, file)
    path = folder + ".tar"
    with tarfile.open(path, "w") as whole:
        whole.add(folder, ".")
    shutil.rmtree(folder)
    return path


def main(socket, agnhost, sources):
    plain, tools = of_busybox(), of_agnhost(agnhost, sources)
    pause = {"Entrypoint": ["/agnhost"], "Cmd": ["pause"]}
    images = [
        (NAMES + "agnhost:2.63.0", tools, pause),
        (NAMES + "agnhost:2.55", tools, {**pause, "Labels": {"version": "2.55"}}),
        ("registry.k8s.io/pause:3.10.2", tools, {"Entrypoint": ["/agnhost", "pause"]}),
        (NAMES + "busybox:1.37.0-1", plain, {"Cmd": ["sh"]}),
        (NAMES + "nonroot:1.5", plain, {"Cmd": ["sh"], "User": "1234"}),
        (NAMES + "nonewprivs:1.4", tools, {"Cmd": ["nnp"]}),
        (NAMES + "glibc-dns-testing:2.0.0", tools, {"Cmd": ["sh"]}),
        (NAMES + "ipc-utils:1.4", plain, {"Cmd": ["sh"]}),
        (NAMES + "nginx:1.15-4", tools, {"Entrypoint": ["/agnhost", "test-webserver"]}),
        (NAMES + "nginx:1.27-0", tools, {"Entrypoint": ["/agnhost", "test-webserver"]}),
        (NAMES + "perl:5.26", tools, {"Cmd": ["sh"]}),
    ]
    path = archive(images)
    try:
        command = ["ctr", "-a", socket, "-n", "k8s.io", "images", "import", path]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    finally:
        os.remove(path)
    print(len(images), "images are there")


if __name__ == "__main__":
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    main(*sys.argv[1:])
