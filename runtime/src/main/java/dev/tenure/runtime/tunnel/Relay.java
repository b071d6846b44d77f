package dev.tenure.runtime.tunnel;

import dev.tenure.runtime.http.Departure;
import dev.tenure.runtime.io.Background;
import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.HttpStream;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.jspecify.annotations.Nullable;

/// Passes one request on to a peer and its answer back. When the peer switches protocols the client's
/// connection becomes a tunnel to it. Waits; to be called on the request's own thread.
public final class Relay {
    private static final int SWITCHING = 101;
    private static final int REFUSED = 400;
    private static final int REFUSAL_BYTES_MAX = 50_000;
    private static final int HEAD_BYTES_MAX = 64 * 1024;
    /// CR LF CR LF.
    private static final int END_OF_HEAD = 0x0d0a0d0a;
    private static final int CHUNK = 32 * 1024;
    private static final int DELETE = 0x7f;
    private static final int HELD_BYTES_MAX = 3 * 1024 * 1024;
    private static final Set<String> NOT_PASSED_ON = Set.of(
            "host",
            "authorization",
            "content-length",
            "transfer-encoding",
            "accept-encoding",
            "te",
            "cookie",
            "expect");
    private static final Set<String> NOT_PASSED_BACK = Set.of("transfer-encoding", "connection", "keep-alive");

    /// Of any answer, for a peer is not the server that the client talks to.
    private static final String COOKIE = "set-cookie";

    private Relay() {}

    /// Whether a request asks to switch protocols.
    public static boolean upgrades(Request request) {
        return request.getHeaders().contains("Upgrade");
    }

    /// What the peer is asked.
    ///
    /// @param target path and query
    /// @param withheld which fields of the client's request are not passed on, besides those that never are
    /// @param added fields that are sent besides
    public record Asked(String method, String target, Predicate<String> withheld, Map<String, List<String>> added) {
        /// With the fields of the client's request alone.
        public static Asked of(String method, String target) {
            return new Asked(method, target, _ -> false, Map.of());
        }
    }

    /// What becomes of an answer that says no.
    public interface Refusal {
        /// @param text of the answer, up to a bound
        /// @return what is thrown instead of passing it back; absent to pass back the text
        Optional<RuntimeException> of(int code, String text);
    }

    /// @param peer a connection on which nothing was said yet; closed here, now or with the tunnel
    /// @throws BodySizeException when the body does not tell its length and is larger than what is held in
    ///     memory
    /// @throws IOException when the peer breaks off before it has answered
    public static void pass(Request request, Response response, Socket peer, Asked asked) throws IOException {
        pass(request, response, peer, asked, Optional.empty());
    }

    /// @param peer a connection on which nothing was said yet; closed here, now or with the tunnel
    /// @param refusal asked about every code of 400 and more
    /// @throws BodySizeException as above
    /// @throws IOException as above
    public static void pass(Request request, Response response, Socket peer, Asked asked, Refusal refusal)
            throws IOException {
        pass(request, response, peer, asked, Optional.of(refusal));
    }

    private static void pass(Request request, Response response, Socket peer, Asked asked, Optional<Refusal> refusal)
            throws IOException {
        boolean kept = false;
        try {
            ask(request, peer, asked);
            if (upgrades(request)) {
                InputStream in = begin(request, response, peer, refusal);
                kept = response.getStatus() == SWITCHING;
                if (kept) {
                    upgrade(request, peer, in);
                    return;
                }
                try (Departure _ = Departure.of(request, () -> end(peer))) {
                    copy(in, response);
                }
            } else {
                // a peer, a command or a log that says nothing must not keep a client that has gone
                try (Departure _ = Departure.of(request, () -> end(peer))) {
                    copy(begin(request, response, peer, refusal), response);
                }
            }
        } finally {
            if (!kept) {
                peer.close();
            }
        }
    }

    private static void ask(Request request, Socket peer, Asked asked) throws IOException {
        InputStream body = body(request);
        long length = body instanceof ByteArrayInputStream held ? held.available() : request.getLength();
        peer.getOutputStream().write(head(request, peer, asked, length));
        body.transferTo(peer.getOutputStream());
        peer.getOutputStream().flush();
    }

    /// Waits for the head of the answer, which becomes that of the response.
    ///
    /// @return what follows it
    private static InputStream begin(Request request, Response response, Socket peer, Optional<Refusal> refusal)
            throws IOException {
        InputStream in = new BufferedInputStream(peer.getInputStream(), CHUNK);
        Answer answer = answer(in);
        if (answer.code() == SWITCHING && !upgrades(request)) {
            throw new IOException("the peer switches protocols, for which nobody asked");
        }
        if (answer.code() >= REFUSED && refusal.isPresent()) {
            byte[] text = in.readNBytes(REFUSAL_BYTES_MAX);
            Optional<RuntimeException> instead =
                    refusal.get().of(answer.code(), new String(text, StandardCharsets.UTF_8));
            if (instead.isPresent()) {
                throw instead.get();
            }
            in = new SequenceInputStream(new ByteArrayInputStream(text), in);
        }
        answer.fields()
                .forEach((name, values) ->
                        values.forEach(value -> response.getHeaders().add(name, value)));
        response.setStatus(answer.code());
        return in;
    }

