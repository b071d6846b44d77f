package dev.tenure.checks.node;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/// A registry of images on loopback that serves one folder in the OCI layout, to one user. What it is asked
/// it keeps.
final class LoopbackRegistry implements AutoCloseable {
    private static final String DIGEST = "sha256:";
    private static final int OK = 200;
    private static final int UNAUTHORIZED = 401;
    private static final int NOT_FOUND = 404;

    private final HttpServer server;
    private final Path layout;
    private final String login;
    private final List<String> served = new CopyOnWriteArrayList<>();

    /// @param layout the folder; it may be filled later
    /// @param login whom it serves, as `user:password`
    LoopbackRegistry(Path layout, String login) throws IOException {
        this.layout = layout;
        this.login = login;
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::answer);
        server.start();
    }

    /// Where it is, as names of images begin.
    String place() {
        return "127.0.0.1:" + server.getAddress().getPort();
    }

    /// What it has given away, as `METHOD PATH`.
    List<String> served() {
        return List.copyOf(served);
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            String credentials = Base64.getEncoder().encodeToString(login.getBytes(StandardCharsets.UTF_8));
            if (!("Basic " + credentials).equals(exchange.getRequestHeaders().getFirst("Authorization"))) {
                exchange.getResponseHeaders().add("WWW-Authenticate", "Basic realm=\"images\"");
                exchange.sendResponseHeaders(UNAUTHORIZED, -1);
                return;
            }
            String path = exchange.getRequestURI().getPath();
            JsonNode first = Json.readObject(Files.readAllBytes(layout.resolve("index.json")))
                    .path("manifests")
                    .path(0);
            String last = path.substring(path.lastIndexOf('/') + 1);
            boolean manifest = path.contains("/manifests/");
            String digest =
                    manifest && !last.startsWith(DIGEST) ? first.path("digest").asText() : last;
            Path blob = layout.resolve("blobs/sha256").resolve(digest.replace(DIGEST, ""));
            if (!digest.startsWith(DIGEST) || !Files.isRegularFile(blob)) {
                exchange.sendResponseHeaders(NOT_FOUND, -1);
                return;
            }
            exchange.getResponseHeaders().add("Docker-Content-Digest", digest);
            exchange.getResponseHeaders()
                    .add("Content-Type", manifest ? first.path("mediaType").asText() : "application/octet-stream");
            give(exchange, Files.readAllBytes(blob));
            served.add(exchange.getRequestMethod() + " " + path);
        }
    }

    private static void give(HttpExchange exchange, byte[] bytes) throws IOException {
        if (exchange.getRequestMethod().equals("HEAD")) {
            exchange.getResponseHeaders().add("Content-Length", String.valueOf(bytes.length));
            exchange.sendResponseHeaders(OK, -1);
            return;
        }
        exchange.sendResponseHeaders(OK, bytes.length);
        exchange.getResponseBody().write(bytes);
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
