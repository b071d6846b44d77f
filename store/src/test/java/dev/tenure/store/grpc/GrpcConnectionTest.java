package dev.tenure.store.grpc;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.tenure.runtime.io.ThreadEnd;
import dev.tenure.store.grpc.GrpcFailure.Code;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.eclipse.jetty.http2.ErrorCode;
import org.eclipse.jetty.http2.HTTP2Session;
import org.eclipse.jetty.http2.frames.ResetFrame;
import org.eclipse.jetty.util.Callback;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// Calls to a server whose every frame a test chooses.
final class GrpcConnectionTest {
    private static final Duration LONG = Duration.ofSeconds(20);
    private static final int MANY = 1_000;

    private final List<AutoCloseable> open = new ArrayList<>();

    @AfterEach
    void end() throws Exception {
        for (AutoCloseable one : open.reversed()) {
            one.close();
        }
    }

    private ScriptedServer server(ScriptedServer.Script script) {
        return server(0, MANY, script);
    }

    private ScriptedServer server(int port, int streamsMax, ScriptedServer.Script script) {
        var server = new ScriptedServer(port, streamsMax, script);
        open.add(server);
        return server;
    }

    private GrpcConnection to(int port) {
        return to(port, Duration.ofSeconds(30), Duration.ofSeconds(10));
    }

    private GrpcConnection to(int port, Duration after, Duration within) {
        var client = new GrpcClient("test", Optional.empty(), new Line.SignOfLife(after, within));
        open.add(client);
        return client.to("127.0.0.1", port);
    }

    private static byte[] framed(byte[] message) {
        ByteBuffer bytes = GrpcReader.framed(message);
        byte[] all = new byte[bytes.remaining()];
        bytes.get(all);
        return all;
    }

    private static byte[] joined(byte[]... parts) {
        ByteBuffer all = ByteBuffer.allocate(
                Stream.of(parts).mapToInt(part -> part.length).sum());
        Stream.of(parts).forEach(all::put);
        return all.array();
    }

    private static String call(GrpcConnection connection, String message) {
        return new String(connection.call("some/call", message.getBytes(UTF_8), LONG), UTF_8);
    }

    private static GrpcFailure failure(GrpcConnection connection) {
        return failure(connection, LONG);
    }

    private static GrpcFailure failure(GrpcConnection connection, Duration longest) {
        return catchThrowableOfType(
                GrpcFailure.class, () -> connection.call("some/call", "ask".getBytes(UTF_8), longest));
    }

    @Test
    void messagesOfEverySizeGoAndComeBack() {
        var server = server((stream, _, message, _) -> ScriptedServer.well(stream, message));
        GrpcConnection connection = to(server.port());
        var random = new Random(1);
        for (int size : new int[] {0, 1, 16_379, 16_384, 65_535, 3_000_000}) {
            byte[] message = new byte[size];
            random.nextBytes(message);
            assertThat(connection.call("some/call", message, LONG)).isEqualTo(message);
        }
        assertThat(server.connections).hasValue(1);
    }

