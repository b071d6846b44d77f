package dev.tenure.node.streaming;

import dev.tenure.node.cri.RuntimeClient.Streams;
import java.io.IOException;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;

/// The streams of a command over a WebSocket, by the sub-protocols `v4.channel.k8s.io` and `v5.channel.k8s.io`: the
/// first byte of a message names the stream. With version 5 the client can end one stream and go on with the
/// others, which a command that reads its input to the end waits for. The runtime gets SPDY/3.1. Upstream:
/// apimachinery/pkg/util/remotecommand, kubelet's cri/streaming/remotecommand.
public final class CommandSocket extends StreamSocket {
    static final String V5 = "v5.channel.k8s.io";
    static final String V4 = "v4.channel.k8s.io";

    private static final int STDIN = 0;
    private static final int STDOUT = 1;
    private static final int STDERR = 2;
    private static final int ERROR = 3;
    private static final int RESIZE = 4;
    private static final int CLOSE = 255;

    private final SpdyPeer runtime;
    private final boolean closes;
    private final Map<Integer, Integer> streamOfChannel = new HashMap<>();
    private final Map<Integer, Integer> channelOfStream = new HashMap<>();
    /// That the client's present message is for.
    private int channel;

    /// @param switched a connection to the runtime for this command
    /// @param protocol [#V5] or [#V4]
    /// @throws IOException when the runtime takes no streams
    CommandSocket(Socket switched, Streams wanted, String protocol) throws IOException {
        this.runtime = new SpdyPeer(switched);
        this.closes = protocol.equals(V5);
        open(ERROR, "error");
        if (wanted.stdin()) {
            open(STDIN, "stdin");
        }
        if (wanted.stdout()) {
            open(STDOUT, "stdout");
        }
        if (wanted.stderr() && !wanted.tty()) {
            open(STDERR, "stderr");
        }
        if (wanted.tty()) {
            open(RESIZE, "resize");
        }
    }

    private void open(int channel, String type) throws IOException {
        int stream = runtime.open(type);
        streamOfChannel.put(channel, stream);
        channelOfStream.put(stream, channel);
    }

    @Override
    void carry(Client client) throws IOException {
        runtime.receive((stream, bytes, _) -> {
            Integer channel = channelOfStream.get(stream);
            if (channel != null && bytes.length > 0) {
                client.send(ByteBuffer.allocate(bytes.length + 1)
                        .put(channel.byteValue())
                        .put(bytes)
                        .flip());
            }
        });
    }

    @Override
    void part(ByteBuffer part, boolean first) throws IOException {
        if (first) {
            channel = Byte.toUnsignedInt(part.get());
        }
        if (!part.hasRemaining()) {
            return;
        }
        boolean close = closes && channel == CLOSE;
        Integer stream = streamOfChannel.get(close ? Byte.toUnsignedInt(part.get()) : channel);
        if (stream != null) {
            runtime.send(stream, close ? ByteBuffer.allocate(0) : part, close);
        }
    }

    @Override
    void end() {
        runtime.close();
    }
}
