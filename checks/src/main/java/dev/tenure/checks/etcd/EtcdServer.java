package dev.tenure.checks.etcd;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.HttpURLConnection;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/// An etcd of one member on free ports of loopback, with its data in a folder of its choice. The program is looked for
/// where `TENURE_ETCD` says, then on the path, then in `anchor/bin` of the home directory.
public final class EtcdServer implements AutoCloseable {
    /// Why there is none, for who skips a test.
    public static final String NONE = "no etcd here: name one by TENURE_ETCD, or put it on the path";

    private static final long START_SECONDS = 30;
    private static final int POLL_MILLIS = 20;

    private final Process process;
    private final String endpoint;

    private EtcdServer(Process process, String endpoint) {
        this.process = process;
        this.endpoint = endpoint;
    }

    public static Optional<Path> program() {
        Stream<String> named = Optional.ofNullable(System.getenv("TENURE_ETCD")).stream();
        Stream<String> onPath = Stream.of(
                        Optional.ofNullable(System.getenv("PATH")).orElse("").split(File.pathSeparator))
                .map(folder -> folder + "/etcd");
        Stream<String> beside = Stream.of(System.getProperty("user.home") + "/anchor/bin/etcd");
        return Stream.of(named, onPath, beside)
                .flatMap(each -> each)
                .map(Path::of)
                .filter(Files::isExecutable)
                .findFirst();
    }

    /// Starts one and returns when it answers.
    ///
    /// @param data a folder for its data and its log
    /// @throws IOException when it does not start; the message holds what it printed
    public static EtcdServer start(Path program, Path data) throws IOException {
        return start(program, data, freePort(), List.of());
    }

    /// @param port for clients without TLS
    /// @param more arguments in place of the usual ones; `%s` in them is the address without TLS
    public static EtcdServer start(Path program, Path data, int port, List<String> more) throws IOException {
        String endpoint = "http://127.0.0.1:" + port;
        String peer = "http://127.0.0.1:" + freePort();
        Path log = data.resolve("etcd.log");
        var command = new ArrayList<>(List.of(
                program.toString(),
                "--data-dir=" + data.resolve("etcd"),
                "--listen-client-urls=" + endpoint,
                "--advertise-client-urls=" + endpoint,
                "--listen-peer-urls=" + peer,
                "--initial-advertise-peer-urls=" + peer,
                "--initial-cluster=default=" + peer,
                "--unsafe-no-fsync=true",
                "--log-level=warn"));
        more.forEach(argument -> command.add(argument.replace("%s", endpoint)));
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
                .start();
        var server = new EtcdServer(process, endpoint);
        try {
            server.awaitReady();
            return server;
        } catch (IOException e) {
            server.close();
            throw new IOException("%s; it printed:%n%s".formatted(e.getMessage(), Files.readString(log)), e);
        }
    }

    private void awaitReady() throws IOException {
        long tries = TimeUnit.SECONDS.toMillis(START_SECONDS) / POLL_MILLIS;
        for (long i = 0; i < tries && !answers(); i++) {
            if (hasEnded()) {
                throw new IOException("etcd ended with status " + process.exitValue());
            }
        }
        if (!answers()) {
            throw new IOException("etcd was not ready within " + START_SECONDS + " s");
        }
    }

    /// Looks for a moment whether the process ends.
    private boolean hasEnded() throws IOException {
        try {
            return process.waitFor(POLL_MILLIS, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }

    private boolean answers() {
        try {
            var connection =
                    (HttpURLConnection) URI.create(endpoint + "/health").toURL().openConnection();
            return connection.getResponseCode() == HttpURLConnection.HTTP_OK;
        } catch (IOException _) {
            return false;
        }
    }

    /// For example `http://127.0.0.1:2379`.
    public String endpoint() {
        return endpoint;
    }

    /// Of loopback.
    public static int freePort() {
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// Ends it by force, and waits for that.
    @Override
    public void close() {
        process.destroyForcibly();
        try {
            process.waitFor();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
