package dev.tenure.apiserver.pki;

import dev.tenure.runtime.tls.CertificateSubject;
import dev.tenure.runtime.tls.SigningRequest;
import java.io.IOException;
import java.net.InetAddress;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.PublicKey;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import javax.security.auth.x500.X500Principal;
import org.bouncycastle.asn1.DEROctetString;
import org.bouncycastle.asn1.pkcs.Attribute;
import org.bouncycastle.asn1.pkcs.PKCSObjectIdentifiers;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.Extensions;
import org.bouncycastle.asn1.x509.ExtensionsGenerator;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;
import org.bouncycastle.operator.jcajce.JcaContentVerifierProviderBuilder;
import org.bouncycastle.pkcs.PKCSException;
import org.bouncycastle.pkcs.jcajce.JcaPKCS10CertificationRequest;
import org.bouncycastle.pkcs.jcajce.JcaPKCS10CertificationRequestBuilder;

/// Requests for certificates (PKCS #10): made by who has the key, read by who signs. Pure.
public final class CertificateRequests {
    private static final String REQUEST = "CERTIFICATE REQUEST";
    private static final String BEGIN = "-----BEGIN " + REQUEST + "-----";
    private static final String END = "-----END " + REQUEST + "-----";
    private static final int LENGTH_MAX = 64 * 1024;

    private CertificateRequests() {}

    /// A request whose sender has shown that the key is his.
    ///
    /// @param key the public half
    public record Asked(SigningRequest request, PublicKey key) {}

    /// A request without names. PEM.
    public static String of(KeyPair pair, CertificateSubject subject) {
        return of(pair, new SigningRequest(subject, List.of(), List.of(), false));
    }

    /// PEM.
    public static String of(KeyPair pair, SigningRequest wanted) {
        try {
            var signer = new JcaContentSignerBuilder("SHA256withECDSA").build(pair.getPrivate());
            var builder = new JcaPKCS10CertificationRequestBuilder(Issuer.name(wanted.subject()), pair.getPublic());
            GeneralName[] names = Stream.concat(
                            wanted.names().stream().map(name -> new GeneralName(GeneralName.dNSName, name)),
                            wanted.addresses().stream().map(each -> new GeneralName(GeneralName.iPAddress, each)))
                    .toArray(GeneralName[]::new);
            if (names.length > 0) {
                var extensions = new ExtensionsGenerator();
                extensions.addExtension(Extension.subjectAlternativeName, false, new GeneralNames(names));
                builder.addAttribute(PKCSObjectIdentifiers.pkcs_9_at_extensionRequest, extensions.generate());
            }
            return Pem.ofRequest(builder.build(signer).getEncoded());
        } catch (OperatorCreationException | IOException e) {
            throw new IllegalStateException("a request that cannot be signed", e);
        }
    }

    /// @param pem from a stranger
    /// @return empty when it is no request, names nobody, or is not signed by its own key
    public static Optional<Asked> read(String pem) {
        int begin = pem.indexOf(BEGIN);
        int end = pem.indexOf(END);
        if (begin < 0 || end < begin || pem.length() > LENGTH_MAX) {
            return Optional.empty();
        }
        try {
            byte[] der = Base64.getMimeDecoder().decode(pem.substring(begin + BEGIN.length(), end));
            var request = new JcaPKCS10CertificationRequest(der);
            PublicKey key = request.getPublicKey();
            if (!request.isSignatureValid(new JcaContentVerifierProviderBuilder().build(key))) {
                return Optional.empty();
            }
            return CertificateSubject.of(new X500Principal(request.getSubject().getEncoded()))
                    .map(subject -> new Asked(named(subject, names(request)), key));
        } catch (GeneralSecurityException
                | IOException
                | OperatorCreationException
                | PKCSException
                | IllegalArgumentException _) {
            return Optional.empty();
        }
    }

    /// What is wrong with a request, in the words of Go's `crypto/x509`, as far as its outermost part says;
    /// of what is malformed further inside only that it is. Upstream: apis/certificates/helpers.go
    /// (ParseCSR).
    ///
    /// @param pem from a stranger
    /// @return empty when it is a request that is signed by its own key, be it about nobody
    public static Optional<String> fault(String pem) {
        Optional<PemBlock> block =
                PemBlock.first(pem).filter(found -> found.type().equals(REQUEST));
        if (block.isEmpty()) {
            return Optional.of("PEM block type must be " + REQUEST);
        }
        byte[] der = block.get().content();
        Optional<String> form = DerForm.sequenceFault(der, "certificateRequest");
        if (form.isPresent()) {
            return form;
        }
        try {
            var request = new JcaPKCS10CertificationRequest(der);
            PublicKey key = request.getPublicKey();
            return request.isSignatureValid(new JcaContentVerifierProviderBuilder().build(key))
                    ? Optional.empty()
                    : Optional.of(notVerified(key));
        } catch (OperatorCreationException | PKCSException _) {
            return Optional.of("x509: cannot verify signature: algorithm unimplemented");
        } catch (GeneralSecurityException | IOException | IllegalArgumentException _) {
            return Optional.of("asn1: structure error: malformed certificate request");
        }
    }

    private static String notVerified(PublicKey key) {
        return switch (key.getAlgorithm()) {
            case "RSA" -> "crypto/rsa: verification error";
            case "EC" -> "x509: ECDSA verification failure";
            case "EdDSA", "Ed25519" -> "x509: Ed25519 verification failure";
            default -> "x509: cannot verify signature: algorithm unimplemented";
        };
    }

    private static List<GeneralName> names(JcaPKCS10CertificationRequest request) {
        var names = new ArrayList<GeneralName>();
        for (Attribute attribute : request.getAttributes(PKCSObjectIdentifiers.pkcs_9_at_extensionRequest)) {
            Extensions asked = Extensions.getInstance(attribute.getAttrValues().getObjectAt(0));
            GeneralNames all = GeneralNames.fromExtensions(asked, Extension.subjectAlternativeName);
            if (all != null) {
                names.addAll(List.of(all.getNames()));
            }
        }
        return names;
    }

    private static SigningRequest named(CertificateSubject subject, List<GeneralName> all) {
        var names = new ArrayList<String>();
        var addresses = new ArrayList<String>();
        boolean more = false;
        for (GeneralName one : all) {
            if (one.getTagNo() == GeneralName.dNSName) {
                names.add(String.valueOf(one.getName()));
            } else if (one.getTagNo() == GeneralName.iPAddress) {
                addresses.add(address(DEROctetString.getInstance(one.getName()).getOctets()));
            } else {
                more = true;
            }
        }
        return new SigningRequest(subject, names, addresses, more);
    }

    private static String address(byte[] bytes) {
        try {
            return InetAddress.getByAddress(bytes).getHostAddress();
        } catch (IOException e) {
            throw new IllegalArgumentException("no address of 4 or 16 bytes", e);
        }
    }
}
