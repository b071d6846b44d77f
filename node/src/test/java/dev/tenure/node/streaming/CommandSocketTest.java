package dev.tenure.node.streaming;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenure.node.cri.RuntimeClient.Streams;
import io.grpc.netty.shaded.io.netty.buffer.ByteBuf;
import io.grpc.netty.shaded.io.netty.buffer.Unpooled;
import io.grpc.netty.shaded.io.netty.handler.codec.spdy.DefaultSpdyDataFrame;
import io.grpc.netty.shaded.io.netty.handler.codec.spdy.SpdyDataFrame;
import io.grpc.netty.shaded.io.netty.handler.codec.spdy.SpdySynStreamFrame;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.eclipse.jetty.websocket.api.Callback;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Messages of a WebSocket against a runtime's end of SPDY that is played here, on one thread: what is
/// written waits in the sockets until it is read.
final class CommandSocketTest {
    private final PlayedRuntime played = new PlayedRuntime();

    CommandSocketTest() throws IOException {}

    @AfterEach
    void close() throws IOException {
        played.close();
    }

    private static ByteBuffer message(int channel, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        return ByteBuffer.allocate(bytes.length + 1)
                .put((byte) channel)
                .put(bytes)
                .flip();
    }

    /// What the runtime gets, as far as it has come.
    private List<String> got(int frameCount) throws IOException {
        var all = new ArrayList<String>();
        byte[] chunk = new byte[4096];
        while (all.size() < frameCount) {
            int n = played.runtimes.getInputStream().read(chunk);
            assertThat(n).isPositive();
            played.frames.writeInbound(Unpooled.copiedBuffer(chunk, 0, n));
            for (Object frame = played.frames.readInbound(); frame != null; frame = played.frames.readInbound()) {
                if (frame instanceof SpdySynStreamFrame opened) {
                    all.add("open " + opened.streamId() + " " + opened.headers().get("streamtype"));
                } else if (frame instanceof SpdyDataFrame data) {
                    all.add("data " + data.streamId() + " " + data.content().toString(StandardCharsets.UTF_8)
                            + (data.isLast() ? " last" : ""));
                    data.release();
                }
            }
        }
        return all;
    }

    private void send(int stream, String text) throws IOException {
        played.frames.writeOutbound(
                new DefaultSpdyDataFrame(stream, Unpooled.copiedBuffer(text, StandardCharsets.UTF_8)));
        for (ByteBuf bytes = played.frames.readOutbound(); bytes != null; bytes = played.frames.readOutbound()) {
            bytes.readBytes(played.runtimes.getOutputStream(), bytes.readableBytes());
            bytes.release();
        }
    }

    @Test
    void streamsAreOpenedAndInputIsPassedOnAndEnded() throws IOException {
        var socket = new CommandSocket(played.ours, new Streams(true, true, true, false), CommandSocket.V5);
        socket.onWebSocketPartialBinary(message(0, "typed"), true, Callback.NOOP);
        socket.onWebSocketPartialBinary(message(255, "\0"), true, Callback.NOOP);
        socket.onWebSocketPartialBinary(message(0, ""), true, Callback.NOOP);
        assertThat(got(6))
                .containsExactly(
                        "open 1 error",
                        "open 3 stdin",
                        "open 5 stdout",
                        "open 7 stderr",
                        "data 3 typed",
                        "data 3  last");
    }

    @Test
    void whatIsTypedMayComeAsText() throws IOException {
        var socket = new CommandSocket(played.ours, new Streams(true, false, false, false), CommandSocket.V4);
        socket.onWebSocketPartialText("\0typed \u00fc", true);
        assertThat(got(3)).containsExactly("open 1 error", "open 3 stdin", "data 3 typed \u00fc");
    }

    @Test
    void messagesMayComeInParts() throws IOException {
        var socket = new CommandSocket(played.ours, new Streams(true, false, false, false), CommandSocket.V5);
        socket.onWebSocketPartialBinary(ByteBuffer.allocate(0), false, Callback.NOOP);
        socket.onWebSocketPartialBinary(message(0, ""), false, Callback.NOOP);
        socket.onWebSocketPartialBinary(ByteBuffer.wrap(new byte[] {'t', 'y'}), false, Callback.NOOP);
        socket.onWebSocketPartialBinary(ByteBuffer.wrap(new byte[] {'p', 'e'}), true, Callback.NOOP);
        socket.onWebSocketPartialBinary(message(255, ""), false, Callback.NOOP);
        socket.onWebSocketPartialBinary(ByteBuffer.wrap(new byte[] {0}), true, Callback.NOOP);
        assertThat(got(5)).containsExactly("open 1 error", "open 3 stdin", "data 3 ty", "data 3 pe", "data 3  last");
    }

