package dev.tenure.apiserver.http;

import dev.tenure.apiserver.handler.Routes;
import dev.tenure.apiserver.http.exchange.Exchange;
import dev.tenure.apiserver.http.exchange.MediaTypes;
import dev.tenure.apiserver.http.exchange.RequestPath;
import dev.tenure.apiserver.negotiate.Accept;
import dev.tenure.apiserver.negotiate.Representation;
import dev.tenure.apiserver.registry.KindEntry;
import dev.tenure.apiserver.registry.KindTable;
import dev.tenure.apiserver.registry.RefusedException;
import dev.tenure.apiserver.registry.Statuses;
import dev.tenure.model.meta.ApiRequest.Target;
import dev.tenure.model.meta.ApiRequest.Verb;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/// What upstream's router does before it hands a request to somebody: whether a path leads anywhere, which
/// methods and bodies it takes, and in which forms it answers. Immutable; safe for use by several threads.
/// Upstream: go-restful, with the routes of apiserver/pkg/endpoints/installer.go.
final class RequestRoutes {
    /// The forms of one object.
    static final List<String> SINGLE =
            List.of("application/json", "application/yaml", "application/vnd.kubernetes.protobuf");

    /// The forms of what can be watched.
    private static final List<String> COLLECTION = List.of(
            "application/json",
            "application/yaml",
            "application/vnd.kubernetes.protobuf",
            "application/json;stream=watch",
            "application/vnd.kubernetes.protobuf;stream=watch");

    private final Supplier<KindTable> kinds;

    RequestRoutes(Supplier<KindTable> kinds) {
        this.kinds = kinds;
    }

    /// Who has something watched by the path alone says so where parameters are read.
    static Map<String, List<String>> parameters(Exchange exchange, RequestPath path, Verb verb, Representation wanted) {
        Map<String, List<String>> asked = WholeTables.parameters(verb, wanted, exchange.query());
        if (!path.watch() || asked.containsKey("watch")) {
            return asked;
        }
        var told = new HashMap<>(asked);
        told.put("watch", List.of("false"));
        return told;
    }

    /// Whether a path leads somewhere as far as it is not taken apart; behind no router, what follows is
    /// passed over.
    boolean leads(RequestPath path) {
        return path.rest().isEmpty() || isCustom(path);
    }

    /// What upstream's router says it has at a path; empty where there is no router, or no route.
    Optional<List<String>> offered(Exchange exchange, RequestPath path) {
        boolean routed = leads(path) && !isCustom(path) && Routes.lead(kinds.get(), path.target());
        if (!routed || Routes.haveText(kinds.get(), path.target())) {
            return Optional.empty();
        }
        boolean several = path.watch() || path.target().name().isEmpty();
        return Optional.of(several && exchange.method().equals("GET") ? COLLECTION : SINGLE);
    }

    /// The form in which a request is answered; empty when the kind, which was defined at run time, has none
    /// that is accepted.
    Optional<Representation> form(Exchange exchange, RequestPath path, Accept accept) {
        boolean pretty = exchange.pretty();
        if (isCustom(path)) {
            return accept.chooseUntyped(pretty);
        }
        if (!Routes.lead(kinds.get(), path.target())) {
            return Optional.of(accept.wholeOrJson(pretty));
        }
        if (!path.rest().isEmpty()) {
            return Optional.of(Representation.JSON);
        }
        if (Routes.haveText(kinds.get(), path.target())) {
            return Optional.of(accept.chooseText(pretty));
        }
        List<String> offered = offered(exchange, path).orElse(SINGLE);
        Representation chosen = accept.choose(offered, pretty);
        boolean rows = chosen.form() != Representation.Form.TABLE || Routes.showRows(kinds.get(), path.target());
        return Optional.of(rows ? chosen : accept.chooseRowless(offered, pretty));
    }

    /// What upstream's router refuses before it looks at what the client accepts.
    void refuseUnrouted(Exchange exchange, RequestPath path, Verb verb) {
        boolean whole = path.rest().isEmpty();
        if (whole && path.watch()) {
            Routes.checkWatchPath(kinds.get(), path.target(), exchange.method().equals("GET"));
        }
        if (whole) {
            Routes.checkMethod(kinds.get(), path.target(), verb);
            refuseHead(exchange, path);
        }
        if (verb == Verb.PATCH && whole) {
            String type = MediaTypes.ofPatch(exchange.header("Content-Type"));
            Routes.checkPatch(kinds.get(), path.target(), type);
        }
    }

    /// Upstream's router has no route for it; what was defined at run time is behind no router.
    private void refuseHead(Exchange exchange, RequestPath path) {
        if (exchange.method().equals("HEAD") && Routes.lead(kinds.get(), path.target()) && !isCustom(path)) {
            throw new RefusedException(Statuses.methodNotAllowed());
        }
    }

    /// Whether the objects there are of a kind that was defined at run time.
    private boolean isCustom(RequestPath path) {
        Target target = path.target();
        return kinds.get()
                .find(target.group(), target.version(), target.resource())
                .flatMap(KindEntry::custom)
                .isPresent();
    }
}
