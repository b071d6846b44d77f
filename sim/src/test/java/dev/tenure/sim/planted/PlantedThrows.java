package dev.tenure.sim.planted;

import dev.tenure.apiserver.admission.AdmissionPlugin;
import dev.tenure.apiserver.admission.AdmissionRequest;
import dev.tenure.apiserver.admission.ClusterAccess;
import dev.tenure.model.meta.ObjectKey;
import dev.tenure.runtime.loop.EventLoop;
import dev.tenure.runtime.loop.Outcome;
import dev.tenure.runtime.loop.PassingLoop;
import dev.tenure.runtime.observe.FaultReporter;
import dev.tenure.runtime.time.Tick;
import dev.tenure.sim.world.Substitutes;
import dev.tenure.store.PassingStore;
import dev.tenure.store.Store;
import dev.tenure.store.Store.Change;
import dev.tenure.store.Store.LogCursor;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/// Throws what only a bug throws, by chance, at the beginning or the end of events, alarms, calls and their
/// outcomes, of what admission plugins do and of what handlers, and the API server's own loops, ask of the
/// store. No place is left out by chance: each throws once among the first times that it is come by. Other
/// faults than these are findings.
public final class PlantedThrows implements Substitutes {
    private static final String MARK = "planted";
    /// When these fail all controllers begin anew; it is to happen now and then.
    private static final String INFORMERS = "informers";

    private static final String STORE = "store";

    /// So do they when what they are told throws.
    private static final String WATCH = "watch";

    private static final double RARER = 20;

    /// A write passes all plugins, so that few would get through if each of them threw as often as others.
    private static final double PLUGINS_RARER = 10;

    private static final String PLUGIN = "plugin ";

    /// What names of events say of the object that they are about.
    private static final Pattern OBJECT =
            Pattern.compile("[-/ ]?([0-9a-f]{8}-|later-|again-|a-[0-9]|informer-|probe-|proxy).*");

    /// Each place, and each kind of event, throws once among so many first times.
    private static final int FIRST = 4;

    private final long seed;
    private final Random random;
    private final Predicate<String> where;
    private final List<String> findings = new ArrayList<>();
    private final Map<String, Integer> reported = new TreeMap<>();
    private final Map<String, Integer> thrown = new TreeMap<>();
    private final Map<String, Integer> visits = new HashMap<>();
    /// The classes of the product, and the events, that were at work when something was thrown.
    private final Set<String> reached = new TreeSet<>();

    private final Set<String> missing = new TreeSet<>();
    private double odds;

    /// @param where names of loops, `plugin NAME`, `store` and `watch` into which something is planted
    public PlantedThrows(long seed, Predicate<String> where) {
        this.seed = seed;
        this.random = new Random(seed);
        this.where = where;
    }

    /// From now on, so many of all places that are come by throw; 0 for none, 1 for all.
    public void odds(double chosen) {
        odds = chosen;
    }

    /// How many were thrown, by place.
    public Map<String, Integer> thrown() {
        return thrown;
    }

    /// How many were told to the reporter, by component.
    public Map<String, Integer> reported() {
        return reported;
    }

    /// The simple names of the classes, and the names of the events, that were at work when something was
    /// thrown.
    public Set<String> reached() {
        return reached;
    }

    /// Faults that were not planted.
    public List<String> findings() {
        return findings;
    }

    private void perhaps(String place) {
        perhaps(place, place);
    }

    /// From now on what these classes, by their simple names, ask of the store throws until each was hit.
    void hit(Collection<String> classes) {
        missing.addAll(classes);
    }

    /// Whether a class is at work that was not hit yet; by chance, so that it is not always the first thing
    /// it does.
    private boolean missed(String place) {
        return place.equals(STORE)
                && !missing.isEmpty()
                && random.nextInt(FIRST) == 0
                && StackWalker.getInstance()
                        .walk(frames -> frames.anyMatch(frame -> missing.contains(simple(frame.getClassName()))));
    }

    /// @param kind of what is done there, each of which is to be hit
    private void perhaps(String place, String kind) {
        if (odds > 0 && where.test(place) && (due(place, kind) || missed(place))) {
            thrown.merge(place, 1, Integer::sum);
            reached.add(kind);
            StackWalker.getInstance().forEach(frame -> noteReached(frame.getClassName()));
            String message = MARK + " in " + place;
            switch (random.nextInt(4)) {
                case 0 -> throw new NullPointerException(message);
                case 1 -> throw new IndexOutOfBoundsException(message);
                case 2 -> throw new StackOverflowError(message);
                default -> throw new IllegalStateException(message);
            }
        }
    }

