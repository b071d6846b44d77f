package dev.tenure.apiserver.pki;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class PkiFolderTest {
    @TempDir
    private Path folder;

    private Identity server(List<String> hosts) {
        var pki = new PkiFolder(folder, Instant.parse("2026-01-01T00:00:00Z"));
        return pki.server(pki.authority(), hosts);
    }

    @Test
    void theCertificateOfTheServerIsKeptWhileItAnswersForAllHosts() {
        Identity first = server(List.of("localhost", "127.0.0.1", "::1"));

        assertThat(server(List.of("::1", "localhost")).certificate()).isEqualTo(first.certificate());
    }

    @Test
    void anotherHostHasANewOneMade() {
        Identity first = server(List.of("localhost"));

        assertThat(server(List.of("localhost", "10.0.0.1")).certificate()).isNotEqualTo(first.certificate());
    }
}
