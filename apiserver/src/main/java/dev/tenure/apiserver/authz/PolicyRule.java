package dev.tenure.apiserver.authz;

import dev.tenure.wire.json.JsonNode;
import java.util.ArrayList;
import java.util.List;

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
            boolean prefix = url.endsWith(ALL) && path.startsWith(url.substring(0, url.length() - 1));
            if (url.equals(ALL) || prefix || url.equals(path)) {
                return true;
            }
        }
        return false;
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
