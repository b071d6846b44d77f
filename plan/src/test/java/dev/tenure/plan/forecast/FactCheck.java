package dev.tenure.plan.forecast;

import dev.tenure.controllers.tainteviction.stay.Semantics;
import dev.tenure.model.core.Node;
import dev.tenure.model.core.Pod;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.plan.change.ChangeException;
import dev.tenure.plan.forecast.EvictionPlan.LeavingPod;
import dev.tenure.plan.forecast.EvictionPlan.NewPod;
import dev.tenure.plan.forecast.EvictionPlan.Outcome;
import dev.tenure.plan.forecast.ForecastScenarios.ForecastCase;
import dev.tenure.plan.source.ClusterDump;
import dev.tenure.plan.source.StatedSettings;
import dev.tenure.rules.pod.PodRule;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// A cluster is dumped in the middle of its life, a forecast is made of the dump, and then the cluster itself
/// goes on with the same change: tells where both do not come to the same. The cluster has other uids and
/// other phases than the forecast.
final class FactCheck {
    static final Duration HORIZON = Duration.ofMinutes(20);
    private static final Duration CLOSE = Duration.ofSeconds(1);
    /// The cluster's controllers look at other moments than those of the forecast.
    private static final Duration PHASE = Duration.ofMillis(3700);
    /// All controllers look every so often, or a part of it.
    private static final Duration ROUND = Duration.ofSeconds(60);
    private static final long SEED = 5;
    private static final String PREEMPTION = "preemption";
    private static final String ENDLESS = "there is no end to it";
    private static final ForecastOptions OPTIONS = ForecastOptions.STANDARD.withHorizon(HORIZON);

    /// Which chances a forecast has.
    enum Chance {
        /// Its own.
        OTHER,
        /// Those of the cluster, whose scheduler begins anew when the dump is made; its controllers
        /// look at the same moments.
        EQUAL
    }

    /// How much of a forecast and of what happened is compared.
    enum Extent {
        /// Both refuse the change.
        NOTHING,
        /// Which pods leave, as the forecast says that the rest is open.
        WHO_LEAVES,
        ALL
    }

    /// What came out.
    ///
    /// @param differences as sentences; none when forecast and fact agree
    /// @param tied whether the forecast says that chance chose a node
    /// @param left how many pods left in fact
    /// @param extent how much of both was compared
    record Result(List<String> differences, boolean tied, int left, Extent extent) {
        static Result refused(List<String> differences) {
            return new Result(differences, false, 0, Extent.NOTHING);
        }

        boolean agrees() {
            return differences.isEmpty();
        }
    }

    private final List<String> differences = new ArrayList<>();

    private final boolean openToChance;

    private FactCheck(boolean openToChance) {
        this.openToChance = openToChance;
    }

    static Result of(ForecastCase scenario, Semantics semantics, Chance chance) {
        return new FactCheck(false).check(scenario, semantics, chance);
    }

    /// The same, but where the forecast says that it is open which pods get the room of a quota, only who
    /// leaves and why has to be the same; where it says that pods look for nodes in an open order and room is
    /// made for some of them, only which others leave, when and why.
    static Result ofChance(ForecastCase scenario, Semantics semantics, Chance chance) {
        return new FactCheck(true).check(scenario, semantics, chance);
    }

