package dev.tenure.apiserver.pki;

import static dev.tenure.apiserver.pki.CertificateFault.isTrue;
import static dev.tenure.apiserver.pki.CertificateFault.need;
import static dev.tenure.apiserver.pki.CertificateFault.sequence;

import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import org.bouncycastle.asn1.ASN1ObjectIdentifier;

/// Whether the extensions of a certificate have their form. Those are looked into that nearly all
/// certificates have; others are left to who reads them. Pure. Upstream: Go's crypto/x509/parser.go
/// (processExtensions).
final class CertificateExtensions {
    private static final String KEY_IDENTIFIER = "551d0e";
    private static final String KEY_USAGE = "551d0f";
    private static final String NAMES = "551d11";
    private static final String CONSTRAINTS = "551d13";
    private static final String AUTHORITY = "551d23";
    private static final String USAGES = "551d25";

    private static final int MAIL = 0x81;
    private static final int HOST = 0x82;
    private static final int PAGE = 0x86;
    private static final int ADDRESS = 0x87;
    private static final int KEY = 0x80;

    private record Extension(boolean critical, DerReader value) {}

    private CertificateExtensions() {}

    /// All are read before the first is looked into.
    ///
    /// @param in around the outermost sequence
    static void check(DerReader in) throws CertificateFault {
        DerReader all = sequence(in, "malformed extensions");
        Map<String, Extension> found = new LinkedHashMap<>();
        while (!all.isEmpty()) {
            DerReader one = sequence(all, "malformed extension");
            byte[] identifier = need(one.identifier(), "malformed extension OID field");
            boolean critical = isTrue(one, "malformed extension critical field");
            DerReader value = need(one.read(DerReader.OCTET_STRING), "malformed extension value field");
            Extension before = found.put(HexFormat.of().formatHex(identifier), new Extension(critical, value));
            if (before != null) {
                String dotted = ASN1ObjectIdentifier.fromContents(identifier).getId();
                throw new CertificateFault("certificate contains duplicate extension with OID \"" + dotted + "\"");
            }
        }
        for (Map.Entry<String, Extension> each : found.entrySet()) {
            value(each.getKey(), each.getValue());
        }
    }

    private static void value(String identifier, Extension extension) throws CertificateFault {
        DerReader in = extension.value();
        switch (identifier) {
            case KEY_USAGE -> need(in.bits(), "invalid key usage");
            case KEY_IDENTIFIER -> {
                neverCritical(extension, "subject key identifier");
                need(in.read(DerReader.OCTET_STRING), "invalid subject key identifier");
            }
            case AUTHORITY -> {
                neverCritical(extension, "authority key identifier");
                DerReader authority = sequence(in, "invalid authority key identifier");
                if (authority.begins(KEY)) {
                    need(authority.any(), "invalid authority key identifier");
                }
            }
            case NAMES -> names(in);
            case CONSTRAINTS -> constraints(in);
            case USAGES -> {
                DerReader usages = sequence(in, "invalid extended key usages");
                while (!usages.isEmpty()) {
                    need(usages.identifier(), "invalid extended key usages");
                }
            }
            default -> {
                // left to who reads it
            }
        }
    }

    private static void neverCritical(Extension extension, String what) throws CertificateFault {
        if (extension.critical()) {
            throw new CertificateFault(what + " incorrectly marked critical");
        }
    }

    private static void constraints(DerReader in) throws CertificateFault {
        String otherwise = "invalid basic constraints";
        DerReader constraints = sequence(in, otherwise);
        isTrue(constraints, otherwise);
        if (constraints.begins(DerReader.INTEGER)) {
            need(constraints.integer().filter(length -> length.signum() >= 0), otherwise);
        }
    }

    private static void names(DerReader in) throws CertificateFault {
        DerReader names = sequence(in, "invalid subject alternative names");
        while (!names.isEmpty()) {
            int tag = names.tag();
            byte[] name = need(names.any(), "invalid subject alternative name").rest();
            switch (tag) {
                case MAIL -> text(name, "rfc822Name");
                case HOST -> text(name, "dNSName");
                case PAGE -> text(name, "uniformResourceIdentifier");
                case ADDRESS -> {
                    if (name.length != 4 && name.length != 16) {
                        throw new CertificateFault("cannot parse IP address of length " + name.length);
                    }
                }
                default -> {
                    // of other kinds nothing is known
                }
            }
        }
    }

    private static void text(byte[] name, String kind) throws CertificateFault {
        if (!CertificateNames.isIa5(name)) {
            throw new CertificateFault("SAN " + kind + " is malformed");
        }
    }
}
