package dev.tenure.node.streaming;

import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.ByteBuffer;

/// SPDY/3.1 within a WebSocket, as port forwarding wants it: the bytes of messages are those of the runtime's
/// connection. Upstream: apimachinery/pkg/util/portforward, client-go's portforward/tunneling_connection.go.
public final class TunnelSocket extends StreamSocket {
    static final String PROTOCOL = "SPDY/3.1+portforward.k8s.io";
    /// What is spoken above SPDY.
    static final String INNER = "portforward.k8s.io";

    private static final int CHUNK = 32 * 1024;

    private final Socket runtime;

    /// @param switched a connection to the runtime for these ports
    TunnelSocket(Socket switched) {
        this.runtime = switched;
    }

    @Override
    void carry(Client client) throws IOException {
        InputStream in = runtime.getInputStream();
        byte[] chunk = new byte[CHUNK];
        for (int n = in.read(chunk); n >= 0; n = in.read(chunk)) {
            client.send(ByteBuffer.wrap(chunk, 0, n));
        }
    }

    @Override
    void part(ByteBuffer part, boolean first) throws IOException {
        byte[] bytes = new byte[part.remaining()];
        part.get(bytes);
        runtime.getOutputStream().write(bytes);
        runtime.getOutputStream().flush();
    }

    @Override
    void end() {
        try {
            runtime.close();
        } catch (IOException _) {
            // it is closed already
        }
    }
}
