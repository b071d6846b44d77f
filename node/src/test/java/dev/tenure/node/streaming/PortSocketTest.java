package dev.tenure.node.streaming;

import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.netty.shaded.io.netty.buffer.ByteBuf;
import io.grpc.netty.shaded.io.netty.buffer.Unpooled;
import io.grpc.netty.shaded.io.netty.handler.codec.spdy.DefaultSpdyDataFrame;
import io.grpc.netty.shaded.io.netty.handler.codec.spdy.DefaultSpdyRstStreamFrame;
import io.grpc.netty.shaded.io.netty.handler.codec.spdy.SpdyDataFrame;
import io.grpc.netty.shaded.io.netty.handler.codec.spdy.SpdySynStreamFrame;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.eclipse.jetty.websocket.api.Callback;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// Messages of a WebSocket for two ports against a runtime's end of SPDY that is played here, on one thread:
/// what is written waits in the sockets until it is read.
final class PortSocketTest {
    private final PlayedRuntime played = new PlayedRuntime();

    PortSocketTest() throws IOException {}

    @AfterEach
    void close() throws IOException {
        played.close();
    }

    private List<String> got(int frameCount) throws IOException {
        var all = new ArrayList<String>();
        byte[] chunk = new byte[4096];
        while (all.size() < frameCount) {
            int n = played.runtimes.getInputStream().read(chunk);
            assertThat(n).isPositive();
            played.frames.writeInbound(Unpooled.copiedBuffer(chunk, 0, n));
            for (Object frame = played.frames.readInbound(); frame != null; frame = played.frames.readInbound()) {
                if (frame instanceof SpdySynStreamFrame opened) {
                    all.add("open %d %s %s"
                            .formatted(
                                    opened.streamId(),
                                    opened.headers().get("streamtype"),
                                    opened.headers().get("port")));
                } else if (frame instanceof SpdyDataFrame data) {
                    all.add("data " + data.streamId() + " " + data.content().toString(StandardCharsets.UTF_8)
                            + (data.isLast() ? " last" : ""));
                    data.release();
                }
            }
        }
        return all;
    }

    private void send(Object frame) throws IOException {
        played.frames.writeOutbound(frame);
        for (ByteBuf bytes = played.frames.readOutbound(); bytes != null; bytes = played.frames.readOutbound()) {
            bytes.readBytes(played.runtimes.getOutputStream(), bytes.readableBytes());
            bytes.release();
        }
    }

    private static DefaultSpdyDataFrame data(int stream, String text, boolean last) {
        var frame = new DefaultSpdyDataFrame(stream, Unpooled.copiedBuffer(text, StandardCharsets.UTF_8));
        frame.setLast(last);
        return frame;
    }

    @Test
    void eachPortHasAStreamForDataAndOneForErrors() throws IOException {
        var socket = new PortSocket(played.ours, List.of(80, 8443));
        socket.onWebSocketPartialBinary(ByteBuffer.wrap(new byte[] {2, 'h', 'i'}), true, Callback.NOOP);
        socket.onWebSocketPartialBinary(ByteBuffer.wrap(new byte[] {1, 'n', 'o'}), true, Callback.NOOP);
        socket.onWebSocketPartialBinary(ByteBuffer.wrap(new byte[] {0}), true, Callback.NOOP);
        assertThat(got(7))
                .containsExactly(
                        "open 1 error 80",
                        "data 1  last",
                        "open 3 data 80",
                        "open 5 error 8443",
                        "data 5  last",
                        "open 7 data 8443",
                        "data 7 hi");
    }

    @Test
    void theClientLearnsThePortsThenWhatIsSaidAndTheEndOfTheLastOne() throws IOException {
        var socket = new PortSocket(played.ours, List.of(80, 8443));
        got(6);
        send(data(3, "one", false));
        send(data(5, "refused", true));
        send(data(7, "", true));
        send(data(3, "two", false));
        send(new DefaultSpdyRstStreamFrame(3, 5));
        var messages = new ArrayList<String>();
        socket.carry(message -> {
            byte channel = message.get();
            messages.add(channel + StandardCharsets.ISO_8859_1.decode(message).toString());
        });
        assertThat(messages).containsExactly("0P\0", "1P\0", "2\u00fb ", "3\u00fb ", "0one", "3refused", "0two");
    }
}
