package dev.tenure.apiserver.http.exchange;

import dev.tenure.model.meta.ApiRequest.Target;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// A path of the API, taken apart. Upstream: apiserver/pkg/endpoints/request/requestinfo.go.
///
/// @param target what it is about
/// @param watch whether it is one of the old paths with `watch` in them
/// @param rest what follows the subresource; such paths lead nowhere yet
/// @param openNamespace whether it has a place for a namespace that was left empty
public record RequestPath(Target target, boolean watch, List<String> rest, boolean openNamespace) {
    /// What makes a verb of the step after the version, and needs something that it is about.
    private static final Set<String> VERBS = Set.of("watch", "proxy");

    /// @param path as it stands on the request line, without query
    /// @return empty when it is not the path of a resource
    public static Optional<RequestPath> parse(String path) {
        List<String> parts = parts(path);
        int at = stepsToVersion(parts.getFirst());
        if (at == 0 || parts.size() <= at) {
            return Optional.empty();
        }
        String group = at == 2 ? "" : parts.get(1);
        String version = parts.get(at - 1);
        boolean watch = parts.get(at).equals("watch") && parts.size() > at + 1;
        return Optional.of(target(group, version, parts.subList(watch ? at + 1 : at, parts.size()), watch));
    }

    /// Whether a path has the form of a resource's, but ends with the verb, so that upstream cannot tell what
    /// it is about.
    public static boolean endsWithVerb(String path) {
        List<String> parts = parts(path);
        int at = stepsToVersion(parts.getFirst());
        return at > 0 && parts.size() == at + 1 && VERBS.contains(parts.getLast());
    }

    /// How many steps a path begins with that are the same for all resources of a version; for other paths,
    /// 0.
    private static int stepsToVersion(String first) {
        return switch (first) {
            case "api" -> 2;
            case "apis" -> 3;
            default -> 0;
        };
    }

    /// Whether upstream's routers would look for a resource there. They take the path as it is written, while
    /// it is authorised without the slashes at its ends.
    public static boolean isRouted(String path) {
        String text = decoded(path);
        return !text.startsWith("//") && !text.startsWith("/apis//");
    }

    private static RequestPath target(String group, String version, List<String> parts, boolean watch) {
        boolean inNamespace = parts.getFirst().equals("namespaces") && parts.size() > 2 && !ofNamespace(parts);
        String namespace = inNamespace ? parts.get(1) : "";
        List<String> own = inNamespace ? parts.subList(2, parts.size()) : parts;
        return new RequestPath(
                new Target(group, version, own.getFirst(), namespace, part(own, 1), part(own, 2)),
                watch,
                own.size() > 3 ? own.subList(3, own.size()) : List.of(),
                inNamespace && namespace.isEmpty());
    }

    /// The subresources of a namespace look like resources in it.
    private static boolean ofNamespace(List<String> parts) {
        return parts.size() == 3
                && (parts.get(2).equals("status") || parts.get(2).equals("finalize"));
    }

    private static String part(List<String> parts, int at) {
        return parts.size() > at ? parts.get(at) : "";
    }

    /// The steps of a path, decoded; one between two slashes is empty, as is the namespace of somebody who
    /// left it out.
    public static List<String> parts(String path) {
        // Upstream decodes before it splits: an escaped slash separates like any other.
        String text = decoded(path);
        int begin = 0;
        int end = text.length();
        while (begin < end && text.charAt(begin) == '/') {
            begin++;
        }
        while (end > begin && text.charAt(end - 1) == '/') {
            end--;
        }
        return List.of(text.substring(begin, end).split("/", -1));
    }

    /// The path without slashes at its end, which upstream's routers of fixed paths do not see.
    public static String withoutLastSlashes(String path) {
        int end = path.length();
        while (end > 0 && path.charAt(end - 1) == '/') {
            end--;
        }
        return path.substring(0, end);
    }

    public static String decoded(String part) {
        if (part.indexOf('%') < 0) {
            return part;
        }
        try {
            return URLDecoder.decode(part.replace("+", "%2B"), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException _) {
            return part;
        }
    }
}
