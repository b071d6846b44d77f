package dev.tenure.client.rest;

import dev.tenure.client.ListReply;
import dev.tenure.client.ListingEndpoint;
import dev.tenure.client.rest.Connection.Credentials;
import dev.tenure.model.meta.ApiEndpoint;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ApiRequest;
import dev.tenure.model.meta.ApiRequest.Verb;
import dev.tenure.model.meta.Status;
import dev.tenure.model.meta.WatchReply;
import dev.tenure.runtime.io.Background;
import dev.tenure.runtime.io.FirstAlone;
import dev.tenure.runtime.io.ReadIdleTimeout;
import dev.tenure.runtime.io.Replaceable;
import dev.tenure.wire.ObjectCodec.Format;
import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.ProxySelector;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SSLParameters;

/// The API of a cluster over HTTPS, as JSON or, for long lists, in protobuf where there is one. One
/// connection, HTTP/2 where the server speaks it. Safe for use by several threads; a thread that calls waits
/// for the answer.
///
/// A connection to a machine that is gone stays open until somebody finds out: nothing comes any more, and
/// nothing says so. Therefore, when a request is not answered in time, and when no watch has brought anything
/// for half a minute, the server is asked for a sign of life over the same connection. When that is not
/// answered either all goes over a new one, and what is under way on the old one, watches too, breaks off.
/// Upstream: the pings of HTTP/2, client-go/transport and golang.org/x/net/http2 (ReadIdleTimeout); the JDK's
/// client sends none.
///
/// The caller of a request is whoever the credentials say; the `user` of [ApiRequest#caller()] is not
/// sent, its `agent` is.
public final class HttpEndpoint implements ApiEndpoint, ListingEndpoint, AutoCloseable {
    private static final System.Logger LOG = System.getLogger(HttpEndpoint.class.getPackageName());
    private static final Duration CONNECT_WITHIN = Duration.ofSeconds(10);
    private static final Duration SIGN_OF_LIFE_WITHIN = Duration.ofSeconds(3);
    private static final Duration QUIET_AT_MOST = Duration.ofSeconds(30);

    private static final String ACCEPT = "Accept";
    private static final String JSON = "application/json";
    private static final String PROTOBUF = "application/vnd.kubernetes.protobuf, " + JSON;

    private final Connection connection;
    /// The address of the server, without a slash at its end.
    private final String base;

    private final Duration quietAtMost;
    private final Replaceable<Line> line;

    /// What requests go over at present.
    ///
    /// @param identity with the certificate that the caller shows now
    /// @param connecting the JDK's client opens a connection for each of many requests that find none, and
    ///     those of watches stay; so the first request opens one, which the others share
    /// @param idle of all watches
    private record Line(Connection identity, HttpClient http, FirstAlone connecting, ReadIdleTimeout idle) {
        private Line brokenOff() {
            return new Line(identity, http, new FirstAlone(), idle);
        }
    }

    /// Opens no connection yet.
    ///
    /// @throws ConnectionException when certificates or keys cannot be used
    public HttpEndpoint(Connection connection) {
        this(connection, QUIET_AT_MOST);
    }

    /// @param quietAtMost when nothing comes for longer, the server is asked for a sign of life, within half
    ///     of it
    HttpEndpoint(Connection connection, Duration quietAtMost) {
        this.connection = connection;
        this.base = base(connection);
        this.quietAtMost = quietAtMost;
        this.line = new Replaceable<>(open(connection));
    }

    private HttpEndpoint(Connection connection, HttpEndpoint other) {
        this.connection = connection;
        this.base = base(connection);
        this.quietAtMost = other.quietAtMost;
        this.line = other.line;
    }

    private static String base(Connection connection) {
        return connection.server().toString().replaceAll("/+$", "");
    }

    private Line open(Connection identity) {
        HttpClient http = client(identity);
        return new Line(
                identity, http, new FirstAlone(), new ReadIdleTimeout(quietAtMost, () -> wasQuiet(identity, http)));
    }

    /// The same server over the same connection, for requests that are not worth waiting for any longer. Ends
    /// with this one.
    public ApiEndpoint answeringWithin(Duration limit) {
        var way = connection.way();
        var hurried = new Connection.Way(way.proxy(), way.serverName(), way.impersonated(), Optional.of(limit));
        return new HttpEndpoint(
                new Connection(
                        connection.server(),
                        connection.trust(),
                        connection.credentials(),
                        connection.namespace(),
                        hurried),
                this);
    }

