package dev.tenure.sim.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.model.meta.Content;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.sim.fault.FaultPlan;
import dev.tenure.sim.scenario.Scenario.Option;
import dev.tenure.sim.world.Substitutes;
import dev.tenure.store.PassingStore;
import dev.tenure.store.Store;
import dev.tenure.wire.json.Document;
import dev.tenure.wire.json.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/// An hour each of a cluster of 20 nodes in three zones with 200 pods, with 30 faults.
///
/// The system property `tenure.seeds` says how many seeds, `tenure.seeds.from` the first one; without it 24
/// are played, in `./check full` 1,000. The test uses all cores itself, so no other runs beside it.
@Isolated
@Tag("long")
final class SeedsTest {
    private static final int SEEDS = Integer.getInteger("tenure.seeds", Boolean.getBoolean("tenure.full") ? 1_000 : 24);
    private static final int FROM = Integer.getInteger("tenure.seeds.from", 0);

    /// The worlds that all runs begin with; a few tests make some of them once more and compare.
    private static final Runs RUNS = new Runs();

    /// Each run is confined to one thread; as many go on at once as there are cores, and who has ended one
    /// takes the next.
    @Test
    void everythingHoldsUnderEverySeed() throws InterruptedException, ExecutionException {
        var broken = new ArrayList<String>();
        List<Callable<Scenario.Outcome>> seeds = LongStream.range(FROM, FROM + SEEDS)
                .<Callable<Scenario.Outcome>>mapToObj(seed -> () -> RUNS.run(seed))
                .toList();
        try (var cores = Executors.newFixedThreadPool(Runtime.getRuntime().availableProcessors())) {
            for (Future<Scenario.Outcome> run : cores.invokeAll(seeds)) {
                Scenario.Outcome outcome = run.get();
                outcome.violation().ifPresent(broke -> broken.add("seed %d: %s".formatted(outcome.seed(), broke)));
            }
        }
        assertThat(broken).isEmpty();
    }

    @Test
    void equalSeedsGiveEqualRuns() {
        var first = new ArrayList<RunTimeline.Entry>();
        var second = new ArrayList<RunTimeline.Entry>();
        Duration span = Duration.ofMinutes(20);
        Scenario.Outcome one = RUNS.run(7, span, Substitutes.NONE, first);
        Scenario.Outcome other = new Runs().run(7, span, Substitutes.NONE, second);
        assertThat(one.counts().writes()).isGreaterThan(500);
        assertThat(second).isEqualTo(first).isNotEmpty();
        assertThat(other).isEqualTo(one);
    }

    /// Among them are seeds in which the clock is set back by more than the grace period, and some in which
    /// kubelets get over a crash or a late watch.
    @Test
    void heartbeatsAndEventsThatAreLeftOutChangeNothingElse() {
        long[] seeds = Boolean.getBoolean("tenure.full")
                ? new long[] {3, 7, 8, 12, 22, 54, 55, 81, 91}
                : new long[] {7, 22, 54, 91};
        LongStream.of(seeds).parallel().forEach(seed -> {
            var without = new ArrayList<RunTimeline.Entry>();
            Scenario.Outcome few = RUNS.run(seed, Duration.ofHours(1), Substitutes.NONE, without);
            var with = new ArrayList<RunTimeline.Entry>();
            var settings = new Scenario.Settings(
                    seed, FaultPlan.Kinds.ALL, Runs.FAULTS, Duration.ofHours(1), Set.of(Option.ALL_WRITTEN));
            Scenario.Outcome all = new Scenario(RUNS.world(seed), settings, Substitutes.NONE, with::add).run();
            assertThat(without).as("seed %d", seed).isEqualTo(with);
            assertThat(few.counts().writes()).isLessThan(all.counts().writes());
        });
    }

    /// States of an object share parts: nobody may change one. Everything that was stored says, at the end of
    /// a run, what it said when it was stored. It is JSON, says what its document says, and has the view of
    /// its bytes.
    @Test
    void whatIsStoredIsJsonThatNeverChanges() {
        var kept = new ArrayList<Kept>();
        var substitutes = new Substitutes() {
            @Override
            public Store store(Store store) {
                return new KeepingStore(store, kept);
            }
        };
        RUNS.run(9, Duration.ofHours(1), substitutes, new ArrayList<>());
        assertThat(kept).hasSizeGreaterThan(1_000);
        for (Kept one : kept) {
            StoredObject object = one.object();
            assertThat(object.json()).as("%s", object).isEqualTo(one.json());
            assertThat(Document.of(object.content()).tree())
                    .as("%s as it is read", object)
                    .isEqualTo(Json.readObject(one.json()));
            assertThat(object.view(Object.class))
                    .as("view of %s", object)
                    .isEqualTo(object.reader().read(Content.of(one.json())));
        }
    }

    /// @param json as it was when the object was stored
    private record Kept(StoredObject object, byte[] json) {}

    /// Notes the bytes of each object as soon as it is stored.
    private static final class KeepingStore extends PassingStore {
        private final List<Kept> kept;

        private KeepingStore(Store store, List<Kept> kept) {
            super(store);
            this.kept = kept;
        }

        @Override
        public Committed commit(Write write) {
            Committed committed = super.commit(write);
            if (committed instanceof Committed.Durable(StoredObject object)) {
                kept.add(new Kept(object, object.json()));
            }
            return committed;
        }
    }

    @Test
    void anotherProcessRunsASeedTheSame() throws IOException, InterruptedException {
        assertThat(printed(11)).isEqualTo(SeedMain.trace(RUNS, 11)).contains("writes=");
    }

    /// The outcome that a process of its own prints.
    private static String printed(long seed) throws IOException, InterruptedException {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        var command = List.of(
                java,
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                SeedMain.class.getName(),
                Long.toString(seed));
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).isZero();
        return printed;
    }
}
