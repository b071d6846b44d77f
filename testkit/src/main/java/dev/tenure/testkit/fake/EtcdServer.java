package dev.tenure.testkit.fake;

import java.io.File;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// A member of a real etcd, on free ports of loopback, with its data in a folder of a test's choice. The
/// program is looked for where `TENURE_ETCD` says, then on the path, then in `anchor/bin` of the home
/// directory.
public final class EtcdServer implements AutoCloseable {
    /// Why there is none, for who skips a test.
    public static final String NONE = "no etcd here: name one by TENURE_ETCD, or put it on the path";

    private static final long START_SECONDS = 30;
    private static final int POLL_MILLIS = 20;

    private final Process process;
    private final String endpoint;
    private final Path log;

    private EtcdServer(Process process, String endpoint, Path log) {
        this.process = process;
        this.endpoint = endpoint;
        this.log = log;
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

    /// Starts one of a single member and returns when it answers.
    ///
    /// @param data a folder for its data and its log
    /// @throws IOException when it does not start; the message holds what it printed
    public static EtcdServer start(Path program, Path data) throws IOException {
        return start(program, data, FreePort.next(), List.of());
    }

    /// @param port for clients without TLS
    /// @param more further arguments; `%s` in them is the address without TLS
    public static EtcdServer start(Path program, Path data, int port, List<String> more) throws IOException {
        return allReady(List.of(begun(program, data, port, more))).getFirst();
    }

    /// Starts several members of one etcd and returns when all answer.
    ///
    /// @param data an empty folder
    public static List<EtcdServer> cluster(Path program, Path data, int members) throws IOException {
        List<String> peers = IntStream.range(0, members)
                .mapToObj(_ -> "http://127.0.0.1:" + FreePort.next())
                .toList();
        String all = IntStream.range(0, members)
                .mapToObj(i -> "m" + i + "=" + peers.get(i))
                .collect(Collectors.joining(","));
        var begun = new ArrayList<EtcdServer>();
        for (int i = 0; i < members; i++) {
            List<String> own = List.of(
                    "--name=m" + i,
                    "--initial-cluster=" + all,
                    "--listen-peer-urls=" + peers.get(i),
                    "--initial-advertise-peer-urls=" + peers.get(i));
            begun.add(begun(program, Files.createDirectory(data.resolve("m" + i)), FreePort.next(), own));
        }
        return allReady(begun);
    }

    private static EtcdServer begun(Path program, Path data, int port, List<String> more) throws IOException {
        String endpoint = "http://127.0.0.1:" + port;
        String peer = "http://127.0.0.1:" + FreePort.next();
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
        return new EtcdServer(process, endpoint, log);
    }

    private static List<EtcdServer> allReady(List<EtcdServer> begun) throws IOException {
        try {
            for (EtcdServer server : begun) {
                server.awaitReady();
            }
            return begun;
        } catch (IOException e) {
            begun.forEach(EtcdServer::close);
            throw e;
        }
    }

    private void awaitReady() throws IOException {
        long tries = TimeUnit.SECONDS.toMillis(START_SECONDS) / POLL_MILLIS;
        for (long i = 0; i < tries && !answers(); i++) {
            if (hasEnded()) {
                throw failed("ended with status " + process.exitValue());
            }
        }
        if (!answers()) {
            throw failed("was not ready within " + START_SECONDS + " s");
        }
    }

    private IOException failed(String how) throws IOException {
        return new IOException("etcd %s; it printed:%n%s".formatted(how, Files.readString(log)));
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

    /// Ends it by force, as with a machine that fails, and waits for that.
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
