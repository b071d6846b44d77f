package dev.tenure.apiserver.http;

import com.google.re2j.Pattern;
import dev.tenure.apiserver.audit.AuditTrail;
import dev.tenure.apiserver.audit.AuditedRequest;
import dev.tenure.apiserver.authn.User;
import dev.tenure.apiserver.authz.Attributes;
import dev.tenure.apiserver.http.exchange.Exchange;
import dev.tenure.apiserver.http.exchange.RequestPath;
import dev.tenure.apiserver.http.exchange.RequestVerbs;
import dev.tenure.apiserver.registry.RefusedException;
import dev.tenure.model.meta.ApiRequest;
import dev.tenure.model.meta.ApiRequest.Body;
import dev.tenure.model.meta.Caller;
import dev.tenure.runtime.time.TimeSource;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// What is written down of requests: events of the audit log where there is a policy, and a line of the
/// server's own log where that is asked for. Safe for use by several threads. Upstream:
/// apiserver/pkg/endpoints/filters/audit.go, apiserver/pkg/server/httplog.
final class RequestRecords {
    private static final System.Logger LOG = System.getLogger(RequestRecords.class.getName());
    private static final Pattern ADDRESS = Pattern.compile("[0-9a-fA-F:.]{2,45}");
    private static final Pattern ZEROS = Pattern.compile("(^|:)(0(:|$)){2,}");
    private static final double NANOS_PER_MILLI = 1e6;

    private final Optional<AuditTrail> trail;
    private final TimeSource time;

    RequestRecords(Optional<AuditTrail> trail, TimeSource time) {
        this.trail = trail;
        this.time = time;
    }

    /// A request whose sender is known.
    void begin(Exchange exchange, Optional<RequestPath> path, User user) {
        trail.ifPresent(audit -> {
            Attributes about = attributes(exchange, path, user.caller(exchange.header("User-Agent")));
            audit.begin(about, sender(exchange, about)).ifPresent(exchange::isAudited);
        });
    }

    /// A request whose sender could not prove who it is.
    void refuse(Exchange exchange, Optional<RequestPath> path) {
        trail.ifPresent(audit -> {
            Attributes about = attributes(exchange, path, User.anonymous().caller(""));
            audit.refused(about, sender(exchange, about), shown(exchange)).ifPresent(exchange::isAudited);
        });
    }

    /// Nothing more is sent.
    void end(Exchange exchange) {
        exchange.audited().ifPresent(AuditedRequest::ends);
        if (LOG.isLoggable(System.Logger.Level.DEBUG)) {
            Duration took = time.now().since(exchange.begun());
            LOG.log(
                    System.Logger.Level.DEBUG,
                    "HTTP verb=\"%s\" URI=\"%s\" latency=\"%.3fms\" userAgent=\"%s\" audit-ID=\"%s\" srcIP=\"%s\" resp=%d"
                            .formatted(
                                    exchange.method(),
                                    plain(uri(exchange)),
                                    took.toNanos() / NANOS_PER_MILLI,
                                    plain(exchange.header("User-Agent")),
                                    plain(exchange.id()),
                                    remote(exchange),
                                    exchange.code()));
        }
    }

    /// Text of strangers, fit for one line of a log.
    private static String plain(String text) {
        return text.codePoints()
                .map(c -> c < ' ' || c == '"' || c == 0x7f ? '?' : c)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
    }

    private static Attributes attributes(Exchange exchange, Optional<RequestPath> path, Caller caller) {
        String method = exchange.method().toLowerCase(Locale.ROOT);
        if (path.isEmpty()) {
            return Attributes.ofPath(caller, method, exchange.path());
        }
        try {
            ApiRequest.Verb verb = RequestVerbs.of(exchange, path.get());
            return Attributes.of(new ApiRequest(verb, path.get().target(), exchange.query(), Body.NONE, caller));
        } catch (RefusedException _) {
            // no verb belongs to such a method
            return Attributes.ofResource(caller, "", path.get().target());
        }
    }

    private AuditedRequest.Sender sender(Exchange exchange, Attributes about) {
        return new AuditedRequest.Sender(
                exchange.id(),
                uri(exchange),
                addresses(exchange),
                exchange.header("User-Agent"),
                about.verb().equals("watch") || RequestVerbs.isLongRunning(about.subresource()),
                time.wall().minus(time.now().since(exchange.begun())));
    }

    private static String uri(Exchange exchange) {
        String uri = exchange.request().getHttpURI().getPathQuery();
        return uri == null ? exchange.path() : uri;
    }

    /// The client and the proxies that it came through, as far as they say. Upstream:
    /// apimachinery/pkg/util/net/http.go.
    private static List<String> addresses(Exchange exchange) {
        List<String> addresses = new ArrayList<>();
        for (String line : exchange.headers("X-Forwarded-For")) {
            for (String one : line.split(",", -1)) {
                if (ADDRESS.matcher(one.strip()).matches()) {
                    addresses.add(one.strip());
                }
            }
        }
        String real = exchange.header("X-Real-Ip").strip();
        if (ADDRESS.matcher(real).matches() && !addresses.contains(real)) {
            addresses.add(real);
        }
        String remote = remote(exchange);
        if (!remote.isEmpty() && (addresses.isEmpty() || !addresses.getLast().equals(remote))) {
            addresses.add(remote);
        }
        return addresses;
    }

    private static String remote(Exchange exchange) {
        if (exchange.request().getConnectionMetaData().getRemoteSocketAddress() instanceof InetSocketAddress socket
                && socket.getAddress() != null) {
            String text = socket.getAddress().getHostAddress();
            int zone = text.indexOf('%');
            return ZEROS.matcher(zone < 0 ? text : text.substring(0, zone)).replaceFirst("::");
        }
        return "";
    }

    private static String shown(Exchange exchange) {
        List<String> tried = new ArrayList<>();
        String[] words = exchange.header("Authorization").strip().split(" ", 2);
        if (words.length > 1 && words[0].equalsIgnoreCase("basic")) {
            tried.add("basic");
        }
        if (words.length > 1 && words[0].equalsIgnoreCase("bearer")) {
            tried.add("bearer");
        }
        if (!exchange.clientCertificates().isEmpty()) {
            tried.add("x509");
        }
        return tried.isEmpty()
                ? "Authentication failed, no credentials provided"
                : "Authentication failed, attempted: " + String.join(", ", tried);
    }
}
