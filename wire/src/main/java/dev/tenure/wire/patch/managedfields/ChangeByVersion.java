package dev.tenure.wire.patch.managedfields;

import dev.tenure.wire.json.ObjectNode;
import java.util.HashMap;
import java.util.Map;

/// One change of an object as it looks in the versions in which its managers wrote, worked out when it is
/// first asked for. Confined to one call. Upstream: structured-merge-diff/merge/update.go.
final class ChangeByVersion {
    private final FieldScope scope;
    private final ObjectNode before;
    private final ObjectNode after;
    private final Map<String, FieldDifferences> known = new HashMap<>(2);

    /// @param before and `after` in the version of the request
    ChangeByVersion(FieldScope scope, ObjectNode before, ObjectNode after) {
        this.scope = scope;
        this.before = before;
        this.after = after;
    }

    /// What counts of the change in that version.
    ///
    /// @throws VersionException when an object is none of that version
    FieldDifferences in(String apiVersion) {
        return known.computeIfAbsent(apiVersion, this::found);
    }

    private FieldDifferences found(String apiVersion) {
        ObjectNode old = scope.converted(before, scope.apiVersion(), apiVersion);
        ObjectNode next;
        try {
            next = scope.converted(after, scope.apiVersion(), apiVersion);
        } catch (VersionException e) {
            throw e.during("failed to convert new object: ");
        }
        return FieldDifferences.of(old, next, scope.place(apiVersion))
                .filtered(fields -> scope.filtered(apiVersion, fields));
    }

    /// What a manager still owns after the change, made by somebody else.
    ///
    /// @throws VersionException when an object is none of the version that the manager wrote in
    ManagerEntry left(ManagerEntry entry) {
        FieldDifferences change = in(entry.apiVersion());
        return entry.without(change.changed().union(change.removed()));
    }
}
