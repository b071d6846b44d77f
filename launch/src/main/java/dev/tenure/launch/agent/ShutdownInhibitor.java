package dev.tenure.launch.agent;

import dev.tenure.runtime.io.Background;
import dev.tenure.runtime.io.OutsideProgram;
import dev.tenure.runtime.io.Pause;
import dev.tenure.runtime.loop.Published;
import dev.tenure.runtime.time.SystemTime;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Holds back the shutdown of a machine with systemd until its pods have ended: a delay of logind, held by
/// `systemd-inhibit`, and logind's signal `PrepareForShutdown` on the system's D-Bus, read by `busctl`. A
/// shutdown that is called off is heard too, and the delay is held anew. Upstream:
/// nodeshutdown/systemd/inhibit_linux.go.
final class ShutdownInhibitor implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(ShutdownInhibitor.class.getPackageName());
    private static final String MANAGER = "org.freedesktop.login1.Manager";
    private static final String SIGNAL = "type='signal',interface='" + MANAGER + "',member='PrepareForShutdown'";
    private static final String LISTENING = "Monitoring bus message stream";
    private static final long MICROS_PER_MILLI = 1_000;
    private static final int OUTPUT_BYTES_MAX = 1 << 16;
    private static final Duration ANEW_AFTER = Duration.ofSeconds(1);

    /// Ends the pods. Called from a thread of the inhibitor's.
    interface Pods {
        /// @param done run when they have ended, or their time is over
        void shutDown(Runnable done);

        /// The machine stays.
        void callOff();
    }

    /// Where a machine has its systemd.
    ///
    /// @param running a folder that is there when systemd runs
    /// @param settings the file for a setting of logind
    /// @param busctl the program that speaks to the bus
    /// @param inhibit the program that holds a shutdown back for as long as another one runs
    /// @param environment of programs, on top of that of this process
    /// @param patience how long `busctl` is waited for
    record Places(
            Path running,
            Path settings,
            String busctl,
            String inhibit,
            Map<String, String> environment,
            Duration patience) {
        static final Places MACHINE = new Places(
                Path.of("/run/systemd/system"),
                Path.of("/etc/systemd/logind.conf.d/99-kubelet.conf"),
                "busctl",
                "systemd-inhibit",
                Map.of(),
                Duration.ofSeconds(30));
    }

    private final Duration delay;
    private final Pods pods;
    private final Places places;
    private final Published<Optional<Process>> holder = new Published<>(Optional.empty());
    private final Published<Optional<Process>> listener = new Published<>(Optional.empty());
    private final Published<Boolean> closed = new Published<>(false);

    /// @param delay how long the pods need at most
    ShutdownInhibitor(Duration delay, Pods pods, Places places) {
        this.delay = delay;
        this.pods = pods;
        this.places = places;
    }

    /// Begins to hold; whoever holds hears of every shutdown from then on.
    ///
    /// @return whether this machine has a logind that can be held back
    boolean start() {
        if (!Files.isDirectory(places.running())) {
            return false;
        }
        try {
            BufferedReader lines = begin();
            Background.daemon("shutdown-signal", () -> listenOn(lines));
            return true;
        } catch (IOException e) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "the shutdown of this machine cannot be held back: {0}",
                    e.getMessage());
            close();
            return false;
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            close();
            return false;
        }
    }

    private BufferedReader begin() throws IOException, InterruptedException {
        allow();
        Process monitor = process(places.busctl(), "--system", "--json=short", "monitor", "--match=" + SIGNAL)
                .redirectErrorStream(true)
                .start();
        listener.publish(Optional.of(monitor));
        var lines = new BufferedReader(new InputStreamReader(monitor.getInputStream(), StandardCharsets.UTF_8));
        try {
            String first = OutsideProgram.within(places.patience(), () -> String.valueOf(lines.readLine()));
            if (!first.startsWith(LISTENING)) {
                throw new IOException("busctl says: " + first);
            }
            hold();
            return lines;
        } catch (IOException | InterruptedException e) {
            monitor.destroy();
            throw e;
        }
    }

    private ProcessBuilder process(String... words) {
        var builder = new ProcessBuilder(words);
        builder.environment().putAll(places.environment());
        return builder;
    }

    private void hold() throws IOException {
        Optional<Process> before = holder.get();
        holder.publish(Optional.of(process(
                        places.inhibit(),
                        "--what=shutdown",
                        "--mode=delay",
                        "--who=kubelet",
                        "--why=Kubelet needs time to handle node shutdown",
                        "cat")
                .redirectOutput(Redirect.DISCARD)
                .redirectError(Redirect.DISCARD)
                .start()));
        before.ifPresent(Process::destroy);
    }

    /// Logind waits no longer than its own settings say, five seconds unless somebody says more. SIGHUP has
    /// it read them.
    private void allow() throws IOException, InterruptedException {
        List<String> lines = List.of("# Kubelet logind override", "[Login]", "InhibitDelayMaxSec=" + delay.toSeconds());
        boolean written = Files.exists(places.settings())
                && Files.readAllLines(places.settings()).equals(lines);
        if (written || allowed() >= delay.toMillis()) {
            return;
        }
        Files.createDirectories(places.settings().resolveSibling(""));
        Files.write(places.settings(), lines);
        busctl(
                "call",
                "org.freedesktop.systemd1",
                "/org/freedesktop/systemd1",
                "org.freedesktop.systemd1.Manager",
                "KillUnit",
                "ssi",
                "systemd-logind.service",
                "all",
                "1");
    }

    private OutsideProgram.Ended busctl(String... words) throws IOException, InterruptedException {
        var line = new ArrayList<>(List.of(places.busctl(), "--system"));
        line.addAll(List.of(words));
        try {
            return OutsideProgram.run(
                    process(line.toArray(String[]::new)).redirectError(Redirect.DISCARD),
                    places.patience(),
                    OUTPUT_BYTES_MAX);
        } catch (IOException e) {
            throw new IOException("busctl %s: %s".formatted(words[0], e.getMessage()), e);
        }
    }

    /// How many milliseconds logind waits; 0 when it does not say.
    private long allowed() throws IOException, InterruptedException {
        String printed = busctl(
                        "get-property",
                        "org.freedesktop.login1",
                        "/org/freedesktop/login1",
                        MANAGER,
                        "InhibitDelayMaxUSec")
                .text();
        return printed.matches("t \\d{1,18}") ? Long.parseLong(printed.substring(2)) / MICROS_PER_MILLI : 0;
    }

    /// A bus that ends, as when it is updated, is listened to anew once it is back.
    private void listenOn(BufferedReader first) {
        Optional<BufferedReader> lines = Optional.of(first);
        while (!closed.get()) {
            lines.ifPresent(this::listen);
            Pause.of(ANEW_AFTER, new SystemTime());
            lines = closed.get() ? Optional.empty() : anew();
        }
        close();
    }

    private Optional<BufferedReader> anew() {
        try {
            Optional<BufferedReader> lines = Optional.of(begin());
            LOG.log(System.Logger.Level.INFO, "shutdowns of this machine are heard of again");
            return lines;
        } catch (IOException e) {
            LOG.log(System.Logger.Level.DEBUG, "no word of shutdowns yet: {0}", e.getMessage());
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
        return Optional.empty();
    }

    private void listen(BufferedReader lines) {
        try (lines) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (line.contains("PrepareForShutdown") && line.contains("[true]")) {
                    LOG.log(System.Logger.Level.INFO, "the machine goes down: ending pods within {0}", delay);
                    Optional<Process> held = holder.get();
                    pods.shutDown(() -> held.ifPresent(Process::destroy));
                } else if (line.contains("PrepareForShutdown") && line.contains("[false]")) {
                    LOG.log(System.Logger.Level.INFO, "the shutdown is called off");
                    pods.callOff();
                    hold();
                }
            }
        } catch (IOException | RuntimeException e) {
            LOG.log(System.Logger.Level.WARNING, "what is told of shutdowns cannot be taken: {0}", e.getMessage());
        }
        if (!closed.get()) {
            LOG.log(System.Logger.Level.WARNING, "no word of shutdowns any more: the bus is tried again");
        }
    }

    @Override
    public void close() {
        closed.publish(true);
        holder.get().ifPresent(Process::destroy);
        listener.get().ifPresent(Process::destroy);
    }
}
