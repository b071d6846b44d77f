package dev.tenure.plan.forecast;

import dev.tenure.model.core.Pod;
import dev.tenure.model.core.Service;
import dev.tenure.model.core.Volume;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.LabelSelector;
import dev.tenure.model.meta.ObjectMeta;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.policy.PodDisruptionBudget;
import dev.tenure.plan.change.ChangePlayer;
import dev.tenure.plan.forecast.EvictionPlan.BudgetOutcome;
import dev.tenure.plan.forecast.EvictionPlan.LeavingPod;
import dev.tenure.plan.forecast.EvictionPlan.NewPod;
import dev.tenure.plan.forecast.EvictionPlan.Outcome;
import dev.tenure.plan.forecast.EvictionPlan.ServiceOutcome;
import dev.tenure.plan.forecast.EvictionPlan.Span;
import dev.tenure.plan.forecast.EvictionPlan.Summary;
import dev.tenure.plan.forecast.Tracker.Track;
import dev.tenure.runtime.time.Tick;
import dev.tenure.sim.world.SimulatedCluster;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Stream;

/// Makes a plan of what was noted. It is made before the change, to know the cluster as it was, and asked at
/// the end. Confined to the thread of its world.
final class Outcomes {
    private final Sight cluster;
    private final Tick begun;
    private final Supplier<Map<String, String>> blocked;
    private final Function<Pod, Optional<Pod>> original;
    private final Function<Track, Optional<Span>> between;
    private final List<PodDisruptionBudget> budgets;
    private final List<Service> services;

    Outcomes(
            SimulatedCluster cluster,
            Tick begun,
            ChangePlayer player,
            Function<Pod, Optional<Pod>> original,
            Function<Track, Optional<Span>> between) {
        this(Sight.of(cluster), begun, player::blocked, original, between);
    }

    /// @param blocked the pods that drains still wait for, as `namespace/name`, with the reason
    /// @param between when a pod may have left, where that cannot be seen from outside
    Outcomes(
            Sight cluster,
            Tick begun,
            Supplier<Map<String, String>> blocked,
            Function<Pod, Optional<Pod>> original,
            Function<Track, Optional<Span>> between) {
        this.between = between;
        this.cluster = cluster;
        this.begun = begun;
        this.blocked = blocked;
        this.original = original;
        budgets = list(ResourceTypes.POD_DISRUPTION_BUDGETS, PodDisruptionBudget.class);
        services = list(ResourceTypes.SERVICES, Service.class);
    }

    private <T> List<T> list(ResourceType type, Class<T> view) {
        return cluster.client().list(type, "", Map.of()) instanceof ApiReply.Many many
                ? many.items().stream().map(object -> object.view(view)).toList()
                : List.of();
    }

    EvictionPlan.Status status(Tracker tracker, List<String> notes, boolean quiet) {
        var replacements = new Replacements(cluster, begun, tracker.tracks(), original);
        List<Track> left = left(tracker);
        List<LeavingPod> pods = new ArrayList<>(pods(tracker, replacements));
        pods.addAll(blocked(tracker));
        List<NewPod> made = new ArrayList<>(replacements.others());
        UnmadePods.Found unmade = UnmadePods.of(cluster.client(), pods);
        made.addAll(unmade.pending());
        Healths healths = Healths.of(tracker);
        List<BudgetOutcome> broken = budgets(healths, Causes.of(left));
        return new EvictionPlan.Status(
                pods,
                made,
                broken,
                services(healths),
                Summary.of(pods, made, broken),
                Stream.of(
                                notes.stream(),
                                replacements.open().stream(),
                                unmade.notes().stream(),
                                UnmadePods.uncertain(pods, made).stream())
                        .flatMap(each -> each)
                        .toList(),
                cluster.time().now().since(begun),
                quiet);
    }

    /// The pods that left so far and what became of their places, in order of time.
    List<LeavingPod> pods(Tracker tracker, Replacements replacements) {
        return left(tracker).stream()
                .map(track -> leaving(track, replacements.of(track), tracker.tied(track)))
                .toList();
    }

    /// The pods that were made since the beginning and left again, in order of time.
    List<LeftPod> later(Tracker tracker) {
        return left(tracker, false).stream()
                .map(track -> new LeftPod(
                        track.pod.meta().namespace(),
                        track.pod.meta().name(),
                        LeftPod.owner(track.pod),
                        track.pod.spec().nodeName(),
                        track.leaves.orElse(begun).since(begun),
                        track.cause))
                .toList();
    }

    private List<Track> left(Tracker tracker) {
        return left(tracker, true);
    }

    private List<Track> left(Tracker tracker, boolean atStart) {
        return tracker.tracks().stream()
                .filter(track -> track.atStart == atStart && track.leaves.isPresent())
                .sorted(Comparator.<Track, Tick>comparing(track -> track.leaves.orElse(begun))
                        .thenComparing(track -> track.pod.qualifiedName()))
                .toList();
    }

    private LeavingPod leaving(Track track, Outcome outcome, Set<String> alike) {
        Pod pod = track.pod;
        return new LeavingPod(
                pod.meta().namespace(),
                pod.meta().name(),
                pod.meta().uid(),
                LeftPod.owner(pod),
                pod.spec().nodeName(),
                track.leaves.map(at -> at.since(begun)),
                track.gone.map(at -> at.since(begun)),
                track.cause,
                track.why,
                track.graceSeconds,
                localData(pod),
                outcome,
                between.apply(track),
                alike);
    }

