"""One API server, asked over one connection."""
import http.client
import json
import re
import ssl
import urllib.parse

try:
    import yaml
except ImportError:
    yaml = None  # then it is compared as text, in which managers cannot be put in order

TOLD = ("Content-Type", "Retry-After", "Allow", "Location", "Content-Disposition", "Cache-Control")
OWN_WARNING = "this server does not "  # says of kinds that are kept only


class Server:
    def __init__(self, url, token):
        address = urllib.parse.urlparse(url)
        self.host, self.port, self.token = address.hostname, address.port, token
        self.connection = None
        self.head = {}
        self.reads_yaml = False

    def call(self, method, path, body=None, content_type="application/json", accept="application/json", tries=2, caller="",
             more=()):
        """`caller`: a user whose token is that of the administrator with his name behind it; `more`: headers. A body of bytes is sent as it is."""
        token = self.token + (caller and "-" + caller)
        headers = {"Authorization": "Bearer " + token, "Accept": accept, "User-Agent": "compare", **dict(more)}
        data = None
        if body is not None:
            # upstream compares what it does not know byte by byte
            data = body if isinstance(body, bytes) else json.dumps(body, separators=(",", ":")).encode()
            headers["Content-Type"] = content_type
        for attempt in range(tries):
            try:
                if self.connection is None:
                    self.connection = http.client.HTTPSConnection(
                        self.host, self.port, context=ssl._create_unverified_context(), timeout=60)
                self.connection.request(method, path, data, headers)
                answer = self.connection.getresponse()
                text = answer.read()
                self.head = {name: answer.getheader(name) for name in TOLD}
                warnings = [value for name, value in answer.getheaders()
                            if name.lower() == "warning" and OWN_WARNING not in value]
                return answer.status, parsed(text, self.reads_yaml), warnings
            except (http.client.HTTPException, OSError):
                self.connection = None
                if attempt == tries - 1:
                    raise


def parsed(text, reads_yaml=False):
    if not text:
        return {}
    try:
        return json.loads(text)
    except ValueError:
        pass
    try:
        return {"events": [json.loads(line) for line in text.splitlines()]}
    except ValueError:
        pass
    if reads_yaml and yaml and re.match(rb"[a-zA-Z]+:", text):
        try:
            return {"yaml": json.loads(json.dumps(yaml.safe_load(text), default=str))}
        except (yaml.YAMLError, TypeError):
            pass
    return {"text": text.decode(errors="replace")}
