package dev.tenure.node.streaming;

import dev.tenure.kubelet.pod.RunContainer;
import dev.tenure.kubelet.pod.Sandbox;
import dev.tenure.model.quantity.GoDuration;
import dev.tenure.node.cri.RuntimeClient;
import dev.tenure.node.cri.RuntimeClient.Streams;
import dev.tenure.node.cri.RuntimeUnavailableException;
import dev.tenure.runtime.http.Departure;
import dev.tenure.runtime.loop.Published;
import dev.tenure.runtime.time.TimeSource;
import dev.tenure.runtime.tunnel.Relay;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.Fields;
import org.eclipse.jetty.websocket.server.ServerWebSocketContainer;

/// Answers the requests of the API server, each on a thread of its own.
///
/// Commands and connections are served by the runtime itself, at an address that it names for each: the
/// client's bytes are passed through to it; those of WebSockets are put into its SPDY/3.1. Upstream:
/// pkg/kubelet/server/server.go, cri/streaming.
final class StreamRequests {
    private static final String PRESSURE = "/tenure/v1/node-pressure";
    private static final String SUMMARY = "/stats/summary";
    private static final String METRICS = "/metrics";
    private static final String RESOURCES = "/metrics/resource";
    /// Of Prometheus' text form, as upstream names it.
    private static final String METRICS_TYPE = "text/plain; version=0.0.4; charset=utf-8; escaping=underscores";
    private static final int OK = 200;
    private static final int BAD_REQUEST = 400;
    private static final int NOT_FOUND = 404;
    private static final int PORT_MAX = 65_535;
    private static final int SERVER_ERROR = 500;

    private final RuntimeClient runtime;
    private final ServerWebSocketContainer sockets;
    private final ContainerFinder finder;
    private final TimeSource time;
    private final StreamServer.Pages pages;

    StreamRequests(RuntimeClient runtime, TimeSource time, ServerWebSocketContainer sockets, StreamServer.Pages pages) {
        this.pages = pages;
        this.runtime = runtime;
        this.sockets = sockets;
        this.finder = new ContainerFinder(runtime);
        this.time = time;
    }

    /// @return whether the connection became a WebSocket, which completes the callback by itself
    boolean answer(Request request, Response response, Callback callback) throws IOException {
        String[] parts = request.getHttpURI().getPath().substring(1).split("/");
        try {
            switch (parts[0]) {
                case "healthz" -> answer(response, OK, "ok");
                case "metrics" -> metrics(request, response);
                case "tenure", "stats", "pods", "runningpods", "configz" -> page(request, response);
                case "containerLogs" -> logs(request, response, who(parts));
                case "exec" -> {
                    return exec(new Asked(request, response, callback), who(parts));
                }
                case "attach" -> {
                    return attach(new Asked(request, response, callback), who(parts));
                }
                case "portForward" -> {
                    return portForward(new Asked(request, response, callback), parts);
                }
                default -> answer(response, NOT_FOUND, "404 page not found\n");
            }
        } catch (RefusedException e) {
            answer(response, e.code, String.valueOf(e.getMessage()));
        } catch (RuntimeUnavailableException e) {
            answer(response, SERVER_ERROR, String.valueOf(e.getMessage()));
        }
        return false;
    }

    private void page(Request request, Response response) throws IOException {
        Optional<JsonNode> page =
                request.getMethod().equals("GET") ? page(request.getHttpURI().getPath()) : Optional.empty();
        if (page.isEmpty()) {
            answer(response, NOT_FOUND, "404 page not found\n");
            return;
        }
        response.setStatus(OK);
        response.getHeaders().put("Content-Type", "application/json");
        Content.Sink.write(response, true, ByteBuffer.wrap((page.get() + "\n").getBytes(StandardCharsets.UTF_8)));
    }

    private void metrics(Request request, Response response) throws IOException {
        Optional<String> page =
                request.getMethod().equals("GET") ? metrics(request.getHttpURI().getPath()) : Optional.empty();
        if (page.isEmpty()) {
            answer(response, NOT_FOUND, "404 page not found\n");
            return;
        }
        answer(response, OK, METRICS_TYPE, page.get());
    }

    private Optional<String> metrics(String path) {
        return switch (path) {
            case METRICS -> Optional.of(pages.metrics());
            case RESOURCES -> Optional.of(pages.resources());
            default -> Optional.empty();
        };
    }

    private Optional<JsonNode> page(String path) {
        return switch (path) {
            case PRESSURE -> pages.pressure();
            case SUMMARY, SUMMARY + "/" -> pages.summary();
            case "/pods", "/pods/" -> pages.pods();
            case "/runningpods", "/runningpods/" ->
                Optional.of(RunningPods.list(runtime.sandboxes(""), runtime.containers("")));
            case "/configz" -> Optional.of(Json.object().set("kubeletconfig", pages.configuration()));
            default -> Optional.empty();
        };
    }

