"""Upstream's control plane and Tenure's, each with flags that make nodes fail quickly, for as long as a `with` lasts."""
import contextlib
import json
import pathlib
import shutil
import subprocess
import tempfile

from beside.machine import TOKEN, Machine
from ports import free_port

CONTROLLERS = ["--node-monitor-period=1s", "--node-monitor-grace-period=6s", "--node-startup-grace-period=8s", "--node-eviction-rate=0.5",
               "--secondary-node-eviction-rate=0.2", "--large-cluster-size-threshold=4"]
SERVER = ["--default-not-ready-toleration-seconds=6", "--default-unreachable-toleration-seconds=6"]


class Upstream(Machine):
    """etcd, kube-apiserver, kube-controller-manager, kube-scheduler."""

    def begin(self):
        self.start_etcd()
        self.start_theirs(*SERVER)
        kubeconfig = self.folder / "kubeconfig"
        kubeconfig.write_text(json.dumps({
            "apiVersion": "v1", "kind": "Config", "current-context": "x",
            "clusters": [{"name": "c", "cluster": {"server": f"https://127.0.0.1:{self.their_port}", "insecure-skip-tls-verify": True}}],
            "users": [{"name": "u", "user": {"token": TOKEN}}],
            "contexts": [{"name": "x", "context": {"cluster": "c", "user": "u"}}]}))
        common = [f"--{flag}={kubeconfig}" for flag in ("kubeconfig", "authentication-kubeconfig", "authorization-kubeconfig")]
        common += ["--leader-elect=false", "--bind-address=127.0.0.1", f"--cert-dir={self.folder / 'certs'}",
                   "--kube-api-qps=300", "--kube-api-burst=500"]
        self.run("kube-controller-manager", self.options.controllers, *common, f"--secure-port={free_port()}",
                 "--use-service-account-credentials=false",
                 f"--service-account-private-key-file={self.folder / 'sa.key'}",
                 f"--root-ca-file={self.folder / 'certs' / 'apiserver.crt'}", *CONTROLLERS)
        self.run("kube-scheduler", self.options.scheduler, *common, f"--secure-port={free_port()}")
        return str(kubeconfig)


@contextlib.contextmanager
def upstream(options):
    machine = Upstream(options)
    try:
        yield machine.begin()
    finally:
        machine.close()


@contextlib.contextmanager
def tenure(options):
    folder = pathlib.Path(tempfile.mkdtemp(prefix="tenure-lives."))
    try:
        subprocess.run([options.tenure, "up", "--nodes", "0", "--semantics", "kubernetes-1.36", "--ephemeral", "--port", "0",
                        "--data-dir", folder, "--detach", *CONTROLLERS, *SERVER], check=True, stdout=subprocess.DEVNULL)
        yield str(folder / "kubeconfig")
    finally:
        subprocess.run([options.tenure, "down", "--data-dir", folder], stdout=subprocess.DEVNULL)
        if getattr(options, "keep", None) and (folder / "tenure.log").exists():
            shutil.copy(folder / "tenure.log", options.keep)
        shutil.rmtree(folder, ignore_errors=True)
