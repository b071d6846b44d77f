package dev.tenure.checks.fuzz;

import dev.tenure.checks.attack.SecretLine;
import dev.tenure.checks.attack.Victim;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/// Requests of HTTP/2, some at once on a connection for as long as it lasts, and now and then a frame that
/// nobody asked for. Used by one thread.
final class FuzzedStreamRequests {
    private static final byte[] PREFACE = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
    private static final int FRAME_HEAD = 9;
    private static final int FRAME_BYTES_MAX = 16_384;
    private static final int BATCH_MAX = 8;
    private static final int SHOWN_BYTES_MAX = 2_000;
    private static final int PER_CONNECTION_MAX = 2_000;
    private static final int ERROR = 500;
    private static final int DATA = 0;
    private static final int HEADERS = 1;
    private static final int RESET = 3;
    private static final int SETTINGS = 4;
    private static final int GO_AWAY = 7;
    private static final int WINDOW = 8;
    private static final int END_STREAM = 1;
    private static final int END_HEADERS = 4;
    private static final int ALL = 0x7fff_ffff;
    /// How the first field of an answer's head says its status, by HPACK's static table.
    private static final Map<Integer, Integer> STATUSES =
            Map.of(0x88, 200, 0x89, 204, 0x8a, 206, 0x8b, 304, 0x8c, 400, 0x8d, 404, 0x8e, 500);
    /// For answers whose status cannot be read.
    private static final int OTHER = -1;
    private static final int TABLE_SIZE_MASK = 0xe0;
    private static final int TABLE_SIZE = 0x20;
    private static final int PREFIX = 127;

    private final Victim victim;
    private final Draw draw;
    private final FuzzTally tally;
    private final Map<Integer, String> open = new HashMap<>();
    private final Map<String, String> failing = new HashMap<>();

    FuzzedStreamRequests(Victim victim, Draw draw, FuzzTally tally) {
        this.victim = victim;
        this.draw = draw;
        this.tally = tally;
    }

    /// One connection.
    void run() {
        open.clear();
        failing.clear();
        try (SecretLine line = SecretLine.open(victim, "h2")) {
            line.answerWithin(FuzzRun.ANSWER_MILLIS);
            var first = new ByteArrayOutputStream();
            first.writeBytes(PREFACE);
            // without a table of fields that were sent, each status is written out
            first.writeBytes(frame(SETTINGS, 0, 0, setting(1, 0)));
            first.writeBytes(frame(SETTINGS, 0, 0, setting(4, ALL)));
            first.writeBytes(frame(
                    WINDOW, 0, 0, ByteBuffer.allocate(4).putInt(ALL - 65_535).array()));
            line.send(first.toByteArray());
            for (int stream = 1; stream < 2 * PER_CONNECTION_MAX; ) {
                var batch = new ByteArrayOutputStream();
                for (int i = draw.below(BATCH_MAX) + 1; i > 0; i--) {
                    if (!tally.next("HTTP/2")) {
                        return;
                    }
                    request(batch, stream);
                    stream += 2;
                }
                if (draw.oneIn(100)) {
                    batch.writeBytes(
                            frame(draw.below(12), draw.below(256), draw.below(stream), draw.bytes(draw.below(40))));
                }
                line.send(batch.toByteArray());
                if (!answers(line)) {
                    return;
                }
            }
        } catch (SocketTimeoutException _) {
            tally.finding("no answer within %d ms: %s".formatted(FuzzRun.ANSWER_MILLIS, open));
        } catch (IOException _) {
            open.values().forEach(request -> tally.answered(0, request, ""));
        }
    }

    private static byte[] setting(int which, int value) {
        return ByteBuffer.allocate(6).putShort((short) which).putInt(value).array();
    }

    private void request(ByteArrayOutputStream out, int stream) {
        DrawnRequest drawn = draw.request();
        byte[] body = drawn.body();
        var head = new ByteArrayOutputStream();
        literal(head, ":method", drawn.method());
        literal(head, ":scheme", "https");
        literal(head, ":authority", "localhost");
        literal(head, ":path", drawn.target());
        literal(head, "authorization", "Bearer " + FuzzRun.token(victim, draw));
        if (body.length > 0) {
            literal(head, "content-type", drawn.type());
        }
        for (String header : drawn.headers()) {
            String[] field = header.split(": ", 2);
            literal(head, draw.oneIn(10) ? field[0] : field[0].toLowerCase(Locale.ROOT), field[1]);
        }
        byte[] fields = draw.oneIn(200) && !drawn.target().contains("watch")
                ? draw.flipped(head.toByteArray())
                : head.toByteArray();
        boolean ends = body.length == 0;
        out.writeBytes(frame(HEADERS, END_HEADERS | (ends ? END_STREAM : 0), stream, fields));
        if (!ends) {
            byte[] sent = body.length > FRAME_BYTES_MAX ? Arrays.copyOf(body, FRAME_BYTES_MAX) : body;
            out.writeBytes(frame(DATA, END_STREAM, stream, sent));
        }
        open.put(
                stream,
                drawn.method() + " " + drawn.target() + " " + drawn.type() + " "
                        + new String(body, 0, Math.min(SHOWN_BYTES_MAX, body.length), StandardCharsets.ISO_8859_1));
    }