    private Result check(ForecastCase scenario, Semantics semantics, Chance chance) {
        StagedCluster staged = inTheMiddleOfItsLife(scenario, semantics, chance);
        ClusterDump dump = staged.dump().stating(new StatedSettings(Optional.of(semantics), Map.of()));
        Tracker tracker = staged.watch();
        if (chance == Chance.EQUAL) {
            staged.cluster().startScheduler();
        }
        var facts = new Outcomes(
                staged.cluster(),
                staged.cluster().world().now(),
                staged.player(),
                _ -> Optional.empty(),
                _ -> Optional.empty());
        Optional<String> refusal = during(staged, tracker, () -> {
            staged.play(scenario.change());
            staged.advance(HORIZON);
        });
        ForecastOptions options =
                OPTIONS.withSeed(chance == Chance.EQUAL ? SEED : ForecastOptions.STANDARD.seed() + 98);
        var forecasts = new ArrayList<EvictionPlan>();
        Optional<String> forecastRefusal = refusal(() -> forecasts.add(Forecasts.of(dump, scenario.change(), options)));
        same("refused", forecastRefusal, refusal);
        if (forecasts.isEmpty() || refusal.isPresent()) {
            return Result.refused(differences);
        }
        EvictionPlan.Status happened = facts.status(tracker, List.of(), true);
        EvictionPlan.Status fact = happened;
        EvictionPlan.Status forecast = forecasts.getFirst().status();
        boolean roomIsOpen = openToChance && contested(forecast) && (makesRoom(forecast) || makesRoom(fact));
        if (roomIsOpen) {
            forecast = butForRoom(forecast);
            fact = butForRoom(fact);
        }
        sameEntries("who", who(forecast), who(fact));
        boolean open = roomIsOpen || (openToChance && forecast.notes().contains(UnmadePods.OPEN));
        if (!open) {
            compare(dump, forecast, fact);
        } else if (roomIsOpen) {
            times(forecast, fact);
        }
        atEnd(dump, staged.pods(), happened);
        return new Result(differences, tied(forecast), happened.pods().size(), open ? Extent.WHO_LEAVES : Extent.ALL);
    }

    /// Where pods come and go without time passing there is no moment at which a cluster could be dumped:
    /// such a one is dumped before anything is done to it.
    private static StagedCluster inTheMiddleOfItsLife(ForecastCase scenario, Semantics semantics, Chance chance) {
        String[] manifests = scenario.manifests().toArray(String[]::new);
        var staged = new StagedCluster(semantics, SEED, manifests);
        Optional<String> refusal = during(staged, staged.watch(), () -> {
            staged.play(scenario.before().change());
            staged.advance(age(scenario, chance));
        });
        if (refusal.isEmpty()) {
            return staged;
        }
        if (!refusal.get().equals(ENDLESS)) {
            throw new ChangeException(refusal.get());
        }
        var untouched = new StagedCluster(semantics, SEED, manifests);
        untouched.advance(age(scenario, chance));
        return untouched;
    }

    private static Duration age(ForecastCase scenario, Chance chance) {
        Duration age = scenario.before().at();
        return switch (chance) {
            case OTHER -> age.plus(PHASE);
            case EQUAL -> ROUND.multipliedBy(age.dividedBy(ROUND) + 1);
        };
    }

    private static boolean makesRoom(EvictionPlan.Status status) {
        return status.pods().stream().anyMatch(pod -> pod.cause().equals(PREEMPTION));
    }

    /// Without the pods that make room for others.
    private static EvictionPlan.Status butForRoom(EvictionPlan.Status status) {
        return new EvictionPlan.Status(
                status.pods().stream()
                        .filter(pod -> !pod.cause().equals(PREEMPTION))
                        .toList(),
                status.newPods(),
                status.budgets(),
                status.services(),
                status.summary(),
                status.notes(),
                status.simulated(),
                status.quiet());
    }

    /// Ends what has no end.
    private static Optional<String> during(StagedCluster staged, Tracker tracker, Runnable course) {
        staged.cluster()
                .world()
                .afterEachEvent(() -> tracker.endless().ifPresent(_ -> {
                    throw new ChangeException(ENDLESS);
                }));
        return refusal(course);
    }

    private static Optional<String> refusal(Runnable course) {
        try {
            course.run();
            return Optional.empty();
        } catch (ChangeException e) {
            return Optional.of(String.valueOf(e.getMessage()).replaceAll(ENDLESS + ".*", ENDLESS));
        }
    }

    private void same(String what, Object forecast, Object fact) {
        if (!forecast.equals(fact)) {
            differences.add("%s: forecast %s, fact %s".formatted(what, forecast, fact));
        }
    }

    private void sameEntries(String what, Map<String, ?> forecast, Map<String, ?> fact) {
        var only = new TreeMap<String, Object>(forecast);
        only.entrySet().removeIf(entry -> entry.getValue().equals(fact.get(entry.getKey())));
        var other = new TreeMap<String, Object>(fact);
        other.entrySet().removeIf(entry -> entry.getValue().equals(forecast.get(entry.getKey())));
        same(what, only, other);
    }

