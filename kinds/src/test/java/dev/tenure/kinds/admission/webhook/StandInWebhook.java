package dev.tenure.kinds.admission.webhook;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import dev.tenure.apiserver.pki.Identity;
import dev.tenure.apiserver.pki.Issuer;
import dev.tenure.apiserver.pki.Pem;
import dev.tenure.runtime.time.SystemTime;
import dev.tenure.runtime.tls.MemoryKeys;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.function.Function;
import javax.net.ssl.SSLContext;

/// A server of webhooks on loopback, each at a path of its own: it keeps what it is asked and answers as it
/// is told.
public final class StandInWebhook implements AutoCloseable {
    private static final SystemTime TIME = new SystemTime();

    private final Identity authority = new Issuer(TIME.wall()).authority("webhooks");
    private final HttpsServer server;
    private final List<Asked> asked = new CopyOnWriteArrayList<>();
    private final Map<String, Function<ObjectNode, Reply>> answers = new ConcurrentHashMap<>();
    private final CountDownLatch over = new CountDownLatch(1);

    /// @param path with the query
    public record Asked(String path, String host, ObjectNode review) {}

    /// @param code 0: no answer before the test is over
    public record Reply(int code, String type, byte[] body, Map<String, String> headers) {
        public static Reply of(int code, String type, String body) {
            return new Reply(code, type, body.getBytes(StandardCharsets.UTF_8), Map.of());
        }

        public static Reply none() {
            return of(0, "", "");
        }

        public static Reply json(ObjectNode review) {
            return new Reply(200, "application/json", Json.write(review), Map.of());
        }
    }

    public StandInWebhook() {
        this(List.of("localhost", "127.0.0.1", "hook.default.svc"));
    }

    /// @param names that its certificate is for
    public StandInWebhook(List<String> names) {
        try {
            server = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
            SSLContext context = SSLContext.getInstance("TLS");
            Identity own = new Issuer(TIME.wall()).server(authority, "webhook", names);
            context.init(MemoryKeys.showing(own.key(), List.of(own.certificate())), null, null);
            server.setHttpsConfigurator(new HttpsConfigurator(context));
        } catch (GeneralSecurityException | IOException e) {
            throw new IllegalStateException("no socket for a webhook", e);
        }
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/", this::handle);
        server.start();
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            ObjectNode review = Json.readObject(exchange.getRequestBody().readAllBytes());
            asked.add(new Asked(
                    exchange.getRequestURI().toString(),
                    exchange.getRequestHeaders().getFirst("Host"),
                    review));
            Reply reply = answers.getOrDefault(exchange.getRequestURI().getPath(), StandInWebhook::allow)
                    .apply(review);
            if (reply.code() == 0) {
                over.await();
                return;
            }
            if (!reply.type().isEmpty()) {
                exchange.getResponseHeaders().set("Content-Type", reply.type());
            }
            reply.headers().forEach(exchange.getResponseHeaders()::set);
            exchange.sendResponseHeaders(reply.code(), reply.body().length == 0 ? -1 : reply.body().length);
            if (reply.body().length > 0) {
                exchange.getResponseBody().write(reply.body());
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    /// From now on, what is asked at a path is answered so.
    public StandInWebhook at(String path, Function<ObjectNode, Reply> answer) {
        answers.put(path, answer);
        return this;
    }

    public static Reply allow(ObjectNode review) {
        return Reply.json(response(review));
    }

    /// A review with an answer that allows the write; to be changed.
    public static ObjectNode response(ObjectNode review) {
        ObjectNode answer = Json.object()
                .put("kind", "AdmissionReview")
                .put("apiVersion", review.path("apiVersion").asText());
        answer.putObject("response")
                .put("uid", review.path("request").path("uid").asText())
                .put("allowed", true);
        return answer;
    }

    /// @param why with apostrophes for quotes: `status` of the answer
    public static Function<ObjectNode, Reply> refusing(String why) {
        return review -> {
            ObjectNode answer = response(review);
            answer.withObject("/response").put("allowed", false).set("status", Json.read(quoted(why)));
            return Reply.json(answer);
        };
    }

    /// @param patch with apostrophes for quotes
    public static Function<ObjectNode, Reply> patching(String patch) {
        return review -> {
            ObjectNode answer = response(review);
            answer.withObject("/response")
                    .put("patchType", "JSONPatch")
                    .put("patch", Base64.getEncoder().encodeToString(quoted(patch)));
            return Reply.json(answer);
        };
    }

    private static byte[] quoted(String json) {
        return json.replace('\'', '"').getBytes(StandardCharsets.UTF_8);
    }

    /// Forgets what it was told to answer, and what it was asked.
    public void forget() {
        answers.clear();
        forgetAsked();
    }

    public void forgetAsked() {
        asked.clear();
    }

    /// What was asked so far.
    public List<Asked> asked() {
        return List.copyOf(asked);
    }

    public List<ObjectNode> requests(String path) {
        return asked.stream()
                .filter(one -> one.path().startsWith(path + "?"))
                .map(one -> one.review().withObject("/request"))
                .toList();
    }

    public int port() {
        return server.getAddress().getPort();
    }

    public String url(String path) {
        return "https://127.0.0.1:%d%s".formatted(port(), path);
    }

    /// As a `caBundle` has it.
    public String bundle() {
        return Base64.getEncoder().encodeToString(authority().getBytes(StandardCharsets.US_ASCII));
    }

    /// PEM.
    public String authority() {
        return Pem.of(authority.certificate());
    }

    @Override
    public void close() {
        over.countDown();
        server.stop(0);
    }
}
