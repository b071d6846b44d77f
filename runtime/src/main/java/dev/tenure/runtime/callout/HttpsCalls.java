package dev.tenure.runtime.callout;

import dev.tenure.runtime.io.HardWork;
import dev.tenure.runtime.io.Pause;
import dev.tenure.runtime.time.Tick;
import dev.tenure.runtime.time.TimeSource;
import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/// POSTs over HTTPS by the JDK's client. Servers that answer for one name by the same authorities share a
/// client ([HttpsClients]). Safe for use by several threads; a thread that calls waits for the answer, and an
/// interrupt ends the call.
public final class HttpsCalls implements AutoCloseable {
    private static final int TRIES_MAX = 11;
    private static final int TOO_MANY_REQUESTS = 429;
    private static final int SERVER_ERROR = 500;
    private static final String HOST = "Host";

    private final TimeSource time;
    private final Executor threads = Executors.newVirtualThreadPerTaskExecutor();
    private final HttpsClients clients;

    /// What is sent, and how much is waited for and read.
    ///
    /// @param agent the `User-Agent`
    /// @param answerMax bytes
    public record Message(String agent, byte[] json, Duration within, long answerMax) {}

    /// @param type its `Content-Type`; empty when it has none
    /// @param retryAfterSeconds as its `Retry-After` says
    public record Answer(int code, String type, byte[] body, OptionalInt retryAfterSeconds) {}

    public HttpsCalls(TimeSource time) {
        this.time = time;
        this.clients = new HttpsClients(time, threads);
    }

    /// Sends a message and returns what is answered, whatever the code. An answer that says when to try again
    /// (`Retry-After` with 429 or 5xx) is taken at its word, for as long as there is time.
    ///
    /// @throws CallFailedException when there is no answer
    public Answer post(Callee callee, Message message) throws CallFailedException {
        return HardWork.away(() -> posted(callee, message));
    }

    private Answer posted(Callee callee, Message message) throws CallFailedException {
        Tick end = time.now().plus(message.within());
        for (int tries = 1; ; tries++) {
            Duration left = end.since(time.now());
            if (!left.isPositive()) {
                throw new CallFailedException("context deadline exceeded");
            }
            Answer answer = within(left, callee, message);
            boolean busy = answer.code() == TOO_MANY_REQUESTS || answer.code() >= SERVER_ERROR;
            if (!busy || answer.retryAfterSeconds().isEmpty() || tries == TRIES_MAX) {
                return answer;
            }
            Duration pause = Duration.ofSeconds(answer.retryAfterSeconds().getAsInt());
            Duration rest = end.since(time.now());
            Pause.of(pause.compareTo(rest) < 0 ? pause : rest, time);
        }
    }

    private Answer within(Duration left, Callee callee, Message message) throws CallFailedException {
        var call = new FutureTask<>(() -> exchange(callee, message));
        threads.execute(call);
        try {
            return call.get(left.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException _) {
            call.cancel(true);
            throw new CallFailedException("context deadline exceeded");
        } catch (InterruptedException _) {
            call.cancel(true);
            Thread.currentThread().interrupt();
            throw new CallFailedException("context canceled");
        } catch (ExecutionException e) {
            switch (e.getCause()) {
                case CallFailedException failed -> throw failed;
                case IOException broken -> throw new CallFailedException(CallWords.of(broken, callee));
                case RuntimeException fault -> throw fault;
                case null, default -> throw new IllegalStateException(e);
            }
        }
    }

    private Answer exchange(Callee callee, Message message) throws IOException, InterruptedException {
        HttpClient client = clients.client(callee.peer());
        try {
            return exchange(client, callee, message);
        } catch (IOException e) {
            if (!CallWords.isEnd(e)) {
                throw e;
            }
            // a connection that was kept, and that the other side closed meanwhile: Go's client tries again
            // too
            return exchange(client, callee, message);
        }
    }

    private static Answer exchange(HttpClient client, Callee callee, Message message)
            throws IOException, InterruptedException {
        HttpResponse<InputStream> response = client.send(request(callee, message), BodyHandlers.ofInputStream());
        try (InputStream body = response.body()) {
            byte[] bytes = body.readNBytes(Math.toIntExact(message.answerMax() + 1));
            if (bytes.length > message.answerMax()) {
                throw new CallFailedException(
                        "the answer has more than %d bytes, which are read at most".formatted(message.answerMax()));
            }
            return new Answer(
                    response.statusCode(),
                    response.headers().firstValue("Content-Type").orElse(""),
                    bytes,
                    seconds(response.headers().firstValue("Retry-After")));
        }
    }

    private static OptionalInt seconds(Optional<String> header) {
        return header.filter(text -> text.matches("[0-9]{1,9}"))
                .map(text -> OptionalInt.of(Integer.parseInt(text)))
                .orElse(OptionalInt.empty());
    }

    private static HttpRequest request(Callee callee, Message message) {
        HttpRequest.Builder request = HttpRequest.newBuilder(callee.address())
                .header("Content-Type", "application/json")
                .header("Accept", "application/json, */*")
                .header("User-Agent", message.agent())
                .POST(BodyPublishers.ofByteArray(message.json()));
        if (!callee.host().isEmpty()) {
            named(request, callee.host());
        }
        return request.build();
    }

    /// The JDK lets a header `Host` be set only where `jdk.httpclient.allowRestrictedHeaders` says so, as in
    /// every process that the launcher starts; elsewhere it is what is dialled.
    private static void named(HttpRequest.Builder request, String host) {
        try {
            request.setHeader(HOST, host);
        } catch (IllegalArgumentException _) {
            return;
        }
    }

    /// Ends what is under way, and the threads that calls left.
    @Override
    public void close() {
        clients.close();
    }
}
