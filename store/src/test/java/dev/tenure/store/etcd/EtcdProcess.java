package dev.tenure.store.etcd;

import dev.tenure.runtime.io.ThreadEnd;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// A real etcd for a test, on free ports and with data of its own; stopped with it. The program is looked for where
/// `TENURE_ETCD` says, then on the path, then in `anchor/bin` of the home directory, where the other programs of a
/// Kubernetes to compare with are.
public final class EtcdProcess implements AutoCloseable {
    private static final long START_SECONDS = 30;

    private final Process process;
    private final String endpoint;

    private final Path log;

    private EtcdProcess(Process process, String endpoint, Path log) {
        this.process = process;
        this.endpoint = endpoint;
        this.log = log;
    }

    /// Why there is none, for who skips a test.
    public static final String NONE = "no etcd here: name one by TENURE_ETCD, or put it on the path";

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

    /// @param data an empty folder
    public static EtcdProcess start(Path program, Path data) throws IOException {
        int port = freePort();
        return start(program, data, port, List.of());
    }

    /// @param more further arguments
    public static EtcdProcess start(Path program, Path data, int port, List<String> more) throws IOException {
        EtcdProcess running = begin(program, data, port, more);
        running.awaitReady();
        return running;
    }

    /// The members of one etcd, ready.
    ///
    /// @param data an empty folder
    public static List<EtcdProcess> cluster(Path program, Path data, int members) throws IOException {
        List<String> peers = IntStream.range(0, members)
                .mapToObj(_ -> "http://127.0.0.1:" + freePort())
                .toList();
        String all = IntStream.range(0, members)
                .mapToObj(i -> "m" + i + "=" + peers.get(i))
                .collect(Collectors.joining(","));
        var running = new ArrayList<EtcdProcess>();
        for (int i = 0; i < members; i++) {
            List<String> own = List.of(
                    "--name=m" + i,
                    "--initial-cluster=" + all,
                    "--listen-peer-urls=" + peers.get(i),
                    "--initial-advertise-peer-urls=" + peers.get(i));
            running.add(begin(program, Files.createDirectory(data.resolve("m" + i)), freePort(), own));
        }
        for (EtcdProcess one : running) {
            one.awaitReady();
        }
        return running;
    }

    private static EtcdProcess begin(Path program, Path data, int port, List<String> more) throws IOException {
        String endpoint = "http://127.0.0.1:" + port;
        String peer = "http://127.0.0.1:" + freePort();
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
        command.addAll(more);
        Path log = data.resolve("etcd-" + port + ".log");
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
                .start();
        return new EtcdProcess(process, endpoint, log);
    }

    private void awaitReady() throws IOException {
        long tries = TimeUnit.SECONDS.toMillis(START_SECONDS) / 20;
        for (long i = 0; i < tries; i++) {
            if (answers()) {
                return;
            }
            try {
                if (process.waitFor(20, TimeUnit.MILLISECONDS)) {
                    throw new IOException("etcd ended: " + Files.readString(log));
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IOException("interrupted", e);
            }
        }
        close();
        throw new IOException("etcd does not become ready: " + Files.readString(log));
    }

    private boolean answers() {
        try (var channel = new EtcdChannel(
                EtcdOptions.Servers.of(List.of(endpoint), EtcdOptions.Tls.NONE), java.time.Duration.ofSeconds(1))) {
            new EtcdCalls(channel).newest();
            return true;
        } catch (dev.tenure.store.StoreUnavailableException _) {
            return false;
        }
    }

    public String endpoint() {
        return endpoint;
    }

    public static int freePort() {
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// As a machine that fails: nothing is said good-bye to.
    @Override
    public void close() {
        process.destroyForcibly();
        Thread waiter = Thread.ofVirtual().start(() -> process.onExit().join());
        ThreadEnd.await(waiter);
    }
}
