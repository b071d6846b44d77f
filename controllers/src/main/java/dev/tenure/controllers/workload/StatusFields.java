package dev.tenure.controllers.workload;

import dev.tenure.wire.json.ObjectNode;

/// Fields of a status as a merge patch writes them: what Kubernetes leaves out when it is empty is null here,
/// so that it goes.
public final class StatusFields {
    private StatusFields() {}

    /// A count that is left out while it is zero.
    public static void count(ObjectNode status, String field, int value) {
        if (value == 0) {
            status.putNull(field);
        } else {
            status.put(field, value);
        }
    }
}
