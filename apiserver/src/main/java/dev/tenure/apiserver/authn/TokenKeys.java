package dev.tenure.apiserver.authn;

import dev.tenure.apiserver.pki.Identity;
import dev.tenure.apiserver.pki.TokenAlgorithm;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.util.ArrayList;
import java.util.List;

/// The keys of service accounts' tokens.
///
/// @param signer signs those that are made here
/// @param trusted whose signatures are good; first the public half of the signer
public record TokenKeys(PrivateKey signer, List<PublicKey> trusted) {
    private static final byte[] SOMETHING = {1};

    public TokenKeys {
        trusted = List.copyOf(trusted);
    }

    /// One pair of keys.
    public static TokenKeys of(Identity identity) {
        return new TokenKeys(identity.key(), List.of(identity.certificate().getPublicKey()));
    }

    /// @param trusted in any order
    /// @throws IllegalArgumentException when none of them is the public half of the signer, or tokens are not
    ///     signed with keys of such a kind
    public static TokenKeys of(PrivateKey signer, List<PublicKey> trusted) {
        trusted.forEach(TokenAlgorithm::of);
        PublicKey own = trusted.stream()
                .filter(key -> belongTogether(signer, key))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("none of the public keys is that of the signing key"));
        var ordered = new ArrayList<PublicKey>();
        ordered.add(own);
        trusted.stream().distinct().filter(key -> !key.equals(own)).forEach(ordered::add);
        return new TokenKeys(signer, ordered);
    }

    private static boolean belongTogether(PrivateKey secret, PublicKey key) {
        if (!secret.getAlgorithm().equals(key.getAlgorithm())) {
            return false;
        }
        try {
            Signature signature = Signature.getInstance(TokenAlgorithm.of(key).signature());
            signature.initSign(secret);
            signature.update(SOMETHING);
            byte[] signed = signature.sign();
            signature.initVerify(key);
            signature.update(SOMETHING);
            return signature.verify(signed);
        } catch (GeneralSecurityException _) {
            return false;
        }
    }
}
