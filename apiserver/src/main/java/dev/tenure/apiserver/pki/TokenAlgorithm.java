package dev.tenure.apiserver.pki;

import java.security.PublicKey;
import java.security.interfaces.ECPublicKey;
import java.security.interfaces.RSAPublicKey;
import java.util.Arrays;

/// How a key signs tokens (RFC 7518): its kind and size say so. Upstream: pkg/serviceaccount/jwt.go.
public enum TokenAlgorithm {
    RS256("SHA256withRSA", 0, ""),
    ES256("SHA256withECDSAinP1363Format", 256, "P-256"),
    ES384("SHA384withECDSAinP1363Format", 384, "P-384"),
    ES512("SHA512withECDSAinP1363Format", 521, "P-521");

    private final String signature;
    private final int bits;
    private final String curve;

    TokenAlgorithm(String signature, int bits, String curve) {
        this.signature = signature;
        this.bits = bits;
        this.curve = curve;
    }

    /// @throws IllegalArgumentException when tokens are not signed with such keys
    public static TokenAlgorithm of(PublicKey key) {
        if (key instanceof RSAPublicKey) {
            return RS256;
        }
        int size = key instanceof ECPublicKey curved
                ? curved.getParams().getCurve().getField().getFieldSize()
                : 0;
        return Arrays.stream(values())
                .filter(one -> one.bits == size && size > 0)
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        "tokens are signed with RSA keys and those on P-256, P-384 or P-521, and not with one of kind "
                                + key.getAlgorithm()));
    }

    /// What Java calls it.
    public String signature() {
        return signature;
    }

    /// The name of the curve that such keys are on; empty for RSA.
    String curve() {
        return curve;
    }

    /// How long each coordinate of such keys is.
    int coordinateBytes() {
        return (bits + Byte.SIZE - 1) / Byte.SIZE;
    }
}
