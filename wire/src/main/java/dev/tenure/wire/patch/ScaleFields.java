package dev.tenure.wire.patch;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tenure.wire.schema.GroupVersionKind;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The part of the book that a write to `/scale` sees and changes: who owns the number of replicas. The
/// write itself is a [ManagedFields] call on the Scale, whose scope has the sub-resource `scale`.
/// Upstream: apimachinery/pkg/util/managedfields/scalehandler.go.
public final class ScaleFields {
    private static final String SCALE_VERSION = "autoscaling/v1";
    private static final List<PathElement> REPLICAS = List.of(PathElement.field("spec"), PathElement.field("replicas"));

    private ScaleFields() {}

    /// The Scale with the managers of `spec.replicas` of its parent.
    public static ObjectNode toScale(GroupVersionKind parentKind, ObjectNode parent, ObjectNode scale) {
        ManagerBook managers = new ManagerBook();
        for (ManagerEntry entry :
                ManagerBook.parseOrEmpty(ManagerBook.of(parent)).entries()) {
            if (entry.apiVersion().equals(parentKind.apiVersion())
                    && entry.set().has(REPLICAS)) {
                managers.put(replicas(entry, SCALE_VERSION).withTime(entry.time()));
            }
        }
        return ManagerBook.withManagers(scale, managers.json());
    }

    /// The changed parent with its managers as the written Scale has it.
    ///
    /// @param before the parent before the write
    /// @param after the parent with its new number of replicas
    public static ObjectNode toParent(
            GroupVersionKind parentKind, ObjectNode before, ObjectNode after, ObjectNode scale) {
        Map<ManagerEntry.Id, ManagerEntry> ofScale = new LinkedHashMap<>();
        ManagerBook.parseOrEmpty(ManagerBook.of(scale)).entries().forEach(entry -> ofScale.put(entry.id(), entry));
        ManagerBook managers = new ManagerBook();
        for (ManagerEntry entry :
                ManagerBook.parseOrEmpty(ManagerBook.of(before)).entries()) {
            if (!entry.apiVersion().equals(parentKind.apiVersion())) {
                continue;
            }
            boolean kept = !entry.set().has(REPLICAS) || ofScale.remove(entry.id()) != null;
            managers.putOrRemove(kept ? entry : entry.without(FieldSet.of(REPLICAS)));
        }
        for (ManagerEntry entry : ofScale.values()) {
            if (entry.set().has(REPLICAS)) {
                // Upstream looks for the time under an identifier that the parent's entries never have.
                managers.put(replicas(entry, parentKind.apiVersion()));
            }
        }
        return ManagerBook.withManagers(after, managers.json());
    }

    private static ManagerEntry replicas(ManagerEntry owner, String apiVersion) {
        return new ManagerEntry(owner.id(), apiVersion, "", ManagerEntry.Fields.of(FieldSet.of(REPLICAS)));
    }
}
