"""A server on loopback that answers for groups; its answers are data, and it keeps what it is asked."""
import base64
import hashlib
import http.server
import json
import socket
import ssl
import subprocess
import tempfile
import threading

# What says who asks, and what a proxy adds, as far as it is the same in each run.
KEPT = ("x-remote-", "x-forwarded-uri", "x-forwarded-proto", "accept", "content-type", "content-length", "te", "connection",
        "if-none-match", "authorization", "impersonate-", "x-own", "user-agent", "cookie")


class Backend:
    """Answers `METHOD path` (without query) or `path` as `answers` says, with 404 otherwise.

    An answer has `code`, `headers` and `body` (JSON or text), or `lines`: parts that are sent one by one, each when `go_on`
    is set, as of a watch.
    """

    def __init__(self, clients):
        self.answers, self.asked, self.open, self.go_on = {}, [], [], threading.Event()
        self.folder = tempfile.TemporaryDirectory()
        self.authority, self.context = self.folder.name + "/ca.pem", None
        self.certify()
        self.context.load_verify_locations(clients)
        self.context.verify_mode = ssl.CERT_OPTIONAL
        self.server, self.place = None, 0
        self.listen()

    def certify(self):
        key, certificate = self.folder.name + "/key.pem", self.authority
        subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
                        "-subj", "/CN=backend", "-days", "2", "-keyout", key, "-out", certificate,
                        "-addext", "subjectAltName=DNS:backend.aggregated.svc"], check=True, capture_output=True)
        self.context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        self.context.load_cert_chain(certificate, key)

    def listen(self):
        backend = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def setup(self):
                backend.open.append(self.request)
                super().setup()

            def answer(self):
                if self.headers.get("Upgrade"):
                    backend.note(self, b"")
                    return self.upgrade()
                backend.note(self, self.body())
                path = self.path.split("?")[0]
                wanted = backend.answers.get(f"{self.command} {path}") or backend.answers.get(path) or MISSING
                if "lines" in wanted:
                    return self.lines(wanted["lines"])
                body = wanted.get("body", "")
                content = body.encode() if isinstance(body, str) else json.dumps(body).encode()
                self.send_response(wanted.get("code", 200))
                kind = "text/plain" if isinstance(body, str) else "application/json"
                for name, value in {"Content-Type": kind, **wanted.get("headers", {})}.items():
                    self.send_header(name, value)
                self.send_header("Content-Length", str(len(content)))
                self.end_headers()
                if self.command != "HEAD":
                    self.wfile.write(content)

            def body(self):
                if "chunked" not in self.headers.get("Transfer-Encoding", ""):
                    return self.rfile.read(int(self.headers.get("Content-Length", 0)))
                parts = []
                while size := int(self.rfile.readline(), 16):
                    parts.append(self.rfile.read(size))
                    self.rfile.readline()
                self.rfile.readline()
                return b"".join(parts)

            def lines(self, lines):
                self.send_response(200)
                self.send_header("Content-Type", "application/json")
                self.send_header("Transfer-Encoding", "chunked")
                self.end_headers()
                self.wfile.flush()
                for line in lines:
                    backend.go_on.wait(30)
                    backend.go_on.clear()
                    text = (json.dumps(line) + "\n").encode()
                    self.wfile.write(b"%x\r\n%s\r\n" % (len(text), text))
                    self.wfile.flush()
                self.wfile.write(b"0\r\n\r\n")

            def upgrade(self):
                self.wfile.write(b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: %s\r\nConnection: Upgrade\r\n\r\n"
                                 % self.headers["Upgrade"].encode())
                self.wfile.flush()
                self.close_connection = True
                while text := self.connection.recv(4096):
                    self.connection.sendall(text.upper())

            do_GET = do_POST = do_PUT = do_PATCH = do_DELETE = do_HEAD = do_OPTIONS = answer

            def log_message(self, *_):
                pass

        class Quiet(http.server.ThreadingHTTPServer):
            daemon_threads = True

            def handle_error(self, *_):
                pass

        self.server = Quiet(("127.0.0.1", self.place), Handler, bind_and_activate=False)
        self.server.allow_reuse_address = True
        self.server.server_bind()
        self.server.server_activate()
        self.place = self.server.server_address[1]
        self.server.socket = self.context.wrap_socket(self.server.socket, server_side=True, do_handshake_on_connect=False)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def stop(self):
        self.server.shutdown()
        self.server.server_close()
        for connection in self.open:
            try:
                connection.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass
        self.open.clear()

    def bundle(self):
        with open(self.authority, "rb") as file:
            return base64.b64encode(file.read()).decode()

    def note(self, request, body):
        headers = {}
        for name, value in request.headers.items():
            if name.lower().startswith(KEPT):
                headers.setdefault(name.lower(), []).append(value)
        shown = request.connection.getpeercert()
        names = dict(part[0] for part in shown["subject"]) if shown else {}
        self.asked.append({"method": request.command, "path": request.path, "headers": headers,
                           "body": body.decode(errors="replace") if len(body) < 1000 else hashlib.sha256(body).hexdigest(),
                           "certificate": names.get("commonName", "")})


MISSING = {"code": 404, "body": {"kind": "Status", "apiVersion": "v1", "status": "Failure", "code": 404, "reason": "NotFound"}}
