package dev.tenure.kinds.http;

import dev.tenure.apiserver.http.InFlightLimits;
import dev.tenure.kinds.RunningServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.WebSocket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.net.ssl.SSLSocket;

/// Requests to a [RunningServer] over its socket.
final class HttpCalls implements AutoCloseable {
    private final RunningServer server;
    private final boolean own;
    private final HttpClient client;

    /// To a server that somebody else ends.
    HttpCalls(RunningServer server) {
        this(server, false);
    }

    private HttpCalls(RunningServer server, boolean own) {
        this.server = server;
        this.own = own;
        this.client = HttpClient.newBuilder().sslContext(server.trusting()).build();
    }

    /// To a server of their own, with the limits of any, which ends with them.
    static HttpCalls toNewServer() {
        return new HttpCalls(new RunningServer().listening(InFlightLimits.standard(), List.of()), true);
    }

    /// The server that answers.
    RunningServer server() {
        return server;
    }

    /// @param token a user's name; empty for none
    HttpResponse<byte[]> send(String token, String method, String path, Map<String, String> headers, byte[] body)
            throws IOException, InterruptedException {
        var request = HttpRequest.newBuilder(uri("https", path))
                .method(method, body.length == 0 ? BodyPublishers.noBody() : BodyPublishers.ofByteArray(body));
        if (!token.isEmpty()) {
            request.header("Authorization", "Bearer " + token);
        }
        headers.forEach(request::header);
        return client.send(request.build(), BodyHandlers.ofByteArray());
    }

    /// A stranger's POST over HTTP/2 whose body is sent as it is published.
    CompletableFuture<HttpResponse<byte[]>> post(String path, Flow.Publisher<ByteBuffer> body) {
        HttpRequest request = HttpRequest.newBuilder(uri("https", path))
                .POST(BodyPublishers.fromPublisher(body))
                .build();
        return client.sendAsync(request, BodyHandlers.ofByteArray());
    }

    /// An answer that comes bit by bit, as lines.
    HttpResponse<Stream<String>> lines(String token, String path) throws IOException, InterruptedException {
        var request = HttpRequest.newBuilder(uri("https", path))
                .header("Authorization", "Bearer " + token)
                .build();
        return client.send(request, BodyHandlers.ofLines());
    }

    private URI uri(String scheme, String path) {
        return URI.create(scheme + "://127.0.0.1:" + server.port() + path);
    }

    static String text(HttpResponse<byte[]> response) {
        return new String(response.body(), StandardCharsets.UTF_8);
    }

    /// A connection on which the head of a POST was sent and its body was not.
    SSLSocket halfPost(String token, String path, int length) throws IOException {
        var socket = (SSLSocket) server.trusting().getSocketFactory().createSocket("127.0.0.1", server.port());
        OutputStream out = socket.getOutputStream();
        String shown = token.isEmpty() ? "" : "Authorization: Bearer " + token + "\r\n";
        String head = "POST %s HTTP/1.1\r\nHost: localhost\r\n%s".formatted(path, shown)
                + "Content-Type: application/json\r\nContent-Length: %d\r\n\r\n".formatted(length);
        out.write(head.getBytes(StandardCharsets.US_ASCII));
        out.flush();
        return socket;
    }

    /// The whole answer to a request whose path no client would send, over a connection of its own.
    ///
    /// @param lines of the head besides those that it needs
    String raw(String token, String method, String path, String... lines) throws IOException {
        try (var socket = (SSLSocket) server.trusting().getSocketFactory().createSocket("127.0.0.1", server.port())) {
            String more = Arrays.stream(lines).map(line -> line + "\r\n").collect(Collectors.joining());
            String head = "%s %s HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer %s\r\nConnection: close\r\n%s\r\n"
                    .formatted(method, path, token, more);
            socket.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));
            socket.getOutputStream().flush();
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    /// @param headers without the token
    WebSocket webSocket(
            String token, String path, WebSocket.Listener listener, Map<String, String> headers, String... protocols) {
        var builder = client.newWebSocketBuilder();
        if (!token.isEmpty()) {
            builder.header("Authorization", "Bearer " + token);
        }
        headers.forEach(builder::header);
        if (protocols.length > 0) {
            builder.subprotocols(protocols[0], Arrays.copyOfRange(protocols, 1, protocols.length));
        }
        return builder.buildAsync(uri("wss", path), listener).join();
    }

    @Override
    public void close() {
        client.close();
        if (own) {
            server.close();
        }
    }
}
