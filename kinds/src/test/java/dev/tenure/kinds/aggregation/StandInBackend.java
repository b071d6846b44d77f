package dev.tenure.kinds.aggregation;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsExchange;
import com.sun.net.httpserver.HttpsParameters;
import com.sun.net.httpserver.HttpsServer;
import dev.tenure.apiserver.pki.Identity;
import dev.tenure.apiserver.pki.Issuer;
import dev.tenure.apiserver.pki.Pem;
import dev.tenure.runtime.time.SystemTime;
import dev.tenure.runtime.tls.AnyCertificate;
import dev.tenure.runtime.tls.CertificateSubject;
import dev.tenure.runtime.tls.MemoryKeys;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLPeerUnverifiedException;

/// A server on loopback that answers for the group `wardle.example.com` as a test tells it to, and keeps what
/// it is asked.
public final class StandInBackend implements AutoCloseable {
    /// Where it is found.
    static final String VERSION = "/apis/wardle.example.com/v1";

    private static final SystemTime TIME = new SystemTime();
    private static final String RESOURCES = """
            {'kind': 'APIResourceList', 'apiVersion': 'v1', 'groupVersion': 'wardle.example.com/v1', 'resources': [
             {'name': 'flunders', 'singularName': 'flunder', 'namespaced': true, 'kind': 'Flunder',
              'verbs': ['delete', 'deletecollection', 'get', 'list', 'watch']}]}""";

    private final Identity authority = new Issuer(TIME.wall()).authority("backends");
    private final Map<String, Reply> answers = new ConcurrentHashMap<>();
    private final List<Asked> asked = new CopyOnWriteArrayList<>();
    private final LinkedBlockingQueue<String> lines = new LinkedBlockingQueue<>();
    private final CountDownLatch over = new CountDownLatch(1);
    private final CountDownLatch left = new CountDownLatch(1);
    private final HttpsServer server;
    private volatile Reply missing = new Reply(404, Map.of("Content-Type", "text/plain"), "none");

    /// What was asked.
    ///
    /// @param shown the common name of the certificate that was shown; empty when there was none
    public record Asked(String method, String target, Map<String, List<String>> fields, String body, String shown) {
        /// The values of a field.
        public List<String> field(String name) {
            return fields.entrySet().stream()
                    .filter(one -> one.getKey().equalsIgnoreCase(name))
                    .flatMap(one -> one.getValue().stream())
                    .toList();
        }
    }

    /// What is answered.
    public record Reply(int code, Map<String, String> fields, String body) {}

    public StandInBackend() {
        try {
            server = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
            SSLContext context = SSLContext.getInstance("TLS");
            Identity own = new Issuer(TIME.wall()).server(authority, "backend", List.of("backend.default.svc"));
            context.init(
                    MemoryKeys.showing(own.key(), List.of(own.certificate())),
                    AnyCertificate.accepting(),
                    new SecureRandom());
            server.setHttpsConfigurator(new HttpsConfigurator(context) {
                @Override
                public void configure(HttpsParameters parameters) {
                    SSLParameters wanted = context.getDefaultSSLParameters();
                    wanted.setWantClientAuth(true);
                    parameters.setSSLParameters(wanted);
                }
            });
        } catch (GeneralSecurityException | IOException e) {
            throw new IllegalStateException("no socket for a backend", e);
        }
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/", this::handle);
        server.start();
        at(VERSION, 200, RESOURCES);
    }

    /// From now on a path is answered so.
    ///
    /// @param json with apostrophes for quotes
    StandInBackend at(String path, int code, String json) {
        return at(path, new Reply(code, Map.of("Content-Type", "application/json"), json.replace('\'', '"')));
    }

    /// @param path or a method and a path
    StandInBackend at(String path, Reply reply) {
        answers.put(path, reply);
        return this;
    }

    /// From now on what has no answer is answered so.
    void elsewhere(Reply reply) {
        missing = reply;
    }

    void forgetAsked() {
        asked.clear();
    }

    /// A watch that is under way sends a line.
    void send(String line) {
        lines.add(line);
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            asked.add(new Asked(
                    exchange.getRequestMethod(),
                    exchange.getRequestURI().toString(),
                    Map.copyOf(exchange.getRequestHeaders()),
                    body,
                    shown((HttpsExchange) exchange)));
            String path = exchange.getRequestURI().getPath();
            if (path.endsWith("/hangs")) {
                over.await();
                return;
            }
            if (path.endsWith("/begun")) {
                exchange.sendResponseHeaders(200, 100);
                exchange.getResponseBody().write('{');
                exchange.getResponseBody().flush();
                over.await();
                return;
            }
            if (path.equals(VERSION + "/watched")) {
                watched(exchange);
                return;
            }
            Reply reply =
                    answers.getOrDefault(exchange.getRequestMethod() + " " + path, answers.getOrDefault(path, missing));
            reply.fields().forEach(exchange.getResponseHeaders()::set);
            byte[] bytes = reply.body().getBytes(StandardCharsets.UTF_8);
            boolean bodiless = bytes.length == 0 || exchange.getRequestMethod().equals("HEAD");
            exchange.sendResponseHeaders(reply.code(), bodiless ? -1 : bytes.length);
            if (!bodiless) {
                exchange.getResponseBody().write(bytes);
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        } catch (IOException e) {
            left.countDown();
            throw e;
        }
    }

    /// Waits a moment for somebody to whom it was writing to go.
    boolean isLeft() throws InterruptedException {
        return left.await(20, TimeUnit.MILLISECONDS);
    }

    private void watched(HttpExchange exchange) throws IOException, InterruptedException {
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        exchange.sendResponseHeaders(200, 0);
        exchange.getResponseBody().flush();
        for (String line = lines.take(); !line.isEmpty(); line = lines.take()) {
            exchange.getResponseBody().write((line + "\n").getBytes(StandardCharsets.UTF_8));
            exchange.getResponseBody().flush();
        }
    }

    private static String shown(HttpsExchange exchange) {
        try {
            return CertificateSubject.of(
                            (X509Certificate) exchange.getSSLSession().getPeerCertificates()[0])
                    .map(CertificateSubject::name)
                    .orElse("");
        } catch (SSLPeerUnverifiedException _) {
            return "";
        }
    }

    /// What a client of this name has asked.
    ///
    /// @param agent the beginning of its `User-Agent`
    List<Asked> askedBy(String agent) {
        return asked.stream()
                .filter(one -> one.field("User-Agent").stream().anyMatch(name -> name.startsWith(agent)))
                .toList();
    }

    int port() {
        return server.getAddress().getPort();
    }

    /// As a `caBundle` has it.
    String bundle() {
        return Base64.getEncoder()
                .encodeToString(Pem.of(authority.certificate()).getBytes(StandardCharsets.US_ASCII));
    }

    @Override
    public void close() {
        send("");
        over.countDown();
        server.stop(0);
    }
}
