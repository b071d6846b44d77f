package dev.tenure.apiserver.http;

import dev.tenure.model.meta.ApiRequest.Target;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/// A path of the API, taken apart. Upstream: apiserver/pkg/endpoints/request/requestinfo.go.
///
/// @param target what it is about
/// @param watch whether it is one of the old paths with `watch` in them
/// @param rest what follows the subresource; such paths lead nowhere yet
record RequestPath(Target target, boolean watch, List<String> rest) {
    /// @param path as it stands on the request line, without query
    /// @return empty when it is not the path of a resource
    static Optional<RequestPath> parse(String path) {
        List<String> parts = parts(path);
        int at;
        String group;
        String version;
        if (parts.size() >= 3 && parts.get(0).equals("api")) {
            group = "";
            version = parts.get(1);
            at = 2;
        } else if (parts.size() >= 4 && parts.get(0).equals("apis")) {
            group = parts.get(1);
            version = parts.get(2);
            at = 3;
        } else {
            return Optional.empty();
        }
        boolean watch = parts.get(at).equals("watch") && parts.size() > at + 1;
        return Optional.of(target(group, version, parts.subList(watch ? at + 1 : at, parts.size()), watch));
    }

    private static RequestPath target(String group, String version, List<String> parts, boolean watch) {
        String namespace = "";
        List<String> own = parts;
        if (parts.getFirst().equals("namespaces") && parts.size() > 2 && !ofNamespace(parts)) {
            namespace = parts.get(1);
            own = parts.subList(2, parts.size());
        }
        return new RequestPath(
                new Target(group, version, own.getFirst(), namespace, part(own, 1), part(own, 2)),
                watch,
                own.size() > 3 ? own.subList(3, own.size()) : List.of());
    }

    /// The subresources of a namespace look like resources in it.
    private static boolean ofNamespace(List<String> parts) {
        return parts.size() == 3
                && (parts.get(2).equals("status") || parts.get(2).equals("finalize"));
    }

    private static String part(List<String> parts, int at) {
        return parts.size() > at ? parts.get(at) : "";
    }

    /// The steps of a path, decoded; one between two slashes is empty, as is the namespace of somebody who left it out.
    static List<String> parts(String path) {
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

    static String decoded(String part) {
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
