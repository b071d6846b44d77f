package dev.tenure.console.session;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tenure.console.page.ConsoleFault;
import dev.tenure.console.page.ConsoleReply;
import dev.tenure.console.page.ConsoleRequest;
import dev.tenure.console.page.ConsoleSite;
import dev.tenure.console.page.LiveEvents;
import dev.tenure.console.page.Viewer;
import dev.tenure.console.session.Sessions.Session;
import dev.tenure.wire.json.Json;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.zip.GZIPOutputStream;
import org.eclipse.jetty.http.HttpCookie;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.Fields;

/// One request to the console's own socket, from its first check to its answer. A request must name this socket as its
/// host, come from no other origin, and hold a session; a change must carry the session's token as well. Safe for use
/// by
/// several threads.
final class ConsoleHandler extends Handler.Abstract {
    private static final String ROOT = "/console";
    private static final String API = ROOT + "/api/";
    private static final String ASSETS = ROOT + "/assets/";
    private static final String TOKEN = "X-Console-Token";
    private static final int BODY_BYTES_MAX = 256 * 1024;
    private static final int PACKED_ABOVE = 1024;
    private static final String POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self';"
            + " connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
    private static final String COME_IN =
            "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\"><title>Tenure</title>"
                    + "<meta http-equiv=\"refresh\" content=\"0;url=/console/\"></head>"
                    + "<body><p><a href=\"/console/\">Go on to the console</a></p></body></html>";
    private static final String STAY_OUT =
            "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\"><title>Tenure</title></head><body>"
                    + "<h1>No session</h1><p>This address was used before, or the session has ended."
                    + " Start <code>tenure console</code> again and open the address that it prints.</p></body></html>";

    private final Viewer viewer;
    private final Sessions sessions;
    private final Assets assets;

    ConsoleHandler(Viewer viewer, Sessions sessions, Assets assets) {
        this.viewer = viewer;
        this.sessions = sessions;
        this.assets = assets;
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) {
        try {
            headers(response);
            answer(request, response);
            callback.succeeded();
        } catch (IOException | RuntimeException e) {
            callback.failed(e);
        }
        return true;
    }

    private static void headers(Response response) {
        var headers = response.getHeaders();
        headers.put("Content-Security-Policy", POLICY);
        headers.put("X-Content-Type-Options", "nosniff");
        headers.put("Referrer-Policy", "no-referrer");
        headers.put("Cross-Origin-Opener-Policy", "same-origin");
        headers.put("Cross-Origin-Resource-Policy", "same-origin");
        headers.put("Cache-Control", "no-store");
    }

    private void answer(Request request, Response response) throws IOException {
        Optional<ConsoleFault> refused = refusal(request);
        if (refused.isPresent()) {
            document(request, response, refused.get().code(), refused.get().json());
            return;
        }
        String path = Request.getPathInContext(request);
        if (path.startsWith(API)) {
            api(request, response, path.substring(API.length()));
        } else if (path.startsWith(ASSETS)) {
            asset(request, response, path.substring(ASSETS.length()));
        } else if (path.equals(ROOT) || path.startsWith(ROOT + "/")) {
            page(request, response);
        } else if (path.equals("/")) {
            response.setStatus(303);
            response.getHeaders().put("Location", ROOT + "/");
        } else if (path.equals("/favicon.ico")) {
            response.setStatus(204);
        } else {
            send(request, response, 404, "text/plain; charset=utf-8", bytes("404 page not found\n"));
        }
    }

    /// Another name for this socket may be somebody else's (DNS rebinding), another origin is.
    private static Optional<ConsoleFault> refusal(Request request) {
        int port = Request.getLocalPort(request);
        List<String> own = List.of("127.0.0.1:" + port, "localhost:" + port);
        String host = header(request, "Host");
        if (!own.contains(host)) {
            return Optional.of(new ConsoleFault(421, "Misdirected", "host \"%s\" is not served here".formatted(host)));
        }
        String origin = header(request, "Origin");
        String site = header(request, "Sec-Fetch-Site");
        boolean foreign = !origin.isEmpty() && !origin.equals("http://" + host);
        boolean led = site.equals("cross-site") || site.equals("same-site");
        boolean navigates = header(request, "Sec-Fetch-Mode").equals("navigate")
                && request.getMethod().equals("GET");
        if (foreign || (led && !navigates)) {
            return Optional.of(new ConsoleFault(403, "Forbidden", "requests of other origins are not answered"));
        }
        return Optional.empty();
    }

    private static String header(Request request, String name) {
        String value = request.getHeaders().get(name);
        return value == null ? "" : value;
    }

    private void api(Request request, Response response, String rest) throws IOException {
        Optional<Session> session = session(request);
        if (session.isEmpty()) {
            var fault = new ConsoleFault(401, "Unauthorized", "there is no session, or it has ended");
            document(request, response, fault.code(), fault.json());
            return;
        }
        boolean changes = !request.getMethod().equals("GET");
        if (changes && !same(header(request, TOKEN), session.get().csrf())) {
            var fault = new ConsoleFault(403, "Forbidden", "the request does not come from the console's page");
            document(request, response, fault.code(), fault.json());
            return;
        }
        if (changes && rest.equals("logout")) {
            sessions.close(secret(request));
            forget(request, response);
            document(request, response, 200, Json.object().put("message", "logged out"));
            return;
        }
        List<String> path = parts(rest);
        var asked = new ConsoleRequest(request.getMethod(), path, query(request), body(request));
        switch (ConsoleSite.answer(viewer, asked)) {
            case ConsoleReply.Document(int code, JsonNode json) -> {
                if (rest.equals("session") && json instanceof ObjectNode shown) {
                    shown.put("token", session.get().csrf());
                }
                document(request, response, code, json);
            }
            case ConsoleReply.Live(var events) -> {
                response.setStatus(200);
                response.getHeaders().put("Content-Type", "text/event-stream; charset=utf-8");
                events.run(new Listening(response, sessions, secret(request)));
            }
        }
    }