    private record Asked(Request request, Response response, Callback callback) {
        boolean webSocket() {
            String upgrade = request.getHeaders().get("Upgrade");
            return upgrade != null && upgrade.equalsIgnoreCase("websocket");
        }

        List<String> protocols() {
            return request.getHeaders().getCSV("Sec-WebSocket-Protocol", false);
        }
    }

    private static final class RefusedException extends RuntimeException {
        private static final long serialVersionUID = 1L;
        private final int code;

        RefusedException(int code, String message) {
            super(message);
            this.code = code;
        }
    }

    private record Who(String namespace, String pod, String container) {
        RefusedException notRunning() {
            return new RefusedException(
                    NOT_FOUND, "container not found (\"%s\"): pod %s_%s".formatted(container, pod, namespace));
        }
    }

    private static Who who(String[] parts) {
        if (parts.length != 4) {
            throw new RefusedException(NOT_FOUND, "expected /%s/NAMESPACE/POD/CONTAINER".formatted(parts[0]));
        }
        return new Who(parts[1], parts[2], parts[3]);
    }

    static void answer(Response response, int code, String text) throws IOException {
        answer(response, code, "text/plain; charset=utf-8", text);
    }

    private static void answer(Response response, int code, String type, String text) throws IOException {
        response.setStatus(code);
        response.getHeaders().put("Content-Type", type);
        Content.Sink.write(response, true, ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8)));
    }

    private void logs(Request request, Response response, Who who) throws IOException {
        Fields query = Request.extractQueryParameters(request);
        LogOptions options = options(query);
        RunContainer container = logged(who, options.previous());
        Path file = Path.of(container.logPath());
        if (!Files.exists(file)) {
            throw new RefusedException(
                    SERVER_ERROR, "failed to try resolving symlinks in path \"%s\": no such file".formatted(file));
        }
        response.setStatus(OK);
        response.getHeaders().put("Content-Type", "text/plain");
        var gone = new Published<>(false);
        try (Departure _ = Departure.of(request, () -> gone.publish(true));
                OutputStream out = Content.Sink.asOutputStream(response)) {
            new LogReader(file, options, time).copy(out, () -> !gone.get() && stillRuns(container));
        } catch (NoSuchFileException _) {
            // it was removed while it was read
        }
    }

    /// The container of which the log is wanted, as the status of its pod names it; of a pod that the node
    /// does not know any more whatever the runtime still has.
    private RunContainer logged(Who who, boolean previous) {
        Optional<JsonNode> status = pages.podStatus(who.namespace(), who.pod());
        if (status.isEmpty()) {
            List<RunContainer> all = finder.containers(who.namespace(), who.pod(), who.container());
            int index = previous ? 1 : 0;
            if (all.size() <= index) {
                throw new RefusedException(
                        NOT_FOUND, "pod \"%s\" cannot be found - no logs available".formatted(who.pod()));
            }
            RunContainer found = all.get(index);
            return runtime.container(found.id(), found.sandboxId()).orElseThrow(who::notRunning);
        }
        return switch (LogChoice.choose(status.get(), who.pod(), who.container(), previous)) {
            case LogChoice.Verdict.Of(String id) ->
                runtime.container(id, "")
                        .orElseThrow(() -> new RefusedException(
                                BAD_REQUEST, "unable to retrieve container logs for containerd://" + id));
            case LogChoice.Verdict.None(String why) -> throw new RefusedException(BAD_REQUEST, why);
        };
    }

    private boolean stillRuns(RunContainer container) {
        return runtime.container(container.id(), container.sandboxId())
                .map(RunContainer::running)
                .orElse(false);
    }

    private LogOptions options(Fields query) {
        Optional<Instant> since = Optional.empty();
        if (query.getValue("sinceSeconds") != null) {
            since = Optional.of(time.wall()
                    .minus(GoDuration.ofSeconds(number(query, "sinceSeconds").orElse(0))));
        } else if (query.getValue("sinceTime") != null) {
            try {
                since = Optional.of(Instant.parse(query.getValue("sinceTime")));
            } catch (DateTimeParseException _) {
                throw new RefusedException(
                        BAD_REQUEST, "sinceTime \"%s\" is no time".formatted(query.getValue("sinceTime")));
            }
        }
        String stream = query.getValue("stream");
        return new LogOptions(
                flag(query, "follow"),
                flag(query, "previous"),
                flag(query, "timestamps"),
                since,
                number(query, "tailLines"),
                number(query, "limitBytes"),
                stream == null || stream.equals("All") ? "" : stream);
    }

    private static boolean flag(Fields query, String name) {
        String value = query.getValue(name);
        return value != null && (value.equals("true") || value.equals("1"));
    }

    private static OptionalLong number(Fields query, String name) {
        String value = query.getValue(name);
        if (value == null) {
            return OptionalLong.empty();
        }
        try {
            return OptionalLong.of(Math.max(0, Long.parseLong(value)));
        } catch (NumberFormatException _) {
            throw new RefusedException(BAD_REQUEST, "%s \"%s\" is no number".formatted(name, value));
        }
    }

    private boolean exec(Asked asked, Who who) throws IOException {
        Fields query = Request.extractQueryParameters(asked.request());
        RunContainer container =
                finder.running(who.namespace(), who.pod(), who.container()).orElseThrow(who::notRunning);
        List<String> command = query.getValuesOrEmpty("command");
        if (command.isEmpty()) {
            throw new RefusedException(BAD_REQUEST, "you must specify at least 1 command");
        }
        Streams streams = streams(query);
        return command(asked, runtime.execAddress(container.id(), command, streams), streams);
    }

    private static Streams streams(Fields query) {
        return new Streams(flag(query, "input"), flag(query, "output"), flag(query, "error"), flag(query, "tty"));
    }

    private boolean attach(Asked asked, Who who) throws IOException {
        Fields query = Request.extractQueryParameters(asked.request());
        RunContainer container =
                finder.running(who.namespace(), who.pod(), who.container()).orElseThrow(who::notRunning);
        Streams streams = streams(query);
        return command(asked, runtime.attachAddress(container.id(), streams), streams);
    }

    private boolean command(Asked asked, String address, Streams streams) throws IOException {
        if (!asked.webSocket()) {
            return pass(asked, address);
        }
        String protocol = offered(asked.protocols(), CommandSocket.V5, CommandSocket.V4, CommandSocket.V1);
        return turn(asked, protocol, CommandSocket.V4, address, socket -> new CommandSocket(socket, streams, protocol));
    }

    private boolean portForward(Asked asked, String[] parts) throws IOException {
        if (parts.length != 3) {
            throw new RefusedException(NOT_FOUND, "expected /portForward/NAMESPACE/POD");
        }
        Sandbox sandbox = finder.sandbox(parts[1], parts[2])
                .orElseThrow(() ->
                        new RefusedException(NOT_FOUND, "pod %s_%s is not running".formatted(parts[2], parts[1])));
        String address = runtime.portForwardAddress(sandbox.id());
        if (!asked.webSocket()) {
            return pass(asked, address);
        }
        String protocol = offered(asked.protocols(), TunnelSocket.PROTOCOL, PortSocket.PROTOCOL);
        if (protocol.equals(TunnelSocket.PROTOCOL)) {
            return turn(asked, protocol, TunnelSocket.INNER, address, TunnelSocket::new);
        }
        List<Integer> ports = ports(Request.extractQueryParameters(asked.request()));
        return turn(asked, protocol, TunnelSocket.INNER, address, socket -> new PortSocket(socket, ports));
    }

    private static List<Integer> ports(Fields query) {
        List<Integer> ports = query.getValuesOrEmpty("port").stream()
                .flatMap(value -> Stream.of(value.split(",")))
                .map(StreamRequests::port)
                .toList();
        if (ports.isEmpty()) {
            throw new RefusedException(BAD_REQUEST, "query parameter \"port\" is required");
        }
        return ports;
    }

    private static int port(String text) {
        if (!text.matches("[0-9]{1,5}") || Integer.parseInt(text) == 0 || Integer.parseInt(text) > PORT_MAX) {
            throw new RefusedException(BAD_REQUEST, "unable to parse \"%s\" as a port".formatted(text));
        }
        return Integer.parseInt(text);
    }

    /// Clients that name no sub-protocol speak the oldest one, as upstream.
    static String offered(List<String> all, String... known) {
        if (all.isEmpty()) {
            return StreamSocket.NONE;
        }
        return Stream.of(known)
                .filter(all::contains)
                .findFirst()
                .orElseThrow(() -> new RefusedException(
                        BAD_REQUEST,
                        "unable to upgrade: none of the sub-protocols %s is known, only %s"
                                .formatted(all, List.of(known))));
    }

    private interface Make {
        StreamSocket make(Socket switched) throws IOException;
    }

    /// Makes the client's connection a WebSocket, and one to the runtime behind it.
    private boolean turn(Asked asked, String protocol, String inner, String address, Make make) throws IOException {
        Socket switched = RuntimeSocket.open(URI.create(address), inner);
        boolean turned = false;
        try {
            StreamSocket socket = make.make(switched);
            turned = sockets.upgrade(
                    (_, response, _) -> {
                        if (!protocol.equals(StreamSocket.NONE)) {
                            response.setAcceptedSubProtocol(protocol);
                        }
                        return socket;
                    },
                    asked.request(),
                    asked.response(),
                    asked.callback());
        } finally {
            if (!turned) {
                switched.close();
            }
        }
        if (!turned) {
            throw new RefusedException(BAD_REQUEST, "the WebSocket handshake is not valid");
        }
        return true;
    }

    private static boolean pass(Asked asked, String address) throws IOException {
        URI there = URI.create(address);
        var peer = new Socket(there.getHost(), there.getPort());
        String query = there.getRawQuery() == null ? "" : "?" + there.getRawQuery();
        Relay.pass(
                asked.request(),
                asked.response(),
                peer,
                Relay.Asked.of(asked.request().getMethod(), there.getRawPath() + query));
        return false;
    }
}
