package dev.tenure.console.session;

import dev.tenure.console.follow.LiveEvents;
import dev.tenure.console.page.ConsoleReply;
import dev.tenure.console.page.ConsoleRequest;
import dev.tenure.console.page.ConsoleSite;
import dev.tenure.console.shown.ConsoleFault;
import dev.tenure.console.viewer.Viewer;
import dev.tenure.runtime.http.Conversation;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.zip.GZIPOutputStream;

/// What the console answers to somebody who is known, on whatever socket: its files, its page, and what the
/// page asks for. A change must carry the token that the page was given. Safe for use by several threads.
final class ConsoleAnswers {
    static final String ROOT = "/console";
    private static final String API = ROOT + "/api/";
    private static final String ASSETS = ROOT + "/assets/";
    private static final String TOKEN = "X-Console-Token";
    private static final String HTML = "text/html; charset=utf-8";
    private static final int PACKED_ABOVE = 1024;
    private static final String POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self';"
            + " connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

    private final Assets assets;

    ConsoleAnswers(Assets assets) {
        this.assets = assets;
    }

    /// Somebody who is known.
    ///
    /// @param token what changes must carry
    /// @param leaves whether there is a session that can be ended
    /// @param wanted whether a stream of events may go on
    record Visit(Viewer viewer, String token, boolean leaves, BooleanSupplier wanted) {
        @Override
        public String toString() {
            return "Visit[" + viewer.identity().user() + "]";
        }
    }

    /// The headers of every answer.
    static void headers(Conversation talk) {
        talk.setHeader("Content-Security-Policy", POLICY);
        talk.setHeader("X-Content-Type-Options", "nosniff");
        talk.setHeader("Referrer-Policy", "no-referrer");
        talk.setHeader("Cross-Origin-Opener-Policy", "same-origin");
        talk.setHeader("Cross-Origin-Resource-Policy", "same-origin");
        talk.setHeader("Cache-Control", "no-store");
    }

    /// What is to be said to a request that another origin has made, if it is one.
    ///
    /// @param own the origin of the page, for example `https://localhost:6443`
    static Optional<ConsoleFault> foreign(Conversation talk, String own) {
        String origin = talk.header("Origin");
        String site = talk.header("Sec-Fetch-Site");
        boolean led = site.equals("cross-site") || site.equals("same-site");
        boolean navigates = talk.header("Sec-Fetch-Mode").equals("navigate")
                && talk.method().equals("GET");
        return (!origin.isEmpty() && !origin.equals(own)) || (led && !navigates)
                ? Optional.of(new ConsoleFault(403, "Forbidden", "requests of other origins are not answered"))
                : Optional.empty();
    }

    /// Whether a path is one of what the page asks for.
    static boolean isApi(String path) {
        return path.startsWith(API);
    }

    static boolean isAsset(String path) {
        return path.startsWith(ASSETS);
    }

    /// Whether a path is one of the page itself, which shows what its path says.
    static boolean isPage(String path) {
        return path.equals(ROOT) || path.startsWith(ROOT + "/");
    }

    /// What a path asks for, without what all begin with.
    static String asked(String path) {
        return path.substring(API.length());
    }

    /// Whether a request changes nothing, or carries the token of the page.
    static boolean isOfThePage(Conversation talk, String token) {
        return talk.method().equals("GET") || MessageDigest.isEqual(bytes(talk.header(TOKEN)), bytes(token));
    }

    /// Answers what the page asks for.
    void api(Conversation talk, Visit visit) throws IOException {
        if (!isOfThePage(talk, visit.token())) {
            fault(talk, new ConsoleFault(403, "Forbidden", "the request does not come from the console's page"));
            return;
        }
        String rest = asked(talk.path());
        var asked = new ConsoleRequest(talk.method(), parts(rest), talk.query(), talk.body());
        switch (ConsoleSite.answer(visit.viewer(), asked)) {
            case ConsoleReply.Document(int code, JsonNode json) -> {
                if (rest.equals("session") && json instanceof ObjectNode shown) {
                    shown.put("token", visit.token()).put("leaves", visit.leaves());
                }
                document(talk, code, json);
            }
            case ConsoleReply.Live(var events) -> {
                talk.begin(200, "text/event-stream; charset=utf-8");
                events.run(new Listening(talk, visit.wanted()));
            }
        }
    }

    /// A browser that is told of changes for as long as it may.
    private record Listening(Conversation talk, BooleanSupplier may) implements LiveEvents.Sink {
        @Override
        public void write(String text) throws IOException {
            talk.send(bytes(text));
        }

        @Override
        public boolean wanted() {
            return may.getAsBoolean();
        }
    }

    private static List<String> parts(String rest) {
        List<String> parts = new ArrayList<>();
        for (String part : rest.split("/", -1)) {
            if (!part.isEmpty()) {
                parts.add(part);
            }
        }
        return parts;
    }

    /// Answers with one of the page's files.
    void asset(Conversation talk) throws IOException {
        Optional<Assets.Asset> asset = assets.find(talk.path().substring(ASSETS.length()));
        if (asset.isEmpty()) {
            nothing(talk);
            return;
        }
        talk.setHeader("Cache-Control", "public, max-age=31536000, immutable");
        file(talk, asset.get());
    }

    /// Answers with the page.
    void page(Conversation talk) throws IOException {
        if (isRead(talk)) {
            file(talk, assets.index());
        }
    }

    /// Whether a page is read; if not, that is answered.
    static boolean isRead(Conversation talk) throws IOException {
        boolean read = talk.method().equals("GET");
        if (!read) {
            fault(talk, new ConsoleFault(405, "MethodNotAllowed", "pages are read"));
        }
        return read;
    }

    private static void file(Conversation talk, Assets.Asset asset) throws IOException {
        talk.setHeader("Vary", "Accept-Encoding");
        boolean packs = takesPacked(talk);
        if (packs) {
            talk.setHeader("Content-Encoding", "gzip");
        }
        talk.answer(200, asset.type(), packs ? asset.packed() : asset.bytes());
    }

    private static boolean takesPacked(Conversation talk) {
        return talk.header("Accept-Encoding").contains("gzip");
    }

    static void html(Conversation talk, int code, String text) throws IOException {
        send(talk, code, HTML, bytes(text));
    }

    /// There is no such path.
    static void nothing(Conversation talk) throws IOException {
        send(talk, 404, "text/plain; charset=utf-8", bytes("404 page not found\n"));
    }

    static void fault(Conversation talk, ConsoleFault fault) throws IOException {
        document(talk, fault.code(), fault.json());
    }

    static void document(Conversation talk, int code, JsonNode json) throws IOException {
        send(talk, code, "application/json", bytes(json.toString()));
    }

    private static void send(Conversation talk, int code, String type, byte[] body) throws IOException {
        byte[] sent = body;
        if (body.length > PACKED_ABOVE && takesPacked(talk)) {
            talk.setHeader("Content-Encoding", "gzip");
            sent = packed(body);
        }
        talk.answer(code, type, sent);
    }

    private static byte[] packed(byte[] body) throws IOException {
        var packed = new ByteArrayOutputStream();
        try (OutputStream gzip = new GZIPOutputStream(packed)) {
            gzip.write(body);
        }
        return packed.toByteArray();
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
