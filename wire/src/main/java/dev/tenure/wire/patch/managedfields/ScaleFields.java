package dev.tenure.wire.patch.managedfields;

import dev.tenure.wire.json.ObjectNode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The part of `managedFields` that a write to `/scale` sees and changes: who owns the number of replicas.
/// The write itself is a [ManagedFields] call on the Scale, whose scope has the sub-resource `scale`.
/// Upstream: apimachinery/pkg/util/managedfields/scalehandler.go.
public final class ScaleFields {
    private static final String SCALE_VERSION = "autoscaling/v1";
    /// Where workloads and Scales keep the number of replicas.
    public static final List<String> REPLICAS = List.of("spec", "replicas");

    private static final List<PathElement> OF_SCALE = path(REPLICAS);

    private ScaleFields() {}

    /// The Scale with the managers of `spec.replicas` of its parent.
    ///
    /// @param replicas where the parent keeps the number, by all the versions that it has; nothing for a
    ///     version without a Scale
    public static ObjectNode toScale(Map<String, List<String>> replicas, ObjectNode parent, ObjectNode scale) {
        ManagerEntries managers = new ManagerEntries();
        for (ManagerEntry entry :
                ManagerEntries.parseOrEmpty(ManagerEntries.of(parent)).entries()) {
            List<String> path = replicas.getOrDefault(entry.apiVersion(), List.of());
            if (has(entry, path)) {
                managers.put(replicas(entry, SCALE_VERSION, OF_SCALE).withTime(entry.time()));
            }
        }
        return ManagerEntries.withManagers(scale, managers.json());
    }

    /// The changed parent with its managers as the written Scale has it.
    ///
    /// @param replicas as for [#toScale]; managers who wrote in any other version are forgotten
    /// @param apiVersion in which the Scale was written
    /// @param before the parent before the write
    /// @param after the parent with its new number of replicas
    public static ObjectNode toParent(
            Map<String, List<String>> replicas,
            String apiVersion,
            ObjectNode before,
            ObjectNode after,
            ObjectNode scale) {
        Map<ManagerEntry.Id, ManagerEntry> ofScale = new LinkedHashMap<>();
        ManagerEntries.parseOrEmpty(ManagerEntries.of(scale))
                .entries()
                .forEach(entry -> ofScale.put(entry.id(), entry));
        ManagerEntries managers = new ManagerEntries();
        for (ManagerEntry entry :
                ManagerEntries.parseOrEmpty(ManagerEntries.of(before)).entries()) {
            List<String> path = replicas.get(entry.apiVersion());
            if (path == null) {
                continue;
            }
            boolean kept = !has(entry, path) || ofScale.remove(entry.id()) != null;
            managers.putOrRemove(kept ? entry : entry.without(FieldSet.of(path(path))));
        }
        for (ManagerEntry entry : ofScale.values()) {
            if (entry.set().has(OF_SCALE)) {
                // Upstream looks for the time under an identifier that the parent's entries never have.
                managers.put(replicas(entry, apiVersion, path(replicas.getOrDefault(apiVersion, REPLICAS))));
            }
        }
        return ManagerEntries.withManagers(after, managers.json());
    }

    private static boolean has(ManagerEntry entry, List<String> path) {
        return !path.isEmpty() && entry.set().has(path(path));
    }

    private static ManagerEntry replicas(ManagerEntry owner, String apiVersion, List<PathElement> path) {
        return ManagerEntry.of(owner.id(), apiVersion, "", FieldSet.of(path));
    }

    private static List<PathElement> path(List<String> fields) {
        return fields.stream().map(PathElement::field).toList();
    }
}
