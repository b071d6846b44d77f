package dev.tenure.node.streaming;

import dev.tenure.node.cri.RuntimeClient.Streams;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import java.io.IOException;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

/// The streams of a command over a WebSocket, by the sub-protocols `v4.channel.k8s.io`, `v5.channel.k8s.io`
/// and the oldest, `channel.k8s.io`: the first byte of a message names the stream. With version 5 the client
/// can end one stream and go on with the others, which a command that reads its input to the end waits for. A
/// client that names the oldest sub-protocol or none gets what went wrong as plain words, and nothing when
/// all went well. The runtime gets SPDY/3.1. Upstream: apimachinery/pkg/util/remotecommand, kubelet's
/// cri/streaming/remotecommand.
public final class CommandSocket extends StreamSocket {
    static final String V5 = "v5.channel.k8s.io";
    static final String V4 = "v4.channel.k8s.io";
    static final String V1 = "channel.k8s.io";

    private static final int STDIN = 0;
    private static final int STDOUT = 1;
    private static final int STDERR = 2;
    private static final int ERROR = 3;
    private static final int RESIZE = 4;
    private static final int CLOSE = 255;

    private final SpdyPeer runtime;
    private final boolean plain;
    private final boolean closes;
    private final Map<Integer, Integer> streamOfChannel = new HashMap<>();
    private final Map<Integer, Integer> channelOfStream = new HashMap<>();
    /// That the client's present message is for.
    private int channel;

    /// @param switched a connection to the runtime for this command
    /// @param protocol [#V5], [#V4], [#V1] or [StreamSocket#NONE]
    /// @throws IOException when the runtime takes no streams
    CommandSocket(Socket switched, Streams wanted, String protocol) throws IOException {
        this.runtime = new SpdyPeer(switched);
        this.closes = protocol.equals(V5);
        this.plain = protocol.equals(NONE) || protocol.equals(V1);
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
                byte[] shown = plain && channel == ERROR ? words(bytes) : bytes;
                if (shown.length > 0) {
                    client.send(ByteBuffer.allocate(shown.length + 1)
                            .put(channel.byteValue())
                            .put(shown)
                            .flip());
                }
            }
        });
    }

    /// What a Status says, which the runtime sends as one piece.
    private static byte[] words(byte[] status) {
        try {
            JsonNode outcome = Json.read(status);
            boolean well = outcome.path("status").asText("").equals("Success");
            return well ? new byte[0] : outcome.path("message").asText("").getBytes(StandardCharsets.UTF_8);
        } catch (IllegalArgumentException _) {
            return status;
        }
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
