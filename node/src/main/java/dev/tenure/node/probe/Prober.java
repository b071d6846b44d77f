package dev.tenure.node.probe;

import dev.tenure.node.cri.RuntimeClient;
import dev.tenure.node.cri.RuntimeUnavailableException;
import dev.tenure.runtime.io.IoWords;
import dev.tenure.runtime.tls.AnyCertificate;
import dev.tenure.wire.json.JsonNode;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Locale;
import javax.net.ssl.SSLContext;

/// Carries out one probe or hook of a container: a command, an HTTP request, a connection or a gRPC health
/// check. Every call waits. Safe for use by several threads.
public final class Prober {
    private static final int OUTPUT_MAX = 10_000;

    private final RuntimeClient runtime;
    private final HttpClient http;

    public Prober(RuntimeClient runtime) {
        this.runtime = runtime;
        this.http = client();
    }

    /// Certificates are not looked at, as for the upstream node agent.
    private static HttpClient client() {
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, AnyCertificate.accepting(), new SecureRandom());
            return HttpClient.newBuilder().sslContext(context).build();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("TLS is not available", e);
        }
    }

    /// Whom to ask.
    ///
    /// @param container the whole `Container`, for its named ports
    public record Target(String containerId, String podIp, JsonNode container) {}

    /// How it ended.
    public sealed interface Answer {
        record Success() implements Answer {}

        /// @param output what was wrong, as events show it
        record Failure(String output) implements Answer {}

        /// Nobody knows; counts as nothing.
        record Unknown(String why) implements Answer {}
    }

    /// @param handler one of `exec`, `httpGet`, `tcpSocket`, `grpc` stands in it
    public Answer ask(Target target, JsonNode handler, Duration within) {
        try {
            if (handler.path("exec").isObject()) {
                return exec(target, handler.path("exec"), within);
            }
            if (handler.path("httpGet").isObject()) {
                return get(target, handler.path("httpGet"), within);
            }
            if (handler.path("tcpSocket").isObject()) {
                return connect(target, handler.path("tcpSocket"), within);
            }
            if (handler.path("grpc").isObject()) {
                JsonNode grpc = handler.path("grpc");
                return GrpcHealth.check(
                        target.podIp(),
                        grpc.path("port").asInt(),
                        grpc.path("service").asText(""),
                        within);
            }
            return new Answer.Unknown("no handler is given");
        } catch (IOException | URISyntaxException e) {
            return new Answer.Failure(IoWords.of(e));
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return new Answer.Unknown("interrupted");
        }
    }

    private Answer exec(Target target, JsonNode exec, Duration within) {
        var command = new ArrayList<String>();
        exec.path("command").forEach(word -> command.add(word.asText()));
        try {
            RuntimeClient.Executed done = runtime.exec(target.containerId(), command, within);
            if (done.exitCode() == 0) {
                return new Answer.Success();
            }
            String output = new String(done.output(), StandardCharsets.UTF_8)
                    + new String(done.errors(), StandardCharsets.UTF_8);
            return new Answer.Failure(bounded(output));
        } catch (RuntimeUnavailableException e) {
            String message = String.valueOf(e.getMessage());
            return message.contains("timed out") || message.contains("deadline")
                    ? new Answer.Failure("command timed out: \"%s\" timed out after %ds"
                            .formatted(String.join(" ", command), within.toSeconds()))
                    : new Answer.Unknown(message);
        }
    }

    private Answer get(Target target, JsonNode get, Duration within)
            throws IOException, InterruptedException, URISyntaxException {
        String host = get.path("host").asText(target.podIp());
        String scheme = get.path("scheme").asText("HTTP").toLowerCase(Locale.ROOT);
        String path = get.path("path").asText("/");
        String slashed = path.startsWith("/") ? path : "/" + path;
        URI address = new URI("%s://%s:%d%s"
                .formatted(
                        scheme, host.contains(":") ? "[" + host + "]" : host, port(target, get.path("port")), slashed));
        HttpRequest.Builder request = HttpRequest.newBuilder(address)
                .timeout(within)
                .header("User-Agent", "kube-probe/1.36")
                .header("Accept", "*/*")
                .GET();
        for (JsonNode header : get.path("httpHeaders")) {
            String name = header.path("name").asText();
            if (!name.equalsIgnoreCase("host")) {
                request.setHeader(name, header.path("value").asText());
            }
        }
        int code = http.send(request.build(), HttpResponse.BodyHandlers.discarding())
                .statusCode();
        return code >= 200 && code < 400
                ? new Answer.Success()
                : new Answer.Failure("HTTP probe failed with statuscode: " + code);
    }

    private static Answer connect(Target target, JsonNode tcp, Duration within) throws IOException {
        String host = tcp.path("host").asText(target.podIp());
        try (var socket = new Socket()) {
            socket.connect(
                    new InetSocketAddress(host, port(target, tcp.path("port"))), Math.toIntExact(within.toMillis()));
            return new Answer.Success();
        }
    }

    private static int port(Target target, JsonNode port) {
        if (port.isIntegralNumber()) {
            return port.intValue();
        }
        for (JsonNode named : target.container().path("ports")) {
            if (named.path("name").asText("").equals(port.asText())) {
                return named.path("containerPort").asInt();
            }
        }
        try {
            return Integer.parseInt(port.asText());
        } catch (NumberFormatException _) {
            return 0;
        }
    }

    /// Carries out a `postStart` or `preStop` hook to its end.
    ///
    /// @param wait waits for a `sleep` hook
    public Answer hook(Target target, JsonNode hook, Duration within, Sleep wait) {
        if (hook.path("sleep").isObject()) {
            Duration wished =
                    Duration.ofSeconds(hook.path("sleep").path("seconds").asLong());
            wait.sleep(wished.compareTo(within) < 0 ? wished : within);
            return new Answer.Success();
        }
        return ask(target, hook, within);
    }

    /// Waits for a while.
    public interface Sleep {
        void sleep(Duration length);
    }

    private static String bounded(String output) {
        String text = output.length() > OUTPUT_MAX ? output.substring(0, OUTPUT_MAX) : output;
        return text.strip();
    }
}
