package dev.tenure.apiserver.openapi;

import com.google.re2j.Pattern;
import dev.tenure.apiserver.openapi.OpenApiFacts.Operation;
import dev.tenure.apiserver.registry.KindEntry;
import java.util.Locale;

/// Names of operations, as upstream forms them: `readCoreV1NamespacedPodStatus`.
final class OperationNames {
    private static final Pattern NO_WORD = Pattern.compile("[^A-Za-z0-9]");
    private static final String COMMON = ".k8s.io";

    private OperationNames() {}

    /// `core_v1`.
    static String tag(Operation operation) {
        return operation
                .kind()
                .map(kind -> group(kind) + "_" + kind.type().version())
                .orElse("");
    }

    private static String group(KindEntry kind) {
        String group = kind.type().group();
        String own = group.endsWith(COMMON) ? group.substring(0, group.length() - COMMON.length()) : group;
        StringBuilder name = new StringBuilder();
        for (String part : own.split("[^A-Za-z0-9]+")) {
            name.append(name.isEmpty() ? part : capital(part));
        }
        return group.isEmpty() ? "core" : name.toString();
    }

    static String id(Operation operation) {
        if (operation.kind().isEmpty()) {
            return "get" + NO_WORD.matcher(operation.path()).replaceAll("_") + "Resources";
        }
        KindEntry kind = operation.kind().get();
        String action = operation.facts().path("action").asText("");
        boolean inNamespace = operation.path().contains("/namespaces/{namespace}/");
        String group = capital(group(kind)) + capital(kind.type().version());
        String name = kind.type().kind() + capital(operation.subresource());
        boolean everywhere = kind.type().namespaced() && !inNamespace;
        return verb(action)
                + group
                + (action.equals("deletecollection") ? "Collection" : "")
                + (inNamespace ? "Namespaced" : "")
                + name
                + (action.equals("watchlist") ? "List" : "")
                + (everywhere ? "ForAllNamespaces" : "");
    }

    /// `getAppsAPIGroup`, `getAPIVersions`.
    static String ofPage(String path) {
        String[] parts = path.split("/");
        if (parts.length == 3 && parts[1].equals("apis")) {
            return "get" + capital(parts[2].split("\\.", 2)[0]) + "APIGroup";
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