    private static HttpClient client(Connection connection) {
        HttpClient.Builder client = HttpClient.newBuilder()
                .sslContext(ClientTls.context(connection))
                .connectTimeout(CONNECT_WITHIN);
        connection.way().proxy().map(ProxySelector::of).ifPresent(client::proxy);
        connection.way().serverName().map(HttpEndpoint::asking).ifPresent(client::sslParameters);
        return client.build();
    }

    /// Shows another certificate on connections that are made from now on. What is under way, watches too,
    /// ends on the connection on which it began. One thread at a time.
    ///
    /// @throws ConnectionException when the certificate or its key cannot be used; then the former one stays
    public void renew(Credentials.Certificate certificate) {
        line.set(open(new Connection(
                connection.server(), connection.trust(), certificate, connection.namespace(), connection.way())));
    }

    /// The name that is asked for where the server is addressed by number; otherwise the JDK asks for its
    /// host.
    private static SSLParameters asking(String serverName) {
        var parameters = new SSLParameters();
        parameters.setServerNames(List.of(new SNIHostName(serverName)));
        return parameters;
    }

    /// @throws ConnectionException when the server cannot be reached or breaks off
    @Override
    public ApiReply call(ApiRequest request) {
        HttpResponse<byte[]> response =
                send(request, JSON, connection.way().answerWithin(), BodyHandlers.ofByteArray());
        List<String> warnings = Replies.warnings(response.headers());
        Format format = Replies.format(response.headers());
        if (response.statusCode() >= 400) {
            return new ApiReply.Failure(Replies.status(response.statusCode(), format, response.body()), warnings);
        }
        return Replies.reply(request, response.statusCode(), response.body(), warnings);
    }

    /// Asks for protobuf, which costs upstream's server much less, and takes JSON where there is none of a
    /// kind.
    ///
    /// @throws ConnectionException when the server cannot be reached or breaks off
    @Override
    public ListReply listing(ApiRequest request) {
        HttpResponse<byte[]> response =
                send(request, PROTOBUF, connection.way().answerWithin(), BodyHandlers.ofByteArray());
        Format format = Replies.format(response.headers());
        return response.statusCode() >= 400
                ? new ListReply.Refused(Replies.status(response.statusCode(), format, response.body()))
                : new ListReply.Page(Replies.listing(format, response.body()));
    }

    /// @throws ConnectionException when the server cannot be reached
    @Override
    public WatchReply watch(ApiRequest request) {
        Line used = line.get();
        HttpResponse<InputStream> response = send(request, JSON, Optional.empty(), BodyHandlers.ofInputStream());
        try {
            if (response.statusCode() >= 400) {
                try (InputStream body = response.body()) {
                    Status status = Replies.status(response.statusCode(), Format.JSON, body.readAllBytes());
                    return new WatchReply.Refused(status);
                }
            }
        } catch (IOException e) {
            throw broken(e);
        }
        var cursor = new StreamCursor(
                response.body(), request.target(), used.idle()::heard, () -> line.replace(used, used.brokenOff()));
        used.idle().listen();
        Background.run("watch-" + request.target().resource(), () -> {
            try {
                cursor.read();
            } finally {
                used.idle().leave();
            }
        });
        return new WatchReply.Started(Replies.type(request.target(), ""), cursor);
    }

    /// A GET of any path, for example `/version` or `/tenure/v1/node-lifecycle`.
    ///
    /// @throws ConnectionException when the server cannot be reached
    public RawReply get(String path) {
        return get(path, JSON);
    }

    /// As [#get(String)], in a form that the client chooses.
    ///
    /// @param accept for example `application/json;as=Table;v=v1;g=meta.k8s.io`
    /// @throws ConnectionException when the server cannot be reached
    public RawReply get(String path, String accept) {
        HttpRequest.Builder get =
                request(path, "tenure").setHeader(ACCEPT, accept).GET();
        connection.way().answerWithin().ifPresent(get::timeout);
        HttpResponse<byte[]> response = send(get.build(), BodyHandlers.ofByteArray());
        return new RawReply(response.statusCode(), response.body());
    }

    /// @param code HTTP status
    public record RawReply(int code, byte[] body) {
        /// Whether the body is what was asked for.
        public boolean isOk() {
            return code == HttpURLConnection.HTTP_OK;
        }

        public String text() {
            return new String(body, StandardCharsets.UTF_8);
        }
    }

    private <T> HttpResponse<T> send(
            ApiRequest request, String accept, Optional<Duration> within, HttpResponse.BodyHandler<T> body) {
        HttpRequest.Builder built =
                request(Urls.of(request), request.caller().agent()).setHeader(ACCEPT, accept);
        built.method(
                method(request.verb()),
                BodyPublishers.ofByteArray(request.body().bytes()));
        if (!request.body().contentType().isEmpty()) {
            built.header("Content-Type", request.body().contentType());
        }
        within.ifPresent(built::timeout);
        return send(built.build(), body);
    }

