package dev.tenure.launch.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.tenure.runtime.loop.WakeUp;
import dev.tenure.testkit.fake.SystemBus;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A real D-Bus of the test's own, with a stand-in for logind on it; skipped, with the reason, where the
/// programs for that are missing.
final class ShutdownInhibitorTest {
    private static final Duration LONG = Duration.ofSeconds(30);

    @TempDir
    private Path folder = Path.of("");

    private Optional<SystemBus> bus = Optional.empty();
    private Optional<SystemBus.Service> login = Optional.empty();
    private Map<String, String> environment = Map.of();

    private final WakeUp down = new WakeUp();
    private final WakeUp off = new WakeUp();
    private Runnable done = () -> {};

    @BeforeEach
    void needsPrograms() throws IOException, InterruptedException {
        Optional<String> missing = SystemBus.missing("systemd-inhibit");
        assumeTrue(missing.isEmpty(), missing.orElse(""));
        var started = SystemBus.start(folder);
        bus = Optional.of(started);
        environment = started.environment();
    }

    @AfterEach
    void end() throws InterruptedException {
        if (bus.isPresent()) {
            bus.get().end();
        }
    }

    /// @param delay how long this logind lets itself be held back
    private void startLogin(Duration delay) throws IOException {
        String longest = String.valueOf(delay.toNanos() / 1000);
        login = Optional.of(bus.orElseThrow().serve(ShutdownInhibitorTest.class, "login1.py", longest));
    }

    private String nextLine() throws IOException {
        return login.orElseThrow().lines().readLine();
    }

    private void expect(String what) throws IOException {
        assertThat(nextLine()).isEqualTo(what);
    }

    private void send(String what) throws IOException {
        Writer out = login.orElseThrow().process().outputWriter(StandardCharsets.UTF_8);
        out.write(what + "\n");
        out.flush();
    }

    private Path settings() {
        return folder.resolve("logind.conf.d/99-kubelet.conf");
    }

    private ShutdownInhibitor inhibitor(Duration delay) {
        var pods = new ShutdownInhibitor.Pods() {
            @Override
            public void shutDown(Runnable whenDone) {
                done = whenDone;
                down.raise();
            }

            @Override
            public void callOff() {
                off.raise();
            }
        };
        return new ShutdownInhibitor(
                delay,
                pods,
                new ShutdownInhibitor.Places(folder, settings(), "busctl", "systemd-inhibit", environment, LONG));
    }

    @Test
    void theMachineStaysUpUntilPodsHaveEnded() throws IOException, InterruptedException {
        startLogin(Duration.ofSeconds(60));
        try (var inhibitor = inhibitor(Duration.ofSeconds(45))) {
            assertThat(inhibitor.start()).isTrue();
            expect("inhibited shutdown kubelet delay");
            assertThat(settings()).as("60 s are enough").doesNotExist();
            send("down");
            assertThat(down.await(LONG)).isTrue();
            done.run();
            expect("released");
        }
    }

    @Test
    void aShutdownThatIsCalledOffIsHeldBackTheNextTime() throws IOException, InterruptedException {
        startLogin(Duration.ofSeconds(60));
        try (var inhibitor = inhibitor(Duration.ofSeconds(45))) {
            assertThat(inhibitor.start()).isTrue();
            expect("inhibited shutdown kubelet delay");
            send("down");
            assertThat(down.await(LONG)).isTrue();
            send("back");
            assertThat(off.await(LONG)).isTrue();
            assertThat(List.of(nextLine(), nextLine()))
                    .containsExactlyInAnyOrder("released", "inhibited shutdown kubelet delay");
            send("down");
            assertThat(down.await(LONG)).isTrue();
        }
        expect("released");
    }

    @Test
    void aLogindThatWaitsTooShortIsAskedToWaitLonger() throws IOException {
        startLogin(Duration.ofSeconds(5));
        try (var inhibitor = inhibitor(Duration.ofSeconds(45))) {
            assertThat(inhibitor.start()).isTrue();
            assertThat(settings()).content().contains("[Login]\nInhibitDelayMaxSec=45\n");
            assertThat(List.of(nextLine(), nextLine()))
                    .containsExactlyInAnyOrder(
                            "signal 1 to systemd-logind.service", "inhibited shutdown kubelet delay");
        }
    }

    @Test
    void withoutABusNothingIsHeld() {
        environment = Map.of("DBUS_SYSTEM_BUS_ADDRESS", "unix:path=" + folder.resolve("nowhere"));
        try (var inhibitor = inhibitor(Duration.ofSeconds(45))) {
            assertThat(inhibitor.start()).isFalse();
        }
    }
}
