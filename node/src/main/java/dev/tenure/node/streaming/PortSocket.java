package dev.tenure.node.streaming;

import java.io.IOException;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Ports of a pod over a WebSocket, by the sub-protocol `v4.channel.k8s.io`, which clients in Python, Java
/// and JavaScript speak, or by none. The first byte of a message names its channel: each port has two, in the
/// order in which the ports were asked for, one for what is said there and one for what went wrong. The first
/// message of each is the number of the port. Upstream: kubelet's cri/streaming/portforward/websocket.go.
public final class PortSocket extends StreamSocket {
    static final String PROTOCOL = "v4.channel.k8s.io";

    /// The channel, and a port in two bytes.
    private static final int FIRST_BYTES = 3;

    private final SpdyPeer runtime;
    private final List<Integer> ports;
    private final Map<Integer, Integer> streamOfChannel = new HashMap<>();
    private final Map<Integer, Integer> channelOfStream = new HashMap<>();
    /// That the client's present message is for.
    private int channel;
    /// On which something may be said still. Of the thread that carries.
    private final Set<Integer> talking = new HashSet<>();

    /// @param switched a connection to the runtime for these ports
    /// @throws IOException when the runtime takes no streams
    PortSocket(Socket switched, List<Integer> ports) throws IOException {
        this.runtime = new SpdyPeer(switched);
        this.ports = List.copyOf(ports);
        for (int i = 0; i < ports.size(); i++) {
            int errors = open(2 * i + 1, "error", i);
            runtime.send(errors, ByteBuffer.allocate(0), true);
            int data = open(2 * i, "data", i);
            streamOfChannel.put(2 * i, data);
            talking.add(data);
        }
    }

    private int open(int channel, String type, int number) throws IOException {
        int stream = runtime.open(Map.of(
                "streamtype",
                type,
                "port",
                Integer.toString(ports.get(number)),
                "requestid",
                Integer.toString(number)));
        channelOfStream.put(stream, channel);
        return stream;
    }

    @Override
    void carry(Client client) throws IOException {
        for (int channel = 0; channel < 2 * ports.size(); channel++) {
            client.send(ByteBuffer.allocate(FIRST_BYTES)
                    .order(ByteOrder.LITTLE_ENDIAN)
                    .put((byte) channel)
                    .putShort(ports.get(channel / 2).shortValue())
                    .flip());
        }
        runtime.receive((stream, bytes, last) -> {
            Integer channel = channelOfStream.get(stream);
            if (channel != null && bytes.length > 0) {
                client.send(ByteBuffer.allocate(bytes.length + 1)
                        .put(channel.byteValue())
                        .put(bytes)
                        .flip());
            }
            if (last && talking.remove(stream) && talking.isEmpty()) {
                runtime.stopReceiving();
            }
        });
    }

    @Override
    void part(ByteBuffer part, boolean first) throws IOException {
        if (first) {
            channel = Byte.toUnsignedInt(part.get());
        }
        Integer stream = streamOfChannel.get(channel);
        if (stream != null && part.hasRemaining()) {
            runtime.send(stream, part, false);
        }
    }

    @Override
    void end() {
        runtime.close();
    }
}
