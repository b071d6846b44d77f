package dev.tenure.controllers.daemonset;

import dev.tenure.controllers.workload.StatusFields;
import dev.tenure.model.apps.DaemonSet.DaemonSetStatus;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;

/// The status of a daemon set as it is written: counts that are zero and may be left out are.
final class DaemonStatusShape {
    private DaemonStatusShape() {}

    static ObjectNode of(DaemonSetStatus wanted) {
        ObjectNode status = Json.object()
                .put("currentNumberScheduled", wanted.currentNumberScheduled())
                .put("numberMisscheduled", wanted.numberMisscheduled())
                .put("desiredNumberScheduled", wanted.desiredNumberScheduled())
                .put("numberReady", wanted.numberReady())
                .put("observedGeneration", wanted.observedGeneration());
        StatusFields.count(status, "updatedNumberScheduled", wanted.updatedNumberScheduled());
        StatusFields.count(status, "numberAvailable", wanted.numberAvailable());
        StatusFields.count(status, "numberUnavailable", wanted.numberUnavailable());
        return status;
    }
}
