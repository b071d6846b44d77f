package dev.tenure.runtime.callout;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.time.Duration;
import java.util.Optional;

/// A request of any method that says nothing of a body: the JDK's builder makes such requests with GET alone.
final class BodilessRequest extends HttpRequest {
    private final HttpRequest get;
    private final String method;

    BodilessRequest(HttpRequest get, String method) {
        this.get = get;
        this.method = method;
    }

    @Override
    public Optional<BodyPublisher> bodyPublisher() {
        return Optional.empty();
    }

    @Override
    public String method() {
        return method;
    }

    @Override
    public Optional<Duration> timeout() {
        return get.timeout();
    }

    @Override
    public boolean expectContinue() {
        return false;
    }

    @Override
    public URI uri() {
        return get.uri();
    }

    @Override
    public Optional<HttpClient.Version> version() {
        return get.version();
    }

    @Override
    public HttpHeaders headers() {
        return get.headers();
    }
}