    private static byte[] frame(int type, int flags, int stream, byte[] payload) {
        ByteBuffer frame = ByteBuffer.allocate(FRAME_HEAD + payload.length);
        frame.put((byte) (payload.length >> 16)).putShort((short) payload.length);
        return frame.put((byte) type)
                .put((byte) flags)
                .putInt(stream)
                .put(payload)
                .array();
    }

    /// A header that is written out and not remembered.
    private static void literal(ByteArrayOutputStream out, String name, String value) {
        out.write(0);
        text(out, name);
        text(out, value);
    }

    private static void text(ByteArrayOutputStream out, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.ISO_8859_1);
        int length = bytes.length;
        if (length < PREFIX) {
            out.write(length);
        } else {
            out.write(PREFIX);
            for (length -= PREFIX; length >= 128; length >>= 7) {
                out.write((length & PREFIX) | 128);
            }
            out.write(length);
        }
        out.writeBytes(bytes);
    }

    /// Reads until all streams have ended.
    ///
    /// @return false when the server has ended the connection
    private boolean answers(SecretLine line) throws IOException {
        while (!open.isEmpty()) {
            InputStream in = line.in();
            ByteBuffer head = ByteBuffer.wrap(in.readNBytes(FRAME_HEAD));
            if (head.remaining() < FRAME_HEAD) {
                throw new EOFException("the connection has ended");
            }
            int length = (head.get() & 0xff) << 16 | (head.getShort() & 0xffff);
            int type = head.get();
            int flags = head.get();
            int stream = head.getInt() & ALL;
            byte[] payload = in.readNBytes(length);
            if (type == GO_AWAY) {
                throw new EOFException("the server says goodbye");
            }
            if (type == SETTINGS && (flags & 1) == 0) {
                line.send(frame(SETTINGS, 1, 0, new byte[0]));
            }
            boolean last = isLast(type, flags);
            String request = open.get(stream);
            if (request != null) {
                answered(request, type == HEADERS ? status(payload) : 0, type == DATA ? payload : new byte[0], last);
            }
            if (last) {
                open.remove(stream);
            }
        }
        return true;
    }

    private static boolean isLast(int type, int flags) {
        return type == RESET || ((type == DATA || type == HEADERS) && (flags & END_STREAM) != 0);
    }

    /// A part of an answer; what a 500 says is judged with it.
    ///
    /// @param status 0 where this part does not say it
    private void answered(String request, int status, byte[] body, boolean last) {
        if (status == ERROR && !last) {
            failing.put(request, "");
        } else if (status != 0) {
            tally.answered(status, request, "");
        } else if (failing.containsKey(request)) {
            failing.merge(request, new String(body, StandardCharsets.UTF_8), String::concat);
            if (last) {
                tally.answered(ERROR, request, failing.remove(request));
            }
        }
    }

    private static int status(byte[] fields) {
        int at = 0;
        while (at < fields.length && (fields[at] & TABLE_SIZE_MASK) == TABLE_SIZE) {
            at++;
        }
        if (at >= fields.length) {
            return OTHER;
        }
        int known = STATUSES.getOrDefault(fields[at] & 0xff, OTHER);
        boolean written = known == OTHER && fields.length > at + 4 && (fields[at + 1] & PREFIX) <= 3;
        return written ? digits(fields, at + 1) : known;
    }

    /// Three digits as a string of HPACK, with Huffman's code or without: 0 to 2 have five bits, the others
    /// six.
    private static int digits(byte[] fields, int at) {
        if ((fields[at] & 0x80) == 0) {
            return Integer.parseInt(new String(fields, at + 1, 3, StandardCharsets.US_ASCII));
        }
        int bits = (fields[at + 1] & 0xff) << 16 | (fields[at + 2] & 0xff) << 8 | (fields[at + 3] & 0xff);
        int used = 0;
        int number = 0;
        for (int i = 0; i < 3; i++) {
            int five = bits >> (19 - used) & 31;
            boolean small = five <= 2;
            number = number * 10 + (small ? five : (bits >> (18 - used) & 63) - 22);
            used += small ? 5 : 6;
        }
        return number;
    }
}
