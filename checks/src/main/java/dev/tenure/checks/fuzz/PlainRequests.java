package dev.tenure.checks.fuzz;

import dev.tenure.checks.attack.SecretLine;
import dev.tenure.checks.attack.Victim;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;

/// Requests of HTTP/1.1, one after another on a connection for as long as it lasts, and now and then a
/// WebSocket. Used by one thread.
final class PlainRequests {
    private static final int PER_CONNECTION_MAX = 500;
    private static final int LINE_BYTES_MAX = 64 * 1024;
    private static final int HEADERS_END = 100;
    private static final int SHOWN_BYTES_MAX = 2_000;
    private static final int ERROR = 500;
    private static final int SWITCHING = 101;
    private static final int NO_CONTENT = 204;
    private static final int NOT_MODIFIED = 304;

    private final Victim victim;
    private final Draw draw;
    private final FuzzTally tally;

    PlainRequests(Victim victim, Draw draw, FuzzTally tally) {
        this.victim = victim;
        this.draw = draw;
        this.tally = tally;
    }

    /// One connection.
    void run() {
        String last = "";
        try (SecretLine line = SecretLine.open(victim, "http/1.1")) {
            line.answerWithin(FuzzRun.ANSWER_MILLIS);
            boolean goesOn = true;
            for (int i = 0; goesOn && i < PER_CONNECTION_MAX; i++) {
                boolean socket = draw.oneIn(50);
                if (!tally.next(socket ? "WebSocket" : "HTTP/1.1")) {
                    return;
                }
                byte[] request = socket ? upgrade() : request();
                last = text(request);
                line.send(request);
                goesOn = answer(line, last, last.startsWith("HEAD ")) && !socket;
            }
        } catch (SocketTimeoutException _) {
            tally.finding("no answer within %d ms: %s".formatted(FuzzRun.ANSWER_MILLIS, last));
        } catch (IOException _) {
            tally.answered(0, last, "");
        }
    }

    private byte[] request() {
        DrawnRequest drawn = draw.request();
        byte[] body = drawn.body();
        var head = new StringBuilder();
        head.append(drawn.method()).append(' ').append(drawn.target()).append(" HTTP/1.1\r\nHost: localhost\r\n");
        head.append("Authorization: Bearer ")
                .append(FuzzRun.token(victim, draw))
                .append("\r\n");
        drawn.headers().forEach(header -> head.append(header).append("\r\n"));
        if (body.length > 0) {
            head.append("Content-Type: ").append(drawn.type()).append("\r\n");
        }
        head.append("Content-Length: ").append(body.length).append("\r\n\r\n");
        byte[] start = head.toString().getBytes(StandardCharsets.ISO_8859_1);
        byte[] whole = new byte[start.length + body.length];
        System.arraycopy(start, 0, whole, 0, start.length);
        System.arraycopy(body, 0, whole, start.length, body.length);
        // a watch whose end is broken off lasts
        return draw.oneIn(100) && !drawn.target().contains("watch") ? broken(whole) : whole;
    }

    /// What is broken also ends: so that nobody waits for the rest.
    private byte[] broken(byte[] request) {
        byte[] changed = draw.flipped(request);
        byte[] ended = Arrays.copyOf(changed, changed.length + 4);
        System.arraycopy("\r\n\r\n".getBytes(StandardCharsets.US_ASCII), 0, ended, changed.length, 4);
        return ended;
    }

    /// The beginning of a WebSocket, with frames that nobody asked for behind it, the last of which closes
    /// it.
    private byte[] upgrade() {
        var out = new ByteArrayOutputStream();
        String target =
                draw.oneIn(2) ? "/api/v1/namespaces/default/configmaps?watch=1&timeoutSeconds=1" : draw.target();
        out.writeBytes(("GET " + target
                        + " HTTP/1.1\r\n"
                        + "Host: localhost\r\n"
                        + "Connection: Upgrade\r\n"
                        + "Upgrade: websocket\r\n"
                        + "Sec-WebSocket-Version: 13\r\n"
                        + "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
                        + "Authorization: Bearer "
                        + FuzzRun.token(victim, draw) + "\r\n" + (draw.oneIn(3) ? draw.header() + "\r\n" : "") + "\r\n")
                .getBytes(StandardCharsets.ISO_8859_1));
        for (int i = draw.below(4); i > 0; i--) {
            int length = draw.below(126);
            out.write(draw.below(256));
            out.write(0x80 | length);
            out.writeBytes(draw.bytes(4 + length));
        }
        out.writeBytes(new byte[] {(byte) 0x88, (byte) 0x80, 0, 0, 0, 0});
        return out.toByteArray();
    }

    /// Reads one answer.
    ///
    /// @return whether the connection is good for another
    private boolean answer(SecretLine line, String request, boolean headOnly) throws IOException {
        InputStream in = line.in();
        int status = status(line(in));
        while (status == HEADERS_END) {
            readHead(in);
            status = status(line(in));
        }
        Head head = readHead(in);
        if (status == ERROR && head.length() >= 0 && !headOnly) {
            tally.answered(status, request, text(in.readNBytes(head.length())));
            return !head.closes();
        }
        tally.answered(status, request, "");
        if (status == SWITCHING) {
            drain(in);
            return false;
        }
        if (headOnly || status == NO_CONTENT || status == NOT_MODIFIED) {
            return !head.closes();
        }
        if (head.chunked()) {
            skipChunks(in);
        } else if (head.length() >= 0) {
            in.skipNBytes(head.length());
        } else {
            drain(in);
            return false;
        }
        return !head.closes();
    }

    private record Head(int length, boolean chunked, boolean closes) {}

    private static Head readHead(InputStream in) throws IOException {
        int length = -1;
        boolean chunked = false;
        boolean closes = false;
        for (String field = line(in); !field.isEmpty(); field = line(in)) {
            String lower = field.toLowerCase(Locale.ROOT);
            if (lower.startsWith("content-length:")) {
                length = Integer.parseInt(
                        lower.substring("content-length:".length()).strip());
            }
            chunked |= lower.equals("transfer-encoding: chunked");
            closes |= lower.equals("connection: close");
        }
        return new Head(length, chunked, closes);
    }

    private static int status(String line) throws IOException {
        String[] words = line.split(" ", 3);
        if (words.length < 2 || !words[0].startsWith("HTTP/1")) {
            throw new EOFException("no status line, but: " + line);
        }
        return Integer.parseInt(words[1]);
    }

    private static void skipChunks(InputStream in) throws IOException {
        for (int size = Integer.parseInt(line(in), 16); size > 0; size = Integer.parseInt(line(in), 16)) {
            in.skipNBytes(size);
            line(in);
        }
        readHead(in);
    }

    private static void drain(InputStream in) throws IOException {
        byte[] waste = new byte[8192];
        while (in.read(waste) >= 0) {
            // until the server ends it
        }
    }

    private static String line(InputStream in) throws IOException {
        var line = new StringBuilder();
        for (int next = in.read(); next != '\n'; next = in.read()) {
            if (next < 0 || line.length() > LINE_BYTES_MAX) {
                throw new EOFException("the answer ends early");
            }
            if (next != '\r') {
                line.append((char) next);
            }
        }
        return line.toString();
    }

    private static String text(byte[] bytes) {
        return new String(bytes, 0, Math.min(bytes.length, SHOWN_BYTES_MAX), StandardCharsets.ISO_8859_1);
    }
}