    private void compare(ClusterDump dump, EvictionPlan.Status forecast, EvictionPlan.Status fact) {
        same("summary", forecast.summary(), fact.summary());
        same("budgets", forecast.budgets(), fact.budgets());
        same("services", forecast.services(), fact.services());
        sameEntries("becomes", becomes(forecast), becomes(fact));
        sameEntries("made", made(forecast), made(fact));
        if (!tied(forecast) && !contested(forecast)) {
            Set<String> nodes = dump.views(ResourceTypes.NODES, Node.class).stream()
                    .map(node -> node.meta().name())
                    .collect(Collectors.toSet());
            sameEntries("placed", placed(forecast, nodes), placed(fact, nodes));
        }
        times(forecast, fact);
    }

    private static boolean tied(EvictionPlan.Status status) {
        return status.newPods().stream().anyMatch(pod -> pod.tiedNodes() > 1)
                || status.notes().stream().anyMatch(note -> note.contains("made meanwhile leave"))
                || status.notes().stream().anyMatch(note -> note.contains("is noticed first is open"))
                || status.pods().stream().anyMatch(pod -> pod.tiedPods() > 1)
                || status.pods().stream()
                        .anyMatch(
                                pod -> pod.outcome() instanceof Outcome.Replaced replaced && replaced.tiedNodes() > 1);
    }

    /// Whether the forecast says that it is open whose pods are placed first: with equal chances, too.
    private static boolean contested(EvictionPlan.Status status) {
        return status.newPods().stream().anyMatch(NewPod::contested)
                || status.pods().stream()
                        .anyMatch(pod -> pod.outcome() instanceof Outcome.Replaced replaced && replaced.contested());
    }

    /// Of equal pods chance takes one, where room is made on a node or a workload gets smaller and the
    /// forecast says so: these have no name.
    private static Map<String, String> who(EvictionPlan.Status status) {
        var all = new TreeMap<String, String>();
        var equals = new TreeMap<String, Integer>();
        for (LeavingPod pod : status.pods()) {
            String kin = pod.tiedPods() == 1
                    ? pod.uid() + " " + pod.name()
                    : switch (pod.cause()) {
                        case PREEMPTION -> "one of %s on %s".formatted(workload(pod.name()), pod.node());
                        default -> "one of " + workload(pod.name());
                    };
            all.put(
                    kin + ", " + equals.merge(kin, 1, Integer::sum),
                    (pod.leavesAfter().isPresent() ? "leaves: " : "stays: ") + pod.cause());
        }
        return all;
    }

    /// How many places of each workload come to which end; which of its pods goes where is for ties to
    /// decide.
    private static Map<String, Long> becomes(EvictionPlan.Status status) {
        return status.pods().stream()
                .collect(Collectors.groupingBy(
                        pod -> workload(pod.name()) + " " + end(pod.outcome()), TreeMap::new, Collectors.counting()));
    }

    private static String workload(String pod) {
        return pod.replaceAll("-.*", "");
    }

    private static String end(Outcome outcome) {
        return switch (outcome) {
            case Outcome.Replaced replaced ->
                "replaced, " + (replaced.readyAfter().isPresent() ? "ready" : "not ready");
            case Outcome.Pending pending -> "pending: " + pending.message();
            case Outcome.Lost lost -> "lost: " + lost.why();
            case Outcome.NotReplaced kept -> "not replaced: " + kept.why();
        };
    }

    private static Map<String, Long> made(EvictionPlan.Status status) {
        return status.newPods().stream()
                .collect(Collectors.groupingBy(
                        pod -> workload(pod.name()) + " " + state(pod), TreeMap::new, Collectors.counting()));
    }

    private static String state(NewPod pod) {
        return pod.pending()
                .map(Outcome.Pending::message)
                .orElse(pod.readyAfter().isPresent() ? "ready" : "not ready");
    }

