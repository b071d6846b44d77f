package dev.tenure.plan.resilience;

import dev.tenure.model.core.Node;
import dev.tenure.model.core.Pod;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.plan.change.ChangeException;
import dev.tenure.plan.forecast.EvictionPlan;
import dev.tenure.plan.forecast.EvictionPlan.Assumption;
import dev.tenure.plan.forecast.EvictionPlan.LeavingPod;
import dev.tenure.plan.forecast.EvictionPlan.Outcome;
import dev.tenure.plan.forecast.ForecastOptions;
import dev.tenure.plan.forecast.Forecasts;
import dev.tenure.plan.source.ClusterDump;
import dev.tenure.rules.fit.PodRequestsRule;
import dev.tenure.rules.fit.Resources;
import dev.tenure.runtime.io.Batch;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntConsumer;

/// Forecasts one loss after the other, several at a time. Each forecast is a world of its own, so that equal arguments
/// give equal reports, whatever the number of processors.
public final class Resilience {
    private static final String ZONE = "topology.kubernetes.io/zone";

    private final ClusterDump dump;
    private final ForecastOptions options;
    private final Map<String, Resources> requests = new HashMap<>();

    /// What is asked about.
    ///
    /// @param nodes whether each node falls silent
    /// @param drains whether each node is drained
    /// @param zones whether each zone falls silent, where nodes have any
    public record Asked(boolean nodes, boolean drains, boolean zones) {}

    /// What is told of one loss.
    ///
    /// @param assumptions what was taken for granted
    private record Told(Loss loss, List<Assumption> assumptions) {}

    private Resilience(ClusterDump dump, ForecastOptions options) {
        this.dump = dump;
        this.options = options;
        for (Pod pod : dump.views(ResourceTypes.PODS, Pod.class)) {
            requests.put(
                    pod.meta().namespace() + "/" + pod.meta().name(),
                    Resources.of(PodRequestsRule.requests(pod, PodRequestsRule.Options.WRITTEN)));
        }
    }

    /// Forecasts them all.
    ///
    /// @param atOnce how many at the same time
    /// @param progress told how many are done, from any thread
    /// @throws dev.tenure.plan.source.DumpException when the dump has no nodes
    public static ResilienceReport of(
            ClusterDump dump, Asked asked, ForecastOptions options, int atOnce, IntConsumer progress) {
        var resilience = new Resilience(dump, options);
        List<Told> told = Batch.results(events(dump, asked), atOnce, resilience::forecast, progress);
        return new ResilienceReport(
                dump.origin(),
                dump.moment().at(),
                told.stream().map(Told::loss).toList(),
                told.stream()
                        .map(Told::assumptions)
                        .filter(assumptions -> !assumptions.isEmpty())
                        .findFirst()
                        .orElse(List.of()));
    }

    /// Every loss, in the order of zones and nodes.
    static List<Loss.Event> events(ClusterDump dump, Asked asked) {
        List<Node> nodes = dump.views(ResourceTypes.NODES, Node.class);
        List<Loss.Event> events = new ArrayList<>();
        if (asked.zones()) {
            nodes.stream()
                    .map(node -> node.meta().labels().getOrDefault(ZONE, ""))
                    .filter(zone -> !zone.isEmpty())
                    .distinct()
                    .sorted()
                    .forEach(zone -> events.add(new Loss.Event.ZoneLost(zone)));
        }
        if (asked.nodes()) {
            nodes.forEach(node -> events.add(new Loss.Event.NodeLost(node.name())));
        }
        if (asked.drains()) {
            nodes.forEach(node -> events.add(new Loss.Event.NodeDrained(node.name())));
        }
        return events;
    }

    private Told forecast(Loss.Event event) {
        try {
            EvictionPlan plan = Forecasts.of(dump, event.change(), options);
            return new Told(loss(event, plan), plan.spec().assumptions());
        } catch (ChangeException e) {
            var unknown = new Loss(
                    event, Optional.empty(), 0, List.of(), Resources.NONE, List.of(String.valueOf(e.getMessage())));
            return new Told(unknown, List.of());
        }
    }

    private Loss loss(Loss.Event event, EvictionPlan plan) {
        EvictionPlan.Status status = plan.status();
        Resources missing = Resources.NONE;
        for (LeavingPod pod : status.pods()) {
            if (pod.outcome() instanceof Outcome.Pending) {
                Resources asked = requests.getOrDefault(pod.namespace() + "/" + pod.name(), Resources.NONE);
                missing = missing.plus(asked).plus(new Resources(0, 0, 0, 1, Map.of()));
            }
        }
        List<String> silent = status.services().stream()
                .filter(service -> service.ready() > 0 && service.lowestReady() == 0)
                .map(service -> service.namespace() + "/" + service.name())
                .toList();
        long kept = status.pods().stream()
                .filter(pod -> pod.leavesAfter().isEmpty())
                .count();
        return new Loss(event, Optional.of(status.summary()), Math.toIntExact(kept), silent, missing, status.notes());
    }
}
