package dev.tenure.apiserver.pki;

import static dev.tenure.apiserver.pki.CertificateFault.need;
import static dev.tenure.apiserver.pki.CertificateFault.sequence;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;

/// Which part of a certificate is malformed, in the words of Go's `crypto/x509` (parser.go), part by part in
/// its order. Of keys it is asked whether they have the form of their algorithm, not whether they are any
/// good: what is well here may be refused by who needs it all the same. Pure.
public final class CertificateForm {
    private static final int VERSION = 0xa0;
    private static final int EXTENSIONS = 0xa3;
    private static final int ISSUER_ID = 0x81;
    private static final int SUBJECT_ID = 0x82;
    private static final int UTC_TIME = 0x17;
    private static final int GENERALIZED_TIME = 0x18;
    private static final byte[] NULL = {5, 0};
    private static final Pattern UTC =
            Pattern.compile("(\\d\\d)(\\d\\d)(\\d\\d)(\\d\\d)(\\d\\d)(\\d\\d)?(Z|[+-]\\d{4})");
    private static final Pattern GENERALIZED =
            Pattern.compile("(\\d{4})(\\d\\d)(\\d\\d)(\\d\\d)(\\d\\d)(\\d\\d)(Z|[+-]\\d{4})");
    private static final String RSA = "2a864886f70d010101";
    private static final String EC = "2a8648ce3d0201";
    private static final String ED25519 = "2b6570";
    private static final int ED25519_BYTES = 32;
    private static final int UNCOMPRESSED = 4;
    private static final Map<String, Curve> CURVES = Map.of(
            "2b81040021", new Curve("P224", 28),
            "2a8648ce3d030107", new Curve("P256", 32),
            "2b81040022", new Curve("P384", 48),
            "2b81040023", new Curve("P521", 66));

    /// An algorithm and what it was given: nothing, or one element.
    private record Algorithm(String identifier, byte[] parameters) {}

    /// @param bytes of one coordinate
    private record Curve(String name, int bytes) {}

    private CertificateForm() {}

    /// @param der of one certificate and nothing else, from a stranger
    /// @return with `x509: ` in front
    public static Optional<String> fault(byte[] der) {
        try {
            var in = new DerReader(der);
            read(in);
            return in.isEmpty() ? Optional.empty() : Optional.of("x509: trailing data");
        } catch (CertificateFault e) {
            return Optional.of(String.valueOf(e.getMessage()));
        }
    }

    /// @param der of certificates in a row, from a stranger
    /// @return of the first that has one, with `x509: ` in front
    public static Optional<String> firstFault(byte[] der) {
        try {
            var in = new DerReader(der);
            while (!in.isEmpty()) {
                read(in);
            }
            return Optional.empty();
        } catch (CertificateFault e) {
            return Optional.of(String.valueOf(e.getMessage()));
        }
    }

    private static void read(DerReader in) throws CertificateFault {
        DerReader whole = sequence(in, "malformed certificate");
        DerReader body = sequence(whole, "malformed tbs certificate");
        int version = version(body);
        BigInteger serial = need(body.integer(), "malformed serial number");
        if (serial.signum() < 0) {
            throw new CertificateFault("negative serial number");
        }
        DerReader inner = sequence(body, "malformed signature algorithm identifier");
        DerReader outer = sequence(whole, "malformed algorithm identifier");
        if (!Arrays.equals(inner.rest(), outer.rest())) {
            throw new CertificateFault("inner and outer signature algorithm identifiers don't match");
        }
        algorithm(inner);
        CertificateNames.check(sequence(body, "malformed issuer"));
        DerReader validity = sequence(body, "malformed validity");
        time(validity);
        time(validity);
        CertificateNames.check(sequence(body, "malformed issuer"));
        key(sequence(body, "malformed spki"));
        if (version > 1) {
            skip(body, ISSUER_ID, "malformed issuerUniqueID");
            skip(body, SUBJECT_ID, "malformed subjectUniqueID");
        }
        if (version > 2 && body.begins(EXTENSIONS)) {
            CertificateExtensions.check(need(body.read(EXTENSIONS), "malformed extensions"));
        }
        need(whole.bits(), "malformed signature");
    }

    private static int version(DerReader body) throws CertificateFault {
        if (!body.begins(VERSION)) {
            return 1;
        }
        DerReader in = need(body.read(VERSION), "malformed version");
        BigInteger version = need(in.integer(), "malformed version");
        if (!in.isEmpty() || version.signum() < 0 || version.bitLength() >= Long.SIZE) {
            throw new CertificateFault("malformed version");
        }
        if (version.compareTo(BigInteger.TWO) > 0) {
            throw new CertificateFault("invalid version");
        }
        return version.intValue() + 1;
    }

