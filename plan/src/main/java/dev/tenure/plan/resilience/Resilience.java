package dev.tenure.plan.resilience;

import dev.tenure.model.core.Node;
import dev.tenure.model.core.Pod;
import dev.tenure.model.core.WellKnownLabels;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.plan.change.ChangeException;
import dev.tenure.plan.forecast.EvictionPlan;
import dev.tenure.plan.forecast.EvictionPlan.Assumption;
import dev.tenure.plan.forecast.EvictionPlan.LeavingPod;
import dev.tenure.plan.forecast.EvictionPlan.Outcome;
import dev.tenure.plan.forecast.ForecastOptions;
import dev.tenure.plan.forecast.Forecasts;
import dev.tenure.plan.forecast.RestingCluster;
import dev.tenure.plan.forecast.SideNotes;
import dev.tenure.plan.source.ClusterDump;
import dev.tenure.plan.source.DumpException;
import dev.tenure.rules.fit.PodRequestsRule;
import dev.tenure.rules.fit.Resources;
import dev.tenure.runtime.io.Batch;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.IntConsumer;

/// Tells what comes of losses, several at a time. In small clusters each is a forecast in a world of its own;
/// in large ones nearly all are worked out of one world ([QuickLosses]). Equal arguments give equal reports,
/// whatever the number of processors.
public final class Resilience {
    /// A world of a thousand pods takes about a tenth of a second.
    private static final long PODS_IN_WORLDS_MAX = 200_000;
    private static final String SMALL = "the cluster is small";

    private final ClusterDump dump;
    private final ForecastOptions options;
    private final int atOnce;
    private final IntConsumer progress;
    private final Map<String, Resources> requests = new HashMap<>();

    /// How losses are worked out.
    enum Way {
        /// Each in a world of its own.
        PLAIN,
        /// Out of one world, where that is possible.
        QUICK
    }

    /// What is asked about.
    ///
    /// @param nodes whether each node falls silent
    /// @param drains whether each node is drained
    /// @param zones whether each zone falls silent, where nodes have any
    public record Asked(boolean nodes, boolean drains, boolean zones) {}

    /// What is reported about one loss.
    ///
    /// @param assumptions what was taken for granted
    private record Forecasted(Loss loss, List<Assumption> assumptions) {}

    private Resilience(ClusterDump dump, ForecastOptions options, int atOnce, IntConsumer progress) {
        this.dump = dump;
        this.options = options;
        this.atOnce = atOnce;
        this.progress = progress;
        for (Pod pod : dump.views(ResourceTypes.PODS, Pod.class)) {
            requests.put(
                    pod.qualifiedName(), Resources.of(PodRequestsRule.requests(pod, PodRequestsRule.Options.WRITTEN)));
        }
    }

    /// Tells of them all.
    ///
    /// @param atOnce how many at the same time
    /// @param progress called with how many are done, from any thread
    /// @throws dev.tenure.plan.source.DumpException when the dump has no nodes
    public static ResilienceReport of(
            ClusterDump dump, Asked asked, ForecastOptions options, int atOnce, IntConsumer progress) {
        if (dump.all(ResourceTypes.NODES).findAny().isEmpty()) {
            throw new DumpException("%s has no nodes, and nothing is lost without them; add `kubectl get nodes -o yaml`"
                    .formatted(dump.origin()));
        }
        List<Loss.Event> events = events(dump, asked);
        long pods = dump.all(ResourceTypes.PODS).count() * events.size();
        var resilience = new Resilience(dump, options, atOnce, progress);
        return resilience.report(events, pods > PODS_IN_WORLDS_MAX ? Way.QUICK : Way.PLAIN);
    }

    /// The same in a way that is said.
    static ResilienceReport of(ClusterDump dump, Asked asked, ForecastOptions options, Way way) {
        return new Resilience(dump, options, 2, _ -> {}).report(events(dump, asked), way);
    }

    private ResilienceReport report(List<Loss.Event> events, Way way) {
        Map<Loss.Event, Loss> known = new HashMap<>();
        Map<String, Integer> worlds = new TreeMap<>();
        List<Assumption> assumptions = List.of();
        if (way == Way.QUICK) {
            assumptions = workOut(events, known, worlds);
        } else {
            worlds.put(SMALL, events.size());
        }
        List<Loss.Event> left =
                events.stream().filter(event -> !known.containsKey(event)).toList();
        List<Forecasted> forecasted = Batch.results(
                left, atOnce, this::forecast, done -> progress.accept(events.size() - left.size() + done));
        forecasted.forEach(each -> known.put(each.loss().event(), each.loss()));
        return new ResilienceReport(
                dump.origin(),
                dump.moment().at(),
                events.stream().map(known::get).toList(),
                forecasted.stream()
                        .map(Forecasted::assumptions)
                        .filter(each -> !each.isEmpty())
                        .findFirst()
                        .orElse(assumptions),
                worlds);
    }

    /// Works out what can be, and counts why the others cannot.
    private List<Assumption> workOut(
            List<Loss.Event> events, Map<Loss.Event, Loss> known, Map<String, Integer> worlds) {
        RestingCluster cluster = Forecasts.rest(dump, options, () -> {});
        EvictionPlan plan = cluster.plan();
        if (cluster.unrest().isPresent()) {
            worlds.put(cluster.unrest().get(), events.size());
            return plan.spec().assumptions();
        }
        LossGround ground = QuickLosses.ground(dump, cluster, options);
        List<QuickLosses.Answer> answers = Batch.byWorkers(
                events,
                atOnce,
                () -> new QuickLosses(ground, cluster, plan.status().notes())::of,
                progress);
        for (int i = 0; i < events.size(); i++) {
            switch (answers.get(i)) {
                case QuickLosses.Answer.Known(var loss) -> known.put(events.get(i), loss);
                case QuickLosses.Answer.Unclear(var why) -> worlds.merge(why, 1, Integer::sum);
            }
        }
        return plan.spec().assumptions();
    }

    /// Every loss, in the order of zones and nodes.
    static List<Loss.Event> events(ClusterDump dump, Asked asked) {
        List<Node> nodes = dump.views(ResourceTypes.NODES, Node.class);
        List<Loss.Event> events = new ArrayList<>();
        if (asked.zones()) {
            nodes.stream()
                    .map(node -> node.meta().labels().getOrDefault(WellKnownLabels.ZONE, ""))
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

    private Forecasted forecast(Loss.Event event) {
        try {
            EvictionPlan plan = Forecasts.of(dump, event.change(), options);
            return new Forecasted(loss(event, plan), plan.spec().assumptions());
        } catch (ChangeException e) {
            var unknown = new Loss(
                    event, Optional.empty(), 0, List.of(), Resources.NONE, List.of(String.valueOf(e.getMessage())));
            return new Forecasted(unknown, List.of());
        }
    }

    private Loss loss(Loss.Event event, EvictionPlan plan) {
        EvictionPlan.Status status = plan.status();
        Resources missing = Resources.NONE;
        for (LeavingPod pod : status.pods()) {
            if (pod.outcome() instanceof Outcome.Pending && !pod.waitsForItsEnd()) {
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
        List<String> notes =
                status.notes().stream().filter(note -> !SideNotes.isOne(note)).toList();
        return new Loss(event, Optional.of(status.summary()), Math.toIntExact(kept), silent, missing, notes);
    }
}
