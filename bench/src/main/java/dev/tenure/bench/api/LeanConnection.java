package dev.tenure.bench.api;

import dev.tenure.client.rest.ClientTls;
import dev.tenure.client.rest.Connection;
import dev.tenure.client.rest.ConnectionException;
import dev.tenure.runtime.io.Background;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;

/// One connection with HTTP/2 over TLS (RFC 9113) that costs the client next to nothing: several requests go
/// out with one write, and answers are looked at no further than needed. One thread sends; a thread of the
/// connection reads and tells `replies`.
///
/// Streams are numbered 0, 1, 2 … in the order of [#add]. Bodies must fit the server's window for a stream.
final class LeanConnection implements AutoCloseable {
    private static final int DATA = 0;
    private static final int HEADERS = 1;
    private static final int RESET = 3;
    private static final int SETTINGS = 4;
    private static final int PING = 6;
    private static final int GO_AWAY = 7;
    private static final int WINDOW_UPDATE = 8;
    private static final int END_STREAM = 1;
    private static final int ACK = 1;
    private static final int END_HEADERS = 4;
    private static final int PADDED = 8;
    private static final int PRIORITY = 0x20;

    private static final int FRAME_BYTES_MAX = 16_384;
    private static final int WINDOW = 64 << 20;
    private static final int WINDOW_AT_FIRST = 65_535;
    private static final int RETURN_AFTER = 1 << 20;
    private static final byte[] PREFACE = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

    /// Told by the connection's reader what comes in.
    interface Replies {
        void status(int stream, int code);

        /// A part of a body; the bytes are lent.
        void data(int stream, byte[] bytes, int from, int to);

        void ended(int stream);

        void broken(String why);
    }

    private final SSLSocket socket;
    private final OutputStream out;
    private final Replies replies;
    private final String authority;
    private final Map<String, String> headers = new LinkedHashMap<>();
    private final Buffer outgoing = new Buffer();
    private final Object windows = new Object();
    private long sendWindow = WINDOW_AT_FIRST;
    private int streams;
    private volatile boolean closed;

    /// Connects and shakes hands.
    LeanConnection(Connection to, Replies replies) throws IOException {
        this.replies = replies;
        this.authority = to.server().getAuthority();
        headers.put("accept", "application/json");
        headers.put("user-agent", "tenure-bench");
        if (to.credentials() instanceof Connection.Credentials.Token(String token)) {
            headers.put("authorization", "Bearer " + token);
        }
        int port = to.server().getPort() < 0 ? 443 : to.server().getPort();
        this.socket = (SSLSocket) ClientTls.context(to)
                .getSocketFactory()
                .createSocket(to.server().getHost(), port);
        SSLParameters parameters = socket.getSSLParameters();
        parameters.setApplicationProtocols(new String[] {"h2"});
        socket.setSSLParameters(parameters);
        socket.setTcpNoDelay(true);
        socket.startHandshake();
        if (!"h2".equals(socket.getApplicationProtocol())) {
            throw new ConnectionException("%s does not speak HTTP/2".formatted(to.server()), new IOException());
        }
        this.out = socket.getOutputStream();
        greet();
        Background.daemon("bench-reader", this::read);
    }

    private void greet() throws IOException {
        var first = new Buffer();
        first.writeBytes(PREFACE);
        first.frame(18, SETTINGS, 0, 0);
        first.setting(1, 0);
        first.setting(2, 0);
        first.setting(4, WINDOW);
        first.frame(4, WINDOW_UPDATE, 0, 0);
        first.number(WINDOW - WINDOW_AT_FIRST);
        write(first);
    }

    /// The headers of a request, to be sent as often as wanted.
    ///
    /// @param contentType empty when there is no body
    byte[] headers(String method, String path, String contentType) {
        var all = new LinkedHashMap<>(headers);
        if (!contentType.isEmpty()) {
            all.put("content-type", contentType);
        }
        return HeaderBlock.request(method, authority, path, all);
    }

    /// Puts a request into the buffer that the next [#flush] sends.
    ///
    /// @return its stream
    int add(byte[] headerBlock, byte[] body) throws IOException {
        awaitRoom(body.length);
        int stream = streams++;
        int id = 1 + 2 * stream;
        outgoing.frame(headerBlock.length, HEADERS, END_HEADERS | (body.length == 0 ? END_STREAM : 0), id);
        outgoing.writeBytes(headerBlock);
        for (int from = 0; from < body.length; from += FRAME_BYTES_MAX) {
            int length = Math.min(FRAME_BYTES_MAX, body.length - from);
            outgoing.frame(length, DATA, from + length == body.length ? END_STREAM : 0, id);
            outgoing.write(body, from, length);
        }
        return stream;
    }

    /// Bytes that wait for [#flush].
    int buffered() {
        return outgoing.size();
    }

    void flush() throws IOException {
        if (outgoing.size() > 0) {
            write(outgoing);
            outgoing.reset();
        }
    }