    @Test
    void noMoreGoAtATimeThanTheServerAllows() {
        var waiting = new ConcurrentLinkedQueue<Runnable>();
        var most = new AtomicInteger();
        var under = new AtomicInteger();
        var server = server(0, 5, (stream, _, message, _) -> {
            most.accumulateAndGet(under.incrementAndGet(), Math::max);
            waiting.add(() -> {
                under.decrementAndGet();
                ScriptedServer.well(stream, message);
            });
            if (waiting.size() >= 5) {
                Stream.generate(waiting::poll).takeWhile(one -> one != null).forEach(Runnable::run);
            }
        });
        GrpcConnection connection = to(server.port());
        var answers = new ConcurrentLinkedQueue<String>();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            String text = "call " + i;
            threads.add(Thread.ofVirtual().start(() -> answers.add(call(connection, text))));
        }
        threads.forEach(ThreadEnd::await);
        assertThat(answers).hasSize(100).doesNotHaveDuplicates();
        assertThat(most).hasValue(5);
        assertThat(server.connections).hasValue(1);
    }

    private static Arguments ending(Code code, String words, ScriptedServer.Script script) {
        return Arguments.of(code, words, script);
    }

    static Stream<Arguments> endings() {
        return Stream.of(
                ending(
                        Code.RESOURCE_EXHAUSTED,
                        "100% é + more",
                        (stream, _, _, _) -> ScriptedServer.only(
                                stream, 200, Map.of("grpc-status", "8", "grpc-message", "100%25 %C3%A9 + more"))),
                ending(
                        Code.OUT_OF_RANGE,
                        "50% off%",
                        (stream, _, _, _) -> ScriptedServer.head(
                                stream,
                                () -> ScriptedServer.trailers(
                                        stream, Map.of("grpc-status", "11", "grpc-message", "50% off%")))),
                ending(
                        Code.ABORTED,
                        "ABORTED",
                        (stream, _, message, _) -> ScriptedServer.answer(stream, message, Map.of("grpc-status", "10"))),
                ending(
                        Code.UNKNOWN,
                        "UNKNOWN",
                        (stream, _, _, _) -> ScriptedServer.only(stream, 200, Map.of("grpc-status", "99"))),
                ending(
                        Code.UNAVAILABLE,
                        "HTTP status 503",
                        (stream, _, _, _) -> ScriptedServer.only(stream, 503, Map.of())),
                ending(
                        Code.UNAUTHENTICATED,
                        "HTTP status 401",
                        (stream, _, _, _) -> ScriptedServer.only(stream, 401, Map.of())),
                ending(
                        Code.INTERNAL,
                        "without a status",
                        (stream, _, _, _) -> ScriptedServer.only(stream, 200, Map.of())),
                ending(
                        Code.INTERNAL,
                        "without an answer",
                        (stream, _, _, _) -> ScriptedServer.head(
                                stream, () -> ScriptedServer.trailers(stream, Map.of("grpc-status", "0")))),
                ending(
                        Code.INTERNAL,
                        "answered twice",
                        (stream, _, message, _) -> ScriptedServer.well(stream, joined(message, message))),
                ending(
                        Code.INTERNAL,
                        "without an answer",
                        (stream, _, message, _) -> ScriptedServer.well(stream, Arrays.copyOf(message, 6))),
                ending(
                        Code.INTERNAL,
                        "a form that was not asked for",
                        (stream, _, _, _) -> ScriptedServer.well(stream, new byte[] {1, 0, 0, 0, 1, 7})),
                ending(
                        Code.INTERNAL,
                        "a form that was not asked for",
                        (stream, _, _, _) -> ScriptedServer.well(stream, new byte[] {0, -1, 0, 0, 1, 7})),
                ending(
                        Code.INTERNAL,
                        "broke the call off",
                        (stream, _, _, _) -> stream.reset(
                                new ResetFrame(stream.getId(), ErrorCode.INTERNAL_ERROR.code), Callback.NOOP)));
    }

    @ParameterizedTest
    @MethodSource("endings")
    void aCallThatEndsBadlySaysHow(Code code, String words, ScriptedServer.Script script) {
        GrpcConnection connection = to(server(script).port());
        GrpcFailure failure = failure(connection);
        assertThat(failure.code()).isEqualTo(code);
        assertThat(failure).hasMessageContaining(words);
        assertThat(failure.isUnsent()).isFalse();
    }

    @Test
    void whatTheServerHasNotTouchedIsKnownToBe() {
        var server = server((stream, _, _, _) ->
                stream.reset(new ResetFrame(stream.getId(), ErrorCode.REFUSED_STREAM_ERROR.code), Callback.NOOP));
        assertThat(failure(to(server.port())).isUnsent()).isTrue();
    }

    @Test
    void whoIsNotThereIsTriedAgainAtTheNextCall() {
        var server = server((stream, _, message, _) -> ScriptedServer.well(stream, message));
        int port = server.port();
        server.close();
        GrpcConnection connection = to(port);
        GrpcFailure failure = failure(connection);
        assertThat(failure.code()).isEqualTo(Code.UNAVAILABLE);
        assertThat(failure.isUnsent()).isTrue();
        server(port, MANY, (stream, _, message, _) -> ScriptedServer.well(stream, message));
        assertThat(call(connection, "again")).isEqualTo("again");
    }

    @Test
    void aNameThatNobodyKnowsIsSaidToBeOne() {
        var client = new GrpcClient("test", Optional.empty());
        open.add(client);
        GrpcFailure failure = failure(client.to("nobody.invalid", 2379));
        assertThat(failure.isUnsent()).isTrue();
        assertThat(failure).hasStackTraceContaining("the name \"nobody.invalid\" is not known");
    }

    @Test
    void aConnectionThatBreaksFailsItsCallsAndIsMadeAnew() {
        var first = new AtomicInteger();
        var server = server((stream, _, message, _) -> {
            if (first.incrementAndGet() == 1) {
                ((HTTP2Session) stream.getSession()).disconnect();
            } else {
                ScriptedServer.well(stream, message);
            }
        });
        GrpcConnection connection = to(server.port());
        GrpcFailure failure = failure(connection);
        assertThat(failure.code()).isEqualTo(Code.UNAVAILABLE);
        assertThat(failure.isUnsent()).as("nobody knows").isFalse();
        assertThat(call(connection, "again")).isEqualTo("again");
        assertThat(server.connections).hasValue(2);
    }

    @Test
    void aServerThatTakesItsLeaveAnswersWhatItHas() {
        var server = server((stream, _, message, _) -> {
            stream.getSession().close(ErrorCode.NO_ERROR.code, "bye", Callback.NOOP);
            ScriptedServer.well(stream, message);
        });
        GrpcConnection connection = to(server.port());
        assertThat(call(connection, "one")).isEqualTo("one");
        assertThat(call(connection, "two")).isEqualTo("two");
        assertThat(server.connections).hasValue(2);
    }

    @Test
    void whatTakesTooLongIsGivenUpAndTheServerIsTold() {
        var server = server((stream, method, message, _) -> {
            if (new String(message, UTF_8).endsWith("now")) {
                ScriptedServer.well(stream, message);
            }
        });
        GrpcConnection connection = to(server.port());
        assertThat(call(connection, "now")).as("a call that has begun").isEqualTo("now");
        assertThat(failure(connection, Duration.ofMillis(200)).code()).isEqualTo(Code.DEADLINE_EXCEEDED);
        assertThat(call(connection, "now")).isEqualTo("now");
        assertThat(server.resets).containsExactly(ErrorCode.CANCEL_STREAM_ERROR.code);
    }

    /// A server that takes a call and says nothing.
    ///
    /// @param pingsMax how many pings it answers before it hangs up; 0 for none, and it stays
    private List<String> silence(int pingsMax, Duration within) throws IOException {
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            GrpcConnection connection = to(socket.getLocalPort(), Duration.ofMillis(20), within);
            var failures = new ConcurrentLinkedQueue<GrpcFailure>();
            Thread caller = Thread.ofVirtual().start(() -> failures.add(failure(connection)));
            try (Socket silent = socket.accept()) {
                silent.getOutputStream().write(new byte[] {0, 0, 0, 4, 0, 0, 0, 0, 0});
                if (pingsMax > 0) {
                    answerPings(silent, pingsMax);
                } else {
                    ThreadEnd.await(caller);
                }
            }
            ThreadEnd.await(caller);
            return failures.stream()
                    .map(failure -> failure.code() + " " + failure.getCause())
                    .toList();
        }
    }

    private static void answerPings(Socket socket, int count) throws IOException {
        var in = new DataInputStream(socket.getInputStream());
        in.readFully(new byte["PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".length()]);
        for (int pings = 0; pings < count; ) {
            int length = in.readUnsignedShort() << 8 | in.readUnsignedByte();
            int type = in.readUnsignedByte();
            in.readFully(new byte[5]);
            byte[] payload = in.readNBytes(length);
            if (type == 6) {
                pings++;
                socket.getOutputStream()
                        .write(ByteBuffer.allocate(17)
                                .put(new byte[] {0, 0, 8, 6, 1, 0, 0, 0, 0})
                                .put(payload)
                                .array());
            }
        }
    }

    @Test
    void aServerThatGivesNoSignOfLifeIsLeft() throws IOException {
        assertThat(silence(0, Duration.ofMillis(100)))
                .singleElement()
                .asString()
                .startsWith("UNAVAILABLE")
                .contains("no sign of life");
    }

    @Test
    void aServerThatAnswersPingsMayThinkForLong() throws IOException {
        assertThat(silence(2, Duration.ofMillis(1_500)))
                .singleElement()
                .asString()
                .startsWith("UNAVAILABLE")
                .doesNotContain("no sign of life");
    }

    @Test
    void messagesOfAStreamKeepTheirOrderInBothDirections() {
        var server = server((stream, _, message, _) -> ScriptedServer.echo(stream, message));
        GrpcStream stream = to(server.port()).stream("stream", Map.of("hasleader", "true"), LONG);
        for (int i = 0; i < MANY; i++) {
            stream.send(("message " + i).getBytes(UTF_8));
        }
        for (int i = 0; i < MANY; i++) {
            assertThat(new String(stream.receive(), UTF_8)).isEqualTo("message " + i);
        }
        stream.cancel("enough");
        GrpcFailure failure = catchThrowableOfType(GrpcFailure.class, stream::receive);
        assertThat(failure.code()).isEqualTo(Code.CANCELLED);
    }

    @Test
    void aStreamThatNobodyReadsHoldsUpNoCall() {
        byte[] large = framed(new byte[30 << 20]);
        var server = server((stream, method, message, _) -> {
            if (method.equals("stream")) {
                ScriptedServer.well(stream, large);
            } else {
                ScriptedServer.well(stream, message);
            }
        });
        GrpcConnection connection = to(server.port());
        GrpcStream stream = connection.stream("stream", Map.of(), LONG);
        stream.send("go".getBytes(UTF_8));
        for (int i = 0; i < 100; i++) {
            assertThat(call(connection, "call")).isEqualTo("call");
        }
        assertThat(stream.receive()).hasSize(30 << 20);
        GrpcFailure failure = catchThrowableOfType(GrpcFailure.class, stream::receive);
        assertThat(failure.code()).as("it ended well").isEqualTo(Code.OK);
    }
}