    private static List<String> localData(Pod pod) {
        return pod.spec().volumes().stream()
                .filter(volume -> volume.source() instanceof Volume.Source.EmptyDir)
                .map(Volume::name)
                .toList();
    }

    /// The pods that a drain is to evict and a budget keeps.
    private List<LeavingPod> blocked(Tracker tracker) {
        Map<String, String> why = blocked.get();
        if (why.isEmpty()) {
            return List.of();
        }
        return tracker.tracks().stream()
                .filter(track -> track.atStart && track.leaves.isEmpty() && why.containsKey(track.pod.qualifiedName()))
                .sorted(Comparator.comparing(track -> track.pod.qualifiedName()))
                .map(track -> blocked(track, why.getOrDefault(track.pod.qualifiedName(), "")))
                .toList();
    }

    private LeavingPod blocked(Track track, String why) {
        Pod pod = track.pod;
        return new LeavingPod(
                pod.meta().namespace(),
                pod.meta().name(),
                pod.meta().uid(),
                LeftPod.owner(pod),
                pod.spec().nodeName(),
                Optional.<Duration>empty(),
                Optional.empty(),
                "api",
                why,
                pod.spec().terminationGraceSeconds(),
                localData(pod),
                new Outcome.NotReplaced("a disruption budget keeps it on its node"),
                between.apply(track),
                Set.of());
    }

    private static boolean selects(PodDisruptionBudget budget, Map<String, String> labels) {
        return budget.selector().filter(selector -> selector.matches(labels)).isPresent();
    }

    private List<BudgetOutcome> budgets(Healths healths, Causes left) {
        Map<String, PodDisruptionBudget> atEnd = new TreeMap<>();
        list(ResourceTypes.POD_DISRUPTION_BUDGETS, PodDisruptionBudget.class)
                .forEach(budget -> atEnd.put(key(budget.meta()), budget));
        return budgets.stream()
                .map(budget -> budget(budget, atEnd.getOrDefault(key(budget.meta()), budget), healths, left))
                .toList();
    }

    private static String key(ObjectMeta meta) {
        return meta.namespace() + "/" + meta.name();
    }

    /// A budget whose workload is made smaller wants less at the end; it is held to the lesser of both.
    private static BudgetOutcome budget(
            PodDisruptionBudget budget, PodDisruptionBudget atEnd, Healths healths, Causes left) {
        LowestRule.Healthy healthy = healths.lowest(budget.meta().namespace(), labels -> selects(budget, labels));
        int desired = Math.min(budget.status().desiredHealthy(), atEnd.status().desiredHealthy());
        return new BudgetOutcome(
                budget.meta().namespace(),
                budget.meta().name(),
                desired,
                healthy.first(),
                healthy.lowest(),
                healthy.lowest() < desired && healthy.lowest() < healthy.first(),
                left.areAllAsked(budget.meta().namespace(), labels -> selects(budget, labels)));
    }

    private List<ServiceOutcome> services(Healths healths) {
        return services.stream()
                .filter(service -> !service.selector().isEmpty())
                .map(service -> {
                    LabelSelector selector = LabelSelector.ofLabels(service.selector());
                    LowestRule.Healthy healthy = healths.lowest(service.meta().namespace(), selector::matches);
                    return new ServiceOutcome(
                            service.meta().namespace(), service.meta().name(), healthy.first(), healthy.lowest());
                })
                .toList();
    }

    /// Of the pods that leave, by namespace and labels: whether all of them asked their budgets.
    private record Causes(Map<String, Map<Map<String, String>, Boolean>> asked) {
        static Causes of(List<Track> left) {
            Map<String, Map<Map<String, String>, Boolean>> asked = new HashMap<>();
            for (Track track : left) {
                ObjectMeta meta = track.pod.meta();
                asked.computeIfAbsent(meta.namespace(), _ -> new HashMap<>())
                        .merge(meta.labels(), track.cause.equals("api"), Boolean::logicalAnd);
            }
            return new Causes(asked);
        }

        boolean areAllAsked(String namespace, Predicate<Map<String, String>> chosen) {
            return asked.getOrDefault(namespace, Map.of()).entrySet().stream()
                    .allMatch(each -> each.getValue() || !chosen.test(each.getKey()));
        }
    }

    /// The health of pods over time, by namespace and labels: how many were healthy at first, and what came.
    private record Healths(
            Map<String, Map<Map<String, String>, Integer>> first,
            Map<String, Map<Map<String, String>, List<LowestRule.Step>>> steps) {
        static Healths of(Tracker tracker) {
            Map<String, Map<Map<String, String>, Integer>> first = new HashMap<>();
            Map<String, Map<Map<String, String>, List<LowestRule.Step>>> steps = new HashMap<>();
            for (Track track : tracker.tracks()) {
                if (track.healthyAtStart) {
                    ObjectMeta meta = track.pod.meta();
                    first.computeIfAbsent(meta.namespace(), _ -> new HashMap<>())
                            .merge(meta.labels(), 1, Integer::sum);
                }
            }
            int order = 0;
            for (Turn turn : tracker.turns()) {
                ObjectMeta meta = turn.pod().meta();
                steps.computeIfAbsent(meta.namespace(), _ -> new HashMap<>())
                        .computeIfAbsent(meta.labels(), _ -> new ArrayList<>())
                        .add(new LowestRule.Step(order++, turn.healthy()));
            }
            return new Healths(first, steps);
        }

        LowestRule.Healthy lowest(String namespace, Predicate<Map<String, String>> chosen) {
            return LowestRule.of(
                    first.getOrDefault(namespace, Map.of()), steps.getOrDefault(namespace, Map.of()), chosen);
        }
    }
}
