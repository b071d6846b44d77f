package dev.tenure.apiserver.http.proxy;

import dev.tenure.apiserver.ApiServer;
import dev.tenure.apiserver.authz.Attributes;
import dev.tenure.apiserver.http.exchange.Exchange;
import dev.tenure.apiserver.http.exchange.RequestPath;
import dev.tenure.apiserver.http.exchange.RequestVerbs;
import dev.tenure.apiserver.registry.RefusedException;
import dev.tenure.apiserver.registry.Statuses;
import dev.tenure.model.meta.ApiRequest;
import dev.tenure.model.meta.ApiRequest.Body;
import dev.tenure.model.meta.ApiRequest.Target;
import dev.tenure.model.meta.ApiRequest.Verb;
import dev.tenure.model.meta.Caller;
import dev.tenure.runtime.callout.CallFailedException;
import dev.tenure.runtime.callout.HttpsForwards;
import dev.tenure.runtime.callout.Peer;
import dev.tenure.runtime.tunnel.BodySizeException;
import dev.tenure.runtime.tunnel.Relay;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.eclipse.jetty.http.HttpStatus;

/// Passes requests below `proxy` of pods, services and nodes on to them, whatever the method. What answers is
/// neither asked who it is nor told who asks, but for agents of nodes. Links in its pages are left as they
/// are. Upstream:
/// `ProxyREST` of registry/core/pod, service and node, apimachinery/pkg/util/proxy/upgradeaware.go.
public final class ResourceProxies {
    private static final int DELETE = 0x7f;
    private static final String UNREACHABLE = "error trying to reach service: ";
    private static final Map<String, String> OPTIONS =
            Map.of("pods", "PodProxyOptions", "services", "ServiceProxyOptions", "nodes", "NodeProxyOptions");
    /// Passed on, though it stands for no verb.
    private static final String OPTIONS_METHOD = "OPTIONS";

    private final ApiServer server;
    private final AgentSockets agents;
    private final ProxyTargets targets;
    private final HttpsForwards forwards;

    public ResourceProxies(ApiServer server, AgentSockets agents, ProxyTargets targets, HttpsForwards forwards) {
        this.server = server;
        this.agents = agents;
        this.targets = targets;
        this.forwards = forwards;
    }

    public boolean takes(RequestPath path) {
        Target target = path.target();
        return target.group().isEmpty()
                && target.version().equals("v1")
                && target.subresource().equals("proxy")
                && OPTIONS.containsKey(target.resource())
                && target.resource().equals("nodes") == target.namespace().isEmpty();
    }

    /// @throws RefusedException when the caller may not, or there is nothing that could be asked
    public void run(Exchange exchange, RequestPath path, Caller caller) throws IOException {
        Target target = path.target();
        Attributes attributes = Attributes.ofResource(caller, RequestVerbs.ofOne(exchange.method()), target);
        PassageRights.check(server, exchange, attributes);
        if (!RequestVerbs.isKnown(exchange.method()) && !exchange.method().equals(OPTIONS_METHOD)) {
            throw new RefusedException(Statuses.methodNotAllowed());
        }
        exchange.refuseDryRun();
        if (target.name().isEmpty()) {
            throw new RefusedException(Statuses.badRequest("name must be provided"));
        }
        String there = there(exchange, path);
        admit(exchange, target, caller, there);
        ProxyTargets.Place place = targets.of(target);
        boolean reads = exchange.method().equals("GET") || exchange.method().equals("HEAD");
        if (there.isEmpty() && reads) {
            redirect(exchange);
            return;
        }
        Socket peer = connect(place);
        exchange.audited().ifPresent(events -> events.responds(HttpStatus.OK_200));
        String line = there.isEmpty() ? "/" : ForwardedTarget.escaped(there);
        pass(exchange, peer, line + query(exchange).map(text -> "?" + text).orElse(""));
    }

    private static void pass(Exchange exchange, Socket peer, String line) throws IOException {
        try {
            Relay.pass(exchange.request(), exchange.response(), peer, Relay.Asked.of(exchange.method(), line));
        } catch (BodySizeException e) {
            throw new RefusedException(Statuses.tooLargeBody(String.valueOf(e.getMessage())));
        } catch (IOException e) {
            if (exchange.response().isCommitted()) {
                throw e;
            }
            throw new RefusedException(Statuses.unavailable(UNREACHABLE + e.getMessage()));
        }
    }

    /// The path that is asked for there; empty when not even a slash follows.
    private static String there(Exchange exchange, RequestPath path) {
        boolean slash = exchange.path().endsWith("/");
        if (path.rest().isEmpty()) {
            return slash ? "/" : "";
        }
        return "/" + String.join("/", path.rest()) + (slash ? "/" : "");
    }

    private void admit(Exchange exchange, Target target, Caller caller, String there) {
        ObjectNode options = Json.object().put("apiVersion", "v1").put("kind", OPTIONS.get(target.resource()));
        if (!there.isEmpty()) {
            options.put("path", there);
        }
        var request = new ApiRequest(Verb.CREATE, target, Map.of(), Body.NONE, caller);
        List<String> warnings = new ArrayList<>();
        try {
            server.admitEntry(request, options, warnings);
        } finally {
            exchange.warn(warnings);
        }
        exchange.audited().ifPresent(events -> events.notes(request.notes()));
    }

    /// What is below a page is found only from a place that ends with a slash.
    private static void redirect(Exchange exchange) throws IOException {
        String place =
                exchange.path() + "/" + query(exchange).map(text -> "?" + text).orElse("");
        exchange.setHeader("Location", place);
        exchange.answer(
                HttpStatus.MOVED_PERMANENTLY_301,
                "text/html; charset=utf-8",
                "<a href=\"%s\">Moved Permanently</a>.\n\n"
                        .formatted(place.replace("&", "&amp;").replace("\"", "&#34;"))
                        .getBytes(StandardCharsets.UTF_8));
    }

    private static Optional<String> query(Exchange exchange) {
        return Optional.ofNullable(exchange.request().getHttpURI().getQuery()).map(ResourceProxies::plain);
    }

    /// A query as it was written, but for what could end a request line.
    private static String plain(String query) {
        if (query.chars().allMatch(c -> c > ' ' && c < DELETE)) {
            return query;
        }
        var out = new StringBuilder();
        for (byte b : query.getBytes(StandardCharsets.UTF_8)) {
            if (b > ' ' && b < DELETE) {
                out.append((char) b);
            } else {
                out.append('%').append("%02X".formatted(b));
            }
        }
        return out.toString();
    }

    private Socket connect(ProxyTargets.Place place) throws IOException {
        return switch (place) {
            case ProxyTargets.Place.Agent(var node) -> agents.connect(node);
            case ProxyTargets.Place.Address address -> connect(address);
        };
    }

    private Socket connect(ProxyTargets.Place.Address address) {
        String host = address.host().contains(":") ? "[" + address.host() + "]" : address.host();
        URI there = URI.create("%s://%s:%d/".formatted(address.secure() ? "https" : "http", host, address.port()));
        try {
            return forwards.connect(there, new Peer(address.host(), new Peer.Trust.Anybody(), false, Optional.empty()));
        } catch (CallFailedException e) {
            throw new RefusedException(Statuses.unavailable(UNREACHABLE + e.getMessage()));
        }
    }
}
