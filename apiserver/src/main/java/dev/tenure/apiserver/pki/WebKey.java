package dev.tenure.apiserver.pki;

import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.PublicKey;
import java.security.interfaces.ECPublicKey;
import java.util.Base64;

/// Public keys on P-256 as others are told of them (RFC 7517). Pure. Upstream: pkg/serviceaccount/jwt.go and
/// openidmetadata.go.
public final class WebKey {
    /// How such keys sign.
    public static final String ALGORITHM = "ES256";

    private WebKey() {}

    /// The name of a key: a digest of it.
    public static String id(PublicKey key) {
        try {
            return encoded(MessageDigest.getInstance("SHA-256").digest(key.getEncoded()));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("SHA-256 is missing", e);
        }
    }

    public static ObjectNode of(PublicKey key) {
        if (!(key instanceof ECPublicKey curved)) {
            throw new IllegalStateException("a key that signs tokens is on P-256, not " + key.getAlgorithm());
        }
        return Json.object()
                .put("use", "sig")
                .put("kty", "EC")
                .put("kid", id(key))
                .put("crv", "P-256")
                .put("alg", ALGORITHM)
                .put("x", encoded(Pem.coordinate(curved.getW().getAffineX())))
                .put("y", encoded(Pem.coordinate(curved.getW().getAffineY())));
    }

    private static String encoded(byte[] bytes) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }
}
