package dev.tenure.console.session;

import dev.tenure.console.session.ConsoleAnswers.Visit;
import dev.tenure.console.session.Sessions.Session;
import dev.tenure.console.shown.ConsoleFault;
import dev.tenure.console.viewer.Viewer;
import dev.tenure.runtime.http.Conversation;
import dev.tenure.runtime.http.RequestCount;
import dev.tenure.wire.json.Json;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.eclipse.jetty.http.HttpCookie;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/// One request to the console's own socket, from its first check to its answer. A request must name this
/// socket as its host, come from no other origin, and hold a session; a change must carry the session's token
/// as well. Safe for use by several threads.
final class ConsoleHandler extends Handler.Abstract {
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
    private final ConsoleAnswers answers;
    private final RequestCount asked = new RequestCount();

    ConsoleHandler(Viewer viewer, Sessions sessions, Assets assets) {
        this.viewer = viewer;
        this.sessions = sessions;
        this.answers = new ConsoleAnswers(assets);
    }

    /// How many requests have come so far.
    long asked() {
        return asked.sum();
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) {
        asked.add();
        try {
            var talk = new SocketConversation(request, response);
            ConsoleAnswers.headers(talk);
            answer(request, response, talk);
            callback.succeeded();
        } catch (IOException | RuntimeException e) {
            callback.failed(e);
        }
        return true;
    }

    private void answer(Request request, Response response, Conversation talk) throws IOException {
        Optional<ConsoleFault> refused = refusal(request, talk);
        String path = talk.path();
        if (refused.isPresent()) {
            ConsoleAnswers.fault(talk, refused.get());
        } else if (ConsoleAnswers.isApi(path)) {
            api(request, response, talk);
        } else if (ConsoleAnswers.isAsset(path)) {
            answers.asset(talk);
        } else if (ConsoleAnswers.isPage(path)) {
            page(request, response, talk);
        } else if (path.equals("/")) {
            talk.setHeader("Location", ConsoleAnswers.ROOT + "/");
            talk.answer(303, "", new byte[0]);
        } else if (path.equals("/favicon.ico")) {
            talk.answer(204, "", new byte[0]);
        } else {
            ConsoleAnswers.nothing(talk);
        }
    }

    /// Another name for this socket may be somebody else's (DNS rebinding), another origin is.
    private static Optional<ConsoleFault> refusal(Request request, Conversation talk) {
        int port = Request.getLocalPort(request);
        List<String> own = List.of("127.0.0.1:" + port, "localhost:" + port);
        String host = talk.host();
        return own.contains(host)
                ? ConsoleAnswers.foreign(talk, "http://" + host)
                : Optional.of(new ConsoleFault(421, "Misdirected", "host \"%s\" is not served here".formatted(host)));
    }

    private void api(Request request, Response response, Conversation talk) throws IOException {
        Optional<Session> session = session(request);
        if (session.isEmpty()) {
            ConsoleAnswers.fault(talk, new ConsoleFault(401, "Unauthorized", "there is no session, or it has ended"));
            return;
        }
        String secret = secret(request);
        boolean leaves = ConsoleAnswers.asked(talk.path()).equals("logout")
                && !talk.method().equals("GET");
        if (leaves && ConsoleAnswers.isOfThePage(talk, session.get().csrf())) {
            sessions.close(secret);
            forget(request, response);
            ConsoleAnswers.document(talk, 200, Json.object().put("message", "logged out"));
            return;
        }
        answers.api(talk, new Visit(viewer, session.get().csrf(), true, () -> sessions.isOpen(secret)));
    }

    private void page(Request request, Response response, Conversation talk) throws IOException {
        if (!ConsoleAnswers.isRead(talk)) {
            return;
        }
        List<String> codes = talk.query().getOrDefault("code", List.of());
        if (!codes.isEmpty()) {
            Optional<String> secret = sessions.open(codes.getFirst());
            if (secret.isPresent()) {
                Response.addCookie(response, cookie(request, secret.get(), -1));
                ConsoleAnswers.html(talk, 200, COME_IN);
                return;
            }
        }
        if (session(request).isEmpty()) {
            ConsoleAnswers.html(talk, 401, STAY_OUT);
            return;
        }
        answers.page(talk);
    }

    /// Cookies know no ports: the name tells one console on this machine from another.
    private static String cookieName(Request request) {
        return "tenure-console-" + Request.getLocalPort(request);
    }

    private static HttpCookie cookie(Request request, String secret, long ageSeconds) {
        return HttpCookie.build(cookieName(request), secret)
                .path(ConsoleAnswers.ROOT)
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
}