    private static void skip(DerReader in, int tag, String otherwise) throws CertificateFault {
        if (in.begins(tag)) {
            need(in.read(tag), otherwise);
        }
    }

    private static Algorithm algorithm(DerReader in) throws CertificateFault {
        byte[] identifier = need(in.identifier(), "malformed OID");
        byte[] rest = in.rest();
        if (!in.isEmpty()) {
            need(in.any(), "malformed parameters");
        }
        byte[] parameters = Arrays.copyOf(rest, rest.length - in.rest().length);
        return new Algorithm(HexFormat.of().formatHex(identifier), parameters);
    }

    private static void time(DerReader in) throws CertificateFault {
        boolean utc = in.begins(UTC_TIME);
        if (!utc && !in.begins(GENERALIZED_TIME)) {
            throw new CertificateFault("unsupported time format");
        }
        String otherwise = utc ? "malformed UTCTime" : "malformed GeneralizedTime";
        byte[] said = need(in.any(), otherwise).rest();
        Matcher parts = (utc ? UTC : GENERALIZED).matcher(new String(said, StandardCharsets.ISO_8859_1));
        if (!parts.matches() || !isTime(parts)) {
            throw new CertificateFault(otherwise);
        }
    }

    private static boolean isTime(Matcher parts) {
        int[] numbers = new int[6];
        for (int i = 0; i < numbers.length; i++) {
            String part = parts.group(i + 1);
            numbers[i] = part == null ? 0 : Integer.parseInt(part);
        }
        try {
            // two digits of a year are of 2000 or 1900, which have the same days in February but for 1900
            // itself
            var time = LocalDateTime.of(
                    numbers[0] + (numbers[0] < 100 ? 2000 : 0),
                    numbers[1],
                    numbers[2],
                    numbers[3],
                    numbers[4],
                    numbers[5]);
            return time.getSecond() == numbers[5];
        } catch (DateTimeException _) {
            return false;
        }
    }

    private static void key(DerReader in) throws CertificateFault {
        Algorithm algorithm = algorithm(sequence(in, "malformed public key algorithm identifier"));
        byte[] bits = need(in.bits(), "malformed subjectPublicKey");
        switch (algorithm.identifier()) {
            case RSA -> rsa(algorithm, bits);
            case EC -> point(algorithm, bits);
            case ED25519 -> {
                if (algorithm.parameters().length > 0) {
                    throw new CertificateFault("Ed25519 key encoded with illegal parameters");
                }
                if (bits.length != ED25519_BYTES) {
                    throw new CertificateFault("wrong Ed25519 public key size");
                }
            }
            default -> {
                // of others nothing is asked
            }
        }
    }

    private static void point(Algorithm algorithm, byte[] bits) throws CertificateFault {
        byte[] identifier = need(new DerReader(algorithm.parameters()).identifier(), "invalid ECDSA parameters");
        Curve curve = CURVES.get(HexFormat.of().formatHex(identifier));
        if (curve == null) {
            throw new CertificateFault("unsupported elliptic curve");
        }
        if (bits.length == 0 || bits[0] != UNCOMPRESSED) {
            throw CertificateFault.ofPoint("ecdsa: invalid uncompressed public key");
        }
        if (bits.length != 1 + 2 * curve.bytes()) {
            throw CertificateFault.ofPoint("invalid " + curve.name() + " point encoding");
        }
    }

    private static void rsa(Algorithm algorithm, byte[] bits) throws CertificateFault {
        if (!Arrays.equals(algorithm.parameters(), NULL)) {
            throw new CertificateFault("RSA key missing NULL parameters");
        }
        DerReader key = sequence(new DerReader(bits), "invalid RSA public key");
        BigInteger modulus = need(key.integer(), "invalid RSA modulus");
        BigInteger exponent = need(key.integer(), "invalid RSA public exponent");
        if (exponent.bitLength() >= Long.SIZE) {
            throw new CertificateFault("invalid RSA public exponent");
        }
        if (modulus.signum() <= 0) {
            throw new CertificateFault("RSA modulus is not a positive number");
        }
        if (exponent.signum() <= 0) {
            throw new CertificateFault("RSA public exponent is not a positive number");
        }
    }
}
