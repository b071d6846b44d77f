package dev.tenure.apiserver.pki;

import java.io.IOException;
import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.MessageDigest;
import java.security.PublicKey;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.security.spec.ECGenParameterSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import org.bouncycastle.asn1.ASN1Encodable;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x500.X500NameBuilder;
import org.bouncycastle.asn1.x500.style.BCStyle;
import org.bouncycastle.asn1.x509.AuthorityKeyIdentifier;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.ExtendedKeyUsage;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.asn1.x509.KeyPurposeId;
import org.bouncycastle.asn1.x509.KeyUsage;
import org.bouncycastle.asn1.x509.SubjectKeyIdentifier;
import org.bouncycastle.asn1.x509.SubjectPublicKeyInfo;
import org.bouncycastle.cert.X509v3CertificateBuilder;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;

/// Issues certificates. The only class that touches BouncyCastle, so that a start with everything in place
/// loads none of it.
public final class Issuer {
    private static final Duration AUTHORITY_LIFETIME = Duration.ofDays(3650);
    private static final Duration LEAF_LIFETIME = Duration.ofDays(365);
    private static final Duration CLOCK_SKEW = Duration.ofMinutes(5);
    private static final int SERIAL_BITS = 120;

    private final Instant now;
    private final SecureRandom random = new SecureRandom();

    public Issuer(Instant now) {
        this.now = now;
    }

    /// A new key on the curve P-256.
    public static KeyPair newKey() {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
            generator.initialize(new ECGenParameterSpec("secp256r1"));
            return generator.generateKeyPair();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this JDK has no P-256 keys", e);
        }
    }

    /// A certificate authority that vouches for itself.
    public Identity authority(String name) {
        return authority(name, newKey());
    }

    /// The same authority with a new certificate: what it has signed stays good.
    public Identity renewed(Identity authority, String name) {
        return authority(name, new KeyPair(authority.certificate().getPublicKey(), authority.key()));
    }

    private Identity authority(String name, KeyPair pair) {
        X500Name subject = new X500NameBuilder().addRDN(BCStyle.CN, name).build();
        X509v3CertificateBuilder builder = builder(subject, subject, pair.getPublic(), AUTHORITY_LIFETIME);
        int usage = KeyUsage.digitalSignature | KeyUsage.keyEncipherment | KeyUsage.keyCertSign;
        try {
            builder.addExtension(Extension.keyUsage, true, new KeyUsage(usage));
            builder.addExtension(Extension.basicConstraints, true, new BasicConstraints(true));
            builder.addExtension(
                    Extension.subjectKeyIdentifier, false, new SubjectKeyIdentifier(keyIdentifier(pair.getPublic())));
        } catch (IOException e) {
            throw new IllegalStateException("an extension that cannot be encoded", e);
        }
        return new Identity(signed(builder, pair), pair.getPrivate());
    }

    /// A certificate for a server.
    ///
    /// @param hosts DNS names and IP addresses that it answers for
    public Identity server(Identity authority, String name, List<String> hosts) {
        var names = new ArrayList<GeneralName>();
        for (String host : hosts) {
            boolean address = host.matches("[0-9.]+") || host.contains(":");
            names.add(new GeneralName(address ? GeneralName.iPAddress : GeneralName.dNSName, host));
        }
        X500Name subject = new X500NameBuilder().addRDN(BCStyle.CN, name).build();
        return leaf(authority, subject, KeyPurposeId.id_kp_serverAuth, names);
    }

    /// A certificate for a user.
    public Identity client(Identity authority, String user, List<String> groups) {
        var subject = new X500NameBuilder();
        groups.forEach(group -> subject.addRDN(BCStyle.O, group));
        subject.addRDN(BCStyle.CN, user);
        return leaf(authority, subject.build(), KeyPurposeId.id_kp_clientAuth, List.of());
    }

    /// The same certificate once more, for a new key: who it stands for, what it answers for and what it is used
    /// for are copied.
    Identity again(Identity authority, X509Certificate old) throws GeneralSecurityException {
        var names = new ArrayList<GeneralName>();
        if (old.getSubjectAlternativeNames() != null) {
            for (List<?> name : old.getSubjectAlternativeNames()) {
                names.add(new GeneralName((Integer) name.getFirst(), String.valueOf(name.get(1))));
            }
        }
        List<String> uses = old.getExtendedKeyUsage();
        boolean serves = uses != null && uses.contains(KeyPurposeId.id_kp_serverAuth.getId());
        X500Name subject = X500Name.getInstance(old.getSubjectX500Principal().getEncoded());
        return leaf(authority, subject, serves ? KeyPurposeId.id_kp_serverAuth : KeyPurposeId.id_kp_clientAuth, names);
    }

    private Identity leaf(Identity authority, X500Name subject, KeyPurposeId purpose, List<GeneralName> names) {
        KeyPair pair = newKey();
        X500Name issuer = X500Name.getInstance(
                authority.certificate().getSubjectX500Principal().getEncoded());
        X509v3CertificateBuilder builder = builder(issuer, subject, pair.getPublic(), LEAF_LIFETIME);
        try {
            builder.addExtension(
                    Extension.keyUsage, true, new KeyUsage(KeyUsage.digitalSignature | KeyUsage.keyEncipherment));
            builder.addExtension(Extension.extendedKeyUsage, false, new ExtendedKeyUsage(purpose));
            builder.addExtension(Extension.basicConstraints, true, new BasicConstraints(false));
            builder.addExtension(
                    Extension.authorityKeyIdentifier,
                    false,
                    new AuthorityKeyIdentifier(
                            keyIdentifier(authority.certificate().getPublicKey())));
            if (!names.isEmpty()) {
                ASN1Encodable all = new GeneralNames(names.toArray(GeneralName[]::new));
                builder.addExtension(Extension.subjectAlternativeName, false, all);
            }
        } catch (IOException e) {
            throw new IllegalStateException("an extension that cannot be encoded", e);
        }
        return new Identity(signed(builder, new KeyPair(pair.getPublic(), authority.key())), pair.getPrivate());
    }

    /// The SHA-1 of a public key's bits, by which certificates name keys; no secret depends on it. RFC 5280, 4.2.1.2.
    private static byte[] keyIdentifier(PublicKey key) {
        try {
            byte[] bits = SubjectPublicKeyInfo.getInstance(key.getEncoded())
                    .getPublicKeyData()
                    .getOctets();
            return MessageDigest.getInstance("SHA-1").digest(bits);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this JDK has no SHA-1", e);
        }
    }

    private X509v3CertificateBuilder builder(X500Name issuer, X500Name subject, PublicKey key, Duration lifetime) {
        return new JcaX509v3CertificateBuilder(
                issuer,
                new BigInteger(SERIAL_BITS, random).add(BigInteger.ONE),
                Date.from(now.minus(CLOCK_SKEW)),
                Date.from(now.plus(lifetime)),
                subject,
                key);
    }

    private static X509Certificate signed(X509v3CertificateBuilder builder, KeyPair signer) {
        try {
            var content = new JcaContentSignerBuilder("SHA256withECDSA").build(signer.getPrivate());
            return new JcaX509CertificateConverter().getCertificate(builder.build(content));
        } catch (OperatorCreationException | GeneralSecurityException e) {
            throw new IllegalStateException("a certificate that cannot be signed", e);
        }
    }
}
