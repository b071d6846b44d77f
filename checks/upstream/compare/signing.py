"""Conversations about requests for certificates, for cases.py."""
import base64

SIGNING = "/apis/certificates.k8s.io/v1/certificatesigningrequests"
# Requests of keys that nobody has any more, in DER: of one with a name, of one without, and with other kinds of keys.
REQUEST = ("MIHaMIGBAgEAMB8xDTALBgNVBAoMBHRlYW0xDjAMBgNVBAMMBWNhc2VzMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE+YjuPSd6"
    "hldIBw4X26TvftTdUJthuBnILm30WPvHv0oBTqdAVdJSHDCEWErQrOu+VEZlahPDk4vVASTDBS6mv6AAMAoGCCqGSM49BAMCA0gA"
    "MEUCIQC4TWn/d2hS11PFhlnQ6VCo9/T+CyS94mm+ZM2FsHgVAQIgarNtZvaVdzMv6qUlhIA4ZYg0PgyoDExq5BKN5hjE25E=")
NOBODY = ("MIG7MGICAQAwADBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABPmI7j0neoZXSAcOF9uk737U3VCbYbgZyC5t9Fj7x79KAU6nQFXS"
    "UhwwhFhK0KzrvlRGZWoTw5OL1QEkwwUupr+gADAKBggqhkjOPQQDAgNJADBGAiEA4J7lxk0u3BWoOQAbgIc0+qiCFlpMDxJKmxdi"
    "kEBTJ0oCIQCxMlZPd7Xhu+Mn2UFSlCUCPMwCpXqMk4AYk4FBft6u4w==")
RSA = ("MIICUzCCATsCAQAwDjEMMAoGA1UEAwwDcnNhMIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEA0ClLVnG4Vgod8pr1gDUU"
    "S6xxLN9eFyCgl5H4jbmxy0yCnMsr9/xrtvyiGoMGOSHnsbaDOLdKw1nvy/dwiT1ls2yhTSk1kCGX/hTlUJ/nLLCJ+3GdGn+5myvT"
    "Wn4qR8P3y3jcE8LRCBVWCYIdQR4auukDSKm9gHY/ohGqImTXR7Jkqg87GrmByCzyljh64VcjJTD+uPNa5s74WtYs6172LPB95dJG"
    "Jpcf9taj6yQ4MHlEL+bqAoMn5+WyWYeJSi/NNpXzqvFk2JjInU6UzyC6IYtKONeWXzPpQx6KYUxSvt3jvkXCK4cEjC7f3Nl4U0OA"
    "uuUMZrUMmgKKA40JruS4tQIDAQABoAAwDQYJKoZIhvcNAQELBQADggEBAEwTu8dzGxb5IW/sO0FfP9gOL0wWE8Y01Eayub6JvNwf"
    "9DEB/QeoKXAd05uQOE9Q6Pr8QzjHU2a8oSwB9vW6WuWg3OWwhU3YOhSCXPj6+M/LQa7q9XZJoHp8Dlbh4w3f+TZK3T2c5fC12T+j"
    "6DD+QQqiRtgWVNsx8A+IXs0TYRNWaxFLFUXf83ZxXMkGM5ZaRI3n4SlKu56IJ4sOa7Wh1mEJ5XT5IH6MxTQupjRjTvn42rIdLXC6"
    "7UuizlFLD60uou1xUwCIevmk7pHQMUjUpBUTPqQD2JfqHngyObQr+k/7ZTI/p5T/C2kNKd6Exh7OySDEraAY5XcMCAt90h4dXTU=")
ED = ("MIGMMEACAQAwDTELMAkGA1UEAwwCZWQwKjAFBgMrZXADIQC51EhXGOr0n9Xepl78xSeTjDM4zsOIrG8lKDhvSqezIaAAMAUGAytl"
    "cANBANTBh6uqFnO9PRdOUiFf/ohJcac/AjxDzNb01XvaYo3tEzwpxEjBmIYGkHZvURPRmhkVDMaG+tpPSL71UgjHdAE=")
CERT = ("MIIBcTCCARegAwIBAgIUEs71VoHpN/1QgtZPDB+FTzUdwfYwCgYIKoZIzj0EAwIwDTELMAkGA1UEAwwCY2EwIBcNMjYxMTI4MDYz"
    "NzI2WhgPMjEyNjExMDQwNjM3MjZaMA0xCzAJBgNVBAMMAmNhMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE+YjuPSd6hldIBw4X"
    "26TvftTdUJthuBnILm30WPvHv0oBTqdAVdJSHDCEWErQrOu+VEZlahPDk4vVASTDBS6mv6NTMFEwHQYDVR0OBBYEFOe1WivJnC4A"
    "E6HnH7xy0tonQ9mfMB8GA1UdIwQYMBaAFOe1WivJnC4AE6HnH7xy0tonQ9mfMA8GA1UdEwEB/wQFMAMBAf8wCgYIKoZIzj0EAwID"
    "SAAwRQIhAJr/gN8iFYZks+GDtZLbM/0UTKlwZFNAxamnrWYsw9FLAiBnQwCdfUV08ilBT/zSSzLq36bArML9kVFbAqQUPr3ajg==")
PARTS = {"managers": True}
MERGE = {"type": "application/merge-patch+json", "managers": True}


def encoded(text):
    return base64.b64encode(text if isinstance(text, bytes) else text.encode()).decode()


def pem(der, title="CERTIFICATE REQUEST", headers=""):
    lines = "\n".join(der[i:i + 64] for i in range(0, len(der), 64))
    return f"-----BEGIN {title}-----\n{headers}{lines}\n-----END {title}-----\n"


