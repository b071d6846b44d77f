package dev.tenure.node.streaming;

import io.grpc.netty.shaded.io.netty.channel.embedded.EmbeddedChannel;
import io.grpc.netty.shaded.io.netty.handler.codec.spdy.SpdyFrameCodec;
import io.grpc.netty.shaded.io.netty.handler.codec.spdy.SpdyVersion;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;

/// A runtime's end of a SPDY connection, played by the thread of the test: what is written waits in the
/// sockets until it is read.
final class PlayedRuntime implements AutoCloseable {
    final EmbeddedChannel frames = new EmbeddedChannel(new SpdyFrameCodec(SpdyVersion.SPDY_3_1));
    final Socket ours;
    final Socket runtimes;

    PlayedRuntime() throws IOException {
        try (var listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            ours = new Socket(listener.getInetAddress(), listener.getLocalPort());
            runtimes = listener.accept();
        }
    }

    @Override
    public void close() throws IOException {
        ours.close();
        runtimes.close();
        frames.finishAndReleaseAll();
    }
}
