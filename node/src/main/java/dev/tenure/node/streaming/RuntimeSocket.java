package dev.tenure.node.streaming;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;

/// Connections to the runtime's own server of streams that have switched to SPDY/3.1.
final class RuntimeSocket {
    private static final int HEAD_BYTES_MAX = 64 * 1024;
    /// CR LF CR LF.
    private static final int END_OF_HEAD = 0x0d0a0d0a;

    private RuntimeSocket() {}

    /// Connects and switches.
    ///
    /// @param there the address that the runtime named
    /// @param protocol what is spoken above SPDY, for example `v4.channel.k8s.io`
    /// @throws IOException when the runtime does not switch; the message is its own
    static Socket open(URI there, String protocol) throws IOException {
        var socket = new Socket(there.getHost(), there.getPort());
        boolean switched = false;
        try {
            String query = there.getRawQuery() == null ? "" : "?" + there.getRawQuery();
            String head = "POST %s%s HTTP/1.1\r\nHost: %s:%d\r\nConnection: Upgrade\r\nUpgrade: SPDY/3.1\r\n"
                            .formatted(there.getRawPath(), query, there.getHost(), there.getPort())
                    + "X-Stream-Protocol-Version: %s\r\nContent-Length: 0\r\n\r\n".formatted(protocol);
            socket.getOutputStream().write(head.getBytes(StandardCharsets.ISO_8859_1));
            String answer = head(socket.getInputStream());
            if (!answer.matches("(?s)HTTP/1\\.[01] 101 .*")) {
                throw new IOException("the container runtime does not switch to SPDY: "
                        + answer.lines().findFirst().orElse("nothing"));
            }
            switched = true;
            return socket;
        } finally {
            if (!switched) {
                socket.close();
            }
        }
    }

    /// Not a byte more than the head is read.
    private static String head(InputStream in) throws IOException {
        var bytes = new ByteArrayOutputStream();
        int last = 0;
        while (last != END_OF_HEAD) {
            int next = in.read();
            if (next < 0 || bytes.size() > HEAD_BYTES_MAX) {
                throw new IOException("the container runtime does not answer as an HTTP server does");
            }
            bytes.write(next);
            last = last << Byte.SIZE | next;
        }
        return bytes.toString(StandardCharsets.ISO_8859_1);
    }
}
