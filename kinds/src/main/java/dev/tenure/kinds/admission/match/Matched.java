package dev.tenure.kinds.admission.match;

import dev.tenure.wire.schema.GroupVersionKind;

/// A resource in one of its versions, and the kind of what is sent to it.
public record Matched(String group, String version, String resource, GroupVersionKind kind) {
    /// As upstream prints it: `apps/v1, Kind=Deployment`.
    public String shownKind() {
        return kind.group() + "/" + kind.version() + ", Kind=" + kind.kind();
    }
}
