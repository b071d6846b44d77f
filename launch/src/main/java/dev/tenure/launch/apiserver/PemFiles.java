package dev.tenure.launch.apiserver;

import dev.tenure.apiserver.pki.Pem;
import dev.tenure.runtime.callout.Peer;
import dev.tenure.runtime.io.IoWords;
import dev.tenure.runtime.tls.PemReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.cert.X509Certificate;
import java.util.List;

/// Reads keys and certificates that somebody else looks after. What cannot be used is an
/// IllegalArgumentException that names the file.
final class PemFiles {
    private PemFiles() {}

    /// A certificate and its key.
    ///
    /// @param certificate in PEM, with those that vouch for it
    record Pair(Path certificate, Path key) {}

    static Peer.Shown shown(Pair pair) {
        try {
            List<X509Certificate> chain = Pem.certificates(text(pair.certificate()));
            if (chain.isEmpty()) {
                throw new GeneralSecurityException("no certificate in it");
            }
            return new Peer.Shown(chain, PemReader.privateKey(text(pair.key())));
        } catch (GeneralSecurityException e) {
            throw new IllegalArgumentException("the certificate %s and the key %s cannot be used: %s"
                    .formatted(pair.certificate(), pair.key(), e.getMessage()));
        }
    }

    static List<X509Certificate> certificates(Path file) {
        try {
            return Pem.certificates(text(file));
        } catch (GeneralSecurityException e) {
            throw new IllegalArgumentException("%s is no PEM certificate: %s".formatted(file, e.getMessage()));
        }
    }

    static PrivateKey privateKey(Path file) {
        try {
            return PemReader.privateKey(text(file));
        } catch (GeneralSecurityException e) {
            throw new IllegalArgumentException("the key %s cannot be used: %s".formatted(file, e.getMessage()));
        }
    }

    /// Those in the file, be they by themselves, in certificates, or in private RSA keys.
    static List<PublicKey> publicKeys(Path file) {
        try {
            return PemReader.publicKeys(text(file));
        } catch (GeneralSecurityException e) {
            throw new IllegalArgumentException("%s has no public key: %s".formatted(file, e.getMessage()));
        }
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new IllegalArgumentException("%s cannot be read (%s)".formatted(file, IoWords.briefly(e)));
        }
    }
}
