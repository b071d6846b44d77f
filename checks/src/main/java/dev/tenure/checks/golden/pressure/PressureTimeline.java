package dev.tenure.checks.golden.pressure;

import dev.tenure.kubelet.eviction.Eviction;
import dev.tenure.kubelet.eviction.LayoutAnswer;
import dev.tenure.kubelet.eviction.PassRecord;
import dev.tenure.kubelet.eviction.PressureAdmissionRule;
import dev.tenure.kubelet.eviction.PressureSettings;
import dev.tenure.kubelet.eviction.PressureState;
import dev.tenure.kubelet.eviction.reclaim.Reclaim;
import dev.tenure.kubelet.eviction.signal.Shortage;
import dev.tenure.kubelet.eviction.threshold.FilesystemLayout;
import dev.tenure.kubelet.eviction.threshold.PressureCondition;
import dev.tenure.kubelet.eviction.threshold.ThresholdParser;
import dev.tenure.kubelet.stats.PodStats;
import dev.tenure.kubelet.stats.Summary;
import dev.tenure.model.core.Pod;
import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/// Plays the passes of one recorded node and tells them in the form of the recording. Lists without an
/// order are sorted, so both sides can be compared after [#sorted].
final class PressureTimeline {
    private static final List<String> UNORDERED = List.of("met", "metOrUnresolved", "graceMet", "updated");

    private final JsonNode input;
    private final List<Pod> pods = new ArrayList<>();
    private final Map<String, String> uids = new HashMap<>();
    private final Set<String> evicted = new HashSet<>();
    private final PressureSettings settings;
    private PressureState state;

    private PressureTimeline(JsonNode input) {
        this.input = input;
        JsonNode config = input.path("config");
        settings = new PressureSettings(
                ThresholdParser.parse(PressureSuite.settings(config)),
                Duration.ofSeconds(config.path("transitionPeriodSeconds").asLong()),
                config.path("maxPodGracePeriodSeconds").asLong(),
                config.path("localStorageCapacityIsolation").asBoolean(),
                !config.path("separateDiskGCOff").asBoolean());
        state = new PressureState(settings);
        input.path("pods").forEach(each -> {
            Pod pod = PressureDocument.pod(each);
            pods.add(pod);
            uids.put(pod.meta().name(), pod.meta().uid());
        });
    }

    /// All steps of the case, as `expect.steps`.
    static ArrayNode play(JsonNode input) {
        var timeline = new PressureTimeline(input);
        ArrayNode steps = Json.array();
        input.path("steps").forEach(step -> steps.add(timeline.play(step, step.path("at"))));
        return steps;
    }

    private ObjectNode play(JsonNode step, JsonNode at) {
        if (step.path("restart").asBoolean()) {
            state = new PressureState(settings);
        }
        Instant now = PressureDocument.moment(at);
        Map<String, PodStats> stats = PressureDocument.podStats(step.path("podStats"), uids);
        Optional<Summary> first = step.has("summaryError")
                ? Optional.empty()
                : Optional.of(PressureDocument.summary(step.path("node"), stats, now));
        PassRecord record = switch (state.begin(now, layout(step), first, active(step))) {
            case PressureState.Step.Done(PassRecord whole) -> whole;
            case PressureState.Step.CleanUp(PassRecord _, List<Reclaim> steps) ->
                state.afterReclaim(now, second(step, stats, now, steps));
        };
        record.evictions().forEach(each -> evicted.add(each.pod().meta().name()));
        return actual(record, at);
    }

    private LayoutAnswer layout(JsonNode step) {
        if (step.has("imageFsError")) {
            return new LayoutAnswer.Unknown(step.path("imageFsError").asText());
        }
        var layout = FilesystemLayout.valueOf(input.path("layout").asText().toUpperCase(Locale.ROOT));
        boolean unsplit = step.has("containerFsError") && layout == FilesystemLayout.SPLIT;
        return new LayoutAnswer.Found(unsplit ? FilesystemLayout.DEDICATED : layout);
    }

    private List<Pod> active(JsonNode step) {
        var named = new HashSet<String>();
        step.path("active").forEach(name -> named.add(name.asText()));
        return pods.stream()
                .filter(pod -> step.has("active")
                        ? named.contains(pod.meta().name())
                        : !evicted.contains(pod.meta().name()))
                .toList();
    }

    private static Optional<Summary> second(
            JsonNode step, Map<String, PodStats> stats, Instant now, List<Reclaim> reclaimed) {
        if (step.has("summaryErrorAfterReclaim")) {
            return Optional.empty();
        }
        ObjectNode node = (ObjectNode) step.path("node").deepCopy();
        for (Reclaim each : reclaimed) {
            JsonNode freed = step.path(each == Reclaim.DEAD_CONTAINERS ? "containerGC" : "imageGC");
            for (String filesystem : List.of("nodefs", "imagefs", "containerfs")) {
                if (node.get(filesystem) instanceof ObjectNode numbers) {
                    add(numbers, "available", "capacity", freed.path(filesystem + "Bytes"));
                    add(numbers, "inodesFree", "inodes", freed.path(filesystem + "Inodes"));
                }
            }
        }
        return Optional.of(PressureDocument.summary(node, stats, now));
    }

    private static void add(ObjectNode numbers, String left, String all, JsonNode more) {
        if (numbers.has(left) && more.asLong() > 0) {
            long sum = numbers.path(left).asLong() + more.asLong();
            numbers.put(left, Math.min(sum, numbers.path(all).asLong(Long.MAX_VALUE)));
        }
    }

