package dev.tenure.runtime.tunnel;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;

/// Reads what a peer has under a path, over a connection on which nothing was said yet. Waits; any thread.
public final class Fetch {
    private static final Duration SILENCE_MAX = Duration.ofSeconds(10);
    private static final int OK = 200;
    private static final int NOT_FOUND = 404;
    private static final int REFUSED = 400;
    private static final int REFUSAL_BYTES_MAX = 50_000;

    private Fetch() {}

    /// @param path of the document, without a query
    /// @param most how many bytes it may have
    /// @return empty when the peer has no such document
    /// @throws IOException when the peer refuses, says nothing for 10 s, breaks off, or sends more than that
    public static Optional<byte[]> get(Socket peer, String path, int most) throws IOException {
        peer.setSoTimeout(Math.toIntExact(SILENCE_MAX.toMillis()));
        InputStream in = ask(peer, path);
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

    /// What a peer sends for as long as it does.
    ///
    /// @param target path and query
    /// @param refusal asked about every code of 400 and more; where it has nothing to say the code is told
    /// @throws IOException when the peer refuses or breaks off; the connection is closed then, as when
    ///     refused
    public static InputStream stream(Socket peer, String target, Relay.Refusal refusal) throws IOException {
        boolean open = false;
        try {
            InputStream in = ask(peer, target);
            int code = Relay.answer(in).code();
            if (code >= REFUSED) {
                String text = new String(in.readNBytes(REFUSAL_BYTES_MAX), StandardCharsets.UTF_8);
                throw refusal.of(code, text)
                        .orElseThrow(() -> new IOException("the peer answers %d: %s".formatted(code, text)));
            }
            open = true;
            return in;
        } finally {
            if (!open) {
                peer.close();
            }
        }
    }

    private static InputStream ask(Socket peer, String target) throws IOException {
        String head = "GET %s HTTP/1.0\r\nHost: %s:%d\r\n\r\n"
                .formatted(target, peer.getInetAddress().getHostAddress(), peer.getPort());
        peer.getOutputStream().write(head.getBytes(StandardCharsets.ISO_8859_1));
        peer.getOutputStream().flush();
        return new BufferedInputStream(peer.getInputStream());
    }
}
