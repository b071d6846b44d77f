package dev.tenure.checks.crash;

import dev.tenure.cli.kubeconfig.KubeconfigParser;
import dev.tenure.client.rest.ConnectionException;
import dev.tenure.client.rest.HttpEndpoint;
import dev.tenure.runtime.io.Pause;
import dev.tenure.runtime.time.TimeSource;
import dev.tenure.testkit.fake.FreePort;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// `tenure apiserver` in a process of its own, and the etcd behind it where there is one, on folders that
/// outlive both. Used by one thread.
final class KilledServer implements AutoCloseable {
    private static final Duration LOOK_EVERY = Duration.ofMillis(50);
    private static final int LOOKS_MAX = 12_000;

    private final Path folder;
    private final TimeSource time;
    private final List<String> server;
    private final List<String> etcd;
    private Optional<Process> running = Optional.empty();
    private Optional<Process> etcdRunning = Optional.empty();

    private KilledServer(Path folder, TimeSource time, List<String> server, List<String> etcd) {
        this.folder = folder;
        this.time = time;
        this.server = server;
        this.etcd = etcd;
    }

    /// @param tenure the launcher
    /// @param etcd the program; empty for the store in the data directory
    static KilledServer in(Path folder, TimeSource time, String tenure, Optional<String> etcd) throws IOException {
        var server = new ArrayList<>(List.of(tenure, "apiserver", "--port", String.valueOf(FreePort.next())));
        server.addAll(List.of("--data-dir", folder.resolve("data").toString()));
        if (etcd.isEmpty()) {
            return new KilledServer(folder, time, server, List.of());
        }
        String clients = "http://127.0.0.1:" + FreePort.next();
        String peers = "http://127.0.0.1:" + FreePort.next();
        server.addAll(List.of("--etcd-servers", clients));
        List<String> words = List.of(
                etcd.get(),
                "--data-dir=" + folder.resolve("etcd"),
                "--listen-client-urls=" + clients,
                "--advertise-client-urls=" + clients,
                "--listen-peer-urls=" + peers,
                "--initial-advertise-peer-urls=" + peers,
                "--initial-cluster=default=" + peers,
                "--log-level=error");
        return new KilledServer(folder, time, server, words);
    }

    private Process start(List<String> words, String log) throws IOException {
        return new ProcessBuilder(words)
                .redirectErrorStream(true)
                .redirectOutput(Redirect.appendTo(folder.resolve(log).toFile()))
                .start();
    }

    /// Starts what does not run; returns at once.
    void start() throws IOException {
        if (!etcd.isEmpty() && etcdRunning.filter(Process::isAlive).isEmpty()) {
            etcdRunning = Optional.of(start(etcd, "etcd.log"));
        }
        if (running.filter(Process::isAlive).isEmpty()) {
            running = Optional.of(start(server, "server.log"));
        }
    }

    /// Returns when the server says that it is ready.
    ///
    /// @throws IOException when it ends, or does not become ready within ten minutes
    HttpEndpoint await() throws IOException {
        Path kubeconfig = folder.resolve("data").resolve("kubeconfig");
        for (int look = 0; look < LOOKS_MAX; look++) {
            if (running.filter(Process::isAlive).isEmpty()) {
                throw new IOException("the server has ended by itself: see " + folder.resolve("server.log"));
            }
            if (Files.exists(kubeconfig)) {
                var endpoint = new HttpEndpoint(KubeconfigParser.read(kubeconfig));
                if (ready(endpoint)) {
                    return endpoint;
                }
                endpoint.close();
            }
            Pause.of(LOOK_EVERY, time);
        }
        throw new IOException("the server has not become ready: see " + folder.resolve("server.log"));
    }

    private static boolean ready(HttpEndpoint endpoint) {
        try {
            return endpoint.get("/readyz").isOk();
        } catch (ConnectionException _) {
            return false;
        }
    }

    /// `kill -9`.
    ///
    /// @param both the etcd too, where there is one
    void kill(boolean both) throws InterruptedException {
        if (running.isPresent()) {
            running.get().destroyForcibly().waitFor();
        }
        if (both && etcdRunning.isPresent()) {
            etcdRunning.get().destroyForcibly().waitFor();
        }
    }

    @Override
    public void close() {
        running.ifPresent(Process::destroyForcibly);
        etcdRunning.ifPresent(Process::destroyForcibly);
    }
}
