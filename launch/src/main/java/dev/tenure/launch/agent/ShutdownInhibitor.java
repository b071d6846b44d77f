package dev.tenure.launch.agent;

import dev.tenure.runtime.io.Background;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Holds back the shutdown of a machine with systemd until its pods have ended: a delay of logind, held by
/// `systemd-inhibit`, and logind's signal `PrepareForShutdown` on the system's D-Bus, read by `busctl`. Upstream:
/// nodeshutdown/systemd/inhibit_linux.go.
final class ShutdownInhibitor implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(ShutdownInhibitor.class.getPackageName());
    private static final Path SYSTEMD = Path.of("/run/systemd/system");
    private static final Path SETTINGS = Path.of("/etc/systemd/logind.conf.d/99-kubelet.conf");
    private static final String SIGNAL =
            "type='signal',interface='org.freedesktop.login1.Manager',member='PrepareForShutdown'";

    /// Ends the pods.
    interface Pods {
        /// @param done run when they have ended, or their time is over
        void shutDown(Runnable done);
    }

    private final Duration delay;
    private final Pods pods;
    private @Nullable Process holder;
    private @Nullable Process listener;

    /// @param delay how long the pods need at most
    ShutdownInhibitor(Duration delay, Pods pods) {
        this.delay = delay;
        this.pods = pods;
    }

    /// Begins to hold.
    ///
    /// @return whether this machine has a logind that can be held back
    boolean start() {
        if (!Files.isDirectory(SYSTEMD)) {
            return false;
        }
        try {
            allow();
            Process told = new ProcessBuilder("busctl", "--system", "--json=short", "monitor", "--match=" + SIGNAL)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            listener = told;
            holder = new ProcessBuilder(
                            "systemd-inhibit",
                            "--what=shutdown",
                            "--mode=delay",
                            "--who=kubelet",
                            "--why=Kubelet needs time to handle node shutdown",
                            "cat")
                    .start();
            Background.daemon("shutdown-signal", () -> listen(told));
            return true;
        } catch (IOException e) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "the shutdown of this machine cannot be held back: {0}",
                    e.getMessage());
            return false;
        }
    }

    /// Logind waits no longer than its own settings say, five seconds unless somebody says more.
    private void allow() throws IOException {
        List<String> lines = List.of("# Kubelet logind override", "[Login]", "InhibitDelayMaxSec=" + delay.toSeconds());
        if (Files.exists(SETTINGS) && Files.readAllLines(SETTINGS).equals(lines)) {
            return;
        }
        Files.createDirectories(SETTINGS.resolveSibling(""));
        Files.write(SETTINGS, lines);
        new ProcessBuilder("systemctl", "kill", "-s", "HUP", "systemd-logind").start();
    }

    private void listen(Process told) {
        try (var in = new BufferedReader(new InputStreamReader(told.getInputStream(), StandardCharsets.UTF_8))) {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                if (line.contains("PrepareForShutdown") && line.contains("[true]")) {
                    LOG.log(System.Logger.Level.INFO, "the machine goes down: ending pods within {0}", delay);
                    pods.shutDown(this::release);
                    return;
                }
            }
        } catch (IOException e) {
            LOG.log(System.Logger.Level.WARNING, "no word of shutdowns any more: {0}", e.getMessage());
        }
    }

    private void release() {
        Process held = holder;
        if (held != null) {
            held.destroy();
        }
    }

    @Override
    public void close() {
        release();
        Process told = listener;
        if (told != null) {
            told.destroy();
        }
    }
}