    /// What follows the head: a body whose length is known while it comes, another one whole.
    private static InputStream body(Request request) throws IOException {
        boolean bodiless = Set.of("GET", "HEAD").contains(request.getMethod());
        if (upgrades(request) || bodiless) {
            return InputStream.nullInputStream();
        }
        InputStream coming = Content.Source.asInputStream(request);
        if (request.getLength() >= 0) {
            return coming;
        }
        byte[] held = coming.readNBytes(HELD_BYTES_MAX + 1);
        if (held.length > HELD_BYTES_MAX) {
            throw new BodySizeException(
                    "a body that does not say how long it is has more than %d bytes".formatted(HELD_BYTES_MAX));
        }
        return new ByteArrayInputStream(held);
    }

    /// @param length of the body, in bytes; negative when there is none
    private static byte[] head(Request request, Socket peer, Asked asked, long length) throws IOException {
        boolean upgrade = upgrades(request);
        var head = new StringBuilder();
        head.append(asked.method())
                .append(' ')
                .append(asked.target())
                .append(upgrade ? " HTTP/1.1\r\n" : " HTTP/1.0\r\n");
        head.append("Host: ")
                .append(peer.getInetAddress().getHostAddress())
                .append(':')
                .append(peer.getPort())
                .append("\r\n");
        for (HttpField field : request.getHeaders()) {
            if (isPassedOn(field.getName(), upgrade, asked)) {
                line(head, field.getName(), field.getValue());
            }
        }
        for (Map.Entry<String, List<String>> field : asked.added().entrySet()) {
            for (String value : field.getValue()) {
                line(head, field.getKey(), value);
            }
        }
        boolean tells = upgrade ? !asked.method().equals("GET") : length >= 0;
        if (tells) {
            line(head, "Content-Length", Long.toString(upgrade ? 0 : length));
        }
        return head.append("\r\n").toString().getBytes(StandardCharsets.ISO_8859_1);
    }

    private static boolean isPassedOn(String name, boolean upgrade, Asked asked) {
        String lower = name.toLowerCase(Locale.ROOT);
        boolean ofUpgrade = lower.equals("connection") || lower.equals("upgrade");
        return !NOT_PASSED_ON.contains(lower)
                && !name.startsWith(":")
                && (upgrade || !ofUpgrade)
                && !asked.withheld().test(name);
    }

    /// What ends a line, or a text, would let a client write lines of its own to a peer that trusts this
    /// server.
    static void line(StringBuilder head, String name, @Nullable String value) throws IOException {
        String text = name + ": " + (value == null ? "" : value);
        if (text.chars().anyMatch(c -> (c < ' ' && c != '\t') || c == DELETE)) {
            throw new IOException("a field of the request has a character that no field may have");
        }
        head.append(text).append("\r\n");
    }

    /// What a peer answers, without what is its own affair.
    record Answer(int code, Map<String, List<String>> fields) {}

    static Answer answer(InputStream in) throws IOException {
        String[] lines = lines(in);
        String[] words = lines[0].split(" ", 3);
        if (words.length < 2 || !words[1].matches("[1-5][0-9][0-9]")) {
            throw new IOException("the peer answers \"%s\"".formatted(lines[0]));
        }
        int code = Integer.parseInt(words[1]);
        var fields = new LinkedHashMap<String, List<String>>();
        for (int i = 1; i < lines.length; i++) {
            int colon = lines[i].indexOf(':');
            String name = lines[i].substring(0, Math.max(0, colon));
            String plain = name.toLowerCase(Locale.ROOT);
            boolean ours = plain.equals(COOKIE) || (code != SWITCHING && NOT_PASSED_BACK.contains(plain));
            if (colon > 0 && !ours) {
                fields.computeIfAbsent(name, _ -> new ArrayList<>())
                        .add(lines[i].substring(colon + 1).strip());
            }
        }
        return new Answer(code, fields);
    }

    /// The head of an answer, up to its empty line.
    private static String[] lines(InputStream in) throws IOException {
        var bytes = new ByteArrayOutputStream();
        int last = 0;
        while (last != END_OF_HEAD) {
            int next = in.read();
            if (next < 0 || bytes.size() > HEAD_BYTES_MAX) {
                throw new IOException("the peer does not answer as an HTTP server does");
            }
            bytes.write(next);
            last = last << Byte.SIZE | next;
        }
        return bytes.toString(StandardCharsets.ISO_8859_1).split("\r\n");
    }

    private static void upgrade(Request request, Socket peer, InputStream in) throws IOException {
        byte[] first = new byte[in.available()];
        int read = first.length == 0 ? 0 : in.read(first);
        EndPoint client = request.getConnectionMetaData().getConnection().getEndPoint();
        var tunnel = new Tunnel(
                client,
                request.getComponents().getExecutor(),
                peer,
                read == first.length ? first : Arrays.copyOf(first, Math.max(0, read)));
        request.setAttribute(HttpStream.UPGRADE_CONNECTION_ATTRIBUTE, tunnel);
    }

    private static void end(Socket peer) {
        Background.run("peer-end", () -> {
            try {
                peer.close();
            } catch (IOException _) {
                // it is gone either way
            }
        });
    }

    private static void copy(InputStream in, Response response) throws IOException {
        byte[] chunk = new byte[CHUNK];
        for (int n = in.read(chunk); n >= 0; n = in.read(chunk)) {
            Content.Sink.write(response, false, ByteBuffer.wrap(chunk, 0, n));
        }
        Content.Sink.write(response, true, ByteBuffer.allocate(0));
    }
}
