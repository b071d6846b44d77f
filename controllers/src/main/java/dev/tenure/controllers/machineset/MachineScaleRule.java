package dev.tenure.controllers.machineset;

import java.time.Instant;
import java.util.Comparator;
import java.util.List;

/// How many machines a set has to make or to give up. Upstream: machineset/delete_policy.go.
final class MachineScaleRule {
    /// Marks a machine that is to go first.
    public static final String DELETE_FIRST = "machine.openshift.io/delete-machine";

    private MachineScaleRule() {}

    /// So many are made or given up at a look, after which the set is looked at as it is then.
    static final int AT_ONCE_MAX = 100;

    /// Which machines go first.
    public enum Policy {
        RANDOM,
        NEWEST,
        OLDEST;

        /// Of `spec.deletePolicy`; an unknown word means the default.
        public static Policy ofWord(String word) {
            return switch (word) {
                case "Newest" -> NEWEST;
                case "Oldest" -> OLDEST;
                default -> RANDOM;
            };
        }
    }

    /// What to do.
    public sealed interface Verdict {
        record Keep() implements Verdict {}

        record Create(int count) implements Verdict {}

        record Delete(List<Machine> machines) implements Verdict {
            public Delete {
                machines = List.copyOf(machines);
            }
        }
    }

    /// At most so much as is done at a look; each machine that comes or goes has the set looked at again.
    ///
    /// @param machines of the set, those that are being deleted apart
    public static Verdict decide(int wanted, Policy policy, List<Machine> machines) {
        int surplus = machines.size() - Math.max(0, wanted);
        if (surplus == 0) {
            return new Verdict.Keep();
        }
        if (surplus < 0) {
            return new Verdict.Create(Math.min(-surplus, AT_ONCE_MAX));
        }
        return new Verdict.Delete(machines.stream()
                .sorted(order(policy))
                .limit(Math.min(surplus, AT_ONCE_MAX))
                .toList());
    }

    private static Comparator<Machine> order(Policy policy) {
        Comparator<Machine> marked =
                Comparator.comparing(machine -> !machine.meta().annotations().containsKey(DELETE_FIRST));
        Comparator<Machine> idle =
                Comparator.comparing(machine -> !machine.node().isEmpty());
        Comparator<Machine> age = Comparator.comparing(MachineScaleRule::made);
        Comparator<Machine> name =
                Comparator.comparing(machine -> machine.meta().name());
        Comparator<Machine> rest = switch (policy) {
            case NEWEST -> age.reversed();
            case OLDEST -> age;
            case RANDOM -> idle;
        };
        return marked.thenComparing(rest).thenComparing(name);
    }

    private static Instant made(Machine machine) {
        return machine.meta().creationTimestamp();
    }
}
