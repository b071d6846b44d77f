package dev.tenure.node.probe;

import dev.tenure.node.cri.RuntimeClient;
import dev.tenure.node.cri.RuntimeUnavailableException;
import dev.tenure.node.probe.HttpGets.Use;
import dev.tenure.wire.json.JsonNode;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;

/// Carries out one probe or hook of a container: a command, an HTTP request, a connection or a gRPC health
/// check. Every call waits. Safe for use by several threads.
public final class Prober {
    /// The reason of the event that a hook without TLS was called where TLS was expected.
    public static final String FALLBACK = "LifecycleHTTPFallback";

    private static final int OUTPUT_MAX = 10_000;

    private final RuntimeClient runtime;
    private final HttpGets http = new HttpGets();

    public Prober(RuntimeClient runtime) {
        this.runtime = runtime;
    }

    /// Whom to ask.
    ///
    /// @param container the whole `Container`, for its named ports
    public record Target(String containerId, String podIp, JsonNode container) {}

    /// @param handler one of `exec`, `httpGet`, `tcpSocket`, `grpc` stands in it
    public Answer ask(Target target, JsonNode handler, Duration within) {
        return ask(Use.PROBE, target, handler, within);
    }

    private Answer ask(Use use, Target target, JsonNode handler, Duration within) {
        try {
            if (handler.path("exec").isObject()) {
                return exec(target, handler.path("exec"), within);
            }
            if (handler.path("httpGet").isObject()) {
                JsonNode get = handler.path("httpGet");
                String host = get.path("host").asText(target.podIp());
                return http.get(
                        use,
                        HttpGets.address(get, host, port(target, get.path("port"))),
                        get.path("httpHeaders"),
                        within);
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
        } catch (URISyntaxException e) {
            return new Answer.Failure(String.valueOf(e.getMessage()));
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

    private static Answer connect(Target target, JsonNode tcp, Duration within) {
        String host = tcp.path("host").asText(target.podIp());
        int port = port(target, tcp.path("port"));
        try (var socket = new Socket()) {
            socket.connect(
                    new InetSocketAddress(host, port), Math.toIntExact(Math.min(Integer.MAX_VALUE, within.toMillis())));
            return new Answer.Success();
        } catch (IOException e) {
            return new Answer.Failure(DialWords.of(e, host, port));
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
        return ask(Use.HOOK, target, hook, within);
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
