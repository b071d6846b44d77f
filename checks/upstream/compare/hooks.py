"""A server of webhooks on loopback, whose answers are data, so that ComparedWebhooksTest can give the same ones."""
import base64
import http.server
import json
import ssl
import subprocess
import tempfile
import threading


class Hooks:
    """Answers `path` as `answers[path]` says, allows everything else, and keeps what it is asked.

    An answer has one of: `response`, fields of the response of a review; `patch`, a JSON patch; `raw`, with `code`, `type` and
    `body`; `rename`, for conversions: a field of the spec by version; each may have `review`, fields beside the response.
    """

    def __init__(self):
        self.answers, self.asked = {}, []
        self.folder = tempfile.TemporaryDirectory()
        key, self.certificate = self.folder.name + "/key.pem", self.folder.name + "/cert.pem"
        subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
                        "-subj", "/CN=hooks", "-days", "2", "-keyout", key, "-out", self.certificate,
                        "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1"], check=True, capture_output=True)
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(self.certificate, key)
        hooks = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self):
                review = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                path = self.path.split("?")[0]
                hooks.asked.append({"path": self.path, "review": review})
                code, kind, body = answer(hooks.answers.get(path, {}), review)
                self.send_response(code)
                if kind:
                    self.send_header("Content-Type", kind)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        self.server.socket = context.wrap_socket(self.server.socket, server_side=True)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def client_config(self, path):
        with open(self.certificate, "rb") as file:
            return {"url": f"https://127.0.0.1:{self.port()}{path}", "caBundle": base64.b64encode(file.read()).decode()}

    def port(self):
        return self.server.server_address[1]


def answer(wanted, review):
    if "raw" in wanted:
        raw = wanted["raw"]
        return raw.get("code", 200), raw.get("type", "application/json"), raw.get("body", "").encode()
    request = review["request"]
    response = {"uid": request["uid"]}
    if review["kind"] == "ConversionReview":
        response.update(result={"status": "Success"}, convertedObjects=converted(wanted.get("rename", {}), request))
    else:
        response["allowed"] = True
    if "patch" in wanted:
        response.update(patchType="JSONPatch", patch=base64.b64encode(json.dumps(wanted["patch"]).encode()).decode())
    response.update(wanted.get("response", {}))
    told = {"kind": review["kind"], "apiVersion": review["apiVersion"], "response": response, **wanted.get("review", {})}
    told = {key: part for key, part in told.items() if part is not None}
    return 200, "application/json", json.dumps(told, separators=(",", ":")).encode()


def converted(names, request):
    """The objects in the version that is asked for, which calls a field of the spec otherwise."""
    objects = []
    for one in request["objects"]:
        made = json.loads(json.dumps(one))
        old, new = one["apiVersion"], request["desiredAPIVersion"]
        made["apiVersion"] = new
        spec = made.get("spec", {})
        if names.get(old) in spec:
            spec[names[new]] = spec.pop(names[old])
        objects.append(made)
    return objects
