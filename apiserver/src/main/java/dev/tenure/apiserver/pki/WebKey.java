package dev.tenure.apiserver.pki;

import dev.tenure.runtime.io.Sha256;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import java.math.BigInteger;
import java.security.PublicKey;
import java.security.interfaces.ECPublicKey;
import java.security.interfaces.RSAPublicKey;
import java.util.Base64;

/// Public keys of tokens as others are told of them (RFC 7517). Pure. Upstream: pkg/serviceaccount/jwt.go and
/// openidmetadata.go.
public final class WebKey {
    private WebKey() {}

    /// The name of a key: a digest of it.
    public static String id(PublicKey key) {
        return encoded(Sha256.of(key.getEncoded()));
    }

    /// @param key that a [TokenAlgorithm] is for
    public static ObjectNode of(PublicKey key) {
        TokenAlgorithm algorithm = TokenAlgorithm.of(key);
        ObjectNode told = Json.object().put("use", "sig");
        if (key instanceof RSAPublicKey rsa) {
            return told.put("kty", "RSA")
                    .put("kid", id(key))
                    .put("alg", algorithm.name())
                    .put("n", number(rsa.getModulus()))
                    .put("e", number(rsa.getPublicExponent()));
        }
        var point = ((ECPublicKey) key).getW();
        int length = algorithm.coordinateBytes();
        return told.put("kty", "EC")
                .put("kid", id(key))
                .put("crv", algorithm.curve())
                .put("alg", algorithm.name())
                .put("x", encoded(Pem.fixed(point.getAffineX(), length)))
                .put("y", encoded(Pem.fixed(point.getAffineY(), length)));
    }

    /// As few bytes as it takes.
    private static String number(BigInteger number) {
        return encoded(Pem.fixed(number, (number.bitLength() + Byte.SIZE - 1) / Byte.SIZE));
    }

    private static String encoded(byte[] bytes) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }
}
