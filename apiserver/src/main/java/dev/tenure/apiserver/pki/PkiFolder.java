package dev.tenure.apiserver.pki;

import dev.tenure.runtime.tls.CertificateSubject;
import dev.tenure.runtime.tls.NativeCryptography;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The keys and certificates of one cluster in a folder that only its owner may read. What is missing or
/// about to expire is made; what cannot be read is reported, never overwritten.
public final class PkiFolder {
    private static final Duration RENEW_BEFORE = Duration.ofDays(30);
    private static final Set<PosixFilePermission> OWNER = PosixFilePermissions.fromString("rw-------");
    private static final System.Logger LOG = System.getLogger(PkiFolder.class.getPackageName());
    private static final String AUTHORITY = "tenure-ca";
    private static final String FRONT_PROXY_AUTHORITY = "tenure-front-proxy-ca";
    private static final String FRONT_PROXY = "front-proxy-client";
    private static final String SUBJECT_KEY_IDENTIFIER = "2.5.29.14";
    private static final String AUTHORITY_KEY_IDENTIFIER = "2.5.29.35";

    private static final Set<String> KEPT = Set.of("ca", "front-proxy-ca", "service-account");
    private static final String SUFFIX = ".crt";
    private static final String SIGNATURE = "SHA256withECDSA";

    /// A certificate in the folder.
    ///
    /// @param name of its file, without the ending
    public record Held(String name, X509Certificate certificate) {
        /// Whether its key stays, whatever is made anew, for others rely on it.
        public boolean kept() {
            return KEPT.contains(name);
        }
    }

    private final Path folder;
    private final Instant now;