    private void awaitRoom(int bytes) throws IOException {
        synchronized (windows) {
            if (sendWindow >= bytes) {
                sendWindow -= bytes;
                return;
            }
        }
        flush();
        synchronized (windows) {
            while (sendWindow < bytes && !closed) {
                try {
                    windows.wait();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                    throw new IOException("interrupted", e);
                }
            }
            sendWindow -= bytes;
        }
    }

    private void write(Buffer bytes) throws IOException {
        synchronized (out) {
            bytes.writeTo(out);
            out.flush();
        }
    }

    private void read() {
        try (var in = new DataInputStream(new BufferedInputStream(socket.getInputStream(), 4 * FRAME_BYTES_MAX))) {
            byte[] payload = new byte[FRAME_BYTES_MAX];
            var account = new Account();
            while (!closed) {
                int lengthAndType = in.readInt();
                int length = lengthAndType >>> 8;
                int flags = in.readByte() & 0xff;
                int id = in.readInt() & Integer.MAX_VALUE;
                if (length > payload.length) {
                    throw new IOException("a frame of %d bytes".formatted(length));
                }
                in.readFully(payload, 0, length);
                take(new Frame(lengthAndType & 0xff, flags, id, length), payload, account);
            }
        } catch (EOFException _) {
            end("the server closed the connection");
        } catch (IOException e) {
            end(String.valueOf(e.getMessage()));
        }
    }

    private void end(String why) {
        if (!closed) {
            replies.broken(why);
        }
    }

    private record Frame(int type, int flags, int id, int length) {
        boolean has(int flag) {
            return (flags & flag) != 0;
        }

        int stream() {
            return (id - 1) / 2;
        }

        boolean isPadded() {
            return has(PADDED) && type <= HEADERS;
        }

        boolean endsStream() {
            return has(END_STREAM) && type <= HEADERS;
        }
    }

    /// How much was read and not yet given back to the server's windows.
    private static final class Account {
        private int unreturned;
    }

    private void take(Frame frame, byte[] payload, Account account) throws IOException {
        int from = frame.isPadded() ? 1 : 0;
        int to = frame.length() - (frame.isPadded() ? payload[0] & 0xff : 0);
        switch (frame.type()) {
            case DATA -> {
                replies.data(frame.stream(), payload, from, to);
                giveBack(frame, account);
            }
            case HEADERS -> replies.status(frame.stream(), status(frame, payload, from, to));
            case RESET -> {
                replies.status(frame.stream(), -1);
                replies.ended(frame.stream());
            }
            case SETTINGS, PING -> answer(frame, payload);
            case GO_AWAY -> throw new IOException("the server goes away");
            case WINDOW_UPDATE -> widen(frame, payload);
            default -> {
                // nothing that this client needs
            }
        }
        if (frame.endsStream()) {
            replies.ended(frame.stream());
        }
    }

    private static int status(Frame frame, byte[] payload, int from, int to) {
        return HeaderBlock.status(payload, from + (frame.has(PRIORITY) ? 5 : 0), to);
    }

    private void answer(Frame frame, byte[] payload) throws IOException {
        if (frame.has(ACK)) {
            return;
        }
        var answer = new Buffer();
        answer.frame(frame.type() == PING ? frame.length() : 0, frame.type(), ACK, 0);
        if (frame.type() == PING) {
            answer.write(payload, 0, frame.length());
        }
        write(answer);
    }

    /// Streams of bodies that end soon live on their first window; one that goes on is widened with the
    /// connection.
    private void giveBack(Frame frame, Account account) throws IOException {
        account.unreturned += frame.length();
        if (account.unreturned < RETURN_AFTER) {
            return;
        }
        var update = new Buffer();
        for (int id : new int[] {0, frame.id()}) {
            if (id == 0 || !frame.has(END_STREAM)) {
                update.frame(4, WINDOW_UPDATE, 0, id);
                update.number(account.unreturned);
            }
        }
        account.unreturned = 0;
        write(update);
    }

    private void widen(Frame frame, byte[] payload) {
        if (frame.id() != 0) {
            return;
        }
        synchronized (windows) {
            sendWindow += number(payload, 0);
            windows.notifyAll();
        }
    }

    private static int number(byte[] bytes, int at) {
        return ((bytes[at] & 0x7f) << 24)
                | ((bytes[at + 1] & 0xff) << 16)
                | ((bytes[at + 2] & 0xff) << 8)
                | (bytes[at + 3] & 0xff);
    }

    @Override
    public void close() throws IOException {
        closed = true;
        synchronized (windows) {
            windows.notifyAll();
        }
        socket.close();
    }

    private static final class Buffer extends ByteArrayOutputStream {
        void frame(int length, int type, int flags, int id) {
            number(length << 8 | type);
            write(flags);
            number(id);
        }

        void setting(int name, int value) {
            write(name >> 8);
            write(name);
            number(value);
        }

        void number(int value) {
            write(value >>> 24);
            write(value >>> 16);
            write(value >>> 8);
            write(value);
        }
    }
}
