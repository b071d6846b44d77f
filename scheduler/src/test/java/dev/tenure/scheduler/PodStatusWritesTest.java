package dev.tenure.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.client.ClusterClient;
import dev.tenure.model.core.Condition;
import dev.tenure.model.core.Pod;
import dev.tenure.model.meta.Caller;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.runtime.loop.EventLoop;
import dev.tenure.runtime.loop.Outcome;
import dev.tenure.runtime.loop.Supervision;
import dev.tenure.runtime.time.Tick;
import dev.tenure.runtime.time.TimeSource;
import dev.tenure.scheduler.bind.PodWriterClient;
import dev.tenure.scheduler.bind.PodWriterClient.StatusChange;
import dev.tenure.scheduler.fake.FakeCluster;
import dev.tenure.scheduler.fake.FakeManifests;
import dev.tenure.scheduler.view.PodClasses;
import dev.tenure.scheduler.view.PodInfo;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.view.Views;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// The last word about a pod stays, however long the API server and the watch take.
class PodStatusWritesTest {
    private static final Instant SINCE = Instant.parse("2026-01-01T00:00:00Z");

    private final Queue<Runnable> calls = new ArrayDeque<>();
    private final FakeCluster cluster = new FakeCluster(Set.of());
    private final PodClasses classes = new PodClasses();
    private final PodStatusWrites writes = new PodStatusWrites(
            new HeldLoop(calls),
            new PodWriterClient(new ClusterClient(cluster, Caller.component("s", List.of(), "scheduler"))),
            uid -> Optional.of(seen()));

    /// Makes calls when the test takes them out of the queue.
    private record HeldLoop(Queue<Runnable> calls) implements EventLoop {
        @Override
        public <T> void work(String name, Callable<T> blocking, Consumer<Outcome<T>> done) {
            calls.add(() -> done.accept(outcome(blocking)));
        }

        private static <T> Outcome<T> outcome(Callable<T> blocking) {
            try {
                return new Outcome.Done<>(blocking.call());
            } catch (Exception e) {
                return new Outcome.Failed<>(e);
            }
        }

        @Override
        public <T> void hardWork(String name, Callable<T> busy, Consumer<Outcome<T>> done) {
            work(name, busy, done);
        }

        @Override
        public void post(String name, Runnable event) {
            calls.add(event);
        }

        @Override
        public void alarm(String name, Tick due, Runnable event) {
            throw new AssertionError("nothing here has to do with time");
        }

        @Override
        public void cancel(String name) {
            throw new AssertionError("nothing here has to do with time");
        }

        @Override
        public Supervision supervision() {
            throw new AssertionError("nothing here supervises");
        }

        @Override
        public TimeSource time() {
            throw new AssertionError("nothing here has to do with time");
        }
    }

    @BeforeEach
    void makePod() {
        cluster.put("pods", FakeManifests.pod("p", "1", 0));
    }

    /// The pod as it was made: no watch tells of anything later.
    private PodInfo seen() {
        return info(FakeManifests.pod("p", "1", 0), 1);
    }

    private PodInfo info(ObjectNode pod, long revision) {
        return classes.info((Pod) Views.view(ResourceTypes.PODS, pod), revision, Optional.empty());
    }

    private void says(String message) {
        var condition =
                new Condition(Pod.SCHEDULED, Condition.Truth.FALSE, "Unschedulable", message, SINCE, Instant.EPOCH, 1);
        writes.write(seen(), new StatusChange(Optional.of(condition), Optional.empty()));
    }

    private void answerAll() {
        while (!calls.isEmpty()) {
            calls.remove().run();
        }
    }

    private String written() {
        JsonNode conditions =
                cluster.get("pods", "default", "p").orElseThrow().path("status").path("conditions");
        assertThat(conditions.size()).isLessThan(2);
        return conditions.path(0).path("message").asText("");
    }

    @Test
    void aWriteThatIsNotSeenYetCountsAsWhatThePodSays() {
        assertThat(writes.scheduled(seen())).isEmpty();
        says("full");
        assertThat(writes.scheduled(seen()).orElseThrow().message()).isEqualTo("full");
        answerAll();
        assertThat(writes.scheduled(seen()).orElseThrow().message()).isEqualTo("full");
        PodInfo later = info(FakeManifests.pod("p", "1", 0), 1_000);
        assertThat(writes.scheduled(later)).isEmpty();
    }

    @Test
    void ofOnePodOneWriteIsUnderWayAndTheLastOneStays() {
        says("full");
        says("tainted");
        says("full again");
        assertThat(calls).hasSize(1);
        calls.remove().run();
        assertThat(written()).isEqualTo("full");
        assertThat(calls).hasSize(1);
        answerAll();
        assertThat(written()).isEqualTo("full again");
        assertThat(writes.scheduled(seen()).orElseThrow().message()).isEqualTo("full again");
    }

    @Test
    void aLaterWriteKeepsTheNominationOfOneThatItReplaces() {
        says("full");
        writes.write(seen(), new StatusChange(Optional.empty(), Optional.of("n")));
        says("tainted");
        assertThat(writes.nomination(seen())).isEqualTo("n");
        answerAll();
        assertThat(written()).isEqualTo("tainted");
        assertThat(cluster.get("pods", "default", "p")
                        .orElseThrow()
                        .path("status")
                        .path("nominatedNodeName")
                        .asText())
                .isEqualTo("n");
    }

    @Test
    void theBindingWaitsForWhatIsUnderWayAndLeavesOutTheRest() {
        var steps = new ArrayList<String>();
        writes.last("uid-p", () -> steps.add("at once"));
        says("full");
        says("tainted");
        writes.last("uid-p", () -> steps.add("bound, " + written()));
        assertThat(steps).containsExactly("at once");
        answerAll();
        assertThat(steps).containsExactly("at once", "bound, full");
        assertThat(written()).isEqualTo("full");
    }

    @Test
    void aWriteThatFailsLeavesWhatThePodSaid() {
        cluster.remove("pods", "default", "p");
        says("full");
        answerAll();
        assertThat(writes.scheduled(seen())).isEmpty();
        makePod();
        says("tainted");
        answerAll();
        assertThat(written()).isEqualTo("tainted");
    }
}