    private HttpRequest.Builder request(String path, String agent) {
        HttpRequest.Builder built = HttpRequest.newBuilder(URI.create(base + path))
                .header(ACCEPT, JSON)
                .header("User-Agent", agent);
        token().ifPresent(token -> built.header("Authorization", "Bearer " + token));
        connection.way().impersonated().ifPresent(other -> impersonate(built, other));
        return built;
    }

    private Optional<String> token() {
        return switch (connection.credentials()) {
            case Credentials.Token(String token) -> Optional.of(token);
            case Credentials.TokenFile file -> Optional.of(file.token());
            case Credentials.Anonymous _, Credentials.Certificate _ -> Optional.empty();
        };
    }

    private static void impersonate(HttpRequest.Builder built, Connection.Impersonated other) {
        built.header("Impersonate-User", other.user());
        other.groups().forEach(group -> built.header("Impersonate-Group", group));
        if (!other.uid().isEmpty()) {
            built.header("Impersonate-Uid", other.uid());
        }
        other.extra()
                .forEach((key, values) -> values.forEach(value -> built.header(
                        "Impersonate-Extra-"
                                + URLEncoder.encode(key, StandardCharsets.UTF_8).replace("+", "%20"),
                        value)));
    }

    private <T> HttpResponse<T> send(HttpRequest request, HttpResponse.BodyHandler<T> body) {
        Line used = line.get();
        try {
            return sent(used, request, body);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ConnectionException("interrupted while talking to %s".formatted(connection.server()), e);
        }
    }

    private <T> HttpResponse<T> sent(Line used, HttpRequest request, HttpResponse.BodyHandler<T> body)
            throws InterruptedException {
        boolean first = used.connecting().go(CONNECT_WITHIN);
        try {
            return used.http().send(request, body);
        } catch (HttpTimeoutException e) {
            if (!(e instanceof HttpConnectTimeoutException)) {
                doubt(used);
            }
            throw broken(e);
        } catch (IOException e) {
            line.replace(used, used.brokenOff());
            boolean shown = connection.credentials() instanceof Credentials.Certificate;
            throw broken(e, first && shown ? TlsWords.ofFirst(e) : TlsWords.of(e));
        } finally {
            if (first) {
                used.connecting().back();
            }
        }
    }

    /// Leaves `used` for a new connection unless the server still answers on it, whatever it answers.
    private void doubt(Line used) throws InterruptedException {
        Duration limit = connection
                .way()
                .answerWithin()
                .filter(shorter -> shorter.compareTo(SIGN_OF_LIFE_WITHIN) < 0)
                .orElse(SIGN_OF_LIFE_WITHIN);
        doubt(used.identity(), used.http(), limit);
    }

    private void wasQuiet(Connection identity, HttpClient http) {
        try {
            doubt(identity, http, quietAtMost.dividedBy(2));
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private void doubt(Connection identity, HttpClient http, Duration limit) throws InterruptedException {
        try {
            http.send(request("/livez", "tenure").timeout(limit).GET().build(), BodyHandlers.discarding());
        } catch (IOException _) {
            Line next = open(identity);
            if (left(http, next)) {
                LOG.log(System.Logger.Level.WARNING, "{0} does not answer: connecting anew", connection.server());
            } else {
                next.http().shutdownNow();
            }
            http.shutdownNow();
        }
    }

    /// @return false when all goes over another connection already
    private boolean left(HttpClient http, Line next) {
        Line now = line.get();
        while (now.http().equals(http)) {
            if (line.replace(now, next)) {
                return true;
            }
            now = line.get();
        }
        return false;
    }

    private ConnectionException broken(IOException e) {
        return broken(e, TlsWords.of(e));
    }

    private ConnectionException broken(IOException e, String why) {
        return new ConnectionException(
                "cannot talk to %s%s: %s"
                        .formatted(
                                connection.server(),
                                connection
                                        .way()
                                        .proxy()
                                        .map(proxy -> " through the proxy %s:%d"
                                                .formatted(proxy.getHostString(), proxy.getPort()))
                                        .orElse(""),
                                why),
                e);
    }

    private static String method(Verb verb) {
        return switch (verb) {
            case GET, LIST, WATCH -> "GET";
            case CREATE -> "POST";
            case UPDATE -> "PUT";
            case PATCH -> "PATCH";
            case DELETE, DELETE_COLLECTION -> "DELETE";
        };
    }

    @Override
    public void close() {
        line.get().http().shutdownNow();
    }
}
