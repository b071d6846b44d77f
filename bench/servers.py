"""A `tenure up` of a bench's own, in a folder of its own, and the client in Go that reads it."""
import json
import os
import pathlib
import shutil
import subprocess
import tempfile
import time

from processes import processor_seconds, resident_mb, stop

ROOT = pathlib.Path(__file__).resolve().parent.parent
READY_SECONDS_MAX = 120
TOKEN = "bench"


def built_client():
    """Builds bench/etcdload and Tenure itself, so that neither is built while something is measured."""
    client = pathlib.Path(os.environ.get("CACHE", pathlib.Path.home() / ".cache/tenure")) / "etcdload"
    client.parent.mkdir(parents=True, exist_ok=True)
    subprocess.run(["go", "build", "-o", client, "."], cwd=ROOT / "bench/etcdload", check=True)
    subprocess.run([ROOT / "tenure", "version"], check=True, stdout=subprocess.DEVNULL)
    return client


class Tenure:
    """A cluster without simulated nodes, and the client that reads it."""

    def __init__(self, client, bench, *flags):
        self.client = client
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix=f"tenure-{bench}."))
        self.data = self.folder / "data"
        self.process = None
        try:
            self.start(flags)
        except BaseException:
            self.close()
            raise

    def start(self, flags):
        (self.folder / "tokens.csv").write_text(f'{TOKEN},bench,bench,"system:masters"\n')
        log = self.folder / "log"
        with open(log, "w") as out:
            self.process = subprocess.Popen(
                [ROOT / "tenure", "up", "--nodes", "0", "--port", "0", "--data-dir", self.data, "--token-auth-file",
                 self.folder / "tokens.csv", *flags], stdout=out, stderr=out, start_new_session=True)
        deadline = time.monotonic() + READY_SECONDS_MAX
        while "is ready" not in log.read_text():
            if self.process.poll() is not None or time.monotonic() > deadline:
                raise RuntimeError(log.read_text())
            time.sleep(0.02)
        self.url = next(line.split()[1] for line in log.read_text().splitlines() if line.strip().startswith("address"))

    def command(self, *words):
        return [str(word) for word in (self.client, "-server", self.url, "-token", TOKEN, *words)]

    def load(self, *words):
        out = subprocess.run(self.command(*words), capture_output=True, text=True)
        if out.returncode:
            raise RuntimeError(f"{words}: {out.stderr.strip()}")
        return json.loads(out.stdout) if out.stdout.strip() else {}

    def memory(self, which="VmRSS"):
        return resident_mb(self.process.pid, which)

    def forget_peak(self):
        pathlib.Path(f"/proc/{self.process.pid}/clear_refs").write_text("5")

    def jcmd(self, *words):
        """What the JDK's tool of that name says; it stands beside the `java` that runs."""
        tool = pathlib.Path(f"/proc/{self.process.pid}/exe").resolve().parent / "jcmd"
        out = subprocess.run([tool, str(self.process.pid), *words], capture_output=True, text=True)
        if out.returncode:
            raise RuntimeError(f"jcmd {words}: {out.stderr.strip() or out.stdout.strip()}")
        return out.stdout

    def seconds(self):
        return processor_seconds(self.process.pid)

    def close(self):
        if self.process:
            stop(self.process)
        shutil.rmtree(self.folder, ignore_errors=True)
