package dev.tenure.plan.timeline;

import dev.tenure.model.core.Condition;
import dev.tenure.model.core.Pod;
import dev.tenure.model.core.PodPhase;
import dev.tenure.model.meta.ObjectMeta;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.model.quantity.GoDuration;
import dev.tenure.plan.forecast.DisruptionReasonRule;
import dev.tenure.plan.source.ClusterDump;
import dev.tenure.plan.source.Gap;
import dev.tenure.plan.timeline.ObservedEviction.Since;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Who was told to go. A pod that is still there tells it itself, by its condition `DisruptionTarget`, its
/// status or the mark of its deletion, and what it tells goes before events about it; of pods that are gone
/// the records of nodes and the record of removed pods tell, where there are any, and events of the others.
final class PastEvictionRule {
    private static final String EVENTS = "events";

    private PastEvictionRule() {}

    /// In order of time.
    static List<ObservedEviction> of(ClusterDump dump) {
        List<Pod> pods = dump.views(ResourceTypes.PODS, Pod.class);
        var observed = new ArrayList<ObservedEviction>();
        Map<String, Pod> byName = new HashMap<>();
        RecordedEvictions recorded = RecordedEvictions.of(dump);
        RecordedEvictions removed = recorded.without(RemovedRecord.of(dump).evicted());
        for (Pod pod : pods) {
            byName.put(name(pod.meta().namespace(), pod.meta().name()), pod);
            observedOnPod(pod)
                    .map(each -> recorded.explained(pod.meta().uid(), each))
                    .ifPresent(observed::add);
        }
        List<PodEvent> events =
                events(dump).flatMap(object -> PodEvent.of(object).stream()).toList();
        Map<String, List<PodEvent>> placed = events.stream()
                .filter(event -> event.placedOn().isPresent())
                .collect(Collectors.groupingBy(event -> name(event.namespace(), event.name())));
        Set<String> uids = pods.stream().map(pod -> pod.meta().uid()).collect(Collectors.toSet());
        Stream.of(recorded, removed)
                .flatMap(each -> each.entries().stream())
                .filter(entry -> !uids.contains(entry.uid()))
                .forEach(entry -> observed.add(entry.eviction()));
        Map<String, ObservedEviction> byEvents = new HashMap<>();
        events.forEach(event -> {
            Optional<Pod> pod = Optional.ofNullable(byName.get(name(event.namespace(), event.name())))
                    .filter(each -> isOf(event, each));
            String cause = cause(event);
            if (!cause.isEmpty()
                    && pod.flatMap(PastEvictionRule::observedOnPod).isEmpty()
                    && !(pod.isEmpty() && (recorded.tell(event) || removed.tell(event)))) {
                // of two events about one pod, as by the API and by its node, the first tells when it was
                // told to go
                byEvents.merge(
                        name(event.namespace(), event.name()) + "/" + event.uid(),
                        ofEvent(event, cause, pod, node(event, pod, placed)),
                        (one, other) -> other.at().isBefore(one.at()) ? other : one);
            }
        });
        observed.addAll(byEvents.values());
        observed.sort(Comparator.comparing(ObservedEviction::at)
                .thenComparing(ObservedEviction::namespace)
                .thenComparing(ObservedEviction::name));
        return observed;
    }

    /// What nobody can tell of the past.
    static List<String> unknown(ClusterDump dump) {
        Optional<Gap> gap = dump.gaps().stream()
                .filter(each -> each.resource().equals(EVENTS))
                .findFirst();
        if (gap.isPresent()) {
            return List.of(gap.get().text());
        }
        return events(dump).findAny().isPresent()
                ? List.of("servers keep events for an hour, unless told otherwise: of pods that went earlier "
                        + (RecordedEvictions.of(dump).entries().isEmpty()
                                        && RemovedRecord.of(dump).entries().isEmpty()
                                ? "nothing tells"
                                : "only the records of nodes and of removed pods tell"))
                : List.of("there are no events: of pods that are gone nothing tells; add them with"
                        + " `kubectl get events -A -o yaml`");
    }

