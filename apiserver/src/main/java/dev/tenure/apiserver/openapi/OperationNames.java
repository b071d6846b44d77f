package dev.tenure.apiserver.openapi;

import dev.tenure.apiserver.openapi.OpenApiFacts.Operation;
import dev.tenure.apiserver.registry.KindEntry;
import java.util.Locale;

/// Names of operations, as upstream forms them: `readCoreV1NamespacedPodStatus`.
final class OperationNames {
    private static final String COMMON = ".k8s.io";

    private OperationNames() {}

    /// `core_v1`.
    static String tag(Operation operation) {
        return operation
                .kind()
                .map(kind -> group(kind) + "_" + kind.type().version())
                .orElseGet(() -> tagOfPage(operation.path()));
    }

    /// `apps_v1` for the list of a version's resources, `apps` for the page of a group.
    static String tagOfPage(String path) {
        String[] parts = path.split("/");
        return switch (parts[1]) {
            case "api" -> parts.length > 2 ? "core_" + parts[2] : "core";
            case "apis" ->
                switch (parts.length) {
                    case 2 -> "apis";
                    case 3 -> group(parts[2]);
                    default -> group(parts[2]) + "_" + parts[3];
                };
            case ".well-known" -> "WellKnown";
            default -> parts[1];
        };
    }

    private static String group(KindEntry kind) {
        return group(kind.type().group());
    }

    private static String group(String group) {
        String own = group.endsWith(COMMON) ? group.substring(0, group.length() - COMMON.length()) : group;
        StringBuilder name = new StringBuilder();
        for (String part : own.split("[^A-Za-z0-9]+")) {
            name.append(name.isEmpty() ? part : capital(part));
        }
        return group.isEmpty() ? "core" : name.toString();
    }

    static String id(Operation operation) {
        if (operation.kind().isEmpty()) {
            String[] words = tagOfPage(operation.path()).split("_");
            return "get" + capital(words[0]) + capital(words[1]) + "APIResources";
        }
        KindEntry kind = operation.kind().get();
        String action = operation.facts().path("action").asText("");
        boolean inNamespace = operation.path().contains("/namespaces/{namespace}/");
        String group = capital(group(kind)) + capital(kind.type().version());
        String name = kind.type().kind() + capital(operation.subresource());
        boolean everywhere = kind.type().namespaced() && !inNamespace;
        boolean connects = action.equals("connect");
        return verb(action)
                + group
                + (connects ? capital(operation.verb()) : "")
                + (action.equals("deletecollection") ? "Collection" : "")
                + (inNamespace ? "Namespaced" : "")
                + name
                + (action.equals("watchlist") ? "List" : "")
                + (everywhere ? "ForAllNamespaces" : "")
                + (connects && operation.path().endsWith("/{path}") ? "WithPath" : "");
    }

    /// `getAppsAPIGroup`, `getAPIVersions`.
    static String ofPage(String path) {
        String[] parts = path.split("/");
        if (parts.length == 3 && parts[1].equals("apis")) {
            return "get" + capital(group(parts[2])) + "APIGroup";
        }
        return switch (path) {
            case "/api/" -> "getCoreAPIVersions";
            case "/apis/" -> "getAPIVersions";
            case "/version/" -> "getCodeVersion";
            case "/openid/v1/jwks/" -> "getServiceAccountIssuerOpenIDKeyset";
            default -> "getServiceAccountIssuerOpenIDConfiguration";
        };
    }

    private static String verb(String action) {
        return switch (action) {
            case "get" -> "read";
            case "put" -> "replace";
            case "post" -> "create";
            case "deletecollection" -> "delete";
            case "watchlist" -> "watch";
            default -> action;
        };
    }

    private static String capital(String text) {
        return text.isEmpty() ? "" : text.substring(0, 1).toUpperCase(Locale.ROOT) + text.substring(1);
    }
}
