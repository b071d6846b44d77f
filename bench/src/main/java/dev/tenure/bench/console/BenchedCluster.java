package dev.tenure.bench.console;

import dev.tenure.cli.command.ClusterOptions;
import dev.tenure.cli.kubeconfig.KubeconfigParser;
import dev.tenure.client.ClusterClient;
import dev.tenure.client.rest.HttpEndpoint;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ApiRequest.Body;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.runtime.io.Background;
import dev.tenure.runtime.loop.Published;
import dev.tenure.runtime.loop.WakeUp;
import dev.tenure.runtime.time.SystemTime;
import dev.tenure.runtime.time.Tick;
import dev.tenure.wire.json.Document;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.CookieManager;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpClient.Redirect;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/// A cluster of simulated nodes and its console, each a process of its own, and an HTTP client that is signed
/// in.
final class BenchedCluster implements AutoCloseable {
    private static final double NANOS_PER_MILLI = 1e6;
    private static final double NANOS_PER_SECOND = 1e9;
    private static final int PODS_EACH = 500;
    private static final int TAINTED_EACH = 5;
    private static final Duration LOOK_EVERY = Duration.ofSeconds(2);

    private final SystemTime time = new SystemTime();
    private final Path folder;
    private final Process up;
    private final Process console;
    private final HttpEndpoint endpoint;
    private final ClusterClient client;
    private final HttpClient http = HttpClient.newBuilder()
            .cookieHandler(new CookieManager())
            .followRedirects(Redirect.NEVER)
            .build();
    private final String root;

    private BenchedCluster(String launcher, Path folder, int nodes) throws IOException, InterruptedException {
        this.folder = folder;
        Path data = folder.resolve("data");
        new ProcessBuilder(launcher, "--version").inheritIO().start().waitFor();
        up = new ProcessBuilder(
                        launcher, "up", "--nodes", "" + nodes, "--zones", "5", "--port", "0", "--data-dir", "" + data)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        line(up, "tenure is ready");
        drain(up);
        endpoint = new HttpEndpoint(KubeconfigParser.read(data.resolve("kubeconfig")));
        client = ClusterOptions.client(endpoint);
        console = new ProcessBuilder(launcher, "console", "--data-dir", "" + data, "--no-open")
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        String first = line(console, "http://").strip();
        drain(console);
        root = first.replaceFirst("\\?.*", "");
        http.send(HttpRequest.newBuilder(URI.create(first)).build(), BodyHandlers.discarding());
    }

    static BenchedCluster start(String launcher, Path folder, int nodes) throws IOException, InterruptedException {
        return new BenchedCluster(launcher, folder, nodes);
    }

    private static String line(Process process, String wanted) throws IOException {
        InputStream output = process.getInputStream();
        var line = new StringBuilder();
        for (int next = output.read(); next >= 0; next = output.read()) {
            if (next != '\n') {
                line.append((char) next);
            } else if (line.indexOf(wanted) >= 0) {
                return line.toString();
            } else {
                line.setLength(0);
            }
        }
        throw new IOException("a process ended before it said \"%s\"".formatted(wanted));
    }

    /// What a process goes on to say is read, so that it is never held up by that.
    private static void drain(Process process) {
        Background.run("drain", () -> {
            try {
                process.getInputStream().readAllBytes();
            } catch (IOException _) {
                // it has ended
            }
        });
    }

    /// Taints a fifth of the nodes and has Deployments make so many pods.
    ///
    /// @return how many there are
    int fill(int nodes, int pods) throws InterruptedException {
        for (int i = 0; i < nodes; i += TAINTED_EACH) {
            patch("node-" + (i + 1), "example.com/pool-" + i % 4, "NoSchedule");
        }
        for (int i = 0; i * PODS_EACH < pods; i++) {
            done(client.create(
                    ResourceTypes.DEPLOYMENTS,
                    "default",
                    Document.of(deployment("d" + i, i, Math.min(PODS_EACH, pods - i * PODS_EACH)))));
        }
        int running = 0;
        int stuck = 0;
        while (running < pods && stuck < 60) {
            new WakeUp().await(LOOK_EVERY);
            int now = podsRunning();
            stuck = now == running ? stuck + 1 : 0;
            running = now;
        }
        return running;
    }

    private int podsRunning() {
        try {
            byte[] body = ask("overview", "identity").body();
            return Json.readObject(body).at("/pods/running").asInt();
        } catch (IOException | InterruptedException _) {
            return 0;
        }
    }

    private static ObjectNode deployment(String name, int kind, int replicas) {
        ObjectNode made = Json.object().put("apiVersion", "apps/v1").put("kind", "Deployment");
        made.putObject("metadata").put("name", name);
        ObjectNode spec = made.putObject("spec").put("replicas", replicas);
        spec.putObject("selector").putObject("matchLabels").put("app", name);
        ObjectNode template = spec.putObject("template");
        template.putObject("metadata").putObject("labels").put("app", name);
        ObjectNode pod = template.putObject("spec");
        pod.putArray("tolerations")
                .addObject()
                .put("key", "example.com/pool-" + kind % 8)
                .put("operator", "Exists");
        pod.putArray("containers").addObject().put("name", "main").put("image", "nginx");
        return made;
    }

