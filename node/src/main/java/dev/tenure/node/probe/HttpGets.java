package dev.tenure.node.probe;

import dev.tenure.runtime.io.Ahead;
import dev.tenure.runtime.io.IoWords;
import dev.tenure.runtime.tls.AnyCertificate;
import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;

/// GETs the address of an `httpGet`, follows redirects, and judges what is answered. Safe for use by several
/// threads.
final class HttpGets {
    private static final int REQUESTS_MAX = 10;
    private static final int BODY_BYTES_MAX = 10 << 10;
    private static final Set<Integer> REDIRECTS = Set.of(301, 302, 303, 307, 308);
    /// In both messages that the JDK has for it.
    private static final String NO_TLS = "ecognized SSL message";
    private static final String ACCEPT = "Accept";
    private static final String AGENT = "User-Agent";
    private static final String TOO_LATE = "context deadline exceeded (Client.Timeout exceeded while awaiting headers)";
    private static final String TOO_LATE_BODY =
            "context deadline exceeded (Client.Timeout or context cancellation while reading body)";

    /// Why something is asked for.
    enum Use {
        /// The status counts, and redirects are followed as long as they lead to the same host. Upstream:
        /// pkg/probe/http.
        PROBE("kube-probe/1.36"),

        /// That there is an answer is enough. Upstream: pkg/kubelet/lifecycle/handlers.go (runHTTPHandler).
        HOOK("kube-lifecycle/1.36");

        private final String agent;

        Use(String agent) {
            this.agent = agent;
        }
    }

    private final HttpClient http = client();

    /// Certificates are not looked at, and nothing but HTTP/1.1 is spoken, as by the upstream node agent.
    private static HttpClient client() {
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, AnyCertificate.accepting(), new SecureRandom());
            return HttpClient.newBuilder()
                    .sslContext(context)
                    .version(HttpClient.Version.HTTP_1_1)
                    .build();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("TLS is not available", e);
        }
    }

    /// The address of an `httpGet`. A path that is none of a URL is sent as well as it can be.
    ///
    /// @param host a name or an address
    static URI address(JsonNode get, String host, int port) throws URISyntaxException {
        String scheme = get.path("scheme").asText("HTTP").toLowerCase(Locale.ROOT);
        String path = get.path("path").asText("/");
        String slashed = path.startsWith("/") ? path : "/" + path;
        try {
            return new URI("%s://%s%s".formatted(scheme, DialWords.joined(host, port), slashed));
        } catch (URISyntaxException _) {
            return new URI(scheme, null, host, port, slashed, null, null);
        }
    }

    /// Waits for the answer and for what it redirects to. A hook that speaks HTTP where HTTPS was expected is
    /// called without TLS.
    ///
    /// @param headers `httpHeaders`: added to what is sent, or instead of it
    /// @param within how long each answer may take to begin, and again the last one to come; upstream has one
    ///     limit for all that follow one another
    Answer get(Use use, URI address, JsonNode headers, Duration within) throws InterruptedException {
        try {
            return use == Use.HOOK ? called(address, headers, within) : followed(use, address, headers, within);
        } catch (HttpTimeoutException _) {
            return failure(address, TOO_LATE);
        } catch (IOException e) {
            return failure(address, DialWords.of(e, address.getHost(), address.getPort()));
        } catch (IllegalArgumentException e) {
            return failure(address, String.valueOf(e.getMessage()));
        }
    }

    private static Answer failure(URI address, String why) {
        return new Answer.Failure("Get \"%s\": %s".formatted(address, why));
    }

    private Answer called(URI address, JsonNode headers, Duration within) throws IOException, InterruptedException {
        try {
            return followed(Use.HOOK, address, headers, within);
        } catch (SSLException e) {
            if (!String.valueOf(e.getMessage()).contains(NO_TLS)) {
                throw e;
            }
            ArrayNode fewer = Json.array();
            headers.forEach(header -> {
                if (!header.path("name").asText().equalsIgnoreCase("Authorization")) {
                    fewer.add(header);
                }
            });
            followed(Use.HOOK, URI.create("http" + address.toString().substring("https".length())), fewer, within);
            return new Answer.Warning("request to HTTPS lifecycle hook %s got HTTP response, retry with HTTP succeeded"
                    .formatted(address.getRawAuthority()));
        }
    }

    private Answer followed(Use use, URI first, JsonNode headers, Duration within)
            throws IOException, InterruptedException {
        URI address = first;
        for (int requests = 1; ; requests++) {
            HttpResponse<InputStream> response =
                    http.send(request(use, address, headers, within), HttpResponse.BodyHandlers.ofInputStream());
            try (InputStream body = response.body()) {
                Optional<URI> next = redirect(address, response)
                        .filter(there -> use == Use.HOOK || first.getHost().equals(there.getHost()));
                if (next.isEmpty()) {
                    return use == Use.HOOK ? new Answer.Success() : judged(response.statusCode(), body, within);
                }
                if (requests == REQUESTS_MAX) {
                    return failure(next.get(), "stopped after %d redirects".formatted(REQUESTS_MAX));
                }
                address = next.get();
            }
        }
    }

    private static Optional<URI> redirect(URI from, HttpResponse<?> response) {
        return REDIRECTS.contains(response.statusCode())
                ? response.headers().firstValue("Location").map(from::resolve)
                : Optional.empty();
    }

    private static HttpRequest request(Use use, URI address, JsonNode headers, Duration within) {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(address).timeout(within).GET();
        var named = new TreeSet<String>(String.CASE_INSENSITIVE_ORDER);
        for (JsonNode header : headers) {
            String name = header.path("name").asText();
            String value = header.path("value").asText("");
            named.add(name);
            boolean removed = value.isEmpty() && (name.equalsIgnoreCase(ACCEPT) || name.equalsIgnoreCase(AGENT));
            if (!removed) {
                request.header(name, value);
            }
        }
        if (!named.contains(AGENT)) {
            request.header(AGENT, use.agent);
        }
        if (!named.contains(ACCEPT)) {
            request.header(ACCEPT, "*/*");
        }
        return request.build();
    }

    /// A body that does not come tells nothing, whatever the status. Whoever calls closes it, which ends the
    /// thread that waits for more of it.
    private static Answer judged(int code, InputStream body, Duration within) {
        Optional<byte[]> begin;
        try {
            begin = Ahead.fetch("probe-body", () -> begin(body)).within(within);
        } catch (UncheckedIOException e) {
            return new Answer.Unknown(IoWords.of(Objects.requireNonNull(e.getCause())));
        }
        if (begin.isEmpty()) {
            return new Answer.Unknown(TOO_LATE_BODY);
        }
        if (code < 200 || code >= 400) {
            return new Answer.Failure("HTTP probe failed with statuscode: " + code);
        }
        if (code < 300) {
            return new Answer.Success();
        }
        String text = new String(begin.get(), StandardCharsets.UTF_8);
        return new Answer.Warning("Probe terminated redirects, Response body: " + text);
    }

    private static byte[] begin(InputStream body) {
        try {
            return body.readNBytes(BODY_BYTES_MAX);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
