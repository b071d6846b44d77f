package dev.tenure.store.etcd;

import dev.tenure.runtime.tls.MemoryKeys;
import dev.tenure.runtime.tls.PemReader;
import dev.tenure.store.StoreUnavailableException;
import dev.tenure.store.etcd.EtcdOptions.Tls;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.InvalidKeyException;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.SecureRandom;
import java.security.Signature;
import java.security.cert.Certificate;
import java.util.List;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import org.jspecify.annotations.Nullable;

/// TLS towards etcd, from files in PEM.
final class EtcdTls {
    private static final byte[] SAMPLE = {1, 2, 3, 4};

    private EtcdTls() {}

    /// @throws StoreUnavailableException when the files cannot be used
    static SSLContext context(Tls tls) {
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(shown(tls), trusted(tls), new SecureRandom());
            return context;
        } catch (GeneralSecurityException | IOException e) {
            throw new StoreUnavailableException(
                    "the certificates for etcd cannot be used (%s): --etcd-cafile, --etcd-certfile and --etcd-keyfile name PEM files"
                            .formatted(e.getMessage()),
                    e);
        }
    }

    private static KeyManager @Nullable [] shown(Tls tls) throws GeneralSecurityException, IOException {
        if (tls.certificate().isEmpty() || tls.key().isEmpty()) {
            return null;
        }
        List<Certificate> chain = PemReader.certificates(text(tls.certificate().get()));
        PrivateKey key = PemReader.privateKey(text(tls.key().get()));
        requirePair(chain.getFirst().getPublicKey(), key);
        return MemoryKeys.showing(key, chain);
    }

    private static TrustManager @Nullable [] trusted(Tls tls) throws GeneralSecurityException, IOException {
        return tls.authority().isEmpty()
                ? null
                : MemoryKeys.accepting(
                        PemReader.certificates(text(tls.authority().get())));
    }

    private static String text(Path file) throws IOException {
        if (!Files.isReadable(file)) {
            throw new IOException("\"%s\" cannot be read".formatted(file));
        }
        return Files.readString(file, StandardCharsets.ISO_8859_1);
    }

    /// The JDK notices only when a server does not accept what was signed.
    private static void requirePair(PublicKey certified, PrivateKey key) throws GeneralSecurityException {
        boolean pair = certified.getAlgorithm().equals(key.getAlgorithm()) && verifies(certified, key);
        if (!pair) {
            throw new InvalidKeyException(
                    "the key of --etcd-keyfile is not that of the certificate of --etcd-certfile");
        }
    }

    private static boolean verifies(PublicKey certified, PrivateKey key) throws GeneralSecurityException {
        Signature signature =
                Signature.getInstance(key.getAlgorithm().equals("EC") ? "SHA256withECDSA" : "SHA256withRSA");
        signature.initSign(key);
        signature.update(SAMPLE);
        byte[] signed = signature.sign();
        signature.initVerify(certified);
        signature.update(SAMPLE);
        return signature.verify(signed);
    }
}
