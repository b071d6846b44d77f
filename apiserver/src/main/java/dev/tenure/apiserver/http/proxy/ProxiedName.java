package dev.tenure.apiserver.http.proxy;

import dev.tenure.apiserver.registry.RefusedException;
import dev.tenure.apiserver.registry.Statuses;
import dev.tenure.model.meta.Quoted;
import java.util.List;
import java.util.Set;

/// Of whom a proxy is asked: `name`, `name:port` or `scheme:name:port`. Upstream: apimachinery/pkg/util/net,
/// SplitSchemeNamePort.
///
/// @param scheme `http`, `https`, or empty, which is the first
/// @param port a number, the name of one, or empty
record ProxiedName(String scheme, String name, String port) {
    private static final Set<String> SCHEMES = Set.of("", "http", "https");

    /// @param kind of what is asked for, in the refusal
    /// @throws RefusedException with 400 when it is none of the three
    static ProxiedName parse(String text, String kind) {
        List<String> parts = List.of(text.split(":", -1));
        ProxiedName name = switch (parts.size()) {
            case 1 -> new ProxiedName("", parts.getFirst(), "");
            case 2 -> new ProxiedName("", parts.getFirst(), parts.getLast());
            case 3 -> new ProxiedName(parts.getFirst(), parts.get(1), parts.getLast());
            default -> new ProxiedName("", "", "");
        };
        if (name.name().isEmpty() || !SCHEMES.contains(name.scheme())) {
            throw new RefusedException(Statuses.badRequest("invalid %s request %s".formatted(kind, Quoted.of(text))));
        }
        return name;
    }

    boolean isSecure() {
        return scheme.equals("https");
    }
}
