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
import dev.tenure.simnodes.script.MarkedFiles;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Grants simulated pods what they ask for while they run, or has them wait for room. What is granted they
/// have at once; a container that has to start again for it does, and no other. Upstream: kubelet/allocation,
/// kuberuntime_manager.go (computePodResizeAction).
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
        List<String> again = startAgain(entry, before);
        boolean alone = entry.pod().spec().containers().size() == 1
                && entry.pod().spec().initContainers().stream().noneMatch(Container::sidecar);
        if (alone && !again.isEmpty()) {
            entry.startAgain(time.wall(), files);
        } else {
            again.forEach(container -> entry.starts.again(container, time.wall()));
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

    /// The containers that cannot be given what was granted while they run; init containers only where they
    /// run beside the others.
    private static List<String> startAgain(SimulatedPod entry, Pod before) {
        JsonNode spec = Json.readObject(entry.stored.json()).path("spec");
        var again = new ArrayList<String>();
        again.addAll(startAgain(
                before.spec().initContainers(), entry.pod().spec().initContainers(), spec.path("initContainers")));
        again.addAll(startAgain(before.spec().containers(), entry.pod().spec().containers(), spec.path("containers")));
        return again;
    }

    private static List<String> startAgain(List<Container> before, List<Container> now, JsonNode containers) {
        var again = new ArrayList<String>();
        for (int i = 0; i < before.size(); i++) {
            if (startsAgain(before.get(i), now.get(i), containers.path(i))) {
                again.add(now.get(i).name());
            }
        }
        return again;
    }

    private static boolean startsAgain(Container before, Container now, JsonNode container) {
        return container
                .path("resizePolicy")
                .valueStream()
                .anyMatch(policy -> policy.path("restartPolicy").asText().equals("RestartContainer")
                        && differ(
                                before.resources(),
                                now.resources(),
                                policy.path("resourceName").asText()));
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
