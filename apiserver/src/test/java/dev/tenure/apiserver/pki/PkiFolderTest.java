package dev.tenure.apiserver.pki;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenure.runtime.tls.CertificateSubject;
import java.io.IOException;
import java.io.StringReader;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.cert.X509Certificate;
import java.security.interfaces.ECPrivateKey;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Date;
import java.util.List;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.openssl.PEMKeyPair;
import org.bouncycastle.openssl.PEMParser;
import org.bouncycastle.openssl.jcajce.JcaPEMKeyConverter;
import org.bouncycastle.operator.ContentSigner;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class PkiFolderTest {
    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

    @TempDir
    private Path folder;

    private Identity server(List<String> hosts) {
        var pki = new PkiFolder(folder, NOW);
        return pki.server(pki.authority(), hosts);
    }

    @Test
    void theCertificateOfTheServerIsKeptWhileItAnswersForAllHosts() {
        Identity first = server(List.of("localhost", "127.0.0.1", "::1"));

        assertThat(server(List.of("::1", "localhost")).certificate()).isEqualTo(first.certificate());
    }

    /// Whoever it vouches for may speak for anybody.
    @Test
    void frontProxiesHaveAnAuthorityOfTheirOwnWhichStays() {
        var pki = new PkiFolder(folder, NOW);
        Identity authority = pki.authority();
        Identity proxies = pki.frontProxyAuthority();
        Identity first = pki.frontProxy(proxies);
        assertThat(proxies.certificate()).isNotEqualTo(authority.certificate());
        pki.renew();
        assertThat(pki.frontProxyAuthority()).isEqualTo(proxies);
        Identity renewed = pki.frontProxy(proxies);
        assertThat(renewed.certificate()).isNotEqualTo(first.certificate());
        assertThat(renewed.certificate().getIssuerX500Principal())
                .isEqualTo(proxies.certificate().getSubjectX500Principal());
        assertThat(CertificateSubject.of(renewed.certificate()))
                .contains(new CertificateSubject("front-proxy-client", List.of()));
    }

    @Test
    void anotherHostHasANewOneMade() {
        Identity first = server(List.of("localhost"));

        assertThat(server(List.of("localhost", "10.0.0.1")).certificate()).isNotEqualTo(first.certificate());
    }

    @Test
    void aUserWithOtherGroupsHasANewOneMade() {
        var pki = new PkiFolder(folder, NOW);
        Identity authority = pki.authority();
        Identity first = pki.client(authority, "agents", "somebody", List.of("system:masters"));

        Identity second = pki.client(authority, "agents", "somebody", List.of("guests"));
        assertThat(second.certificate()).isNotEqualTo(first.certificate());
        assertThat(pki.client(authority, "agents", "somebody", List.of("guests"))
                        .certificate())
                .isEqualTo(second.certificate());
    }

    /// Kubeconfigs and agents trust the key; tokens are signed with theirs.
    @Test
    void keysThatOthersRelyOnOutliveTheirCertificates() {
        var before = new PkiFolder(folder, NOW);
        Identity authority = before.authority();
        Identity signer = before.tokenSigner();
        var later = new PkiFolder(folder, authority.certificate().getNotAfter().toInstant());

        assertThat(later.authority().key()).isEqualTo(authority.key());
        assertThat(later.authority().certificate().getNotAfter())
                .isAfter(authority.certificate().getNotAfter());
        assertThat(later.tokenSigner().key()).isEqualTo(signer.key());
    }

    @ParameterizedTest
    @ValueSource(strings = {"ca.key", "ca.crt"})
    void halfAnAuthorityIsNotReplaced(String missing) throws IOException {
        var pki = new PkiFolder(folder, NOW);
        pki.authority();
        Files.delete(folder.resolve(missing));

        assertThatThrownBy(pki::authority)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(missing + " is missing beside ")
                .hasMessageContaining("put it back");
    }

    @Test
    void whatIsRenewedStandsForTheSameWithAnotherKey() throws Exception {
        var pki = new PkiFolder(folder, NOW);
        Identity authority = pki.authority();
        Identity signer = pki.tokenSigner();
        List<String> hosts = List.of("localhost", "10.0.0.1", "::1");
        Identity server = pki.server(authority, hosts);
        Identity user = pki.client(authority, "admin", "somebody", List.of("system:masters", "others"));

        pki.renew();

        assertThat(pki.authority()).isEqualTo(authority);
        assertThat(pki.tokenSigner()).isEqualTo(signer);
        for (Identity old : List.of(server, user)) {
            boolean serves = old.equals(server);
            Identity renewed = serves
                    ? pki.server(authority, hosts)
                    : pki.client(authority, "admin", "somebody", List.of("system:masters", "others"));
            X509Certificate now = renewed.certificate();
            assertThat(now.getPublicKey()).isNotEqualTo(old.certificate().getPublicKey());
            assertThat(now.getSubjectX500Principal())
                    .isEqualTo(old.certificate().getSubjectX500Principal());
            assertThat(String.valueOf(now.getSubjectAlternativeNames()))
                    .isEqualTo(String.valueOf(old.certificate().getSubjectAlternativeNames()));
            assertThat(now.getExtendedKeyUsage()).isEqualTo(old.certificate().getExtendedKeyUsage());
            now.verify(authority.certificate().getPublicKey());
            assertThat(Pem.certificates(Files.readString(folder.resolve((serves ? "apiserver" : "admin") + ".crt"))))
                    .containsExactly(now);
        }
    }

    /// A crash between two files, or one of them brought back from elsewhere.
    @Test
    void aKeyBesideTheCertificateOfAnotherIsNotUsed() throws IOException {
        Identity first = server(List.of("localhost"));
        Files.writeString(
                folder.resolve("apiserver.key"), Pem.of(Issuer.newKey().getPrivate()));
        Identity second = server(List.of("localhost"));
        assertThat(second.certificate()).isNotEqualTo(first.certificate());
        assertThat(server(List.of("localhost"))).isEqualTo(second);

        Files.writeString(folder.resolve("ca.key"), Pem.of(Issuer.newKey().getPrivate()));
        assertThatThrownBy(() -> server(List.of("localhost")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("ca.key is not the key of ");
    }

    @Test
    void whatAnotherAuthorityHasSignedIsMadeAnew() throws IOException {
        Identity first = server(List.of("localhost"));
        Files.delete(folder.resolve("ca.key"));
        Files.delete(folder.resolve("ca.crt"));

        assertThat(server(List.of("localhost")).certificate()).isNotEqualTo(first.certificate());
    }

    /// Whatever happens to one file: it is mended, refused with its name, or another one is made of what
    /// others do not rely on. Never is the authority or the key of tokens replaced.
    @ParameterizedTest
    @ValueSource(
            strings = {
                "ca.key",
                "ca.crt",
                "service-account.key",
                "service-account.crt",
                "apiserver.key",
                "apiserver.crt"
            })
    void aDamagedFileIsNamedOrMadeAnew(String name) throws IOException {
        var pki = new PkiFolder(folder, NOW);
        Identity authority = pki.authority();
        Identity signer = pki.tokenSigner();
        pki.server(authority, List.of("localhost"));
        Path file = folder.resolve(name);
        byte[] whole = Files.readAllBytes(file);
        for (int at = 0; at <= whole.length; at += 9) {
            byte[] cut = Arrays.copyOf(whole, at);
            byte[] flipped = whole.clone();
            flipped[Math.min(at, whole.length - 1)] ^= 1;
            for (byte[] damaged : List.of(cut, flipped)) {
                Files.write(file, damaged);
                try {
                    assertThat(pki.authority()).isEqualTo(authority);
                    assertThat(pki.tokenSigner()).isEqualTo(signer);
                    pki.server(authority, List.of("localhost"))
                            .certificate()
                            .verify(authority.certificate().getPublicKey());
                } catch (IllegalArgumentException e) {
                    assertThat(e).hasMessageContaining(name);
                } catch (GeneralSecurityException e) {
                    throw new AssertionError(name + " damaged at " + at, e);
                }
                Files.write(file, whole);
            }
        }
    }

    @Test
    void aKeyThatOthersCanReadIsMended() throws IOException {
        server(List.of("localhost"));
        Path key = folder.resolve("apiserver.key");
        Files.setPosixFilePermissions(key, PosixFilePermissions.fromString("rw-r--r--"));

        server(List.of("localhost"));

        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(key)))
                .isEqualTo("rw-------");
    }

    private static final String SUBJECT_KEY_IDENTIFIER = "2.5.29.14";
    private static final String AUTHORITY_KEY_IDENTIFIER = "2.5.29.35";

    /// The identifier within an extension: its last 20 bytes, whatever stands around it.
    private static byte[] identifier(X509Certificate certificate, String extension) {
        byte[] value = certificate.getExtensionValue(extension);
        assertThat(value).as(extension).isNotNull();
        return Arrays.copyOfRange(value, value.length - 20, value.length);
    }

    @Test
    void certificatesNameTheKeysOfTheirAuthority() {
        var pki = new PkiFolder(folder, NOW);
        X509Certificate authority = pki.authority().certificate();
        byte[] named = identifier(authority, SUBJECT_KEY_IDENTIFIER);
        for (Identity leaf : List.of(
                pki.server(pki.authority(), List.of("localhost")),
                pki.client(pki.authority(), "admin", "admin", List.of()))) {
            assertThat(identifier(leaf.certificate(), AUTHORITY_KEY_IDENTIFIER)).isEqualTo(named);
        }
    }

    /// As early versions made them: without identifiers of keys.
    private void writeEarly() throws Exception {
        KeyPair authority = Issuer.newKey();
        KeyPair server = Issuer.newKey();
        var signer = new JcaContentSignerBuilder("SHA256withECDSA").build(authority.getPrivate());
        write("ca", early("tenure-ca", authority.getPublic(), signer), authority.getPrivate());
        write("apiserver", early("kube-apiserver", server.getPublic(), signer), server.getPrivate());
    }

    private static X509Certificate early(String name, PublicKey key, ContentSigner signer) throws Exception {
        var builder = new JcaX509v3CertificateBuilder(
                new X500Name("CN=tenure-ca"),
                BigInteger.TWO,
                Date.from(NOW),
                Date.from(NOW.plus(Duration.ofDays(300))),
                new X500Name("CN=" + name),
                key);
        return new JcaX509CertificateConverter().getCertificate(builder.build(signer));
    }

    private void write(String name, X509Certificate certificate, PrivateKey key) throws IOException {
        Files.writeString(folder.resolve(name + ".crt"), Pem.of(certificate));
        Files.writeString(folder.resolve(name + ".key"), Pem.of(key));
    }

    @Test
    void certificatesOfEarlyVersionsAreMadeAnewAndTheAuthoritysKeyIsKept() throws Exception {
        writeEarly();
        X509Certificate old =
                Pem.certificates(Files.readString(folder.resolve("ca.crt"))).getFirst();
        var pki = new PkiFolder(folder, NOW);
        Identity authority = pki.authority();
        Identity server = pki.server(authority, List.of());

        assertThat(authority.certificate().getPublicKey()).isEqualTo(old.getPublicKey());
        assertThat(authority.certificate()).isNotEqualTo(old);
        assertThat(identifier(server.certificate(), AUTHORITY_KEY_IDENTIFIER))
                .isEqualTo(identifier(authority.certificate(), SUBJECT_KEY_IDENTIFIER));
        server.certificate().verify(old.getPublicKey());
        assertThat(new PkiFolder(folder, NOW).authority().certificate()).isEqualTo(authority.certificate());
        assertThat(new PkiFolder(folder, NOW).server(authority, List.of()).certificate())
                .isEqualTo(server.certificate());
    }

    @Test
    void theKeyOfAKubeconfigIsSec1WithItsPublicHalf() throws Exception {
        for (int i = 0; i < 50; i++) {
            Identity admin = new Issuer(NOW).authority("any");
            String pem = Pem.keyOf(admin);
            assertThat(pem).startsWith("-----BEGIN EC PRIVATE KEY-----\n");
            try (var parser = new PEMParser(new StringReader(pem))) {
                KeyPair read = new JcaPEMKeyConverter().getKeyPair((PEMKeyPair) parser.readObject());
                assertThat(((ECPrivateKey) read.getPrivate()).getS()).isEqualTo(((ECPrivateKey) admin.key()).getS());
                assertThat(read.getPublic()).isEqualTo(admin.certificate().getPublicKey());
            }
        }
    }
}
