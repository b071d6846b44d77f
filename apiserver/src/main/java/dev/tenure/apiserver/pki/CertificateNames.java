package dev.tenure.apiserver.pki;

import static dev.tenure.apiserver.pki.CertificateFault.need;
import static dev.tenure.apiserver.pki.CertificateFault.sequence;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/// Whether a name of a certificate has its form: sets of attributes, each a type and a text of one of six
/// kinds. Pure. Upstream: Go's crypto/x509/parser.go (parseName, parseASN1String).
final class CertificateNames {
    private static final int UTF8 = 12;
    private static final int NUMERIC = 18;
    private static final int PRINTABLE = 19;
    private static final int T61 = 20;
    private static final int IA5 = 22;
    private static final int BMP = 30;
    private static final String SIGNS = " '()*&+,-./:=?";
    private static final String FAULT = "invalid RDNSequence";
    private static final String VALUE = FAULT + ": invalid attribute value";

    private CertificateNames() {}

    /// @param in the content of the outermost sequence
    static void check(DerReader in) throws CertificateFault {
        while (!in.isEmpty()) {
            DerReader set = need(in.read(DerReader.SET), FAULT);
            while (!set.isEmpty()) {
                DerReader attribute = sequence(set, FAULT + ": invalid attribute");
                need(attribute.identifier(), FAULT + ": invalid attribute type");
                int tag = attribute.tag();
                text(tag, need(attribute.any(), VALUE).rest());
            }
        }
    }

    private static void text(int tag, byte[] bytes) throws CertificateFault {
        switch (tag) {
            case T61 -> {
                // every byte is a letter
            }
            case PRINTABLE -> mustBe(allAre(bytes, CertificateNames::isPrintable), "PrintableString");
            case UTF8 -> mustBe(isUtf8(bytes), "UTF-8 string");
            case BMP -> mustBe(isBmp(bytes), "BMPString");
            case IA5 -> mustBe(isIa5(bytes), "IA5String");
            case NUMERIC -> mustBe(allAre(bytes, letter -> letter == ' ' || isDigit(letter)), "NumericString");
            default -> throw new CertificateFault(VALUE + ": unsupported string type: " + tag);
        }
    }

    private static void mustBe(boolean well, String kind) throws CertificateFault {
        if (!well) {
            throw new CertificateFault(VALUE + ": invalid " + kind);
        }
    }

    @FunctionalInterface
    private interface Letter {
        boolean fits(int letter);
    }

    private static boolean allAre(byte[] bytes, Letter kind) {
        for (byte each : bytes) {
            if (!kind.fits(each & 0xff)) {
                return false;
            }
        }
        return true;
    }

    static boolean isIa5(byte[] bytes) {
        return allAre(bytes, letter -> letter < 0x80);
    }

    private static boolean isDigit(int letter) {
        return letter >= '0' && letter <= '9';
    }

    private static boolean isPrintable(int letter) {
        boolean isLetter = (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z');
        return isLetter || isDigit(letter) || SIGNS.indexOf(letter) >= 0;
    }

    private static boolean isUtf8(byte[] bytes) {
        try {
            StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes));
            return true;
        } catch (CharacterCodingException _) {
            return false;
        }
    }

    /// Pairs of bytes that are letters by themselves.
    private static boolean isBmp(byte[] bytes) {
        if (bytes.length % 2 != 0) {
            return false;
        }
        for (int at = 0; at < bytes.length; at += 2) {
            char letter = (char) (((bytes[at] & 0xff) << Byte.SIZE) | (bytes[at + 1] & 0xff));
            if (letter >= 0xfffe || (letter >= 0xfdd0 && letter <= 0xfdef) || Character.isSurrogate(letter)) {
                return false;
            }
        }
        return true;
    }
}
