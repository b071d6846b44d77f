package dev.tenure.checks.golden.kubectl;

import dev.tenure.checks.golden.api.TestedServer;
import dev.tenure.checks.golden.suite.Engine;
import dev.tenure.checks.program.ServerFolders;
import dev.tenure.checks.program.TenureJvm;
import dev.tenure.runtime.time.SystemTime;
import dev.tenure.runtime.time.Tick;
import dev.tenure.runtime.time.TimeSource;
import dev.tenure.testkit.fake.EtcdServer;
import dev.tenure.wire.json.Json;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// A server of Tenure in a process of its own, with a data directory of its own that goes away with it.
final class ServerProcess implements AutoCloseable {
    private static final Duration START_MAX = Duration.ofMinutes(3);
    private static final Duration STOP_MAX = Duration.ofSeconds(20);
    private static final Duration PAUSE = Duration.ofMillis(50);
    private static final Pattern SERVER = Pattern.compile("(?m)^\\s*\"?server\"?:\\s*\"?([^\\s\",]+)");

    private final Path folder;
    private final Process process;
    private final Optional<EtcdServer> etcd;

    private ServerProcess(Path folder, Process process, Optional<EtcdServer> etcd) {
        this.folder = folder;
        this.process = process;
        this.etcd = etcd;
    }

    /// Starts a cluster on a free port and returns once it is ready.
    ///
    /// @param flags of `tenure up`, beside those for the port, the data directory and the store
    /// @throws IOException when it does not start; the message holds what it printed
    static ServerProcess start(List<String> flags, Engine engine) throws IOException {
        Path folder = Files.createTempDirectory("tenure-golden-");
        Optional<EtcdServer> etcd = Optional.empty();
        try {
            List<String> store = List.of("--ephemeral");
            if (engine instanceof Engine.Etcd(Path program)) {
                etcd = Optional.of(EtcdServer.start(program, folder));
                store = List.of("--etcd-servers=" + etcd.get().endpoint());
            }
            return start(Stream.concat(store.stream(), flags.stream()).toList(), folder, etcd);
        } catch (IOException | RuntimeException e) {
            etcd.ifPresent(EtcdServer::close);
            ServerFolders.remove(folder);
            throw e;
        }
    }

    private static ServerProcess start(List<String> flags, Path folder, Optional<EtcdServer> etcd) throws IOException {
        List<String> line = TenureJvm.words();
        line.addAll(List.of(
                "up", "--port", "0", "--data-dir", folder.resolve("data").toString()));
        line.addAll(flags);
        File log = folder.resolve("log").toFile();
        Process process = new ProcessBuilder(line)
                .redirectErrorStream(true)
                .redirectOutput(log)
                .start();
        try {
            awaitReady(folder, process);
            return new ServerProcess(folder, process, etcd);
        } catch (IOException | RuntimeException e) {
            process.destroyForcibly();
            String printed = Files.exists(log.toPath()) ? Files.readString(log.toPath()) : "";
            throw new IOException("%s; it printed:%n%s".formatted(e.getMessage(), printed), e);
        }
    }

    Path kubeconfig() {
        return folder.resolve("data").resolve("kubeconfig");
    }

    /// A shell command that runs another command of Tenure on this server's data directory.
    String command(String... words) {
        List<String> line = TenureJvm.words();
        line.addAll(List.of(words));
        line.addAll(List.of("--data-dir", folder.resolve("data").toString()));
        return line.stream().map(word -> "'" + word + "'").collect(Collectors.joining(" "));
    }

    private static void awaitReady(Path folder, Process process) throws IOException {
        TimeSource time = new SystemTime();
        Tick until = time.now().plus(START_MAX);
        while (!time.now().isAfter(until)) {
            if (!process.isAlive()) {
                throw new IOException("the server ended with status " + process.exitValue());
            }
            Optional<URI> address = written(folder);
            if (address.isPresent() && isReady(address.get())) {
                return;
            }
            pause();
        }
        throw new IOException("the server was not ready within " + START_MAX.toSeconds() + " s");
    }

    private static Optional<URI> written(Path folder) throws IOException {
        Path kubeconfig = folder.resolve("data").resolve("kubeconfig");
        if (!Files.exists(kubeconfig)) {
            return Optional.empty();
        }
        Matcher server = SERVER.matcher(Files.readString(kubeconfig));
        return server.find() ? Optional.of(URI.create(server.group(1))) : Optional.empty();
    }

    private static boolean isReady(URI address) {
        try (var server = new TestedServer(address, "")) {
            return server.send("GET", "/readyz", Json.object(), Optional.empty())
                            .status()
                    == 200;
        }
    }

    /// Stops the server, by force when it does not stop by itself, and removes its folder.
    @Override
    public void close() {
        process.destroy();
        try {
            if (!process.waitFor(STOP_MAX.toMillis(), TimeUnit.MILLISECONDS)) {
                process.destroyForcibly().waitFor();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
        etcd.ifPresent(EtcdServer::close);
        ServerFolders.remove(folder);
    }

    private static void pause() {
        try {
            Thread.sleep(PAUSE);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while a server started", e);
        }
    }
}
