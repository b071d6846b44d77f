package dev.tenure.controllers.podgc.retention;

import dev.tenure.model.core.Pod;
import dev.tenure.rules.pod.PodFailure;
import dev.tenure.rules.pod.RejectedPodsRule;
import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.Document;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.JsonSyntaxException;
import dev.tenure.wire.json.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// What is remembered of failed pods that were removed, as one ConfigMap in kube-system. Of pods of one owner
/// that failed on one node for one reason the last [#ALONE_MAX] stand alone; those before them are told
/// together, with their number.
///
/// @param entries those that failed last come last; at most [#ENTRIES_MAX], and none whose last pod failed
///     longer ago than [#AGE_MAX]
public record RemovedPods(List<Entry> entries) {
    public static final String NAMESPACE = "kube-system";
    public static final String NAME = "tenure-removed-pods";

    static final int ALONE_MAX = 20;
    static final int ENTRIES_MAX = 500;
    static final Duration AGE_MAX = Duration.ofDays(7);

    private static final String LABEL = "tenure.dev/record";
    private static final String LABEL_VALUE = "removed-pods";
    private static final String DATA = "removed";
    private static final int MESSAGE_MAX = 200;

    /// A pod that was removed, or several that are told together.
    ///
    /// @param owner `Kind namespace/name`; empty for pods without a controller
    /// @param failure why, in one of the words of [PodFailure]
    /// @param reason as the pod's status said it
    /// @param message of the last of them, or its beginning
    /// @param pod the name of the last of them
    /// @param uid of the last of them
    /// @param pods how many they are
    /// @param first when the first of them failed
    /// @param last when the last of them failed
    /// @param retention what removed the last of them
    public record Entry(
            String namespace,
            String owner,
            String node,
            String failure,
            String reason,
            String message,
            String pod,
            String uid,
            int pods,
            Instant first,
            Instant last,
            String retention) {
        /// Of one pod.
        public static Entry of(RetentionRule.Removal removal) {
            Pod pod = removal.pod();
            Instant at = PodFailure.at(pod);
            String message = pod.status().message().strip();
            return new Entry(
                    pod.meta().namespace(),
                    RejectedPodsRule.owner(pod),
                    pod.spec().nodeName(),
                    PodFailure.of(pod).map(PodFailure::word).orElse(""),
                    pod.status().reason(),
                    message.length() > MESSAGE_MAX ? message.substring(0, MESSAGE_MAX - 1) + "…" : message,
                    pod.meta().name(),
                    pod.meta().uid(),
                    1,
                    at,
                    at,
                    removal.retention());
        }

        private static Entry of(JsonNode json) {
            return new Entry(
                    json.path("namespace").asText(),
                    json.path("owner").asText(),
                    json.path("node").asText(),
                    json.path("failure").asText(),
                    json.path("reason").asText(),
                    json.path("message").asText(),
                    json.path("pod").asText(),
                    json.path("uid").asText(),
                    json.path("pods").asInt(1),
                    Instant.parse(json.path("first").asText()),
                    Instant.parse(json.path("last").asText()),
                    json.path("retention").asText());
        }

        private ObjectNode json() {
            return Json.object()
                    .put("namespace", namespace)
                    .put("owner", owner)
                    .put("node", node)
                    .put("failure", failure)
                    .put("reason", reason)
                    .put("message", message)
                    .put("pod", pod)
                    .put("uid", uid)
                    .put("pods", pods)
                    .put("first", first.toString())
                    .put("last", last.toString())
                    .put("retention", retention);
        }

        private List<String> place() {
            return List.of(namespace, owner, node, failure, reason);
        }

        private Entry with(Entry later) {
            return new Entry(
                    namespace,
                    owner,
                    node,
                    failure,
                    reason,
                    later.message,
                    later.pod,
                    later.uid,
                    pods + later.pods,
                    first.isBefore(later.first) ? first : later.first,
                    last.isAfter(later.last) ? last : later.last,
                    later.retention);
        }
    }

    public RemovedPods {
        entries = List.copyOf(entries);
    }

    /// Reads a record; what cannot be read (somebody edited it) is none.
    public static RemovedPods read(Document map) {
        try {
            var entries = new ArrayList<Entry>();
            String text = map.text("data", DATA);
            for (JsonNode entry : Json.read((text.isEmpty() ? "[]" : text).getBytes(StandardCharsets.UTF_8))) {
                entries.add(Entry.of(entry));
            }
            return new RemovedPods(entries);
        } catch (JsonSyntaxException | DateTimeException _) {
            return new RemovedPods(List.of());
        }
    }

    /// With more pods; one that is there already is not counted again.
    ///
    /// @param now from which age counts
    public RemovedPods with(Collection<Entry> removed, Instant now) {
        Map<String, Entry> alone = new LinkedHashMap<>();
        entries.forEach(each -> alone.put(each.uid(), each));
        removed.forEach(each -> alone.putIfAbsent(each.uid(), each));
        Map<List<String>, List<Entry>> places = new LinkedHashMap<>();
        alone.values().stream()
                .filter(each -> each.last().isAfter(now.minus(AGE_MAX)))
                .sorted(Comparator.comparing(Entry::last))
                .forEach(each -> places.computeIfAbsent(each.place(), _ -> new ArrayList<>())
                        .add(each));
        List<Entry> all = places.values().stream()
                .flatMap(place -> folded(place).stream())
                .sorted(Comparator.comparing(Entry::last))
                .toList();
        return new RemovedPods(all.subList(Math.max(0, all.size() - ENTRIES_MAX), all.size()));
    }

    /// @param place pods of one owner, node and reason, those that failed first come first
    private static List<Entry> folded(List<Entry> place) {
        boolean many = place.getFirst().pods() > 1;
        int surplus = place.size() - ALONE_MAX - (many ? 1 : 0);
        if (surplus <= 0 || place.getFirst().owner().isEmpty()) {
            return place;
        }
        int together = surplus + (many ? 1 : 0);
        Optional<Entry> fold = place.subList(0, together).stream().reduce(Entry::with);
        var shorter = new ArrayList<Entry>();
        fold.ifPresent(shorter::add);
        shorter.addAll(place.subList(together, place.size()));
        return shorter;
    }

    /// The ConfigMap, without a revision.
    public ObjectNode configMap() {
        ObjectNode map = Json.object().put("apiVersion", "v1").put("kind", "ConfigMap");
        ObjectNode meta = map.putObject("metadata").put("name", NAME).put("namespace", NAMESPACE);
        meta.putObject("labels").put(LABEL, LABEL_VALUE);
        ArrayNode list = Json.array();
        entries.forEach(entry -> list.add(entry.json()));
        map.putObject("data").put(DATA, new String(Json.write(list), StandardCharsets.UTF_8));
        return map;
    }
}