    @Test
    void withVersionFourNothingEndsAStream() throws IOException {
        var socket = new CommandSocket(played.ours, new Streams(true, true, false, true), CommandSocket.V4);
        socket.onWebSocketPartialBinary(message(255, "\0"), true, Callback.NOOP);
        socket.onWebSocketPartialBinary(message(4, "{\"Width\":80,\"Height\":24}"), true, Callback.NOOP);
        assertThat(got(5))
                .containsExactly(
                        "open 1 error",
                        "open 3 stdin",
                        "open 5 stdout",
                        "open 7 resize",
                        "data 7 {\"Width\":80,\"Height\":24}");
    }

    @Test
    void outputAndOutcomeReachTheClientInOrder() throws IOException {
        var socket = new CommandSocket(played.ours, new Streams(false, true, true, false), CommandSocket.V5);
        got(3);
        send(3, "out");
        send(5, "err");
        send(1, "{\"status\":\"Success\"}");
        played.runtimes.shutdownOutput();
        var messages = new ArrayList<String>();
        socket.carry(message -> messages.add(
                message.get() + StandardCharsets.UTF_8.decode(message).toString()));
        assertThat(messages).containsExactly("1out", "2err", "3{\"status\":\"Success\"}");
    }

    @ParameterizedTest
    @ValueSource(strings = {StreamSocket.NONE, CommandSocket.V1})
    void whoNamesNoProtocolOrTheOldestIsToldInPlainWordsWhatWentWrong(String protocol) throws IOException {
        var socket = new CommandSocket(played.ours, new Streams(false, true, false, false), protocol);
        got(2);
        send(3, "out");
        send(1, "{\"status\":\"Success\"}");
        send(1, "{\"status\":\"Failure\",\"message\":\"it failed\"}");
        send(1, "{\"no");
        played.runtimes.shutdownOutput();
        var messages = new ArrayList<String>();
        socket.carry(message -> messages.add(
                message.get() + StandardCharsets.UTF_8.decode(message).toString()));
        assertThat(messages).containsExactly("1out", "3it failed", "3{\"no");
    }

    @Test
    void whatComesTooLateIsDroppedAndTheOutcomeStillReported() throws IOException {
        var socket = new CommandSocket(played.ours, new Streams(true, true, false, false), CommandSocket.V5);
        got(3);
        send(1, "{\"status\":\"Success\"}");
        played.runtimes.shutdownOutput();
        played.ours.shutdownOutput();
        var outcome = new ArrayList<String>();
        socket.onWebSocketPartialBinary(
                message(0, "late"),
                true,
                Callback.from(() -> outcome.add("taken"), cause -> outcome.add(cause.toString())));
        assertThat(outcome).containsExactly("taken");
        var messages = new ArrayList<String>();
        socket.carry(message -> messages.add(
                message.get() + StandardCharsets.UTF_8.decode(message).toString()));
        assertThat(messages).containsExactly("3{\"status\":\"Success\"}");
    }

    @Test
    void aTunnelPassesBytesThrough() throws IOException {
        var socket = new TunnelSocket(played.ours);
        socket.onWebSocketPartialBinary(ByteBuffer.wrap(new byte[] {1, 2, 3}), true, Callback.NOOP);
        assertThat(played.runtimes.getInputStream().readNBytes(3)).containsExactly(1, 2, 3);
        played.runtimes.getOutputStream().write(new byte[] {4, 5});
        played.runtimes.shutdownOutput();
        var back = ByteBuffer.allocate(2);
        socket.carry(back::put);
        assertThat(back.array()).containsExactly(4, 5);
    }

    @Test
    void aRuntimeThatDoesNotSwitchIsReportedWithItsWords() throws IOException {
        played.runtimes.getOutputStream().write(0);
        try (var refusing = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            dev.tenure.runtime.io.Background.run("refusing", () -> {
                try (Socket client = refusing.accept()) {
                    client.getOutputStream()
                            .write("HTTP/1.1 404 Not Found\r\n\r\n".getBytes(StandardCharsets.ISO_8859_1));
                    client.getInputStream().read();
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
            URI there = URI.create("http://127.0.0.1:%d/exec/token".formatted(refusing.getLocalPort()));
            assertThatThrownBy(() -> RuntimeSocket.open(there, CommandSocket.V4))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("404 Not Found");
        }
    }
}
