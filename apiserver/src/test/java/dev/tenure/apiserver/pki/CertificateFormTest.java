package dev.tenure.apiserver.pki;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/// What kube-apiserver 1.36.3 said of certificates of openssl in which bytes had been changed by chance; a
/// line each, the words and the certificate.
class CertificateFormTest {
    private static List<String[]> recorded() throws IOException {
        try (InputStream in =
                Objects.requireNonNull(CertificateFormTest.class.getResourceAsStream("malformed-certificates.tsv"))) {
            String text = new String(in.readAllBytes(), StandardCharsets.US_ASCII);
            return text.lines().map(line -> line.split("\t", -1)).toList();
        }
    }

    @Test
    void itIsSaidWhichPartIsMalformed() throws IOException {
        List<String[]> all = recorded();
        assertThat(all).hasSizeGreaterThan(80);
        var otherwise = new ArrayList<String>();
        for (String[] line : all) {
            byte[] certificate = Base64.getDecoder().decode(line[1]);
            String said = CertificateForm.fault(certificate).orElse("");
            if (!said.equals(line[0])) {
                otherwise.add("%s, not %s: %s".formatted(said, line[0], line[1]));
            }
        }
        assertThat(otherwise).isEmpty();
    }

    @Test
    void severalMayFollowEachOtherOnlyWhereThatIsAskedFor() throws Exception {
        byte[] one = new Issuer(Instant.parse("2026-01-01T00:00:00Z"))
                .authority("own")
                .certificate()
                .getEncoded();
        byte[] two = Arrays.copyOf(one, 2 * one.length);
        System.arraycopy(one, 0, two, one.length, one.length);
        assertThat(CertificateForm.fault(one)).isEmpty();
        assertThat(CertificateForm.fault(two)).contains("x509: trailing data");
        assertThat(CertificateForm.firstFault(two)).isEmpty();
        byte[] cut = Arrays.copyOf(two, two.length - 1);
        assertThat(CertificateForm.firstFault(cut)).contains("x509: malformed certificate");
    }
}
