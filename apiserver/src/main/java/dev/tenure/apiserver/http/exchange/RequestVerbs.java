package dev.tenure.apiserver.http.exchange;

import dev.tenure.apiserver.authz.Attributes;
import dev.tenure.apiserver.registry.RefusedException;
import dev.tenure.apiserver.registry.Statuses;
import dev.tenure.model.meta.ApiRequest.Verb;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/// Which verb a request carries, by its method and its path, and whether it is long-running. Pure. Upstream:
/// apiserver/pkg/endpoints/request/requestinfo.go, apiserver/pkg/server/filters/longrunning.go.
public final class RequestVerbs {
    private static final Set<String> LONG_RUNNING = Set.of("attach", "exec", "proxy", "log", "portforward");

    private static final Set<String> METHODS = Set.of("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE");

    private RequestVerbs() {}

    /// Whether a method stands for a verb.
    public static boolean isKnown(String method) {
        return METHODS.contains(method);
    }

    /// The verb of a request for an object or a collection.
    ///
    /// @throws RefusedException when there is no such method
    public static Verb of(Exchange exchange, RequestPath path) {
        if (isWatch(exchange, path)) {
            return Verb.WATCH; // of an old path whatever the method, for which there may be no route
        }
        return verb(exchange.method(), path.target().name().isEmpty())
                .orElseThrow(() -> new RefusedException(Statuses.methodNotAllowed()));
    }

    /// The verb of a request about one object, as rules of roles name it; empty for methods that stand for
    /// none.
    public static String ofOne(String method) {
        return verb(method, false).map(Attributes::verb).orElse("");
    }

    private static Optional<Verb> verb(String method, boolean collection) {
        return switch (method) {
            case "GET", "HEAD" -> Optional.of(collection ? Verb.LIST : Verb.GET);
            case "POST" -> Optional.of(Verb.CREATE);
            case "PUT" -> Optional.of(Verb.UPDATE);
            case "PATCH" -> Optional.of(Verb.PATCH);
            case "DELETE" -> Optional.of(collection ? Verb.DELETE_COLLECTION : Verb.DELETE);
            default -> Optional.empty();
        };
    }

    public static boolean isWatch(Exchange exchange, RequestPath path) {
        // Of one object by its path, upstream takes no notice of the parameter.
        boolean collection = path.target().name().isEmpty();
        boolean asked = collection && exchange.has("watch") && isTrue(exchange.parameter("watch"));
        boolean reads = exchange.method().equals("GET") || exchange.method().equals("HEAD");
        return path.watch() || (reads && asked);
    }

    /// The verb of a request for a path that is no resource, as rules of roles name it.
    public static String ofPath(String method) {
        return switch (method) {
            case "GET" -> "get";
            case "HEAD" -> "head";
            case "POST" -> "post";
            case "PUT" -> "put";
            case "PATCH" -> "patch";
            case "DELETE" -> "delete";
            default -> method.toLowerCase(Locale.ROOT);
        };
    }

    /// Whether a request goes on for as long as its client likes, so that it is counted apart.
    public static boolean isLongRunning(Exchange exchange, RequestPath path) {
        return isLongRunning(path.target().subresource()) || isWatch(exchange, path);
    }

    /// Whether requests for a subresource are streams.
    public static boolean isLongRunning(String subresource) {
        return LONG_RUNNING.contains(subresource);
    }

    /// What a parameter means that is true or false, as Kubernetes reads it: all is true but `false` and `0`.
    public static boolean isTrue(String value) {
        return !value.equalsIgnoreCase("false") && !value.equals("0");
    }
}
