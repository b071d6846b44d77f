package dev.tenure.apiserver.handler;

import dev.tenure.apiserver.registry.KindEntry;
import java.util.Map;

/// The keys under which upstream keeps objects; they stand in some messages.
public final class StorageKey {
    private static final Map<String, String> RENAMED = Map.of(
            "nodes", "minions",
            "endpoints", "services/endpoints",
            "services", "services/specs",
            "replicationcontrollers", "controllers",
            "ingresses", "ingress");

    private StorageKey() {}

    public static String of(KindEntry entry, String namespace, String name) {
        String resource = entry.stored().resource();
        String place = RENAMED.getOrDefault(resource, resource);
        return "/registry/" + place + "/" + (namespace.isEmpty() ? "" : namespace + "/") + name;
    }
}
