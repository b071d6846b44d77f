package dev.tenure.launch.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.tenure.runtime.loop.Signal;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Writer;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A real D-Bus of the test's own, with a stand-in for logind on it; skipped, with the reason, where the programs for
/// that are missing.
final class ShutdownInhibitorTest {
    private static final Duration LONG = Duration.ofSeconds(30);
    private static final Path PYTHON = Path.of("/usr/bin/python3");

    @TempDir
    private Path folder = Path.of("");

    private Optional<Process> bus = Optional.empty();
    private Optional<Process> login = Optional.empty();
    private Optional<BufferedReader> said = Optional.empty();
    private Map<String, String> environment = Map.of();

    private final Signal down = new Signal();
    private final Signal off = new Signal();
    private Runnable done = () -> {};

    @BeforeEach
    void needsPrograms() throws IOException, InterruptedException {
        for (String program : List.of("dbus-daemon", "busctl", "systemd-inhibit")) {
            assumeTrue(Files.isExecutable(Path.of("/usr/bin", program)), program + " is not installed");
        }
        assumeTrue(
                Files.isExecutable(PYTHON)
                        && new ProcessBuilder(PYTHON.toString(), "-c", "import dbus, gi")
                                        .redirectError(Redirect.DISCARD)
                                        .start()
                                        .waitFor()
                                == 0,
                "python3-dbus and python3-gi are not installed");
        Path socket = folder.resolve("bus");
        Path config = Files.writeString(folder.resolve("bus.conf"), """
            <!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
              "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
            <busconfig>
              <type>session</type>
              <listen>unix:path=%s</listen>
              <policy context="default">
                <allow send_destination="*" eavesdrop="true"/>
                <allow eavesdrop="true"/>
                <allow own="*"/>
              </policy>
            </busconfig>
            """.formatted(socket));
        Process daemon = new ProcessBuilder("dbus-daemon", "--nofork", "--print-address", "--config-file=" + config)
                .redirectError(Redirect.DISCARD)
                .start();
        bus = Optional.of(daemon);
        assertThat(reader(daemon).readLine()).startsWith("unix:path=");
        environment = Map.of("DBUS_SYSTEM_BUS_ADDRESS", "unix:path=" + socket);
    }

    private static BufferedReader reader(Process process) {
        return new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    }

    @AfterEach
    void end() throws InterruptedException {
        for (Optional<Process> each : List.of(login, bus)) {
            if (each.isPresent()) {
                each.get().destroyForcibly().waitFor();
            }
        }
    }

    /// @param delay how long this logind lets itself be held back
    private void startLogin(Duration delay) throws IOException {
        Path script = folder.resolve("login1.py");
        try (InputStream in =
                Objects.requireNonNull(ShutdownInhibitorTest.class.getResourceAsStream("login1.py"), "login1.py")) {
            Files.copy(in, script);
        }
        var builder = new ProcessBuilder(PYTHON.toString(), script.toString(), String.valueOf(delay.toNanos() / 1000))
                .redirectError(Redirect.DISCARD);
        builder.environment().putAll(environment);
        Process started = builder.start();
        login = Optional.of(started);
        said = Optional.of(reader(started));
        says("ready");
    }

    private void says(String what) throws IOException {
        assertThat(said.orElseThrow().readLine()).isEqualTo(what);
    }

    private void tell(String what) throws IOException {
        Writer out = login.orElseThrow().outputWriter(StandardCharsets.UTF_8);
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
        return new ShutdownInhibitor(delay, pods, new ShutdownInhibitor.Places(folder, settings(), environment));
    }

    @Test
    void theMachineStaysUpUntilPodsHaveEnded() throws IOException, InterruptedException {
        startLogin(Duration.ofSeconds(60));
        try (var inhibitor = inhibitor(Duration.ofSeconds(45))) {
            assertThat(inhibitor.start()).isTrue();
            says("inhibited shutdown kubelet delay");
            assertThat(settings()).as("60 s are enough").doesNotExist();
            tell("down");
            assertThat(down.await(LONG)).isTrue();
            done.run();
            says("released");
        }
    }

    @Test
    void aShutdownThatIsCalledOffIsHeldBackTheNextTime() throws IOException, InterruptedException {
        startLogin(Duration.ofSeconds(60));
        try (var inhibitor = inhibitor(Duration.ofSeconds(45))) {
            assertThat(inhibitor.start()).isTrue();
            says("inhibited shutdown kubelet delay");
            tell("down");
            assertThat(down.await(LONG)).isTrue();
            tell("back");
            assertThat(off.await(LONG)).isTrue();
            assertThat(List.of(said.orElseThrow().readLine(), said.orElseThrow().readLine()))
                    .containsExactlyInAnyOrder("released", "inhibited shutdown kubelet delay");
            tell("down");
            assertThat(down.await(LONG)).isTrue();
        }
        says("released");
    }

    @Test
    void aLogindThatWaitsTooShortIsToldToWaitLonger() throws IOException {
        startLogin(Duration.ofSeconds(5));
        try (var inhibitor = inhibitor(Duration.ofSeconds(45))) {
            assertThat(inhibitor.start()).isTrue();
            assertThat(settings()).content().contains("[Login]\nInhibitDelayMaxSec=45\n");
            assertThat(List.of(said.orElseThrow().readLine(), said.orElseThrow().readLine()))
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
