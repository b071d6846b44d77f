package dev.tenure.apiserver.authn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenure.apiserver.pki.Identity;
import dev.tenure.apiserver.pki.Issuer;
import dev.tenure.runtime.loop.SimulatedWorld;
import java.math.BigInteger;
import java.security.KeyPair;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Date;
import java.util.List;
import org.bouncycastle.asn1.ASN1ObjectIdentifier;
import org.bouncycastle.asn1.DERUTF8String;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x500.X500NameBuilder;
import org.bouncycastle.asn1.x500.style.BCStyle;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;
import org.junit.jupiter.api.Test;

final class ClientCertificatesTest {
    private static final ASN1ObjectIdentifier UID = new ASN1ObjectIdentifier("1.3.6.1.4.1.57683.2");
    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

    private final SimulatedWorld world = new SimulatedWorld(NOW);
    private final Issuer issuer = new Issuer(NOW);
    private final Identity authority = issuer.authority("ours");
    private final ClientCertificates certificates = new ClientCertificates(List.of(authority.certificate()), world);

    private User user(X509Certificate... chain) throws CertificateException {
        return certificates.user(List.of(chain)).orElseThrow();
    }

    @Test
    void theCommonNameIsTheUserEachOrganisationAGroupAndTheFingerprintIsTold() throws CertificateException {
        X509Certificate shown =
                issuer.client(authority, "ann", List.of("a", "b")).certificate();

        User user = user(shown);

        assertThat(user.name()).isEqualTo("ann");
        assertThat(user.uid()).isEmpty();
        assertThat(user.groups()).containsExactlyInAnyOrder("a", "b", User.AUTHENTICATED);
        assertThat(user.extra().get("authentication.kubernetes.io/credential-id"))
                .singleElement()
                .asString()
                .matches("X509SHA256=[0-9a-f]{64}");
        assertThat(user(shown)).isEqualTo(user);
    }

    @Test
    void whatNobodyVouchesForIsRefused() {
        Identity others = issuer.authority("ours");
        X509Certificate shown =
                issuer.client(others, "ann", List.of("system:masters")).certificate();

        assertThatThrownBy(() -> user(shown)).isInstanceOf(CertificateException.class);
        assertThatThrownBy(() -> user(shown, others.certificate())).isInstanceOf(CertificateException.class);
        var nobody = new ClientCertificates(List.of(), world);
        X509Certificate ours = issuer.client(authority, "ann", List.of()).certificate();
        assertThatThrownBy(() -> nobody.user(List.of(ours))).isInstanceOf(CertificateException.class);
    }

    @Test
    void aCertificateForServersIsNoneForClients() {
        X509Certificate shown =
                issuer.server(authority, "ann", List.of("localhost")).certificate();

        assertThatThrownBy(() -> user(shown)).isInstanceOf(CertificateException.class);
    }

    @Test
    void aCertificateRunsOutThoughItWasKnown() throws CertificateException {
        X509Certificate shown = issuer.client(authority, "ann", List.of()).certificate();
        user(shown);

        world.advance(Duration.ofDays(366));

        assertThatThrownBy(() -> user(shown)).isInstanceOf(CertificateException.class);
    }

    @Test
    void onlyThoseVouchWhoAreTrustedNow() throws CertificateException {
        X509Certificate shown = issuer.client(authority, "ann", List.of()).certificate();
        user(shown);
        Identity next = issuer.authority("next");

        certificates.trustOnly(List.of(next.certificate()));

        assertThatThrownBy(() -> user(shown)).isInstanceOf(CertificateException.class);
        assertThat(user(issuer.client(next, "bea", List.of()).certificate()).name())
                .isEqualTo("bea");
    }

    @Test
    void anAuthorityInBetweenIsShownWithTheCertificate() throws Exception {
        KeyPair between = Issuer.newKey();
        X509Certificate authorityBetween = signed(authority, name("between"), between, true);
        var inBetween = new Identity(authorityBetween, between.getPrivate());
        X509Certificate shown = signed(inBetween, name("ann"), Issuer.newKey(), false);

        assertThat(user(shown, authorityBetween).name()).isEqualTo("ann");
        X509Certificate unknown = signed(inBetween, name("bea"), Issuer.newKey(), false);
        assertThatThrownBy(() -> user(unknown)).isInstanceOf(CertificateException.class);
    }

    @Test
    void aUserWithoutARightToVouchVouchesForNobody() throws Exception {
        Identity ann = issuer.client(authority, "ann", List.of());
        X509Certificate shown = signed(ann, name("system:admin"), Issuer.newKey(), false);

        assertThatThrownBy(() -> user(shown, ann.certificate())).isInstanceOf(CertificateException.class);
    }

    @Test
    void aSubjectMayStateOneUid() throws Exception {
        assertThat(user(signed(authority, name("ann", "u-1"), Issuer.newKey(), false))
                        .uid())
                .isEqualTo("u-1");
        X509Certificate two = signed(authority, name("ann", "u-1", "u-2"), Issuer.newKey(), false);
        assertThatThrownBy(() -> user(two)).hasMessageContaining("expected 1 UID");
        X509Certificate empty = signed(authority, name("ann", ""), Issuer.newKey(), false);
        assertThatThrownBy(() -> user(empty)).hasMessageContaining("empty");
    }

    @Test
    void withoutACommonNameItStandsForNobody() throws Exception {
        X500Name subject = new X500NameBuilder().addRDN(BCStyle.O, "a").build();

        assertThat(certificates.user(List.of(signed(authority, subject, Issuer.newKey(), false))))
                .isEmpty();
    }

    private static X500Name name(String user, String... uids) {
        var name = new X500NameBuilder().addRDN(BCStyle.CN, user);
        Arrays.stream(uids).forEach(uid -> name.addRDN(UID, new DERUTF8String(uid)));
        return name.build();
    }

    private static X509Certificate signed(Identity by, X500Name subject, KeyPair key, boolean vouches)
            throws Exception {
        var builder = new JcaX509v3CertificateBuilder(
                X500Name.getInstance(by.certificate().getSubjectX500Principal().getEncoded()),
                BigInteger.valueOf(7),
                Date.from(NOW.minus(Duration.ofHours(1))),
                Date.from(NOW.plus(Duration.ofDays(1))),
                subject,
                key.getPublic());
        builder.addExtension(Extension.basicConstraints, true, new BasicConstraints(vouches));
        var signer = new JcaContentSignerBuilder("SHA256withECDSA").build(by.key());
        return new JcaX509CertificateConverter().getCertificate(builder.build(signer));
    }
}
