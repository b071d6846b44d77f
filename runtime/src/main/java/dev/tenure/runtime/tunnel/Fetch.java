package dev.tenure.runtime.tunnel;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;

/// Reads one document from a peer, over a connection on which nothing was said yet. Waits; any thread.
public final class Fetch {
    private static final Duration SILENCE_MAX = Duration.ofSeconds(10);
    private static final int OK = 200;
    private static final int NOT_FOUND = 404;

    private Fetch() {}

    /// @param path of the document, without a query
    /// @param most how many bytes it may have
    /// @return empty when the peer has no such document
    /// @throws IOException when the peer refuses, says nothing for 10 s, breaks off, or sends more than that
    public static Optional<byte[]> get(Socket peer, String path, int most) throws IOException {
        peer.setSoTimeout(Math.toIntExact(SILENCE_MAX.toMillis()));
        String head = "GET %s HTTP/1.0\r\nHost: %s:%d\r\n\r\n"
                .formatted(path, peer.getInetAddress().getHostAddress(), peer.getPort());
        peer.getOutputStream().write(head.getBytes(StandardCharsets.ISO_8859_1));
        peer.getOutputStream().flush();
        InputStream in = new BufferedInputStream(peer.getInputStream());
        int code = Relay.answer(in).code();
        if (code == NOT_FOUND) {
            return Optional.empty();
        }
        if (code != OK) {
            throw new IOException("the peer answers %d".formatted(code));
        }
        byte[] body = in.readNBytes(most);
        if (in.read() >= 0) {
            throw new IOException("the peer sends more than %d bytes".formatted(most));
        }
        return Optional.of(body);
    }
}
