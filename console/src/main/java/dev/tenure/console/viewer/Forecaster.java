package dev.tenure.console.viewer;

import dev.tenure.client.ClusterClient;
import dev.tenure.console.shown.ConsoleFault;
import dev.tenure.model.core.Node;
import dev.tenure.model.core.Taint;
import dev.tenure.model.meta.ObjectKey;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.plan.change.Change;
import dev.tenure.plan.change.ChangeException;
import dev.tenure.plan.compare.Configuration;
import dev.tenure.plan.forecast.EvictionPlan;
import dev.tenure.plan.forecast.ForecastOptions;
import dev.tenure.plan.forecast.Forecasts;
import dev.tenure.plan.forecast.ReadyCount;
import dev.tenure.plan.source.ClusterDump;
import dev.tenure.plan.source.DumpException;
import dev.tenure.plan.source.LiveCluster;
import dev.tenure.plan.source.StatedSettings;
import dev.tenure.runtime.io.Pause;
import dev.tenure.runtime.limit.InFlight;
import dev.tenure.runtime.loop.Published;
import dev.tenure.runtime.time.Tick;
import dev.tenure.runtime.time.TimeSource;
import dev.tenure.wire.json.JsonNode;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.LongPredicate;
import java.util.function.Predicate;

/// Makes forecasts, one at a time, since each holds a copy of a cluster. Safe for use by several threads;
/// blocks while it reads and works.
public final class Forecaster {
    /// What the copy takes for each pod at most, its nodes and owners and what is garbage soon included: with
    /// 150,000 pods on 5,000 nodes the process grew by 1.4 GB, 9.4 KB for each.
    private static final long BYTES_PER_POD = 10_000;

    private static final int MEGABYTE = 1_000_000;
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    /// How long one may take to read and to work out. With 150,000 pods a drain takes half a minute, and
    /// several times as long on a machine that does much else. Whoever does not want to wait gives it up.
    private static final Duration WORK_MAX = Duration.ofMinutes(5);
    private static final Duration LOOK_EVERY = Duration.ofMillis(20);

    private final TimeSource time;
    private final LongPredicate room;
    private final InFlight underWay = new InFlight(1);
    /// What comes without a change, of the last cluster that this was asked about; written by whose turn it
    /// is.
    private final Published<Anyway> anyway = new Published<>(Anyway.NOTHING);

    /// The name of the forecast that was given up last.
    private final Published<String> givenUp = new Published<>("");

    /// @param room whether so many more bytes fit into the memory of this process
    public Forecaster(TimeSource time, LongPredicate room) {
        this.time = time;
        this.room = room;
    }

    /// A cluster as it was, what is done to it, and what would come of that.
    ///
    /// @param ready how many pods are ready at each moment
    /// @param anyway what would come without the change; nothing when that was not asked
    public record Forecast(
            ClusterDump before, Change change, EvictionPlan plan, List<ReadyCount> ready, Anyway anyway) {}

    /// Nobody waits any more for the forecast of that name: it ends, whether it is under way or waits for its
    /// turn.
    public void giveUp(String name) {
        givenUp.publish(name);
    }

    /// @throws ConsoleFault when a copy of a cluster of so many pods does not fit into this process
    public void requireRoom(int pods) {
        long bytes = pods * BYTES_PER_POD;
        if (!room.test(bytes)) {
            throw new ConsoleFault(
                    503,
                    "ServiceUnavailable",
                    "a copy of the cluster with its %d pods takes some %d MB, for which this process has no room: ask `tenure plan`, which is a process of its own, or give this one more memory"
                            .formatted(pods, bytes / MEGABYTE));
        }
    }

    /// The cluster that is read.
    ///
    /// @param client with the rights of the one who looks
    /// @param address for messages
    /// @param stated what it says of its settings
    public record Subject(ClusterClient client, String address, StatedSettings stated) {
        /// The one that somebody looks at.
        public static Subject of(Viewer viewer) {
            return new Subject(viewer.client(), viewer.identity().cluster(), stated(viewer.tenure()));
        }