    private ObjectNode actual(PassRecord record, JsonNode at) {
        ObjectNode step = Json.object();
        step.set("at", at);
        record.error().ifPresent(error -> step.put("error", error));
        ArrayNode conditions = step.putArray("conditions");
        record.conditions().stream().map(PressureCondition::type).sorted().forEach(conditions::add);
        step.set("met", shortages(record.met()));
        step.set("metOrUnresolved", shortages(record.metOrUnresolved()));
        step.set("graceMet", shortages(record.lasting()));
        step.set("updated", shortages(record.updated()));
        record.metAfterReclaim().ifPresent(met -> step.set("metAfterReclaim", shortages(met)));
        ArrayNode events = step.putArray("nodeEvents");
        record.reclaiming()
                .ifPresent(signal -> events.add(event(
                        "node/node", "EvictionThresholdMet", "Attempting to reclaim " + signal.resource(), null)));
        ArrayNode reclaim = step.putArray("reclaim");
        record.reclaimed().forEach(each -> reclaim.add(each.word()));
        ArrayNode ranking = step.putArray("ranking");
        record.ranking().forEach(pod -> ranking.add(pod.meta().name()));
        ArrayNode skipped = step.putArray("criticalSkipped");
        record.criticalSkipped().stream().map(pod -> pod.meta().name()).sorted().forEach(skipped::add);
        evictions(record.evictions(), step);
        admissions(record.conditions(), step);
        return step;
    }

    private static ArrayNode shortages(List<Shortage> shortages) {
        ArrayNode list = Json.array();
        for (Shortage each : shortages) {
            list.addObject()
                    .put("signal", each.threshold().signal().word())
                    .put("quantity", each.quantity().toString())
                    .put("available", each.available().toString());
        }
        return list;
    }

    private static ObjectNode event(
            String object,
            String reason,
            String message,
            @org.jspecify.annotations.Nullable Map<String, String> annotations) {
        ObjectNode event = Json.object()
                .put("object", object)
                .put("type", "Warning")
                .put("reason", reason)
                .put("message", message);
        if (annotations == null) {
            event.putNull("annotations");
        } else {
            ObjectNode all = event.putObject("annotations");
            annotations.forEach(all::put);
        }
        return event;
    }

    private static void evictions(List<Eviction> evictions, ObjectNode step) {
        ArrayNode list = step.putArray("evictions");
        ArrayNode signals = Json.array();
        ObjectNode local = Json.object();
        evictions.stream()
                .sorted(Comparator.comparing(each -> each.pod().meta().name()))
                .forEach(each -> {
                    list.add(eviction(each));
                    if (each.disruptionTarget()) {
                        signals.add(each.label());
                    } else {
                        local.put(each.label(), local.path(each.label()).asInt() + 1);
                    }
                });
        if (!local.isEmpty()) {
            step.set("localStorageMetrics", local);
        }
        step.set("signals", signals);
    }

    private static ObjectNode eviction(Eviction eviction) {
        Pod pod = eviction.pod();
        ObjectNode actual = Json.object()
                .put("pod", pod.meta().name())
                .put("graceOverride", eviction.graceSeconds())
                .put("isEvicted", true)
                .put("phase", "Failed")
                .put("reason", Eviction.REASON)
                .put("message", eviction.message());
        if (eviction.disruptionTarget()) {
            actual.putObject("condition")
                    .put("type", Pod.DISRUPTION_TARGET)
                    .put("status", "True")
                    .put("reason", Eviction.CONDITION_REASON)
                    .put("message", eviction.message())
                    .put("observedGeneration", pod.meta().generation());
        }
        String object = "pod/" + pod.meta().name();
        actual.set(
                "event",
                event(
                        object,
                        Eviction.REASON,
                        eviction.message(),
                        eviction.annotations().orElse(null)));
        return actual;
    }

    private static void admissions(Set<PressureCondition> conditions, ObjectNode step) {
        ObjectNode admit = step.putObject("admit");
        for (Map.Entry<String, Pod> each : AdmissionPods.ALL.entrySet()) {
            switch (PressureAdmissionRule.decide(each.getValue(), conditions)) {
                case PressureAdmissionRule.Verdict.Admit _ -> admit.put(each.getKey(), true);
                case PressureAdmissionRule.Verdict.Reject(String reason, String message) -> {
                    admit.put(each.getKey(), false);
                    step.put("rejectReason", reason).put("rejectMessage", withSortedNames(message));
                }
            }
        }
    }

    private static String withSortedNames(String message) {
        int from = message.indexOf('[') + 1;
        int until = message.indexOf(']');
        String names = Arrays.stream(message.substring(from, until).split(" "))
                .sorted()
                .collect(Collectors.joining(" "));
        return message.substring(0, from) + names + message.substring(until);
    }

    /// The same steps with the lists sorted that have no order.
    static ArrayNode sorted(JsonNode steps) {
        ArrayNode all = Json.array();
        for (JsonNode step : steps) {
            ObjectNode copy = (ObjectNode) step.deepCopy();
            for (String field : UNORDERED) {
                sort(copy, field);
            }
            if (copy.has("metAfterReclaim")) {
                sort(copy, "metAfterReclaim");
            }
            all.add(copy);
        }
        return all;
    }

    private static void sort(ObjectNode step, String field) {
        var items = new ArrayList<JsonNode>();
        step.path(field).forEach(items::add);
        items.sort(Comparator.comparing(JsonNode::toString));
        step.set(field, Json.array().addAll(items));
    }
}