    private boolean due(String place, String kind) {
        int visit = visits.merge(place + "/" + kind, 1, Integer::sum);
        return visit == 1 + Math.floorMod(kind.hashCode() + seed, FIRST) || random.nextDouble() < odds(place);
    }

    private double odds(String place) {
        if (odds == 1) {
            return odds;
        }
        double rarer = place.equals(INFORMERS) || place.equals(WATCH) ? RARER : 1;
        return odds / (place.startsWith(PLUGIN) ? PLUGINS_RARER : rarer);
    }

    private void noteReached(String type) {
        if (type.startsWith("dev.tenure.")) {
            reached.add(simple(type));
            missing.remove(simple(type));
        }
    }

    private static String simple(String type) {
        int nested = type.indexOf('$');
        return type.substring(type.lastIndexOf('.') + 1, nested < 0 ? type.length() : nested);
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
            super.post(name, () -> during(name, event));
        }

        @Override
        public void alarm(String name, Tick due, Runnable event) {
            super.alarm(name, due, () -> during(name, event));
        }

        @Override
        public <T> void work(String name, Callable<T> blocking, Consumer<Outcome<T>> done) {
            super.work(name, perhapsThrows(blocking), outcome -> during(name, () -> done.accept(outcome)));
        }

        @Override
        public <T> void hardWork(String name, Callable<T> busy, Consumer<Outcome<T>> done) {
            super.hardWork(name, perhapsThrows(busy), outcome -> during(name, () -> done.accept(outcome)));
        }

        private <T> Callable<T> perhapsThrows(Callable<T> work) {
            return () -> {
                perhaps(component);
                T result = work.call();
                perhaps(component);
                return result;
            };
        }

        private void during(String name, Runnable event) {
            String kind = OBJECT.matcher(name).replaceFirst("");
            perhaps(component, kind);
            event.run();
            perhaps(component, kind);
        }
    }

    private final class Kept extends PassingStore {
        private Kept(Store store) {
            super(store);
        }

        @Override
        public Committed commit(Write write) {
            return around(STORE, () -> super.commit(write));
        }

        @Override
        public Found find(ObjectKey key) {
            return around(STORE, () -> super.find(key));
        }

        @Override
        public Page list(Range range) {
            return around(STORE, () -> super.list(range));
        }

        @Override
        public LogCursor watch(ResourceId resource, String namespace, long revision, Optional<Index> index) {
            perhaps(STORE);
            return new Cursor(super.watch(resource, namespace, revision, index));
        }

        @Override
        public long revision() {
            perhaps(STORE);
            return super.revision();
        }

        @Override
        public boolean catchUp() {
            return around(STORE, super::catchUp);
        }

        @Override
        public void compact(long revision) {
            around(STORE, () -> super.compact(revision));
        }
    }

    private final class Cursor implements LogCursor {
        private final LogCursor cursor;

        private Cursor(LogCursor cursor) {
            this.cursor = cursor;
        }

        @Override
        public List<Change> poll(int max) {
            return around(WATCH, () -> cursor.poll(max));
        }

        @Override
        public long seen() {
            return cursor.seen();
        }

        @Override
        public void onReady(Runnable signal) {
            perhaps(WATCH);
            cursor.onReady(signal);
        }

        @Override
        public void close() {
            cursor.close();
            perhaps(WATCH);
        }
    }

    private final class Plugin implements AdmissionPlugin {
        private final AdmissionPlugin plugin;

        private Plugin(AdmissionPlugin plugin) {
            this.plugin = plugin;
        }

        private String place() {
            return PLUGIN + plugin.name();
        }

        @Override
        public String name() {
            return plugin.name();
        }

        @Override
        public void mutate(AdmissionRequest request, ClusterAccess cluster) {
            around(place(), () -> plugin.mutate(request, cluster));
        }

        @Override
        public void validate(AdmissionRequest request, ClusterAccess cluster) {
            around(place(), () -> plugin.validate(request, cluster));
        }
    }
}
