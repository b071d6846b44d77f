package dev.tenure.apiserver.handler;

import dev.tenure.apiserver.registry.KindEntry;
import dev.tenure.apiserver.registry.RefusedException;
import dev.tenure.apiserver.registry.Statuses;
import dev.tenure.model.meta.ApiRequest.Target;
import java.util.Map;
import java.util.Set;

/// The keys under which upstream keeps objects; they stand in some messages.
public final class StorageKey {
    private static final Map<String, String> RENAMED = Map.of(
            "nodes", "minions",
            "endpoints", "services/endpoints",
            "services", "services/specs",
            "replicationcontrollers", "controllers",
            "ingresses", "ingress");

    /// Groups that are built in and stand under their names all the same, as do those that are defined.
    private static final Set<String> UNDER_GROUP = Set.of("apiextensions.k8s.io", "apiregistration.k8s.io");

    private static final Set<String> NO_STEPS = Set.of(".", "..");

    private StorageKey() {}

    /// @param dryRun whether nothing is to be written: then upstream's messages leave out what all keys begin
    ///     with
    public static String of(KindEntry entry, String namespace, String name, boolean dryRun) {
        return (dryRun ? "" : "/registry") + place(entry) + "/" + (namespace.isEmpty() ? "" : namespace + "/") + name;
    }

    /// Upstream looks for objects of any namespace, whatever its name, and its store refuses keys that lead
    /// elsewhere. Upstream: apiserver/pkg/storage/etcd3/store.go (prepareKey).
    ///
    /// @throws RefusedException for a namespace that is no step of a key
    static void check(KindEntry entry, Target target) {
        if (NO_STEPS.contains(target.namespace())) {
            String name = target.name().isEmpty() ? "" : "/" + target.name();
            throw new RefusedException(
                    Statuses.unknown("invalid key: \"%s/%s%s\"".formatted(place(entry), target.namespace(), name)));
        }
    }

    private static String place(KindEntry entry) {
        String group = entry.stored().group();
        String resource = entry.stored().resource();
        if (entry.custom().isPresent() || UNDER_GROUP.contains(group)) {
            return "/" + group + "/" + resource;
        }
        return "/" + RENAMED.getOrDefault(resource, resource);
    }
}
