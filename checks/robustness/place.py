"""Three members of etcd and three servers on loopback, their links, and how they are asked."""
import http.client
import json
import os
import pathlib
import shutil
import signal
import ssl
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request

from ports import free_port

TOKEN = "robustness-token"
MEMBERS = SERVERS = 3
ANSWER_SECONDS = 12
DISK_BYTES = 256 << 20


class Place:
    """The processes and the links between them."""

    def __init__(self, tenure):
        self.tenure, self.closed = tenure, False
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="tenure-robustness."))
        (self.folder / "tokens.csv").write_text(f'{TOKEN},admin,admin,"system:masters"\n')
        self.running, self.lock, self.disks = {}, threading.Lock(), []
        for member in range(MEMBERS):
            self.mount(self.folder / f"etcd-{member}")
        self.client_ports, self.peer_ports, self.server_ports = ([free_port() for _ in range(3)] for _ in range(3))
        self.links = subprocess.Popen([sys.executable, str(pathlib.Path(__file__).with_name("links.py"))],
                                      stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.link_ports = {}
        for member in range(MEMBERS):
            self.open_link(f"peer-{member}", self.peer_ports[member])
            for server in range(SERVERS):
                self.open_link(f"{server}-{member}", self.client_ports[member])

    def mount(self, folder):
        """A disk of the member's own, which can be filled; without the right to make one, the folder's."""
        folder.mkdir()
        if os.geteuid() == 0 and subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={DISK_BYTES}", "tmpfs", folder],
                                                capture_output=True).returncode == 0:
            self.disks.append(folder)

    def fill(self, member):
        """Leaves no room on a member's disk."""
        with open(self.folder / f"etcd-{member}" / "filler", "wb", buffering=0) as filler:
            try:
                while filler.write(b"x" * (1 << 20)) == 1 << 20:
                    pass
            except OSError:
                pass

    def set_clock(self, name, seconds):
        """What a process takes for the time from now on; the machine's clock stays."""
        fresh = self.folder / f"clock-{name}.new"
        fresh.write_text(str(seconds))
        fresh.rename(self.folder / f"clock-{name}")

    def open_link(self, name, target):
        self.link_ports[name] = free_port()
        self.link("open", name, self.link_ports[name], target)

    def link(self, *order):
        with self.lock:
            self.links.stdin.write(json.dumps(order) + "\n")
            self.links.stdin.flush()
            self.links.stdout.readline()

    def run(self, name, *command):
        if self.closed:
            raise ProcessLookupError(name)
        with open(self.folder / f"{name}.log", "ab") as log:
            self.running[name] = subprocess.Popen([str(word) for word in command], stdout=log, stderr=log,
                                                  cwd=self.folder, start_new_session=True,
                                                  env={**os.environ, "TENURE_CLOCK_FILE": str(self.folder / f"clock-{name}")})

    def signal(self, name, how):
        try:
            os.killpg(self.running[name].pid, how)
        except ProcessLookupError:
            pass

    def runs(self, name):
        """Whether a process is there and has not been stopped."""
        try:
            return pathlib.Path(f"/proc/{self.running[name].pid}/stat").read_text().rpartition(")")[2].split()[0] not in "TtZX"
        except OSError:
            return False

    def kill(self, name):
        self.signal(name, signal.SIGKILL)
        self.running[name].wait()

    def start_member(self, member):
        url = f"http://127.0.0.1:{self.client_ports[member]}"
        peers = [f"http://127.0.0.1:{self.link_ports[f'peer-{one}']}" for one in range(MEMBERS)]
        self.run(f"etcd-{member}", "etcd", "--name", f"m{member}", "--data-dir", self.folder / f"etcd-{member}" / "data", "--max-wals", "1", "--max-snapshots", "1",
                 "--listen-client-urls", url, "--advertise-client-urls", url,
                 "--listen-peer-urls", f"http://127.0.0.1:{self.peer_ports[member]}",
                 "--initial-advertise-peer-urls", peers[member],
                 "--initial-cluster", ",".join(f"m{one}={peer}" for one, peer in enumerate(peers)),
                 "--unsafe-no-fsync", "--log-level", "error")

    def start_server(self, server):
        etcd = ",".join(f"http://127.0.0.1:{self.link_ports[f'{server}-{member}']}" for member in range(MEMBERS))
        data = self.folder / f"server-{server}"
        if server and not data.exists():
            data.mkdir(mode=0o700)
            shutil.copytree(self.folder / "server-0" / "pki", data / "pki")
        self.run(f"server-{server}", self.tenure, "apiserver", "--etcd-servers", etcd, "--port",
                 self.server_ports[server], "--advertise-address", f"192.0.2.{server + 1}", "--data-dir", data,
                 "--token-auth-file", self.folder / "tokens.csv")

    def etcd(self, member, method, body):
        request = urllib.request.Request(f"http://127.0.0.1:{self.client_ports[member]}/v3/{method}",
                                         json.dumps(body).encode())
        return json.load(urllib.request.urlopen(request, timeout=5))

    def leader(self):
        """Which member leads, and who that is for etcd."""
        for member in range(MEMBERS):
            try:
                status = self.etcd(member, "maintenance/status", {})
                if status["header"]["member_id"] == status.get("leader"):
                    return member, status["leader"]
            except (OSError, KeyError, http.client.HTTPException):
                pass
        return None

    def ready(self, server, seconds=120):
        until = time.time() + seconds
        connection = Connection(self, server)
        while time.time() < until:
            if connection.call("GET", "/readyz", seconds=5)[0] == 200:
                return True
            if self.running[f"server-{server}"].poll() is not None:
                return False
            time.sleep(0.2)
        return False

    def close(self, keep):
        self.closed = True
        for name in list(self.running):
            self.signal(name, signal.SIGCONT)
            self.kill(name)
        self.links.stdin.close()
        self.links.wait()
        for disk in self.disks:
            subprocess.run(["umount", "-l", disk], check=False)
        if keep:
            print(f"kept: {self.folder}")
        else:
            shutil.rmtree(self.folder, ignore_errors=True)


class Connection:
    """Calls of one server; one at a time."""

    def __init__(self, place, server):
        self.place, self.server, self.connection = place, server, None

    def open(self, seconds):
        return http.client.HTTPSConnection("127.0.0.1", self.place.server_ports[self.server],
                                           context=ssl._create_unverified_context(), timeout=seconds)

    def call(self, method, path, body=None, seconds=ANSWER_SECONDS):
        """Status and answer; 0 when there is none."""
        try:
            if self.connection is None:
                self.connection = self.open(seconds)
            self.connection.request(method, path, json.dumps(body) if body is not None else None,
                                    {"Authorization": "Bearer " + TOKEN, "Content-Type":
                                     "application/merge-patch+json" if method == "PATCH" else "application/json"})
            answer = self.connection.getresponse()
            text = answer.read()
            return answer.status, json.loads(text) if text[:1] == b"{" else {}
        except (OSError, http.client.HTTPException, ValueError):
            self.connection = None
            return 0, {}


def start(place):
    for member in range(MEMBERS):
        place.start_member(member)
    until = time.time() + 60
    while place.leader() is None:
        if time.time() > until:
            raise SystemExit("etcd has no leader after a minute")
        time.sleep(0.2)
    for server in range(SERVERS):
        place.start_server(server)
        if server == 0:
            insist_ready(place, 0)
    for server in range(SERVERS):
        insist_ready(place, server)


def insist_ready(place, server):
    if not place.ready(server):
        raise SystemExit(f"server {server} is not ready:\n" + (place.folder / f"server-{server}.log").read_text()[-2000:])
