package dev.tenure.runtime.callout;

import dev.tenure.runtime.io.HardWork;
import dev.tenure.runtime.time.TimeSource;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Executors;

/// Passes requests of somebody else on to a server over HTTPS, and its answers back while they come. Safe for
/// use by several threads; a thread that asks waits for the head of the answer, and an interrupt ends the
/// call.
public final class HttpsForwards implements AutoCloseable {
    /// What the JDK writes itself, or does not let be written.
    private static final Set<String> OWN = Set.of("connection", "content-length", "expect", "host", "upgrade");

    /// With these Go says that a body is empty; with all others it says nothing of one.
    private static final Set<String> BODIES = Set.of("POST", "PUT", "PATCH");

    private final HttpsClients clients;

    public HttpsForwards(TimeSource time) {
        this.clients = new HttpsClients(time, Executors.newVirtualThreadPerTaskExecutor());
    }

    /// What is asked.
    ///
    /// @param address with the host and port that are dialled, which is also what the header `Host` says
    /// @param fields without those that belong to one connection
    /// @param within what the head of the answer has to come; empty: however long that takes
    public record Question(
            String method,
            URI address,
            Map<String, List<String>> fields,
            Optional<Content> content,
            Optional<Duration> within) {}

    /// A body, which is read while it is sent.
    ///
    /// @param length in bytes, negative when nobody knows
    public record Content(InputStream bytes, long length) {}

    /// An answer, whose head is here.
    ///
    /// @param body has to be closed; closing it before its end breaks the connection off
    public record Answer(int code, Map<String, List<String>> fields, InputStream body) {}

    /// Asks once. A connection that was kept, and that the other side closed meanwhile, is followed by
    /// another one when nothing of a body was sent.
    ///
    /// @throws CallFailedException when there is no answer; in Go's words
    public Answer ask(Question question, Peer peer) throws CallFailedException {
        return HardWork.away(() -> asked(question, peer));
    }

    private Answer asked(Question question, Peer peer) throws CallFailedException {
        HttpClient client = clients.client(peer);
        try {
            try {
                return send(client, question);
            } catch (IOException e) {
                if (!CallWords.isEnd(e) || question.content().isPresent()) {
                    throw e;
                }
                return send(client, question);
            }
        } catch (HttpTimeoutException _) {
            throw new CallFailedException("context deadline exceeded");
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            throw new CallFailedException("context canceled");
        } catch (IOException e) {
            throw new CallFailedException(CallWords.of(e, callee(question, peer)));
        }
    }

    /// A connection of its own, for one request.
    ///
    /// @param address what of it is dialled; with `http` nothing is encrypted, and nobody asked who he is
    /// @throws CallFailedException when there is none
    public Socket connect(URI address, Peer peer) throws CallFailedException {
        return HardWork.away(() -> {
            try {
                return clients.connect(address, peer);
            } catch (CallFailedException e) {
                throw e;
            } catch (IOException e) {
                throw new CallFailedException(CallWords.of(e, new Callee(address, "", peer.name(), "", false)));
            }
        });
    }

    private static Callee callee(Question question, Peer peer) {
        return new Callee(question.address(), "", peer.name(), "", peer.streams());
    }

    private static Answer send(HttpClient client, Question question) throws IOException, InterruptedException {
        HttpResponse<InputStream> response = client.send(request(question), BodyHandlers.ofInputStream());
        return new Answer(response.statusCode(), response.headers().map(), response.body());
    }

    private static HttpRequest request(Question question) {
        HttpRequest.Builder request = HttpRequest.newBuilder(question.address());
        question.fields().forEach((name, values) -> {
            if (!OWN.contains(name.toLowerCase(Locale.ROOT))) {
                values.forEach(value -> request.header(name, value));
            }
        });
        question.within().ifPresent(request::timeout);
        boolean bodiless = question.content().isEmpty() && !BODIES.contains(question.method());
        return bodiless
                ? new BodilessRequest(request.GET().build(), question.method())
                : request.method(
                                question.method(),
                                question.content().map(HttpsForwards::publisher).orElseGet(BodyPublishers::noBody))
                        .build();
    }

    private static BodyPublisher publisher(Content content) {
        BodyPublisher bytes = BodyPublishers.ofInputStream(content::bytes);
        return content.length() > 0 ? BodyPublishers.fromPublisher(bytes, content.length()) : bytes;
    }

    /// Ends what is under way, and the threads that calls left.
    @Override
    public void close() {
        clients.close();
    }
}