    /// @param now the wall clock
    public PkiFolder(Path folder, Instant now) {
        this.folder = folder;
        this.now = now;
        try {
            Files.createDirectories(
                    folder, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot create " + folder, e);
        }
    }

    /// The certificates in a folder, by name; nothing where there is no such folder.
    ///
    /// @throws IllegalArgumentException when one cannot be read
    public static List<Held> list(Path folder) {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.toString().endsWith(SUFFIX))
                    .sorted()
                    .map(file -> new Held(file.getFileName().toString().replace(SUFFIX, ""), certificate(file)))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + folder, e);
        }
    }

    /// Makes everything anew that the authorities have signed, for the same names and users and with new
    /// keys. The authorities and the key of tokens stay.
    public void renew() {
        Identity authority = authority();
        for (Held held : list(folder)) {
            if (!held.kept()) {
                try {
                    Identity signer = held.name().equals(FRONT_PROXY) ? frontProxyAuthority() : authority;
                    written(held.name(), new Issuer(now).again(signer, held.certificate()));
                } catch (GeneralSecurityException e) {
                    throw damaged(folder.resolve(held.name() + SUFFIX), e);
                }
            }
        }
    }

    /// The authority that vouches for everybody. One that is about to expire, or does not name its key, as
    /// those of early versions, gets a new certificate for the same key: what it has signed stays good, and
    /// so does the old certificate, as long as it lasts, where it is trusted.
    public Identity authority() {
        return authority("ca", AUTHORITY);
    }

    /// The authority that vouches for front proxies alone: who asks a server in the name of others must not
    /// be mixed up with who is a client.
    public Identity frontProxyAuthority() {
        return authority("front-proxy-ca", FRONT_PROXY_AUTHORITY);
    }

    /// The certificate by which other servers know this one as a front proxy.
    public Identity frontProxy(Identity authority) {
        return client(authority, FRONT_PROXY, FRONT_PROXY, List.of());
    }

    private Identity authority(String file, String name) {
        Identity there = kept(file, () -> new Issuer(now).authority(name));
        if (lasts(there.certificate()) && there.certificate().getExtensionValue(SUBJECT_KEY_IDENTIFIER) != null) {
            return there;
        }
        Identity renewed = new Issuer(now).renewed(there, name);
        write(folder.resolve(file + SUFFIX), Pem.of(renewed.certificate()));
        return renewed;
    }

    /// The server's own certificate; made anew when it does not answer for all of `hosts`.
    public Identity server(Identity authority, List<String> hosts) {
        return leaf(
                authority,
                "apiserver",
                () -> new Issuer(now).server(authority, "kube-apiserver", hosts),
                there -> covers(there, hosts));
    }

    /// The certificate of a user; made anew when it stands for another one, or for other groups.
    public Identity client(Identity authority, String file, String user, List<String> groups) {
        var wanted = new CertificateSubject(user, groups);
        return leaf(
                authority,
                file,
                () -> new Issuer(now).client(authority, user, groups),
                there -> CertificateSubject.of(there).equals(Optional.of(wanted)));
    }

    /// A certificate that somebody else has signed, and its key, as [#keep] wrote them.
    ///
    /// @param authorities one of which must have signed it
    /// @return empty when it is not there, cannot be used, or has ended
    public Optional<Identity> kept(String name, List<X509Certificate> authorities) {
        Path certificate = folder.resolve(name + SUFFIX);
        Path key = folder.resolve(name + ".key");
        if (!Files.exists(certificate) || !Files.exists(key)) {
            return Optional.empty();
        }
        try {
            Identity there = read(certificate, key);
            boolean good = there.certificate().getNotAfter().toInstant().isAfter(now)
                    && belongTogether(there)
                    && authorities.stream().anyMatch(authority -> signedBy(authority, there.certificate()));
            return good ? Optional.of(there) : Optional.empty();
        } catch (IllegalArgumentException e) {
            LOG.log(System.Logger.Level.WARNING, "{0}; another one is asked for", e.getMessage());
            return Optional.empty();
        }
    }

    /// Writes what somebody else has signed.
    public void keep(String name, Identity identity) {
        written(name, identity);
    }

    /// The key pair that signs service account tokens; the public half stands in a certificate that
    /// nobody checks, so that its end ends nothing.
    public Identity tokenSigner() {
        return kept("service-account", () -> new Issuer(now).authority("service-account-tokens"));
    }

    /// A key that others rely on: made when there is none, and never made anew.
    ///
    /// @throws IllegalArgumentException when one of its files is missing
    private Identity kept(String name, Supplier<Identity> maker) {
        Path certificate = folder.resolve(name + ".crt");
        Path key = folder.resolve(name + ".key");
        boolean certified = Files.exists(certificate);
        if (certified != Files.exists(key)) {
            throw new IllegalArgumentException(
                    "%s is missing beside %s: put it back; or move that away, to have new ones made, which nobody trusts yet"
                            .formatted(certified ? key : certificate, certified ? certificate : key));
        }
        if (!certified) {
            return written(name, maker.get());
        }
        Identity there = read(certificate, key);
        if (!signedBy(there, there.certificate())) {
            throw damaged(certificate, new GeneralSecurityException("it is not signed by its own key"));
        }
        if (!belongTogether(there)) {
            throw new IllegalArgumentException(
                    "%s is not the key of %s: put the one back that was there; or move both away, to have new ones made, which nobody trusts yet"
                            .formatted(key, certificate));
        }
        return there;
    }

    /// What an authority has signed; made anew when it ends soon, is not as wanted, was signed by another
    /// one, has another key beside it, or does not name the authority's key, for strict clients refuse it.
    private Identity leaf(
            Identity authority, String name, Supplier<Identity> maker, Predicate<X509Certificate> wanted) {
        Path certificate = folder.resolve(name + ".crt");
        Path key = folder.resolve(name + ".key");
        if (Files.exists(certificate) && Files.exists(key)) {
            Identity there = read(certificate, key);
            if (lasts(there.certificate())
                    && there.certificate().getExtensionValue(AUTHORITY_KEY_IDENTIFIER) != null
                    && signedBy(authority, there.certificate())
                    && belongTogether(there)
                    && wanted.test(there.certificate())) {
                return there;
            }
        }
        return written(name, maker.get());
    }

    private static boolean signedBy(Identity authority, X509Certificate certificate) {
        return signedBy(authority.certificate(), certificate);
    }

    private static boolean signedBy(X509Certificate authority, X509Certificate certificate) {
        try {
            certificate.verify(
                    authority.getPublicKey(), NativeCryptography.provider("Signature", certificate.getSigAlgName()));
            return true;
        } catch (GeneralSecurityException _) {
            return false;
        }
    }

    /// Whether the key is that of the certificate: one of the two files can be older than the other.
    private static boolean belongTogether(Identity there) {
        byte[] something = {1};
        try {
            Signature signature = Signature.getInstance(SIGNATURE, NativeCryptography.provider("Signature", SIGNATURE));
            signature.initSign(there.key());
            signature.update(something);
            byte[] signed = signature.sign();
            signature.initVerify(there.certificate().getPublicKey());
            signature.update(something);
            return signature.verify(signed);
        } catch (GeneralSecurityException _) {
            return false;
        }
    }

    private Identity written(String name, Identity made) {
        write(folder.resolve(name + ".key"), Pem.of(made.key()));
        write(folder.resolve(name + ".crt"), Pem.of(made.certificate()));
        return made;
    }

    /// A key that others could read is its owner's alone from now on. Whether somebody has read it, nobody
    /// knows.
    private static void mend(Path key) throws IOException {
        Set<PosixFilePermission> found = Files.getPosixFilePermissions(key);
        if (!OWNER.containsAll(found)) {
            Files.setPosixFilePermissions(key, OWNER);
            LOG.log(
                    System.Logger.Level.WARNING,
                    "others could use the key {0} ({1}): only its owner can now; if somebody may have read it, remove"
                            + " it and its certificate, and new ones are made",
                    key,
                    PosixFilePermissions.toString(found));
        }
    }

    private static Identity read(Path certificate, Path key) {
        try {
            mend(key);
            PrivateKey secret = Pem.key(Files.readString(key));
            return new Identity(certificate(certificate), secret);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + key, e);
        } catch (GeneralSecurityException e) {
            throw damaged(key, e);
        }
    }

    private static X509Certificate certificate(Path file) {
        try {
            List<X509Certificate> all = Pem.certificates(Files.readString(file));
            if (all.isEmpty()) {
                throw new GeneralSecurityException("no certificate in it");
            }
            return all.getFirst();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + file, e);
        } catch (GeneralSecurityException e) {
            throw damaged(file, e);
        }
    }

    private static IllegalArgumentException damaged(Path file, GeneralSecurityException cause) {
        return new IllegalArgumentException(
                "%s is damaged (%s): put it back; or move it and what has the same name away, to have new ones made"
                        .formatted(file, cause.getMessage()),
                cause);
    }

    private boolean lasts(X509Certificate certificate) {
        return certificate.getNotAfter().toInstant().isAfter(now.plus(RENEW_BEFORE));
    }

    private static boolean covers(X509Certificate certificate, List<String> hosts) {
        try {
            var names = certificate.getSubjectAlternativeNames();
            if (names == null) {
                return hosts.isEmpty();
            }
            Set<String> covered =
                    names.stream().map(name -> String.valueOf(name.get(1))).collect(Collectors.toSet());
            return hosts.stream().map(PkiFolder::asInCertificates).allMatch(covered::contains);
        } catch (GeneralSecurityException _) {
            return false;
        }
    }

    /// Certificates are read with IPv6 addresses in their long form.
    private static String asInCertificates(String host) {
        try {
            return host.contains(":") ? InetAddress.getByName(host).getHostAddress() : host;
        } catch (UnknownHostException _) {
            return host;
        }
    }

    private void write(Path file, String text) {
        Path fresh = file.resolveSibling(file.getFileName() + ".new");
        try {
            Files.deleteIfExists(fresh);
            Files.createFile(fresh, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
            Files.writeString(fresh, text, StandardOpenOption.WRITE);
            Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write " + file, e);
        }
    }
}
