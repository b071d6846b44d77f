package dev.tenure.simnodes;

import dev.tenure.client.events.EventRecorder;
import dev.tenure.kubelet.admission.PodAdmissionRule;
import dev.tenure.kubelet.resize.ResizeMessage;
import dev.tenure.model.core.Condition;
import dev.tenure.model.core.Container;
import dev.tenure.model.core.Pod;
import dev.tenure.model.core.ResourceList;
import dev.tenure.model.core.ResourceRequirements;
import dev.tenure.runtime.time.TimeSource;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// Grants simulated pods what they ask for while they run, or has them wait for room. What is granted they have at
/// once; when a container has to start again for it, all of its pod do. Upstream: kubelet/allocation.
final class SimulatedResizes {
    private final TimeSource time;
    private final EventRecorder events;

    SimulatedResizes(TimeSource time, EventRecorder events) {
        this.time = time;
        this.events = events;
    }

    /// Decides about a pod that asks for something else than it has. A critical pod makes no room for itself.
    ///
    /// @return whether there is something to report
    boolean decide(SimulatedPod entry, PodAdmissionRule.Verdict verdict, MarkedFiles files) {
        return switch (verdict) {
            case PodAdmissionRule.Verdict.Admit _ -> grant(entry, files);
            case PodAdmissionRule.Verdict.AdmitAfter _ -> defer(entry, "other pods are in the way");
            case PodAdmissionRule.Verdict.Reject(String _, String message) -> defer(entry, message);
        };
    }

    /// Nothing waits of a pod that has what it asks for.
    ///
    /// @return whether something did
    boolean settle(SimulatedPod entry) {
        boolean waited = entry.resizing.pending().isPresent();
        entry.resizing = entry.resizing.settled();
        return waited;
    }

    private boolean grant(SimulatedPod entry, MarkedFiles files) {
        Pod before = entry.granted();
        entry.grant();
        entry.resizing = entry.resizing.settled();
        if (restarts(entry, before)) {
            entry.startAgain(time.wall(), files);
        }
        for (String step : List.of("Started", "Completed")) {
            String began = "Pod resize " + (step.equals("Started") ? "started" : "completed");
            note(entry, EventRecorder.Type.Normal, "Resize" + step, message(entry, began, ""));
        }
        return true;
    }

    private boolean defer(SimulatedPod entry, String why) {
        long generation = entry.pod().meta().generation();
        Optional<Condition> told = entry.resizing.pending();
        boolean sameSpec =
                told.filter(old -> old.observedGeneration() == generation).isPresent();
        if (sameSpec && told.get().message().equals(why)) {
            return false;
        }
        Instant now = time.wall();
        entry.resizing = entry.resizing.deferred(why, generation, now);
        if (!sameSpec) {
            note(entry, EventRecorder.Type.Warning, "ResizeDeferred", message(entry, "Pod resize Deferred", why));
        }
        return true;
    }

    private static boolean restarts(SimulatedPod entry, Pod before) {
        JsonNode spec = Json.readObject(entry.stored.json()).path("spec");
        List<Container> old = before.spec().containers();
        List<Container> now = entry.pod().spec().containers();
        for (int i = 0; i < old.size(); i++) {
            for (JsonNode policy : spec.path("containers").path(i).path("resizePolicy")) {
                String resource = policy.path("resourceName").asText();
                boolean restart = policy.path("restartPolicy").asText().equals("RestartContainer");
                if (restart && differ(old.get(i).resources(), now.get(i).resources(), resource)) {
                    return true;
                }
            }
        }
        return false;
    }

    private static boolean differ(ResourceRequirements one, ResourceRequirements other, String resource) {
        return differ(one.requests(), other.requests(), resource) || differ(one.limits(), other.limits(), resource);
    }

    private static boolean differ(ResourceList one, ResourceList other, String resource) {
        return !one.get(resource).equals(other.get(resource));
    }

    private static String message(SimulatedPod entry, String began, String error) {
        return ResizeMessage.of(
                began, Json.readObject(entry.stored.json()), entry.pod().meta().generation(), error);
    }

    private void note(SimulatedPod entry, EventRecorder.Type type, String reason, String message) {
        events.record(entry.about(), type, reason, message);
    }
}
