package dev.tenure.kinds.webhookclient;

import dev.tenure.model.meta.Quoted;
import dev.tenure.runtime.callout.CallFailedException;
import dev.tenure.runtime.callout.Callee;
import dev.tenure.runtime.callout.HttpsCalls;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.util.Locale;

/// Sends a review to a webhook and reads the review that comes back. Safe for use by several threads; a
/// thread that calls waits for the answer. Upstream: apiserver/pkg/util/webhook/client.go.
public final class WebhookClient {
    /// Within which a webhook has to answer that says nothing of it itself.
    public static final Duration USUAL = Duration.ofSeconds(30);

    private static final String AGENT = "kube-apiserver-admission";
    private static final int HTTPS = 443;

    private final HttpsCalls calls;
    private final WebhookServices services;

    public WebhookClient(HttpsCalls calls, WebhookServices services) {
        this.calls = calls;
        this.services = services;
    }

    /// @param answerMax bytes of an answer that are read at most
    public record Terms(Duration within, long answerMax) {}

    /// What is sent.
    ///
    /// @param apiVersion as it stands in it
    /// @param kind the same
    public record Review(String apiVersion, String kind, byte[] json) {
        /// Written at once, so that any thread may send it.
        public static Review of(ObjectNode review) {
            return new Review(
                    review.path("apiVersion").asText(""), review.path("kind").asText(""), Json.write(review));
        }
    }

    /// What a webhook answers to a review: one of the same kind.
    ///
    /// @throws WebhookCallException when there is no such answer
    public ReviewAnswer call(WebhookTarget target, Review review, Terms terms) throws WebhookCallException {
        HttpsCalls.Answer answer;
        try {
            var message = new HttpsCalls.Message(AGENT, review.json(), terms.within(), terms.answerMax());
            answer = calls.post(callee(target, terms), message);
        } catch (CallFailedException e) {
            throw failed(target, terms, String.valueOf(e.getMessage()));
        }
        return ReviewAnswer.of(answer, review.apiVersion(), review.kind());
    }

    private static WebhookCallException failed(WebhookTarget target, Terms terms, String why) {
        return new WebhookCallException("Post %s: %s".formatted(Quoted.of(shown(target, terms)), why));
    }

    private static String shown(WebhookTarget target, Terms terms) {
        return target.origin() + target.path() + query(terms);
    }

    /// Tells the webhook how long it may take, in whole seconds.
    private static String query(Terms terms) {
        long seconds = terms.within().plusNanos(999_999_999).toSeconds();
        return "?timeout=%ds".formatted(seconds);
    }

    private Callee callee(WebhookTarget target, Terms terms) throws WebhookCallException {
        String rest = target.path() + query(terms);
        if (target.service().isPresent()) {
            WebhookTarget.Service service = target.service().get();
            String dialled = resolved(target, service, terms);
            return new Callee(
                    URI.create("https://" + dialled + rest),
                    service.serverName() + ":" + service.port(),
                    service.serverName(),
                    target.authorities(),
                    false);
        }
        URI address = address(target, terms, rest);
        String host = address.getHost();
        String name = host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
        return new Callee(address, "", name, target.authorities(), isLocal(name));
    }

    private String resolved(WebhookTarget target, WebhookTarget.Service service, Terms terms)
            throws WebhookCallException {
        try {
            return services.resolve(service);
        } catch (WebhookCallException e) {
            throw failed(target, terms, e.why());
        }
    }

    private static URI address(WebhookTarget target, Terms terms, String rest) throws WebhookCallException {
        try {
            URI written = new URI(target.origin() + rest);
            if (written.getHost() == null) {
                throw failed(target, terms, "no Host in request URL");
            }
            return written.getPort() >= 0
                    ? written
                    : new URI("https://%s:%d%s".formatted(written.getHost(), HTTPS, rest));
        } catch (URISyntaxException e) {
            throw new WebhookCallException("Unparsable URL: " + e.getMessage());
        }
    }

    /// Servers on the same machine may speak HTTP/2; with others it would tie all requests to one of several
    /// backends.
    private static boolean isLocal(String host) {
        String name = host.toLowerCase(Locale.ROOT);
        return name.equals("localhost")
                || name.startsWith("127.")
                || name.equals("::1")
                || name.equals("0:0:0:0:0:0:0:1");
    }
}
