package dev.tenure.controllers.podgc.retention;

import dev.tenure.controllers.podgc.retention.FailedPodRetention.LoopLimit;
import dev.tenure.controllers.podgc.retention.FailedPodRetention.Pause;
import dev.tenure.model.meta.LabelSelector;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.rules.pod.PodFailure;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.view.Views;
import java.time.Duration;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/// Reads objects of the kind FailedPodRetention. Their definition has checked them; what it lets through and
/// is none (a cluster may define the kind otherwise) is read as if it were not written.
public final class RetentionParser {
    private static final int TIMES = 5;
    private static final long WINDOW_SECONDS = 600;
    private static final long PAUSE_SECONDS_MAX = 900;

    private RetentionParser() {}

    /// @param stored a FailedPodRetention
    public static FailedPodRetention read(StoredObject stored) {
        JsonNode spec = Json.readObject(stored.json()).path("spec");
        Optional<Long> keep = number(spec.path("keepPerOwner"));
        return new FailedPodRetention(
                stored.key().name(),
                texts(spec.path("namespaces")),
                spec.path("podSelector").isObject()
                        ? Views.selector(spec.path("podSelector"))
                        : LabelSelector.EVERYTHING,
                failures(spec.path("failures")),
                keep.isPresent() ? OptionalInt.of((int) Math.min(keep.get(), Integer.MAX_VALUE)) : OptionalInt.empty(),
                number(spec.path("maxAgeSeconds")).map(Duration::ofSeconds),
                spec.path("dryRun").asBoolean(false),
                loops(spec.path("loops")));
    }

    private static Set<String> texts(JsonNode list) {
        var texts = new HashSet<String>();
        list.forEach(text -> texts.add(text.asText()));
        return texts;
    }

    /// None that is known is as good as none that is written.
    private static Set<PodFailure> failures(JsonNode list) {
        Set<String> words = texts(list);
        var failures = EnumSet.noneOf(PodFailure.class);
        for (PodFailure each : PodFailure.values()) {
            if (words.contains(each.word())) {
                failures.add(each);
            }
        }
        return failures.isEmpty() ? EnumSet.of(PodFailure.EVICTED, PodFailure.REJECTED) : failures;
    }

    private static Optional<LoopLimit> loops(JsonNode loops) {
        return loops.isObject()
                ? Optional.of(new LoopLimit(
                        number(loops.path("times")).orElse((long) TIMES).intValue(),
                        Duration.ofSeconds(number(loops.path("windowSeconds")).orElse(WINDOW_SECONDS)),
                        pause(loops)))
                : Optional.empty();
    }

    /// A longest pause that is shorter than the first is as good as none.
    private static Optional<Pause> pause(JsonNode loops) {
        long most = number(loops.path("pauseSecondsMax")).orElse(PAUSE_SECONDS_MAX);
        return number(loops.path("pauseSeconds"))
                .filter(first -> first > 0)
                .map(first -> new Pause(Duration.ofSeconds(first), Duration.ofSeconds(Math.max(first, most))));
    }

    private static Optional<Long> number(JsonNode node) {
        return node.isNumber() ? Optional.of(Math.max(0, node.asLong())) : Optional.empty();
    }
}