        private static StatedSettings stated(TenurePages pages) {
            StatedSettings all = StatedSettings.NOTHING;
            for (String page : StatedSettings.PAGES) {
                try {
                    all = all.and(pages.get(page).map(StatedSettings::of).orElse(StatedSettings.NOTHING));
                } catch (ConsoleFault _) {
                    // who may not read it has a forecast all the same
                }
            }
            return all;
        }
    }

    /// Reads the cluster with the client's rights and lets a copy of it go on.
    ///
    /// @param name by which it can be given up; empty for none
    /// @throws ConsoleFault when the cluster may not be read, the change does not fit it, others are in the
    ///     way, it takes too long or is given up
    public Forecast of(Subject subject, Change change, String name) {
        return inTurn(name, check -> {
            ClusterDump dump = read(subject, check);
            var course = Forecasts.course(dump, change, Configuration.stated(dump.stated()), _ -> check.run());
            boolean apart =
                    (course.plan().hasEffects() || somebodyMayBeSpared(dump)) && !(change instanceof Change.Nothing);
            return new Forecast(
                    dump, change, course.plan(), course.ready(), apart ? withoutChange(dump, check) : Anyway.NOTHING);
        });
    }

    /// Whether pods may be about to leave: a change that only keeps them has no effects of its own.
    private static boolean somebodyMayBeSpared(ClusterDump dump) {
        Predicate<Taint> evicts = Forecasts.evicting(dump);
        return dump.views(ResourceTypes.NODES, Node.class).stream()
                .anyMatch(node -> !node.isTrue(Node.READY)
                        || node.spec().taints().stream().anyMatch(evicts));
    }

    /// Worked out once for as long as the cluster stays as it is.
    private Anyway withoutChange(ClusterDump dump, Runnable check) {
        long fingerprint = Anyway.fingerprint(dump);
        Anyway known = anyway.get();
        if (known.fingerprint() == fingerprint) {
            return known;
        }
        var course =
                Forecasts.course(dump, new Change.Nothing(), Configuration.stated(dump.stated()), _ -> check.run());
        Anyway found = Anyway.of(fingerprint, course.plan());
        anyway.publish(found);
        return found;
    }

    /// What the scheduler of a copy says of a pod, as `/tenure/v1/scheduler/pods` does; empty when it does
    /// not count the pod.
    ///
    /// @param pod its namespace and name
    /// @param name as [#of] takes it, which also tells what is thrown
    public Optional<JsonNode> explanation(Subject subject, ObjectKey pod, String name) {
        return inTurn(name, check -> {
            ClusterDump dump = read(subject, check);
            return Forecasts.explanation(dump, pod, ForecastOptions.STANDARD, check);
        });
    }

    private ClusterDump read(Subject subject, Runnable check) {
        return LiveCluster.read(subject.client(), subject.address(), time, _ -> check.run())
                .stating(subject.stated());
    }

    /// @param work is given what it has to call again and again
    private <T> T inTurn(String name, Function<Runnable, T> work) {
        Tick end = time.now().plus(PATIENCE);
        while (!underWay.enter()) {
            if (time.now().isAfter(end) || Thread.currentThread().isInterrupted()) {
                throw new ConsoleFault(503, "ServiceUnavailable", "another forecast is under way: try again");
            }
            requireWanted(name);
            Pause.of(LOOK_EVERY, time);
        }
        try {
            Tick late = time.now().plus(WORK_MAX);
            return work.apply(() -> requireGoingOn(name, late));
        } catch (DumpException | ChangeException e) {
            throw ConsoleFault.invalid(String.valueOf(e.getMessage()));
        } finally {
            underWay.leave();
        }
    }

    private void requireGoingOn(String name, Tick late) {
        requireWanted(name);
        if (time.now().isAfter(late)) {
            throw new ConsoleFault(
                    504,
                    "Timeout",
                    "the forecast takes longer than the %d s that the console gives it: ask `tenure plan`, which knows no limit"
                            .formatted(WORK_MAX.toSeconds()));
        }
    }

    private void requireWanted(String name) {
        if (!name.isEmpty() && name.equals(givenUp.get())) {
            throw ConsoleFault.givenUp();
        }
    }
}
