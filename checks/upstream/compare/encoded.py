"""Mode `encoded`: objects that are made up along the schemas, in protobuf: what each server writes is read by the other, and is as long as
what the other writes."""
import http.client
import json
import ssl

from answers import comparable, difference
from filled import drawn
from server import parsed

PROTOBUF = "application/vnd.kubernetes.protobuf"


def encoded(comparison, number):
    sample = drawn(comparison)
    if not sample:
        return
    kind, path, body, schema, filler = sample
    comparison.recording.usable = False
    for _ in range(comparison.random.choice([0, 1, 2, 4])):
        filler.fill(body, schema)
    place = path + "?dryRun=All"
    # upstream keeps the spaces of what it does not know
    sent = json.dumps(body, separators=(",", ":")).encode()
    written = [raw(server, place, sent, "application/json", PROTOBUF) for server in comparison.servers]
    if written[0][0] != written[1][0]:
        comparison.count(kind, f"status {written[0][0]} | {written[1][0]}", f"POST {place} {json.dumps(body)}")
        return
    if written[1][0] != 201:
        return
    comparison.accepted += 1
    ours, theirs = (answer for _, answer in written)
    sizes = "" if len(ours) == len(theirs) else f"{len(ours)} bytes | {len(theirs)} bytes"
    comparison.count(kind, sizes, f"POST {place} {json.dumps(body)}")
    right = read(comparison.servers[1], place, theirs)
    comparison.count(kind + " that upstream wrote", difference(read(comparison.servers[0], place, theirs), right), f"POST {place} {json.dumps(body)}")
    comparison.count(kind + " that Tenure wrote", difference(read(comparison.servers[1], place, ours), right), f"POST {place} {json.dumps(body)}")


def read(server, place, sent):
    status, answer = raw(server, place, sent, PROTOBUF, "application/json")
    return comparable((status, parsed(answer), []))


def raw(server, path, sent, content_type, accept):
    if not hasattr(server, "raw"):
        server.raw = http.client.HTTPSConnection(server.host, server.port, context=ssl._create_unverified_context(), timeout=60)
    server.raw.request("POST", path, sent, {"Authorization": "Bearer " + server.token, "Content-Type": content_type, "Accept": accept,
                                            "User-Agent": "compare"})
    answer = server.raw.getresponse()
    return answer.status, answer.read()