    private void patch(String node, String key, String effect) {
        ObjectNode patch = Json.object();
        patch.putObject("spec").putArray("taints").addObject().put("key", key).put("effect", effect);
        var body = new Body(Body.MERGE_PATCH, Json.write(patch));
        done(client.patch(ResourceTypes.NODES, "", node, "", body));
    }

    /// Gives a node this taint and no other.
    ///
    /// @return when that was sent, in milliseconds
    long taint(String node, String key) {
        long sent = time.wall().toEpochMilli();
        patch(node, key, "NoSchedule");
        return sent;
    }

    private static void done(ApiReply reply) {
        if (reply instanceof ApiReply.Failure(var status, var _)) {
            throw new IllegalStateException(status.message());
        }
    }

    /// An answer, and how long it took.
    record Timed(byte[] body, double millis) {
        int bytes() {
            return body.length;
        }
    }

    /// Asks for what a page shows, as a browser would.
    Timed ask(String page) throws IOException, InterruptedException {
        return ask(page, "gzip");
    }

    private Timed ask(String page, String encoding) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(root + "api/" + page))
                .header("Accept-Encoding", encoding)
                .build();
        Tick start = time.now();
        var answer = http.send(request, BodyHandlers.ofByteArray());
        double millis = time.now().since(start).toNanos() / NANOS_PER_MILLI;
        if (answer.statusCode() != 200) {
            throw new IOException("%s: %d".formatted(page, answer.statusCode()));
        }
        return new Timed(answer.body(), millis);
    }

    /// Where the pages are.
    String console() {
        return root;
    }

    /// The cookie of the session, `name=value`.
    String cookie() {
        return ((CookieManager) http.cookieHandler().orElseThrow())
                .getCookieStore().getCookies().stream()
                        .map(each -> each.getName() + "=" + each.getValue())
                        .findFirst()
                        .orElse("");
    }

    private Stream<ProcessHandle> consoleProcesses() {
        return Stream.concat(Stream.of(console.toHandle()), console.descendants());
    }

    double consoleCpuSeconds() {
        return consoleProcesses()
                        .mapToLong(each -> each.info()
                                .totalCpuDuration()
                                .orElse(Duration.ZERO)
                                .toNanos())
                        .sum()
                / NANOS_PER_SECOND;
    }

    double consoleMegabytes() {
        return consoleProcesses()
                        .mapToLong(each -> residentKilobytes(each.pid()))
                        .sum()
                / 1024.0;
    }

    private static long residentKilobytes(long pid) {
        try {
            return Files.readAllLines(Path.of("/proc/" + pid + "/status")).stream()
                    .filter(line -> line.startsWith("VmRSS:"))
                    .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
                    .findFirst()
                    .orElse(0);
        } catch (IOException _) {
            return 0;
        }
    }

    /// Streams of events as so many browsers hold them.
    final class Listeners implements AutoCloseable {
        private final List<InputStream> streams = new ArrayList<>();
        private final List<Published<Integer>> counts = new ArrayList<>();

        private void add() throws IOException, InterruptedException {
            var request = HttpRequest.newBuilder(URI.create(root + "api/live")).build();
            InputStream stream =
                    http.send(request, BodyHandlers.ofInputStream()).body();
            streams.add(stream);
            var count = new Published<>(0);
            counts.add(count);
            Background.run("listener", () -> {
                try (var lines = new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8))) {
                    lines.lines()
                            .filter(line -> line.equals("event: changed"))
                            .forEach(_ -> count.publish(count.get() + 1));
                } catch (IOException | UncheckedIOException _) {
                    // closed
                }
            });
        }

        long events() {
            return counts.stream().mapToLong(Published::get).sum();
        }

        void rest(int seconds) throws InterruptedException {
            new WakeUp().await(Duration.ofSeconds(seconds));
        }

        @Override
        public void close() throws IOException {
            for (InputStream stream : streams) {
                stream.close();
            }
        }
    }

    Listeners listen(int browsers) throws IOException, InterruptedException {
        var listeners = new Listeners();
        for (int i = 0; i < browsers; i++) {
            listeners.add();
        }
        return listeners;
    }

    @Override
    public void close() throws IOException {
        endpoint.close();
        http.shutdownNow();
        for (Process each : List.of(console, up)) {
            each.descendants().forEach(ProcessHandle::destroy);
            each.destroy();
            try {
                each.waitFor();
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
            }
        }
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted((one, other) -> other.compareTo(one)).toList()) {
                Files.deleteIfExists(file);
            }
        }
    }
}
