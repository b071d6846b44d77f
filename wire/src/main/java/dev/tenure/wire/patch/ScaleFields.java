package dev.tenure.wire.patch;

import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.schema.GroupVersionKind;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The part of `managedFields` that a write to `/scale` sees and changes: who owns the number of replicas. The
/// write itself is a [ManagedFields] call on the Scale, whose scope has the sub-resource `scale`.
/// Upstream: apimachinery/pkg/util/managedfields/scalehandler.go.
public final class ScaleFields {
    private static final String SCALE_VERSION = "autoscaling/v1";
    /// Where workloads and Scales keep the number of replicas.
    public static final List<String> REPLICAS = List.of("spec", "replicas");

    private static final List<PathElement> OF_SCALE = path(REPLICAS);

    private ScaleFields() {}

    /// The Scale with the managers of `spec.replicas` of its parent.
    ///
    /// @param replicas where the parent keeps the number
    public static ObjectNode toScale(
            GroupVersionKind parentKind, List<String> replicas, ObjectNode parent, ObjectNode scale) {
        List<PathElement> ofParent = path(replicas);
        ManagerEntries managers = new ManagerEntries();
        for (ManagerEntry entry :
                ManagerEntries.parseOrEmpty(ManagerEntries.of(parent)).entries()) {
            if (entry.apiVersion().equals(parentKind.apiVersion())
                    && entry.set().has(ofParent)) {
                managers.put(replicas(entry, SCALE_VERSION, OF_SCALE).withTime(entry.time()));
            }
        }
        return ManagerEntries.withManagers(scale, managers.json());
    }

    /// The changed parent with its managers as the written Scale has it.
    ///
    /// @param replicas where the parent keeps the number
    /// @param before the parent before the write
    /// @param after the parent with its new number of replicas
    public static ObjectNode toParent(
            GroupVersionKind parentKind, List<String> replicas, ObjectNode before, ObjectNode after, ObjectNode scale) {
        List<PathElement> ofParent = path(replicas);
        Map<ManagerEntry.Id, ManagerEntry> ofScale = new LinkedHashMap<>();
        ManagerEntries.parseOrEmpty(ManagerEntries.of(scale))
                .entries()
                .forEach(entry -> ofScale.put(entry.id(), entry));
        ManagerEntries managers = new ManagerEntries();
        for (ManagerEntry entry :
                ManagerEntries.parseOrEmpty(ManagerEntries.of(before)).entries()) {
            if (!entry.apiVersion().equals(parentKind.apiVersion())) {
                continue;
            }
            boolean kept = !entry.set().has(ofParent) || ofScale.remove(entry.id()) != null;
            managers.putOrRemove(kept ? entry : entry.without(FieldSet.of(ofParent)));
        }
        for (ManagerEntry entry : ofScale.values()) {
            if (entry.set().has(OF_SCALE)) {
                // Upstream looks for the time under an identifier that the parent's entries never have.
                managers.put(replicas(entry, parentKind.apiVersion(), ofParent));
            }
        }
        return ManagerEntries.withManagers(after, managers.json());
    }

    private static ManagerEntry replicas(ManagerEntry owner, String apiVersion, List<PathElement> path) {
        return ManagerEntry.of(owner.id(), apiVersion, "", FieldSet.of(path));
    }

    private static List<PathElement> path(List<String> fields) {
        return fields.stream().map(PathElement::field).toList();
    }
}