    /// How many new pods of each workload are on which node; chance names nodes that are made meanwhile.
    private static Map<String, Long> placed(EvictionPlan.Status status, Set<String> nodes) {
        var all = new ArrayList<String>();
        for (LeavingPod pod : status.pods()) {
            if (pod.outcome() instanceof Outcome.Replaced replaced) {
                all.add(workload(pod.name()) + " on " + known(replaced.node(), nodes));
            }
        }
        status.newPods().forEach(pod -> all.add(workload(pod.name()) + " on " + known(pod.node(), nodes)));
        return all.stream().collect(Collectors.groupingBy(each -> each, TreeMap::new, Collectors.counting()));
    }

    private static String known(String node, Set<String> nodes) {
        return node.isEmpty() || nodes.contains(node) ? node : "a new node";
    }

    private void times(EvictionPlan.Status forecast, EvictionPlan.Status fact) {
        var real = new HashMap<String, LeavingPod>();
        fact.pods().forEach(pod -> real.put(pod.uid(), pod));
        for (LeavingPod pod : forecast.pods()) {
            LeavingPod then = real.get(pod.uid());
            if (then == null) {
                continue;
            }
            close(pod, Duration.ZERO, then.leavesAfter());
            same(
                    pod.name() + " is gone",
                    pod.goneAfter().isPresent(),
                    then.goneAfter().isPresent());
            pod.goneAfter()
                    .ifPresent(gone -> close(pod, gone.minus(pod.leavesAfter().orElse(gone)), then.goneAfter()));
        }
    }

    /// Within a second, or between the moments that the forecast itself tells.
    ///
    /// @param later what happens so long after the pod is told to go
    private void close(LeavingPod pod, Duration later, Optional<Duration> fact) {
        if (pod.leavesAfter().isEmpty() || fact.isEmpty()) {
            return;
        }
        Duration forecast = pod.leavesAfter().get();
        EvictionPlan.Span span = pod.between().orElseGet(() -> new EvictionPlan.Span(forecast, forecast));
        Duration real = fact.get().minus(later);
        if (real.compareTo(span.earliest().minus(CLOSE)) < 0
                || real.compareTo(span.latest().plus(CLOSE)) > 0) {
            differences.add("%s: forecast after %s, between %s and %s; fact after %s (%s later)"
                    .formatted(pod.name(), forecast, span.earliest(), span.latest(), real, later));
        }
    }

    /// Whether there is a pod that waits for a node; that of a StatefulSet may not even be made.
    private static boolean waits(Outcome outcome) {
        return outcome instanceof Outcome.Pending pending
                && !pending.name().isEmpty()
                && !pending.message().startsWith("the StatefulSet");
    }

    /// The plan of what happened against the cluster itself at the end.
    private void atEnd(ClusterDump dump, List<Pod> pods, EvictionPlan.Status fact) {
        var known = new HashSet<String>();
        var active = new HashSet<String>();
        for (Pod pod : dump.views(ResourceTypes.PODS, Pod.class)) {
            known.add(pod.meta().uid());
            if (PodRule.active(pod) && !pod.meta().deleting()) {
                active.add(pod.meta().uid());
            }
        }
        var left = new HashSet<>(active);
        long waiting = 0;
        for (Pod pod : pods) {
            if (!PodRule.active(pod) || pod.meta().deleting()) {
                continue;
            }
            left.remove(pod.meta().uid());
            waiting += !pod.spec().bound() && !known.contains(pod.meta().uid()) ? 1 : 0;
        }
        var told = new HashSet<String>();
        fact.pods().stream().filter(pod -> pod.leavesAfter().isPresent()).forEach(pod -> told.add(pod.uid()));
        if (!told.equals(left)) {
            differences.add("the plan tells of %s that left, the cluster lacks %s".formatted(told, left));
        }
        long pending = fact.pods().stream().filter(pod -> waits(pod.outcome())).count()
                + fact.newPods().stream()
                        .filter(pod -> pod.pending().filter(FactCheck::waits).isPresent())
                        .count();
        if (pending != waiting) {
            differences.add("the plan tells of %d pods that wait, in the cluster %d do".formatted(pending, waiting));
        }
    }
}