    private static Stream<StoredObject> events(ClusterDump dump) {
        return dump.items().stream()
                .map(ClusterDump.Item::object)
                .filter(object -> object.key().resource().equals(EVENTS));
    }

    private static String name(String namespace, String name) {
        return namespace + "/" + name;
    }

    /// A StatefulSet makes pods of the same name again.
    private static boolean isOf(PodEvent event, Pod pod) {
        return event.uid().isEmpty()
                ? !pod.meta().creationTimestamp().isAfter(event.at())
                : event.uid().equals(pod.meta().uid());
    }

    private static Optional<ObservedEviction> observedOnPod(Pod pod) {
        Optional<Condition> target =
                pod.status().condition(Pod.DISRUPTION_TARGET).filter(Condition::isTrue);
        if (target.isPresent()) {
            Condition observed = target.get();
            return Optional.of(new ObservedEviction(
                    observed.lastTransitionTime(),
                    pod.meta().namespace(),
                    pod.meta().name(),
                    pod.spec().nodeName(),
                    cause(observed, pod),
                    observed.message(),
                    since(pod)));
        }
        return pod.meta().deletion().map(deletion -> deleted(pod, deletion));
    }

    private static ObservedEviction deleted(Pod pod, ObjectMeta.Deletion deletion) {
        return new ObservedEviction(
                deletion.at().minus(GoDuration.ofSeconds(deletion.graceSeconds())),
                pod.meta().namespace(),
                pod.meta().name(),
                pod.spec().nodeName(),
                "deleted",
                "its grace period of %d s ends at %s".formatted(deletion.graceSeconds(), deletion.at()),
                since(pod));
    }

    /// Where the pod was: it says so itself, else its node wrote the event, else the scheduler told where it
    /// went. Empty when nobody tells.
    private static String node(PodEvent event, Optional<Pod> pod, Map<String, List<PodEvent>> placed) {
        if (pod.isPresent() || !event.host().isEmpty()) {
            return pod.map(each -> each.spec().nodeName()).orElse(event.host());
        }
        // a StatefulSet makes pods of the same name again, and the one that left is the one placed last
        // before that
        return placed.getOrDefault(name(event.namespace(), event.name()), List.of()).stream()
                .filter(each -> event.uid().isEmpty()
                        ? !each.at().isAfter(event.at())
                        : event.uid().equals(each.uid()))
                .max(Comparator.comparing(PodEvent::at))
                .flatMap(PodEvent::placedOn)
                .orElse("");
    }

    private static ObservedEviction ofEvent(PodEvent event, String cause, Optional<Pod> pod, String node) {
        return new ObservedEviction(
                event.at(),
                event.namespace(),
                event.name(),
                node,
                cause,
                event.count() == 1 ? event.message() : "%s (the last of %d)".formatted(event.message(), event.count()),
                pod.map(PastEvictionRule::since).orElse(Since.GONE));
    }

    private static Since since(Pod pod) {
        if (pod.status().phase() == PodPhase.FAILED || pod.status().phase() == PodPhase.SUCCEEDED) {
            return Since.ENDED;
        }
        return pod.meta().deleting() ? Since.STOPPING : Since.STANDS;
    }

    /// Nodes write one reason for all that they end themselves; the pod's own reason tells which it was.
    private static String cause(Condition observed, Pod pod) {
        return DisruptionReasonRule.cause(observed.reason())
                .orElseGet(() -> causeOfReason(pod.status().reason()));
    }

    /// Of a pod that its node ended, by the pod's reason.
    static String causeOfReason(String reason) {
        return switch (reason) {
            case "Terminated" -> "node-shutdown";
            case "Preempting" -> "preemption";
            default -> "node-pressure";
        };
    }

    /// Empty for events that are about something else.
    private static String cause(PodEvent event) {
        return switch (event.reason()) {
            // the same reason tells that a pod may stay after all: "Cancelling deletion of Pod"
            case "TaintManagerEviction" -> event.message().startsWith("Marking") ? "taint" : "";
            case "DeviceTaintManagerEviction" -> event.message().startsWith("Marking") ? "device-taint" : "";
            case "Evicted" -> "node-pressure";
            case "Preempted", "Preempting" -> "preemption";
            default -> "";
        };
    }
}
