package dev.tenure.apiserver.pki;

import com.google.re2j.Pattern;
import dev.tenure.runtime.tls.CertificateSubject;
import dev.tenure.runtime.tls.NativeCryptography;
import java.io.IOException;
import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.MessageDigest;
import java.security.PublicKey;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.security.spec.ECGenParameterSpec;
import java.security.spec.PKCS8EncodedKeySpec;
import java.security.spec.X509EncodedKeySpec;
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

/// Issues certificates. With [CertificateRequests] the only class that touches BouncyCastle, so that a start
/// with everything in place loads none of it.
public final class Issuer {
    private static final Pattern V4_ADDRESS = Pattern.compile("[0-9.]+");
    private static final Duration AUTHORITY_LIFETIME = Duration.ofDays(3650);
    private static final Duration LEAF_LIFETIME = Duration.ofDays(365);
    private static final Duration CLOCK_SKEW = Duration.ofMinutes(5);
    private static final int SERIAL_BITS = 120;
    private static final String KEY = "EC";
    private static final String SIGNATURE = "SHA256withECDSA";

    private final Instant now;
    private final SecureRandom random = new SecureRandom();

    public Issuer(Instant now) {
        this.now = now;
    }

    /// A new key on the curve P-256.
    public static KeyPair newKey() {
        try {
            KeyPairGenerator generator =
                    KeyPairGenerator.getInstance(KEY, NativeCryptography.provider("KeyPairGenerator", KEY));
            generator.initialize(new ECGenParameterSpec("secp256r1"));
            return plain(generator.generateKeyPair());
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this JDK has no P-256 keys", e);
        }
    }

    /// The same keys in the JDK's own classes, which everything that reads keys knows.
    private static KeyPair plain(KeyPair made) throws GeneralSecurityException {
        KeyFactory keys = KeyFactory.getInstance(KEY);
        return new KeyPair(
                keys.generatePublic(new X509EncodedKeySpec(made.getPublic().getEncoded())),
                keys.generatePrivate(new PKCS8EncodedKeySpec(made.getPrivate().getEncoded())));
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
            boolean address = V4_ADDRESS.matches(host) || host.contains(":");
            names.add(new GeneralName(address ? GeneralName.iPAddress : GeneralName.dNSName, host));
        }
        X500Name subject = new X500NameBuilder().addRDN(BCStyle.CN, name).build();
        return leaf(authority, subject, KeyPurposeId.id_kp_serverAuth, names);
    }

    /// A certificate for a user.
    public Identity client(Identity authority, String user, List<String> groups) {
        X500Name subject = name(new CertificateSubject(user, groups));
        return leaf(authority, subject, KeyPurposeId.id_kp_clientAuth, List.of());
    }

    static X500Name name(CertificateSubject subject) {
        var name = new X500NameBuilder();
        subject.groups().forEach(group -> name.addRDN(BCStyle.O, group));
        return name.addRDN(BCStyle.CN, subject.name()).build();
    }

    /// What somebody else asked for, who keeps the key to himself. Nothing of the request is copied but its
    /// subject, as it was read, its names and addresses, and the key.
    ///
    /// @param serves whether it is for a server; else it is for a client
    /// @param lifetime at most a year
    public X509Certificate sign(
            Identity authority, CertificateRequests.Asked asked, boolean serves, Duration lifetime) {
        var names = new ArrayList<GeneralName>();
        asked.request().names().forEach(host -> names.add(new GeneralName(GeneralName.dNSName, host)));
        asked.request().addresses().forEach(host -> names.add(new GeneralName(GeneralName.iPAddress, host)));
        Duration lasts = lifetime.compareTo(LEAF_LIFETIME) > 0 ? LEAF_LIFETIME : lifetime;
        KeyPurposeId purpose = serves ? KeyPurposeId.id_kp_serverAuth : KeyPurposeId.id_kp_clientAuth;
        return leaf(authority, new Leaf(name(asked.request().subject()), purpose, names, lasts), asked.key());
    }

    private record Leaf(X500Name subject, KeyPurposeId purpose, List<GeneralName> names, Duration lifetime) {}

    /// The same certificate once more, for a new key: who it stands for, what it answers for and what it is
    /// used for are copied.
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
        var wanted = new Leaf(subject, purpose, names, LEAF_LIFETIME);
        return new Identity(leaf(authority, wanted, pair.getPublic()), pair.getPrivate());
    }

    private X509Certificate leaf(Identity authority, Leaf wanted, PublicKey key) {
        X500Name issuer = X500Name.getInstance(
                authority.certificate().getSubjectX500Principal().getEncoded());
        X509v3CertificateBuilder builder = builder(issuer, wanted.subject(), key, wanted.lifetime());
        try {
            builder.addExtension(
                    Extension.keyUsage, true, new KeyUsage(KeyUsage.digitalSignature | KeyUsage.keyEncipherment));
            builder.addExtension(Extension.extendedKeyUsage, false, new ExtendedKeyUsage(wanted.purpose()));
            builder.addExtension(Extension.basicConstraints, true, new BasicConstraints(false));
            builder.addExtension(
                    Extension.authorityKeyIdentifier,
                    false,
                    new AuthorityKeyIdentifier(
                            keyIdentifier(authority.certificate().getPublicKey())));
            if (!wanted.names().isEmpty()) {
                ASN1Encodable all = new GeneralNames(wanted.names().toArray(GeneralName[]::new));
                builder.addExtension(Extension.subjectAlternativeName, false, all);
            }
        } catch (IOException e) {
            throw new IllegalStateException("an extension that cannot be encoded", e);
        }
        return signed(builder, new KeyPair(key, authority.key()));
    }

    /// The SHA-1 of a public key's bits, by which certificates name keys; no secret depends on it. RFC 5280,
    /// 4.2.1.2.
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
            var content = new JcaContentSignerBuilder(SIGNATURE)
                    .setProvider(NativeCryptography.provider("Signature", SIGNATURE))
                    .build(signer.getPrivate());
            return new JcaX509CertificateConverter().getCertificate(builder.build(content));
        } catch (OperatorCreationException | GeneralSecurityException e) {
            throw new IllegalStateException("a certificate that cannot be signed", e);
        }
    }
}
