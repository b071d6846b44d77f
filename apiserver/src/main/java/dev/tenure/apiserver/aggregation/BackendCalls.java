package dev.tenure.apiserver.aggregation;

import dev.tenure.model.meta.Caller;
import dev.tenure.runtime.callout.CallFailedException;
import dev.tenure.runtime.callout.HttpsForwards;
import dev.tenure.runtime.callout.HttpsForwards.Answer;
import dev.tenure.runtime.callout.HttpsForwards.Content;
import dev.tenure.runtime.callout.HttpsForwards.Question;
import dev.tenure.runtime.callout.Peer;
import dev.tenure.runtime.io.Ahead;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;

/// Asks backends in somebody's name, as their front proxy: it shows them a certificate that they know, and
/// says who sends the request. Safe for use by several threads; a thread that asks waits for the answer.
public final class BackendCalls {
    private static final int DOCUMENT_BYTES_MAX = 64 << 20;
    private static final String LATE =
            "context deadline exceeded (Client.Timeout or context cancellation while reading body)";

    private final HttpsForwards forwards;
    private final Locator locator;
    private final Supplier<Optional<Peer.Shown>> identity;

    /// Finds out where a service is dialled.
    @FunctionalInterface
    public interface Locator {
        /// @return host and port
        /// @throws UnreachableException when there is nothing to dial
        String locate(Backend.Service service) throws UnreachableException;
    }

    /// @param identity what is shown to backends now
    public BackendCalls(HttpsForwards forwards, Locator locator, Supplier<Optional<Peer.Shown>> identity) {
        this.forwards = forwards;
        this.locator = locator;
        this.identity = identity;
    }

    /// A request, as it is passed on.
    ///
    /// @param target path and query
    /// @param fields of a request, without who sends it and what belongs to one connection
    /// @param within what the head of the answer has to come, and a document after it, if that matters
    public record Passed(
            String method,
            String target,
            Map<String, List<String>> fields,
            Optional<Content> content,
            Optional<Duration> within) {
        /// A question for a document.
        public static Passed get(String path, Map<String, List<String>> fields, Duration within) {
            return new Passed("GET", path, fields, Optional.empty(), Optional.of(within));
        }
    }

    /// A document that was asked for.
    ///
    /// @param type its `Content-Type`; empty when it has none
    /// @param tag its `ETag`; the same
    public record Fetched(int code, String type, String tag, byte[] body) {}

    /// Where a backend is dialled now.
    ///
    /// @return host and port
    /// @throws UnreachableException when there is nothing to dial
    public String locate(Backend backend) throws UnreachableException {
        return locator.locate(backend.service());
    }

    /// Asks what is dialled at `place`; the answer has to be closed.
    ///
    /// @throws UnreachableException when there is no answer
    public Answer ask(Backend backend, String place, Caller caller, Passed passed) throws UnreachableException {
        Map<String, List<String>> fields = new LinkedHashMap<>(passed.fields());
        fields.putAll(CallerFields.of(caller));
        var question = new Question(
                passed.method(), address(place, passed.target()), fields, passed.content(), passed.within());
        try {
            return forwards.ask(question, peer(backend));
        } catch (CallFailedException e) {
            throw new UnreachableException(String.valueOf(e.getMessage()));
        }
    }

    /// What calls backends, for requests that switch protocols.
    public HttpsForwards forwards() {
        return forwards;
    }

    /// Reads a document to its end, but for what is too large.
    ///
    /// @throws UnreachableException when there is no answer, or it breaks off or does not come in time
    public Fetched fetch(Backend backend, Caller caller, Passed passed) throws UnreachableException {
        Answer answer = ask(backend, locate(backend), caller, passed);
        try (InputStream body = answer.body()) {
            byte[] bytes = passed.within().isPresent()
                    ? within(passed.within().get(), body)
                    : body.readNBytes(DOCUMENT_BYTES_MAX + 1);
            if (bytes.length > DOCUMENT_BYTES_MAX) {
                throw new UnreachableException("the answer has more than %d bytes".formatted(DOCUMENT_BYTES_MAX));
            }
            return new Fetched(answer.code(), field(answer, "Content-Type"), field(answer, "ETag"), bytes);
        } catch (IOException e) {
            throw new UnreachableException(String.valueOf(e.getMessage()));
        }
    }

    /// The thread that reads ends, when it is too slow, with the body, which whoever calls closes.
    private static byte[] within(Duration limit, InputStream body) throws IOException {
        Ahead<byte[]> read = Ahead.fetch("backend-document", () -> {
            try {
                return body.readNBytes(DOCUMENT_BYTES_MAX + 1);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
        try {
            return read.within(limit).orElseThrow(() -> new IOException(LATE));
        } catch (UncheckedIOException e) {
            throw Objects.requireNonNull(e.getCause());
        }
    }

    private static String field(Answer answer, String name) {
        return answer.fields().entrySet().stream()
                .filter(field -> field.getKey().toLowerCase(Locale.ROOT).equals(name.toLowerCase(Locale.ROOT)))
                .map(field -> field.getValue().getFirst())
                .findFirst()
                .orElse("");
    }

    private static URI address(String place, String target) throws UnreachableException {
        try {
            return URI.create("https://" + place + target);
        } catch (IllegalArgumentException e) {
            throw new UnreachableException("parse \"https://%s%s\": %s".formatted(place, target, e.getMessage()));
        }
    }

    /// How a backend is spoken to now.
    public Peer peer(Backend backend) {
        Peer.Trust trust =
                backend.insecure() ? new Peer.Trust.Anybody() : new Peer.Trust.Authorities(backend.authorities());
        return new Peer(backend.service().serverName(), trust, false, identity.get());
    }
}
