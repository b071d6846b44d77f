package dev.tenure.bench.scale;

import dev.tenure.runtime.time.SystemTime;
import dev.tenure.runtime.time.Tick;
import dev.tenure.sim.fault.FaultPlan;
import dev.tenure.sim.scenario.Layout;
import dev.tenure.sim.scenario.Scenario;
import dev.tenure.sim.scenario.World;
import dev.tenure.sim.scenario.WorldBuilder;
import dev.tenure.sim.world.Substitutes;
import dev.tenure.store.PassingStore;
import dev.tenure.store.Store;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/// What a cluster of some size writes: the real API server, controllers, scheduler and nodes on virtual time,
/// each heartbeat and each Event written, while nodes are lost, tainted and drained. Counts by resource:
/// writes in a second on average, the most in any second, and the bytes of JSON.
///
/// Usage: `RatesBench [nodes] [pods] [minutes] [faults] [seed]`; prints one JSON object.
public final class RatesBench {
    private static final double NANOS_PER_SECOND = 1e9;

    /// The first minutes are those of a start, in which all leases are made at once.
    private static final int WARM_MINUTES = 2;

    private RatesBench() {}

    /// What was written of one resource.
    private static final class Count {
        private long writes;
        private long bytes;
        private long before;
        private long most;
    }

    /// Counts what becomes durable. Confined to the thread of the world.
    private static final class CountingStore extends PassingStore {
        private final Map<String, Count> counts;

        private CountingStore(Store store, Map<String, Count> counts) {
            super(store);
            this.counts = counts;
        }

        @Override
        public Committed commit(Write write) {
            Committed committed = super.commit(write);
            if (committed instanceof Committed.Durable(var object)) {
                Count count = counts.computeIfAbsent(write.key().resource(), _ -> new Count());
                count.writes++;
                count.bytes += write instanceof Write.Put ? object.content().size() : 0;
            }
            return committed;
        }
    }

    public static void main(String[] arguments) {
        int nodes = argument(arguments, 0, 5_000);
        int pods = argument(arguments, 1, 150_000);
        int minutes = argument(arguments, 2, 30);
        int faults = argument(arguments, 3, 20);
        int seed = argument(arguments, 4, 1);
        var time = new SystemTime();
        Tick start = time.now();
        World world = WorldBuilder.build(new Layout(seed, nodes, pods));
        Map<String, Count> counts = new HashMap<>();
        var settings = new Scenario.Settings(
                seed,
                FaultPlan.Kinds.NODES,
                faults,
                Duration.ofMinutes(WARM_MINUTES + (long) minutes),
                Set.of(Scenario.Option.ALL_WRITTEN));
        var scenario = new Scenario(
                world,
                settings,
                new Substitutes() {
                    @Override
                    public Store store(Store store) {
                        return new CountingStore(store, counts);
                    }
                },
                _ -> {});
        scenario.advance(Duration.ofMinutes(WARM_MINUTES));
        counts.clear();
        long seconds = 0;
        boolean more = true;
        while (more) {
            more = scenario.advance(Duration.ofSeconds(1));
            seconds++;
            counts.values().forEach(RatesBench::second);
        }
        ObjectNode result = Json.object()
                .put("bench", "rates")
                .put("nodes", nodes)
                .put("pods", pods)
                .put("faults", faults)
                .put("seed", seed)
                .put("simulated_minutes", minutes)
                .put("seconds", time.now().since(start).toNanos() / NANOS_PER_SECOND)
                .put("pods_evicted", scenario.outcome().counts().evicted())
                .put("pods_bound", scenario.outcome().counts().bound())
                .put(
                        "violation",
                        scenario.outcome().violation().map(Object::toString).orElse("none"));
        ObjectNode resources = result.putObject("resources");
        long lasted = seconds;
        new TreeMap<>(counts)
                .forEach((name, count) -> resources
                        .putObject(name)
                        .put("writes_per_second", (double) count.writes / lasted)
                        .put("most_in_a_second", count.most)
                        .put("kilobytes_per_second", count.bytes / 1e3 / lasted));
        System.out.println(result);
    }

    private static void second(Count count) {
        count.most = Math.max(count.most, count.writes - count.before);
        count.before = count.writes;
    }

    private static int argument(String[] arguments, int index, int otherwise) {
        return arguments.length > index ? Integer.parseInt(arguments[index]) : otherwise;
    }
}
