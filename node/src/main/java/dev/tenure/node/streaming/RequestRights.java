package dev.tenure.node.streaming;

import java.util.List;

/// What somebody needs to be allowed to do with a node so that a request is answered: one of these on its
/// subresources. Upstream: kubelet/server/auth.go.
///
/// @param verb empty for methods that Kubernetes does not know
/// @param subresources any of them is enough
record RequestRights(String verb, List<String> subresources) {
    RequestRights {
        subresources = List.copyOf(subresources);
    }

    static RequestRights of(String method, String path) {
        return new RequestRights(verb(method), subresources(path));
    }

    private static String verb(String method) {
        return switch (method) {
            case "POST" -> "create";
            case "GET" -> "get";
            case "PUT" -> "update";
            case "PATCH" -> "patch";
            case "DELETE" -> "delete";
            default -> "";
        };
    }

    private static List<String> subresources(String path) {
        int end = path.indexOf('/', 1);
        return switch (end < 0 ? path : path.substring(0, end)) {
            case "/pods", "/runningpods" -> List.of("pods", "proxy");
            case "/healthz" -> List.of("healthz", "proxy");
            case "/configz" -> List.of("configz", "proxy");
            case "/stats" -> List.of("stats");
            case "/metrics" -> List.of("metrics");
            case "/logs" -> List.of("log");
            case "/checkpoint" -> List.of("checkpoint");
            default -> List.of("proxy");
        };
    }
}
