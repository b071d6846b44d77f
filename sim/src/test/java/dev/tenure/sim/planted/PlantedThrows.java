package dev.tenure.sim.planted;

import dev.tenure.apiserver.admission.AdmissionPlugin;
import dev.tenure.apiserver.admission.AdmissionRequest;
import dev.tenure.apiserver.admission.ClusterReader;
import dev.tenure.model.meta.ObjectKey;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.runtime.loop.EventLoop;
import dev.tenure.runtime.loop.Outcome;
import dev.tenure.runtime.observe.FaultReporter;
import dev.tenure.runtime.time.Tick;
import dev.tenure.sim.world.PassingLoop;
import dev.tenure.sim.world.Substitutes;
import dev.tenure.store.PassingStore;
import dev.tenure.store.Store;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;

/// Throws what only a bug throws, by chance, at the beginning or the end of events, alarms, calls and their outcomes,
/// of what admission plugins do and of what handlers ask of the store. Other faults than these are findings.
final class PlantedThrows implements Substitutes {
    private static final String MARK = "planted";
    /// When these fail all controllers begin anew; it is to happen now and then.
    private static final String INFORMERS = "informers";

    private static final double RARER = 20;

    private final Random random;
    private final Predicate<String> where;
    private final List<String> findings = new ArrayList<>();
    private final Map<String, Integer> reported = new TreeMap<>();
    private final Map<String, Integer> thrown = new TreeMap<>();
    private double odds;

    /// @param where names of loops, `plugin NAME` and `store` into which something is planted
    PlantedThrows(long seed, Predicate<String> where) {
        this.random = new Random(seed);
        this.where = where;
    }

    /// From now on, so many of all places that are come by throw; 0 for none, 1 for all.
    void odds(double chosen) {
        odds = chosen;
    }

    /// How many were thrown, by place.
    Map<String, Integer> thrown() {
        return thrown;
    }

    /// How many were told to the reporter, by component.
    Map<String, Integer> reported() {
        return reported;
    }

    List<String> findings() {
        return findings;
    }

    private void perhaps(String place) {
        double here = place.equals(INFORMERS) && odds < 1 ? odds / RARER : odds;
        if (odds > 0 && where.test(place) && random.nextDouble() < here) {
            thrown.merge(place, 1, Integer::sum);
            String message = MARK + " in " + place;
            switch (random.nextInt(4)) {
                case 0 -> throw new NullPointerException(message);
                case 1 -> throw new IndexOutOfBoundsException(message);
                case 2 -> throw new StackOverflowError(message);
                default -> throw new IllegalStateException(message);
            }
        }
    }

    private void around(String place, Runnable body) {
        perhaps(place);
        body.run();
        perhaps(place);
    }

    private <T> T around(String place, Supplier<T> body) {
        perhaps(place);
        T result = body.get();
        perhaps(place);
        return result;
    }

    @Override
    public Optional<FaultReporter> faults() {
        return Optional.of((component, about, fault) -> {
            for (Throwable cause = fault; cause != null; cause = cause.getCause()) {
                if (String.valueOf(cause.getMessage()).startsWith(MARK)) {
                    reported.merge(component, 1, Integer::sum);
                    return "00000000";
                }
            }
            findings.add("%s: %s: %s".formatted(component, about, fault));
            return "00000000";
        });
    }

    @Override
    public EventLoop loop(String component, EventLoop loop) {
        return new Loop(component, loop);
    }

    @Override
    public Store store(Store store) {
        return new Kept(store);
    }

    @Override
    public List<AdmissionPlugin> plugins(List<AdmissionPlugin> plugins) {
        return plugins.stream().<AdmissionPlugin>map(Plugin::new).toList();
    }

    private final class Loop extends PassingLoop {
        private final String component;

        private Loop(String component, EventLoop loop) {
            super(loop);
            this.component = component;
        }

        @Override
        public void post(String name, Runnable event) {
            super.post(name, () -> around(component, event));
        }

        @Override
        public void alarm(String name, Tick due, Runnable event) {
            super.alarm(name, due, () -> around(component, event));
        }

        @Override
        public <T> void work(String name, Callable<T> blocking, Consumer<Outcome<T>> done) {
            super.work(
                    name,
                    () -> {
                        perhaps(component);
                        T result = blocking.call();
                        perhaps(component);
                        return result;
                    },
                    outcome -> around(component, () -> done.accept(outcome)));
        }
    }

    private final class Kept extends PassingStore {
        private static final String STORE = "store";

        private Kept(Store store) {
            super(store);
        }

        @Override
        public Committed commit(Write write) {
            return around(STORE, () -> super.commit(write));
        }

        @Override
        public Optional<StoredObject> get(ObjectKey key) {
            return around(STORE, () -> super.get(key));
        }

        @Override
        public Page list(Range range) {
            return around(STORE, () -> super.list(range));
        }

        @Override
        public LogCursor watch(ResourceId resource, String namespace, long revision) {
            perhaps(STORE);
            return super.watch(resource, namespace, revision);
        }
    }

    private final class Plugin implements AdmissionPlugin {
        private final AdmissionPlugin plugin;

        private Plugin(AdmissionPlugin plugin) {
            this.plugin = plugin;
        }

        private String place() {
            return "plugin " + plugin.name();
        }

        @Override
        public String name() {
            return plugin.name();
        }

        @Override
        public void mutate(AdmissionRequest request, ClusterReader cluster) {
            around(place(), () -> plugin.mutate(request, cluster));
        }

        @Override
        public void validate(AdmissionRequest request, ClusterReader cluster) {
            around(place(), () -> plugin.validate(request, cluster));
        }
    }
}
