package dev.tenure.testkit.fake;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// A D-Bus of a test's own, a real one, with services in Python on it that stand in for those of a system.
/// Confined to one test.
public final class SystemBus {
    private static final Path PROGRAMS = Path.of("/usr/bin");
    private static final String PYTHON = PROGRAMS.resolve("python3").toString();
    private final Path folder;
    private final Map<String, String> environment;
    private final List<Process> running = new ArrayList<>();

    private SystemBus(Path folder) {
        this.folder = folder;
        this.environment = Map.of("DBUS_SYSTEM_BUS_ADDRESS", "unix:path=" + folder.resolve("bus"));
    }

    /// Why there can be no bus on this machine, if there can be none.
    ///
    /// @param programs of `/usr/bin` that the test needs beside
    public static Optional<String> missing(String... programs) throws IOException, InterruptedException {
        Optional<String> absent = Stream.concat(Stream.of("dbus-daemon", "busctl"), Stream.of(programs))
                .filter(program -> !Files.isExecutable(PROGRAMS.resolve(program)))
                .findFirst();
        if (absent.isPresent()) {
            return Optional.of(absent.get() + " is not installed");
        }
        boolean modules = Files.isExecutable(Path.of(PYTHON))
                && new ProcessBuilder(PYTHON, "-c", "import dbus, gi")
                                .redirectError(Redirect.DISCARD)
                                .start()
                                .waitFor()
                        == 0;
        return modules ? Optional.empty() : Optional.of("python3-dbus and python3-gi are not installed");
    }

    /// Starts a bus; returns when it listens.
    ///
    /// @param folder for its socket and files, with a short path
    public static SystemBus start(Path folder) throws IOException {
        var bus = new SystemBus(folder);
        Path configuration = Files.writeString(folder.resolve("bus.conf"), configuration(folder.resolve("bus")));
        Process daemon =
                bus.run(List.of("dbus-daemon", "--nofork", "--print-address", "--config-file=" + configuration));
        String address = lines(daemon).readLine();
        if (address == null || !address.startsWith("unix:path=")) {
            daemon.destroyForcibly();
            throw new IOException("dbus-daemon does not listen: " + address);
        }
        return bus;
    }

    private static String configuration(Path socket) {
        return """
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
            """.formatted(socket);
    }

    /// What processes need to find this bus.
    public Map<String, String> environment() {
        return environment;
    }

    /// A service on the bus.
    ///
    /// @param lines what it prints; its first line, `ready`, has been read
    public record Service(Process process, BufferedReader lines) {}

    /// Starts a service; returns when it is ready.
    ///
    /// @param owner the class beside which the script lies
    public Service serve(Class<?> owner, String script, String... arguments) throws IOException {
        Path file = folder.resolve(script);
        try (InputStream in = owner.getResourceAsStream(script)) {
            if (in == null) {
                throw new IOException(script + " does not lie beside " + owner.getName());
            }
            Files.copy(in, file);
        }
        Process process = run(Stream.concat(Stream.of(PYTHON, file.toString()), Stream.of(arguments))
                .toList());
        BufferedReader lines = lines(process);
        String first = lines.readLine();
        if (!"ready".equals(first)) {
            throw new IOException(script + " is not ready: " + first);
        }
        return new Service(process, lines);
    }

    private Process run(List<String> words) throws IOException {
        var builder = new ProcessBuilder(words).redirectError(Redirect.DISCARD);
        builder.environment().putAll(environment);
        Process process = builder.start();
        running.addFirst(process);
        return process;
    }

    private static BufferedReader lines(Process process) {
        return new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    }

    /// Ends the services, then the bus.
    public void end() throws InterruptedException {
        for (Process process : running) {
            process.destroyForcibly().waitFor();
        }
    }
}
