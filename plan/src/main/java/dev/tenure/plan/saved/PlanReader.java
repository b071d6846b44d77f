package dev.tenure.plan.saved;

import dev.tenure.plan.forecast.EvictionPlan;
import dev.tenure.plan.forecast.EvictionPlan.Assumption;
import dev.tenure.plan.forecast.EvictionPlan.BudgetOutcome;
import dev.tenure.plan.forecast.EvictionPlan.LeavingPod;
import dev.tenure.plan.forecast.EvictionPlan.NewPod;
import dev.tenure.plan.forecast.EvictionPlan.Outcome;
import dev.tenure.plan.forecast.EvictionPlan.ServiceOutcome;
import dev.tenure.plan.forecast.EvictionPlan.Span;
import dev.tenure.plan.forecast.EvictionPlan.Spec;
import dev.tenure.plan.forecast.EvictionPlan.Status;
import dev.tenure.plan.forecast.EvictionPlan.Summary;
import dev.tenure.wire.json.JsonNode;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/// Reads what [dev.tenure.plan.report.PlanDocument] writes, so that a saved plan can be reported in every
/// form. Stateless.
final class PlanReader {
    private static final int MILLIS = 1_000;

    private PlanReader() {}

    /// @throws java.time.DateTimeException when the moment is none
    static EvictionPlan read(JsonNode in) {
        JsonNode spec = in.path("spec");
        JsonNode status = in.path("status");
        List<Set<String>> tied = list(status.path("tiedSets"), set -> Set.copyOf(texts(set.path("uids"))));
        return new EvictionPlan(
                new Spec(
                        text(spec, "change"),
                        text(spec, "source"),
                        Instant.parse(text(spec, "moment")),
                        list(spec.path("assumptions"), PlanReader::assumption)),
                new Status(
                        list(status.path("pods"), pod -> leaving(pod, tied)),
                        list(status.path("newPods"), PlanReader::made),
                        list(status.path("budgets"), PlanReader::budget),
                        list(status.path("services"), PlanReader::service),
                        summary(status.path("summary")),
                        texts(status.path("notes")),
                        seconds(status, "simulatedSeconds").orElse(Duration.ZERO),
                        status.path("quiet").asBoolean()));
    }

    private static <T> List<T> list(JsonNode in, Function<JsonNode, T> read) {
        return in.valueStream().map(read).toList();
    }

    private static List<String> texts(JsonNode in) {
        return list(in, JsonNode::asText);
    }

    private static String text(JsonNode in, String field) {
        return in.path(field).asText("");
    }

    private static Optional<Duration> seconds(JsonNode in, String field) {
        return in.has(field)
                ? Optional.of(Duration.ofMillis(Math.round(in.path(field).asDouble() * MILLIS)))
                : Optional.empty();
    }

    private static Assumption assumption(JsonNode in) {
        return new Assumption(text(in, "name"), text(in, "value"), text(in, "meaning"));
    }

    private static LeavingPod leaving(JsonNode in, List<Set<String>> tied) {
        int set = in.path("tiedSet").asInt(-1);
        return new LeavingPod(
                text(in, "namespace"),
                text(in, "name"),
                text(in, "uid"),
                in.path("workload").asText(text(in, "name")),
                text(in, "node"),
                seconds(in, "leavesAfterSeconds"),
                seconds(in, "goneAfterSeconds"),
                text(in, "cause"),
                text(in, "why"),
                in.path("graceSeconds").asLong(),
                texts(in.path("localData")),
                outcome(in),
                seconds(in, "leavesEarliestSeconds")
                        .flatMap(from -> seconds(in, "leavesLatestSeconds").map(to -> new Span(from, to))),
                set >= 0 && set < tied.size() ? tied.get(set) : Set.of());
    }

    private static Outcome outcome(JsonNode in) {
        if (in.has("replacement")) {
            JsonNode replacement = in.path("replacement");
            return new Outcome.Replaced(
                    text(replacement, "name"),
                    text(replacement, "node"),
                    seconds(replacement, "readyAfterSeconds"),
                    seconds(replacement, "filledAfterSeconds"),
                    replacement.path("tiedNodes").asInt(1),
                    replacement.path("contested").asBoolean());
        }
        if (in.has("pending")) {
            return pending(in.path("pending"));
        }
        return in.has("lost")
                ? new Outcome.Lost(text(in.path("lost"), "why"))
                : new Outcome.NotReplaced(text(in.path("notReplaced"), "why"));
    }

    private static Outcome.Pending pending(JsonNode in) {
        return new Outcome.Pending(text(in, "name"), text(in, "message"), texts(in.path("remedies")));
    }

    private static NewPod made(JsonNode in) {
        return new NewPod(
                text(in, "namespace"),
                text(in, "name"),
                text(in, "node"),
                seconds(in, "readyAfterSeconds"),
                in.has("pending") ? Optional.of(pending(in.path("pending"))) : Optional.empty(),
                in.path("tiedNodes").asInt(1),
                in.path("contested").asBoolean());
    }

    private static BudgetOutcome budget(JsonNode in) {
        return new BudgetOutcome(
                text(in, "namespace"),
                text(in, "name"),
                in.path("desiredHealthy").asInt(),
                in.path("healthy").asInt(),
                in.path("lowestHealthy").asInt(),
                in.path("broken").asBoolean(),
                in.path("asked").asBoolean());
    }

    private static ServiceOutcome service(JsonNode in) {
        return new ServiceOutcome(
                text(in, "namespace"),
                text(in, "name"),
                in.path("ready").asInt(),
                in.path("lowestReady").asInt());
    }

    private static Summary summary(JsonNode in) {
        return new Summary(
                in.path("evicted").asInt(),
                in.path("replaced").asInt(),
                in.path("pending").asInt(),
                in.path("budgetsBroken").asInt(),
                in.path("lost").asInt(),
                in.path("dataLost").asInt());
    }
}
