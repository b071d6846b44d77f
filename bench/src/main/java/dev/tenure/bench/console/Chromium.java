package dev.tenure.bench.console;

import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.WebSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// A browser without a screen with one page, told what to do over its own protocol. For one thread.
final class Chromium implements AutoCloseable {
    private static final Pattern LISTENING = Pattern.compile("DevTools listening on ws://([^/]+)/.*");
    private static final long PATIENCE_SECONDS = 60;
    private static final int KILO = 1024;

    private final Process process;
    private final HttpClient http = HttpClient.newHttpClient();
    private final WebSocket socket;
    private final BlockingQueue<JsonNode> heard = new LinkedBlockingQueue<>();
    private int asked;

    private Chromium(Process process, String address) throws IOException, InterruptedException {
        this.process = process;
        var pages = HttpRequest.newBuilder(URI.create("http://" + address + "/json/list"))
                .build();
        JsonNode list = Json.read(http.send(pages, BodyHandlers.ofByteArray()).body());
        String page = "";
        for (JsonNode each : list) {
            page = each.path("type").asText().equals("page")
                    ? each.path("webSocketDebuggerUrl").asText()
                    : page;
        }
        socket = http.newWebSocketBuilder()
                .buildAsync(URI.create(page), new Ear())
                .join();
    }

    /// @param program of the browser
    /// @param folder of its profile; new
    static Chromium start(String program, Path folder) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(
                        program,
                        "--headless=new",
                        "--no-sandbox",
                        "--disable-dev-shm-usage",
                        "--disable-gpu",
                        "--disable-background-networking",
                        "--no-first-run",
                        "--remote-debugging-port=0",
                        "--user-data-dir=" + folder,
                        "about:blank")
                .redirectErrorStream(true)
                .start();
        var output = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        for (String line = output.readLine(); line != null; line = output.readLine()) {
            Matcher address = LISTENING.matcher(line);
            if (address.matches()) {
                process.getInputStream().close();
                return new Chromium(process, address.group(1));
            }
        }
        throw new IOException("the browser ended before it listened");
    }

    private final class Ear implements WebSocket.Listener {
        private final StringBuilder text = new StringBuilder();

        @Override
        public CompletionStage<?> onText(WebSocket from, CharSequence part, boolean last) {
            text.append(part);
            if (last) {
                heard.add(Json.read(text.toString().getBytes(StandardCharsets.UTF_8)));
                text.setLength(0);
            }
            from.request(1);
            return CompletableFuture.completedFuture(true);
        }
    }

    /// Sends a command and waits for its answer; events meanwhile are passed over.
    JsonNode ask(String method, ObjectNode parameters) throws IOException, InterruptedException {
        send(method, parameters);
        return answer();
    }

    private void send(String method, ObjectNode parameters) {
        ObjectNode command = Json.object().put("id", ++asked).put("method", method);
        command.set("params", parameters);
        socket.sendText(command.toString(), true).join();
    }

    private JsonNode answer() throws IOException, InterruptedException {
        while (true) {
            JsonNode next = heard.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
            if (next == null) {
                throw new IOException("the browser does not answer");
            }
            if (next.path("id").asInt() == asked) {
                if (next.has("error")) {
                    throw new IOException(next.path("error").toString());
                }
                return next.path("result");
            }
        }
    }

    /// Begins to work out an expression that may take its time; [#value] waits for it.
    void begin(String expression) {
        send(
                "Runtime.evaluate",
                Json.object()
                        .put("expression", expression)
                        .put("awaitPromise", true)
                        .put("returnByValue", true));
    }

    /// What the expression begun last came to.
    JsonNode value() throws IOException, InterruptedException {
        JsonNode result = answer();
        if (result.has("exceptionDetails")) {
            throw new IOException(result.path("exceptionDetails").toString());
        }
        return result.path("result").path("value");
    }

    JsonNode evaluate(String expression) throws IOException, InterruptedException {
        begin(expression);
        return value();
    }

    /// The memory of all processes of the browser, of what several use a share each, as Linux counts it.
    double megabytes() {
        return processes().mapToDouble(Chromium::megabytes).sum();
    }

    /// The same of the process that draws the page; a browser keeps another at hand for the next one, which
    /// is smaller.
    double pageMegabytes() {
        return processes()
                .filter(each -> isPage(each.pid()))
                .mapToDouble(Chromium::megabytes)
                .max()
                .orElse(0);
    }

    private Stream<ProcessHandle> processes() {
        return Stream.concat(Stream.of(process.toHandle()), process.descendants());
    }

    private static double megabytes(ProcessHandle one) {
        return kilobytes(one.pid()) / (double) KILO;
    }

    private static boolean isPage(long pid) {
        try {
            return Files.readString(Path.of("/proc/" + pid + "/cmdline")).contains("--type=renderer");
        } catch (IOException _) {
            return false;
        }
    }

    private static long kilobytes(long pid) {
        try {
            return Files.readAllLines(Path.of("/proc/" + pid + "/smaps_rollup")).stream()
                    .filter(line -> line.startsWith("Pss:"))
                    .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
                    .findFirst()
                    .orElse(0);
        } catch (IOException _) {
            return 0;
        }
    }

    /// Where one is installed.
    static Optional<String> program() {
        return List.of("/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome").stream()
                .filter(each -> Files.isExecutable(Path.of(each)))
                .findFirst();
    }

    @Override
    public void close() {
        socket.abort();
        http.close();
        process.descendants().forEach(ProcessHandle::destroy);
        process.destroy();
        try {
            process.waitFor();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
