package dev.tenure.sim.fault;

import dev.tenure.sim.fault.Fault.Mishap;
import dev.tenure.sim.world.Component;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeMap;

/// What goes wrong when. Equal seeds and worlds give equal plans.
///
/// @param steps in order of time
public record FaultPlan(List<Step> steps) {
    /// The last part of a run is left in peace, so that everything that is late shows.
    private static final Duration PEACE = Duration.ofMinutes(6);

    private static final Duration FIRST = Duration.ofSeconds(5);
    private static final List<Component> PROCESSES =
            List.of(Component.CONTROLLERS, Component.SCHEDULER, Component.KUBELETS);
    private static final List<Mishap> MISHAPS = List.of(Mishap.values());
    private static final int NODE_FAULTS = 8;
    private static final int ACTS = 6;
    /// The first of the acts are those on nodes.
    private static final int NODE_ACTS = 4;
    private static final int KINDS = NODE_FAULTS + 12 + ACTS;

    /// @param at since the beginning
    public record Step(Duration at, Fault fault) {}

    /// Which faults there may be.
    public enum Kinds {
        /// All of them.
        ALL,
        /// What befalls nodes, and users who taint and drain them.
        NODES
    }

    /// What there is to break.
    ///
    /// @param nodesByZone names
    /// @param deployments names, with their replicas
    public record Targets(TreeMap<String, List<String>> nodesByZone, TreeMap<String, Integer> deployments) {
        List<String> nodes() {
            return nodesByZone.values().stream().flatMap(List::stream).toList();
        }
    }

    public FaultPlan {
        steps = List.copyOf(steps);
    }

    /// A plan by chance.
    ///
    /// @param count how many faults
    /// @param span how long the run is; at least ten minutes
    public static FaultPlan of(long seed, Targets targets, Kinds kinds, int count, Duration span) {
        var random = new SplittableRandom(seed);
        var steps = new ArrayList<Step>();
        long last = span.minus(PEACE).toMillis();
        for (int i = 0; i < count; i++) {
            Duration at = Duration.ofMillis(random.nextLong(FIRST.toMillis(), last));
            Duration left = span.minus(PEACE).minus(at);
            steps.add(new Step(at, new Draw(random, targets, left).fault(kinds)));
        }
        steps.sort(Comparator.comparing(Step::at));
        return new FaultPlan(steps);
    }

    private record Draw(SplittableRandom random, Targets targets, Duration left) {
        Fault fault(Kinds kinds) {
            if (kinds == Kinds.NODES) {
                int kind = random.nextInt(NODE_FAULTS + NODE_ACTS);
                return kind < NODE_FAULTS ? ofNode(kind) : act(kind - NODE_FAULTS);
            }
            int kind = random.nextInt(KINDS);
            if (kind < NODE_FAULTS) {
                return ofNode(kind);
            }
            return kind < KINDS - ACTS ? ofProcess(kind - NODE_FAULTS) : act(kind - (KINDS - ACTS));
        }

        private Fault ofNode(int kind) {
            return switch (kind) {
                case 0 -> new Fault.NodesDown(anyZone(), span(30, 700));
                case 1, 2 -> new Fault.NodesDown(List.of(node()), span(5, 900));
                case 3 -> new Fault.Partition(node(), span(5, 900));
                case 4 -> new Fault.Flap(node(), random.nextInt(2, 7), seconds(20, 70), seconds(5, 60));
                case 5 -> new Fault.HeartbeatsLost(node(), span(10, 150));
                case 6 -> new Fault.HeartbeatsLate(node(), seconds(3, 55), span(20, 150));
                default -> new Fault.NodeDeleted(node(), span(5, 200));
            };
        }

        private Fault ofProcess(int kind) {
            return switch (kind) {
                case 0, 1, 2 ->
                    new Fault.Requests(
                            process(), MISHAPS.get(random.nextInt(MISHAPS.size())), random.nextDouble(), span(5, 120));
                case 3 -> new Fault.Requests(process(), Mishap.UNAVAILABLE, 1, span(5, 90));
                case 4, 5 -> new Fault.Crash(process(), seconds(0, 120));
                case 6, 7, 8 ->
                    new Fault.CrashAtWrite(process(), random.nextInt(1, 30), random.nextBoolean(), seconds(0, 40));
                case 9 -> new Fault.SlowWatches(process(), seconds(0, 20), span(10, 180));
                case 10 -> random.nextBoolean() ? new Fault.BrokenWatches(process()) : new Fault.Compaction();
                default -> new Fault.ClockStep(Duration.ofMillis(random.nextLong(-90_000, 120_000)));
            };
        }

        private Fault act(int kind) {
            return switch (kind) {
                case 0, 1, 2 -> new Fault.UserTaint(node(), "maintenance", span(2, 500));
                case 3 -> new Fault.Drain(node(), span(20, 300));
                case 4 -> new Fault.PodDeleted(random.nextInt(1_000));
                default -> {
                    if (targets.deployments().isEmpty()) {
                        yield new Fault.PodDeleted(random.nextInt(1_000));
                    }
                    var names = List.copyOf(targets.deployments().keySet());
                    String name = names.get(random.nextInt(names.size()));
                    int replicas = targets.deployments().getOrDefault(name, 1);
                    yield new Fault.Scaled(name, random.nextInt(replicas / 2, replicas + replicas / 4 + 2));
                }
            };
        }

        private List<String> anyZone() {
            var zones = List.copyOf(targets.nodesByZone().values());
            return zones.get(random.nextInt(zones.size()));
        }

        private String node() {
            var nodes = targets.nodes();
            return nodes.get(random.nextInt(nodes.size()));
        }

        private Component process() {
            return PROCESSES.get(random.nextInt(PROCESSES.size()));
        }

        private Duration seconds(int from, int to) {
            return Duration.ofMillis(random.nextLong(1_000L * from, 1_000L * to));
        }

        /// So long, but over before the peace at the end.
        private Duration span(int from, int to) {
            Duration span = seconds(from, to);
            return span.compareTo(left) < 0 ? span : left.plusMillis(1);
        }
    }
}
