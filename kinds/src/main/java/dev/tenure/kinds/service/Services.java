package dev.tenure.kinds.service;

import dev.tenure.wire.json.JsonNode;

/// What follows from the type of a service. Pure.
public final class Services {
    private Services() {}

    public static boolean isBalanced(JsonNode spec) {
        return type(spec).equals("LoadBalancer");
    }

    private static String type(JsonNode spec) {
        return spec.path("type").asText("");
    }

    /// Whether the type is one whose services have an address in the cluster, or explicitly none.
    public static boolean hasClusterAddress(JsonNode spec) {
        return switch (type(spec)) {
            case "ClusterIP", "NodePort", "LoadBalancer" -> true;
            default -> false;
        };
    }

    /// Whether it has an address in the cluster or explicitly none, whatever else its type is; only
    /// ExternalName does not.
    public static boolean needsClusterAddress(JsonNode spec) {
        return !type(spec).equals("ExternalName");
    }

    /// Whether it asks for no address.
    public static boolean hasAddressNone(JsonNode spec) {
        return spec.path("clusterIPs").path(0).asText("").equals("None");
    }

    public static boolean isNodePort(JsonNode spec) {
        return type(spec).equals("NodePort");
    }

    public static boolean isHeadless(JsonNode spec) {
        return spec.path("clusterIPs").size() == 1
                && spec.path("clusterIPs").path(0).asText("").equals("None");
    }

    public static boolean isReachableFromOutside(JsonNode spec) {
        return isBalanced(spec)
                || type(spec).equals("NodePort")
                || (type(spec).equals("ClusterIP") && !spec.path("externalIPs").isEmpty());
    }

    /// Whether its ports are opened on nodes.
    public static boolean hasNodePorts(JsonNode spec) {
        return type(spec).equals("NodePort")
                || (isBalanced(spec)
                        && spec.path("allocateLoadBalancerNodePorts").asBoolean(true));
    }

    /// Whether balancers ask nodes whether they have an endpoint.
    public static boolean hasHealthCheck(JsonNode spec) {
        return isBalanced(spec) && spec.path("externalTrafficPolicy").asText("").equals("Local");
    }
}
