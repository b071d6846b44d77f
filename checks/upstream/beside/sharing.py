"""What servers on one etcd share: node ports, who lives, pages; and what is encrypted at rest."""
import base64
import collections
import hashlib
import json
import threading

from machine import TOKEN, Tally, until
from server import Server


def lifetimes(machine, options):
    """What the servers write for one another."""
    tally = Tally("shared")
    both = until(20, lambda: all(
        sorted(address["ip"] for subset in server.call("GET", "/api/v1/namespaces/default/endpoints/kubernetes")[1]
               .get("subsets", []) for address in subset["addresses"]) == ["192.0.2.1", "192.0.2.2"]
        for server in (machine.ours, machine.theirs)))
    tally.note("the endpoints of the service kubernetes are both servers", None if both else str(machine.ours.call(
        "GET", "/api/v1/namespaces/default/endpoints/kubernetes")[1].get("subsets")))
    path = "/api/v1/namespaces/default/services"
    ports, names, failed = [], [], []

    def make(server, number):
        body = {"metadata": {"name": f"np{number}"}, "spec": {"type": "NodePort", "ports": [{"port": 80}]}}
        status, made, _ = server.call("POST", path, body)
        if status != 201:
            failed.append(str(made)[:200])
            return
        ports.append(made["spec"]["ports"][0]["nodePort"])
        ports.append(made["spec"]["clusterIP"])
        names.append(made["metadata"]["name"])

    def many(port, offset):
        server = Server(f"https://127.0.0.1:{port}", TOKEN)
        for number in range(50):
            make(server, offset + number)

    threads = [threading.Thread(target=many, args=(port, 100 * number))
               for number, port in enumerate([machine.our_port, machine.their_port] * 2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    twice = [port for port, count in collections.Counter(ports).items() if count > 1]
    tally.note("200 services made at both at once have ports and addresses of their own",
               None if not twice and len(names) == 200 else f"{len(names)} made, given twice: {twice}; {failed[:2]}")
    for number, name in enumerate(names):
        (machine.ours, machine.theirs)[number % 2].call("DELETE", f"{path}/{name}")
    free = until(15, lambda: b"30000-32767\x1a\x00\x1a\x00" in machine.etcd.get("/registry/ranges/servicenodeports"))
    tally.note("all ports are free again once the services are gone", None if free else str(
        machine.etcd.get("/registry/ranges/servicenodeports")))
    for server, name in ((machine.ours, "Tenure"), (machine.theirs, "kube-apiserver")):
        roles = server.call("GET", "/apis/rbac.authorization.k8s.io/v1/clusterroles?limit=7")[1]
        other = machine.theirs if server is machine.ours else machine.ours
        rest = other.call("GET", "/apis/rbac.authorization.k8s.io/v1/clusterroles?limit=500&continue="
                          + roles["metadata"]["continue"])[1]
        whole = server.call("GET", "/apis/rbac.authorization.k8s.io/v1/clusterroles")[1]["items"]
        got = [item["metadata"]["name"] for item in roles["items"] + rest.get("items", [])]
        tally.note("pages that the other server goes on with",
                   None if got == [item["metadata"]["name"] for item in whole] else f"begun at {name}: {str(rest)[:300]}")
    return tally


def keys(*names):
    """Keys that are the same for each name."""
    return {"keys": [{"name": name, "secret": base64.b64encode(hashlib.sha256(name.encode()).digest()).decode()}
                     for name in names]}


def provided(machine, resources, *providers):
    """The file of --encryption-provider-config."""
    file = machine.folder / "encryption.yaml"
    file.write_text(json.dumps({"apiVersion": "apiserver.config.k8s.io/v1", "kind": "EncryptionConfiguration",
                                "resources": [{"resources": resources, "providers": list(providers)}]}))
    return f"--encryption-provider-config={file}"


def encrypted(machine, options):
    """Secrets, and then everything, encrypted in each way, read and written by both; keys that are rotated."""
    tally = Tally("encrypted")
    pages = "/api/v1/namespaces/default/secrets"

    def restart(prefix, flag, *servers):
        for name, begin in (("kube-apiserver", machine.start_theirs), ("tenure", machine.start_ours)):
            if name in (servers or ("kube-apiserver", "tenure")):
                machine.stop(name)
                machine.forget_cluster()
                begin(f"--etcd-prefix=/{prefix}", flag)

    def stored(prefix, name):
        return machine.etcd.get(f"/{prefix}/secrets/default/{name}") or b""

    def both_read(what, name, value):
        for server, reader in ((machine.ours, "Tenure"), (machine.theirs, "kube-apiserver")):
            found = until(10, lambda: server.call("GET", f"{pages}/{name}")[1].get("data", {}).get("v") == value)
            tally.note(what, None if found else f"{name} at {reader}: {str(server.call('GET', f'{pages}/{name}'))[:300]}")

    for way in ("aescbc", "aesgcm", "secretbox"):
        for resources in (["secrets"], ["*.*"]):
            prefix = f"{way}{len(resources[0])}"
            restart(prefix, provided(machine, resources, {way: keys("one")}, {"identity": {}}))
            for server, name in ((machine.ours, "ours"), (machine.theirs, "theirs")):
                status, answer, _ = server.call("POST", pages, {"metadata": {"name": name}, "data": {"v": "eHl6"}})
                tally.note(f"{way} of {resources[0]}: written", None if status == 201 else f"{name}: {status} {answer}")
                begins = stored(prefix, name).startswith(f"k8s:enc:{way}:v1:one:".encode())
                tally.note(f"{way} of {resources[0]}: stands encrypted", None if begins else str(stored(prefix, name))[:100])
            for name in ("ours", "theirs"):
                both_read(f"{way} of {resources[0]}: read by both", name, "eHl6")
            made = [server.call("POST", "/api/v1/namespaces/default/services", {
                "metadata": {"name": name}, "spec": {"type": "NodePort", "ports": [{"port": 80}]}})
                for server, name in ((machine.ours, "a"), (machine.theirs, "b"), (machine.ours, "c"))]
            ports = {one[1]["spec"]["ports"][0]["nodePort"] if one[0] == 201 else str(one[1]) for one in made}
            tally.note(f"{way} of {resources[0]}: node ports are shared", None if len(ports) == 3 else str(ports))
            if resources == ["*.*"]:
                continue
            restart(prefix, provided(machine, resources, {way: keys("two", "one")}), "tenure")
            machine.ours.call("PUT", f"{pages}/theirs", machine.ours.call("GET", f"{pages}/theirs")[1])
            begins = stored(prefix, "theirs").startswith(f"k8s:enc:{way}:v1:two:".encode())
            tally.note(f"{way}: put unchanged at Tenure, it stands under the new key", None if begins else str(stored(prefix, "theirs"))[:100])
            restart(prefix, provided(machine, resources, {way: keys("two", "one")}), "kube-apiserver")
            both_read(f"{way}: read by both after the rotation", "theirs", "eHl6")
            both_read(f"{way}: read by both after the rotation", "ours", "eHl6")
            restart(prefix, provided(machine, resources, {"identity": {}}, {way: keys("two", "one")}), "tenure")
            machine.ours.call("PUT", f"{pages}/ours", machine.ours.call("GET", f"{pages}/ours")[1])
            tally.note(f"{way}: decrypted again by identity", None if stored(prefix, "ours").startswith(b"k8s\0") else str(stored(prefix, "ours"))[:100])
    for name, begin in (("kube-apiserver", machine.start_theirs), ("tenure", machine.start_ours)):
        machine.stop(name)
        machine.forget_cluster()
        begin()
    return tally