    /// A browser that is told of changes for as long as its session is open.
    private record Listening(Response response, Sessions sessions, String secret) implements LiveEvents.Sink {
        @Override
        public void write(String text) throws IOException {
            ConsoleHandler.write(response, false, bytes(text));
        }

        @Override
        public boolean wanted() {
            return sessions.isOpen(secret);
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

    private static Map<String, List<String>> query(Request request) {
        var query = new LinkedHashMap<String, List<String>>();
        for (Fields.Field field : Request.extractQueryParameters(request)) {
            query.put(field.getName(), List.copyOf(field.getValues()));
        }
        return query;
    }

    private static byte[] body(Request request) throws IOException {
        try (InputStream in = Content.Source.asInputStream(request)) {
            byte[] body = in.readNBytes(BODY_BYTES_MAX + 1);
            if (body.length > BODY_BYTES_MAX) {
                throw new IOException("the body is too large");
            }
            return body;
        }
    }

    private void asset(Request request, Response response, String name) throws IOException {
        Optional<Assets.Asset> asset = assets.find(name);
        if (asset.isEmpty()) {
            send(request, response, 404, "text/plain; charset=utf-8", bytes("404 page not found\n"));
            return;
        }
        response.getHeaders().put("Cache-Control", "public, max-age=31536000, immutable");
        file(request, response, asset.get());
    }

    private static void file(Request request, Response response, Assets.Asset asset) throws IOException {
        response.setStatus(200);
        response.getHeaders().put("Content-Type", asset.type());
        response.getHeaders().put("Vary", "Accept-Encoding");
        boolean packs = header(request, "Accept-Encoding").contains("gzip");
        if (packs) {
            response.getHeaders().put("Content-Encoding", "gzip");
        }
        write(response, true, packs ? asset.packed() : asset.bytes());
    }

    private void page(Request request, Response response) throws IOException {
        if (!request.getMethod().equals("GET")) {
            document(request, response, 405, new ConsoleFault(405, "MethodNotAllowed", "pages are read").json());
            return;
        }
        List<String> codes = query(request).getOrDefault("code", List.of());
        if (!codes.isEmpty()) {
            Optional<String> secret = sessions.open(codes.getFirst());
            if (secret.isPresent()) {
                Response.addCookie(response, cookie(request, secret.get(), -1));
                send(request, response, 200, "text/html; charset=utf-8", bytes(COME_IN));
                return;
            }
        }
        if (session(request).isEmpty()) {
            send(request, response, 401, "text/html; charset=utf-8", bytes(STAY_OUT));
            return;
        }
        file(request, response, assets.index());
    }

    /// Cookies know no ports: the name tells one console on this machine from another.
    private static String cookieName(Request request) {
        return "tenure-console-" + Request.getLocalPort(request);
    }

    private static HttpCookie cookie(Request request, String secret, long ageSeconds) {
        return HttpCookie.build(cookieName(request), secret)
                .path(ROOT)
                .httpOnly(true)
                .sameSite(HttpCookie.SameSite.STRICT)
                .maxAge(ageSeconds)
                .build();
    }

    private static void forget(Request request, Response response) {
        Response.addCookie(response, cookie(request, "", 0));
    }

    private Optional<Session> session(Request request) {
        return sessions.find(secret(request));
    }

    private static String secret(Request request) {
        String name = cookieName(request);
        return Request.getCookies(request).stream()
                .filter(cookie -> cookie.getName().equals(name))
                .map(HttpCookie::getValue)
                .findFirst()
                .orElse("");
    }

    private static boolean same(String one, String other) {
        return MessageDigest.isEqual(bytes(one), bytes(other));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static void document(Request request, Response response, int code, JsonNode json) throws IOException {
        send(request, response, code, "application/json", bytes(json.toString()));
    }

    private static void send(Request request, Response response, int code, String type, byte[] body)
            throws IOException {
        response.setStatus(code);
        response.getHeaders().put("Content-Type", type);
        byte[] sent = body;
        if (body.length > PACKED_ABOVE && header(request, "Accept-Encoding").contains("gzip")) {
            response.getHeaders().put("Content-Encoding", "gzip");
            sent = packed(body);
        }
        write(response, true, sent);
    }

    private static byte[] packed(byte[] body) throws IOException {
        var packed = new ByteArrayOutputStream();
        try (OutputStream gzip = new GZIPOutputStream(packed)) {
            gzip.write(body);
        }
        return packed.toByteArray();
    }

    private static void write(Response response, boolean last, byte[] bytes) throws IOException {
        Content.Sink.write(response, last, ByteBuffer.wrap(bytes));
    }
}