def changed(der):
    """With another signature."""
    content = bytearray(base64.b64decode(der))
    content[-3] ^= 1
    return encoded(bytes(content))


def request(name="asked", text=pem(REQUEST), **spec):
    return {"metadata": {"name": name}, "spec": {
        "request": encoded(text), "signerName": "example.com/signer", "usages": ["client auth"], **spec}}


def tried(**spec):
    return ("POST", SIGNING + "?dryRun=All", request(**spec))


def condition(kind, status="True", **more):
    return {"type": kind, "status": status, "reason": "Cases", "message": "m", **more}


def written(part, status, how=MERGE):
    return ("PATCH", f"{SIGNING}/asked{part}?fieldManager=m", {"status": status}, how)


TEXTS = [
    "", "no PEM", pem(REQUEST, "NEW CERTIFICATE REQUEST"), pem(REQUEST)[:-9], "before\n" + pem(REQUEST) + "behind\n",
    pem(REQUEST, headers="a: b\n\n"), pem(REQUEST).replace("\n", "\r\n"), pem(changed(REQUEST)), pem(NOBODY), pem(RSA),
    pem(changed(RSA)), pem(ED), pem(changed(ED)), pem(REQUEST) + pem(RSA), pem(RSA, "X") + pem(REQUEST), pem(""), pem("AAAA"),
    pem("MAAB"), pem("MAMB"), pem("MIA="), pem("MIEBAA=="), pem("bm8gREVS"), pem("H4AB"), pem("HwEA"), pem("H////38="),
    pem("MA=="), pem("Mw=="), pem("MIIAAQA="), pem(REQUEST[:-4]), "-----BEGIN CERTIFICATE REQUEST-----\n" + pem(REQUEST),
    "x" + pem(REQUEST),
]
SIGNERS = ["", "signer", "example/signer", "example.com/", "example.com/a/b", "Example.com/signer",
           "kubernetes.io/legacy-unknown", "kubernetes.io/kubelet-serving", "example.com/" + "a" * 600]
CERTIFICATES = [
    "x", pem(CERT, "CERTIFICATE"), pem(CERT, "CERTIFICATE", "a: b\n\n"), pem(CERT, "X509 CERTIFICATE"), pem("", "CERTIFICATE"),
    pem("bm8gREVS", "CERTIFICATE"), pem(CERT, "CERTIFICATE") + pem(REQUEST), "x\n" + pem(CERT, "CERTIFICATE") + "y",
]
CONVERSATIONS = {
    "requests for certificates": [
        [tried(text=text) for text in TEXTS],
        [tried(signerName=name) for name in SIGNERS]
        + [tried(usages=usages) for usages in (
            None, [], ["client auth", "client auth"], ["Client Auth"], [""], ["any", "x", "any"],
            ["s/mime", "signing", "cert sign"])]
        + [tried(expirationSeconds=seconds) for seconds in (0, -1, 599, 600, 2147483648)]
        + [tried(username="other", uid="u", groups=["g"], extra={"a": ["b"]}), tried(name="A_b:c"), tried(name="a/b"),
           ("POST", SIGNING + "?dryRun=All", {"metadata": {"name": "asked"}}),
           ("POST", SIGNING + "?dryRun=All", {**request(), "status": {"conditions": [condition("Approved")]}})],
    ],
    "decisions on requests for certificates": [
        [("POST", SIGNING + "?fieldManager=m", request(), PARTS),
         ("PATCH", SIGNING + "/asked?fieldManager=m", {"metadata": {"labels": {"a": "b"}}, "spec": {"usages": ["any"]},
                                                       "status": {"certificate": encoded(CERTIFICATES[1])}}, MERGE)]
        + [written("/approval", {"conditions": [one]}) for one in (
            condition(""), condition("Approved", "False"), condition("Denied", ""), condition("Other", "Maybe"),
            condition("Failed", "Unknown"))]
        + [written("/approval", {"conditions": several}) for several in (
            [condition("Approved"), condition("Denied")], [condition("Denied"), condition("Approved")],
            [condition("Other"), condition("Other", "False")], [condition("Approved"), condition("Approved")])]
        + [written("/status", {"conditions": [condition(kind)]}) for kind in ("Approved", "Denied")]
        + [written("/approval", {"conditions": [condition("Approved")], "certificate": encoded(CERTIFICATES[1])}),
           written("/approval", {"conditions": [condition("Denied")]}), written("/approval", {"conditions": []}),
           written("/approval", {"conditions": [condition("Approved", reason="Other")]}),
           written("/status", {"conditions": [condition("Approved", reason="Third")]}),
           written("/status", {"conditions": [condition("Approved"), condition("Failed")]}),
           written("/status", {"conditions": [condition("Approved")]})]
        + [("PATCH", f"{SIGNING}/asked/status?dryRun=All", {"status": {"certificate": encoded(text)}}, MERGE)
           for text in CERTIFICATES]
        + [written("/status", {"certificate": encoded(CERTIFICATES[1])}),
           written("/status", {"certificate": encoded(CERTIFICATES[7])}), written("/status", {"certificate": None}),
           written("/approval", {"certificate": encoded(CERTIFICATES[7])}),
           ("GET", SIGNING + "?fieldSelector=spec.signerName%3Dexample.com/signer", None),
           ("PATCH", SIGNING + "/asked?fieldManager=n", {
               "apiVersion": "certificates.k8s.io/v1", "kind": "CertificateSigningRequest", "metadata": {"name": "asked"},
               "spec": request()["spec"]}, {"type": "application/apply-patch+yaml", "managers": True}),
           ("DELETE", SIGNING + "/asked", None)],
    ],
}
