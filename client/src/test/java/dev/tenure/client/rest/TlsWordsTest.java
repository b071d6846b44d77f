package dev.tenure.client.rest;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import javax.net.ssl.SSLHandshakeException;
import org.junit.jupiter.api.Test;

class TlsWordsTest {
    @Test
    void whoIsHungUpOnAtFirstHearsOfHisCertificate() {
        assertThat(TlsWords.ofFirst(new IOException("Broken pipe"))).contains("has expired", "log in again");
        assertThat(TlsWords.ofFirst(new IOException("Connection reset"))).contains("has expired", "log in again");
        assertThat(TlsWords.ofFirst(new IOException("no route"))).isEqualTo("no route");
        assertThat(TlsWords.of(new IOException("Broken pipe"))).isEqualTo("Broken pipe");
    }

    @Test
    void anExpiredCertificateIsNamed() {
        assertThat(TlsWords.ofFirst(new SSLHandshakeException("(certificate_expired) Received fatal alert")))
                .isEqualTo("it says that the client certificate has expired: renew it, or log in again");
    }
}
