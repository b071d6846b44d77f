package dev.tenure.node.streaming;

import io.grpc.netty.shaded.io.netty.buffer.ByteBuf;
import io.grpc.netty.shaded.io.netty.buffer.Unpooled;
import io.grpc.netty.shaded.io.netty.channel.embedded.EmbeddedChannel;
import io.grpc.netty.shaded.io.netty.handler.codec.spdy.DefaultSpdyDataFrame;
import io.grpc.netty.shaded.io.netty.handler.codec.spdy.DefaultSpdyPingFrame;
import io.grpc.netty.shaded.io.netty.handler.codec.spdy.DefaultSpdySynStreamFrame;
import io.grpc.netty.shaded.io.netty.handler.codec.spdy.SpdyDataFrame;
import io.grpc.netty.shaded.io.netty.handler.codec.spdy.SpdyFrameCodec;
import io.grpc.netty.shaded.io.netty.handler.codec.spdy.SpdyPingFrame;
import io.grpc.netty.shaded.io.netty.handler.codec.spdy.SpdyRstStreamFrame;
import io.grpc.netty.shaded.io.netty.handler.codec.spdy.SpdyVersion;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.Map;

/// The client's end of a SPDY/3.1 connection: opens streams, sends, and tells what comes. Netty's codec does
/// the framing; the socket is read and written by the threads that call. Sending is safe for several threads,
/// receiving is for one.
///
/// There is no flow control: runtimes have none, and reading waits until what came was taken.
final class SpdyPeer {
    private static final int CHUNK = 32 * 1024;

    /// Takes what comes, on the thread that receives.
    interface Receiver {
        /// @param last whether nothing more will come on this stream
        void data(int stream, byte[] bytes, boolean last) throws IOException;
    }

    private final Socket socket;
    private final EmbeddedChannel out = new EmbeddedChannel(new SpdyFrameCodec(SpdyVersion.SPDY_3_1));
    private final EmbeddedChannel in = new EmbeddedChannel(new SpdyFrameCodec(SpdyVersion.SPDY_3_1));
    private int opened;

    SpdyPeer(Socket socket) {
        this.socket = socket;
    }

    /// Opens a stream.
    ///
    /// @param type value of its header `streamType`
    /// @return its number
    int open(String type) throws IOException {
        return open(Map.of("streamtype", type));
    }

    /// Opens a stream.
    ///
    /// @param headers by their names in lower case
    /// @return its number
    synchronized int open(Map<String, String> headers) throws IOException {
        int number = 2 * opened++ + 1;
        var frame = new DefaultSpdySynStreamFrame(number, 0, (byte) 0);
        headers.forEach(frame.headers()::add);
        send(frame);
        return number;
    }

    /// Sends on a stream.
    ///
    /// @param last whether nothing more will be sent on it
    synchronized void send(int stream, ByteBuffer bytes, boolean last) throws IOException {
        var frame = new DefaultSpdyDataFrame(stream, Unpooled.copiedBuffer(bytes));
        frame.setLast(last);
        send(frame);
    }

    private void send(Object frame) throws IOException {
        out.writeOutbound(frame);
        for (ByteBuf bytes = out.readOutbound(); bytes != null; bytes = out.readOutbound()) {
            try {
                bytes.readBytes(socket.getOutputStream(), bytes.readableBytes());
            } finally {
                bytes.release();
            }
        }
        socket.getOutputStream().flush();
    }

    /// Receives until the other end closes the connection, or [#stopReceiving].
    void receive(Receiver receiver) throws IOException {
        InputStream from = socket.getInputStream();
        byte[] chunk = new byte[CHUNK];
        for (int n = from.read(chunk); n >= 0; n = from.read(chunk)) {
            in.writeInbound(Unpooled.copiedBuffer(chunk, 0, n));
            for (Object frame = in.readInbound(); frame != null; frame = in.readInbound()) {
                take(frame, receiver);
            }
        }
    }

    private void take(Object frame, Receiver receiver) throws IOException {
        switch (frame) {
            case SpdyDataFrame data -> {
                byte[] bytes = new byte[data.content().readableBytes()];
                data.content().readBytes(bytes);
                data.release();
                receiver.data(data.streamId(), bytes, data.isLast());
            }
            case SpdyRstStreamFrame reset -> receiver.data(reset.streamId(), new byte[0], true);
            case SpdyPingFrame ping -> answer(ping.id());
            default -> {
                // replies and settings ask nothing of a client; the end of the connection tells the rest
            }
        }
    }

    private synchronized void answer(int ping) throws IOException {
        send(new DefaultSpdyPingFrame(ping));
    }

    /// What has come is enough.
    void stopReceiving() throws IOException {
        socket.shutdownInput();
    }

    void close() {
        try {
            socket.close();
        } catch (IOException _) {
            // it is closed already
        }
    }
}
