package dev.tenure.apiserver.authz;

import dev.tenure.wire.json.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// One rule of a role (Kubernetes: `PolicyRule`): these verbs on these resources, or on these paths.
public record PolicyRule(
        List<String> verbs, List<String> groups, List<String> resources, List<String> names, List<String> urls) {
    private static final String ALL = "*";

    /// Of one element of `rules`.
    public static PolicyRule of(JsonNode node) {
        return new PolicyRule(
                texts(node, "verbs"),
                texts(node, "apiGroups"),
                texts(node, "resources"),
                texts(node, "resourceNames"),
                texts(node, "nonResourceURLs"));
    }

    private static List<String> texts(JsonNode node, String field) {
        var texts = new ArrayList<String>();
        node.path(field).forEach(n -> texts.add(n.asText("")));
        return List.copyOf(texts);
    }

    public boolean allows(Attributes a) {
        if (!has(verbs, a.verb())) {
            return false;
        }
        return a.aboutPath() ? coversPath(a.path()) : coversResource(a);
    }

    private boolean coversPath(String path) {
        for (String url : urls) {
            if (url.equals(path) || start(url).filter(path::startsWith).isPresent()) {
                return true;
            }
        }
        return false;
    }

    /// What paths begin with that a granted one with stars at its end covers.
    static Optional<String> start(String granted) {
        int end = granted.length();
        while (end > 0 && granted.charAt(end - 1) == '*') {
            end--;
        }
        return end < granted.length() ? Optional.of(granted.substring(0, end)) : Optional.empty();
    }

    private boolean coversResource(Attributes a) {
        return has(groups, a.group())
                && coversName(a)
                && (names.isEmpty() || (!a.name().isEmpty() && names.contains(a.name())));
    }

    private boolean coversName(Attributes a) {
        String full = a.fullResource();
        String everySubresource = ALL + "/" + a.subresource();
        for (String resource : resources) {
            if (resource.equals(ALL)
                    || resource.equals(full)
                    || (!a.subresource().isEmpty() && resource.equals(everySubresource))) {
                return true;
            }
        }
        return false;
    }

    private static boolean has(List<String> listed, String wanted) {
        return listed.contains(ALL) || listed.contains(wanted);
    }
}
