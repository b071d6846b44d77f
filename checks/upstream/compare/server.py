"""One API server, asked over one connection."""
import http.client
import json
import ssl
import urllib.parse

OWN_WARNING = "this server does not "  # says of kinds that are kept only


class Server:
    def __init__(self, url, token):
        address = urllib.parse.urlparse(url)
        self.host, self.port, self.token = address.hostname, address.port, token
        self.connection = None

    def call(self, method, path, body=None, content_type="application/json", accept="application/json", tries=2, caller="",
             more=()):
        """`caller`: a user whose token is that of the administrator with his name behind it; `more`: headers."""
        token = self.token + (caller and "-" + caller)
        headers = {"Authorization": "Bearer " + token, "Accept": accept, "User-Agent": "compare", **dict(more)}
        data = None
        if body is not None:
            data = json.dumps(body, separators=(",", ":")).encode()  # upstream compares what it does not know byte by byte
            headers["Content-Type"] = content_type
        for attempt in range(tries):
            try:
                if self.connection is None:
                    self.connection = http.client.HTTPSConnection(
                        self.host, self.port, context=ssl._create_unverified_context(), timeout=60)
                self.connection.request(method, path, data, headers)
                answer = self.connection.getresponse()
                text = answer.read()
                warnings = [value for name, value in answer.getheaders()
                            if name.lower() == "warning" and OWN_WARNING not in value]
                return answer.status, parsed(text), warnings
            except (http.client.HTTPException, OSError):
                self.connection = None
                if attempt == tries - 1:
                    raise


def parsed(text):
    if not text:
        return {}
    try:
        return json.loads(text)
    except ValueError:
        pass
    try:
        return {"events": [json.loads(line) for line in text.splitlines()]}
    except ValueError:
        return {"text": text.decode(errors="replace")}
