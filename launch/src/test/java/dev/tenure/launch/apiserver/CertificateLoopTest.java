package dev.tenure.launch.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.launch.apiserver.ServerCertificates.Shown;
import dev.tenure.runtime.loop.EventLoop;
import dev.tenure.runtime.loop.SimulatedWorld;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class CertificateLoopTest {
    private static final Instant MADE = Instant.parse("2026-01-01T00:00:00Z");

    /// Two hours before certificates are 335 days old, and last 30 days more.
    private final SimulatedWorld world =
            new SimulatedWorld(MADE.plus(Duration.ofDays(335)).minus(Duration.ofHours(2)));
    private final List<Shown> taken = new ArrayList<>();

    @TempDir
    private Path folder;

    private Shown start() {
        EventLoop loop = world.loop("apiserver");
        var certificates = new ServerCertificates(folder, List.of("localhost"), Optional.empty(), IdentityFiles.NONE);
        Shown first = certificates.at(MADE);
        new CertificateLoop(certificates, loop, first, taken::add).start();
        world.settle();
        return first;
    }

    @Test
    void aMonthBeforeTheirEndCertificatesAreMadeAnewAndUsed() {
        Shown first = start();

        world.advance(Duration.ofMinutes(90));
        assertThat(taken).isEmpty();
        world.advance(Duration.ofHours(1));

        assertThat(taken).hasSize(1);
        Shown second = taken.getFirst();
        assertThat(second.authority()).isEqualTo(first.authority());
        for (var certificate : List.of(
                second.own().chain().getFirst(),
                second.agentClient().certificate(),
                second.admin().certificate())) {
            assertThat(certificate.getNotAfter().toInstant()).isAfter(Instant.parse("2027-11-01T00:00:00Z"));
        }
        world.advance(Duration.ofHours(6));
        assertThat(taken).hasSize(1);
    }

    @Test
    void aDamagedFileLeavesThoseInUseUntilItIsPutBack() throws IOException {
        start();
        Path key = folder.resolve("ca.key");
        String whole = Files.readString(key);
        Files.writeString(key, "nothing");

        world.advance(Duration.ofHours(4));
        assertThat(taken).isEmpty();
        Files.writeString(key, whole);
        world.advance(CertificateLoop.LOOK_EVERY);

        assertThat(taken).hasSize(1);
    }
}
