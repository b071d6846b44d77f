package dev.tenure.controllers.job;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.model.batch.Job;
import dev.tenure.model.core.Pod;
import dev.tenure.model.core.PodPhase;
import dev.tenure.model.core.PodStatus;
import dev.tenure.model.meta.ObjectMeta;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.view.Views;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Which pods of a job are counted when it ends.
final class TallyTest {
    private static final int MANY = 100_000;
    private static final Job JOB = (Job) Views.view(ResourceTypes.JOBS, json("""
            {"metadata": {"name": "sum", "namespace": "default", "uid": "j"},
             "spec": {"completions": 3, "parallelism": 3, "backoffLimit": 6},
             "status": {"uncountedTerminatedPods": {"failed": ["noted"]}}}"""));
    private static final Pod SAMPLE = (Pod) Views.view(ResourceTypes.PODS, json("""
            {"metadata": {"name": "p"}, "spec": {"containers": [{"name": "c", "image": "i"}]}}"""));

    private static ObjectNode json(String text) {
        return Json.readObject(text.getBytes(StandardCharsets.UTF_8));
    }

    private static Pod pod(String uid, PodPhase phase, String... finalizers) {
        var meta = new ObjectMeta(
                "sum-" + uid,
                "default",
                uid,
                0,
                Instant.EPOCH,
                Optional.empty(),
                Map.of(),
                Map.of(),
                List.of(),
                List.of(finalizers));
        return new Pod(meta, SAMPLE.spec(), PodStatus.of(phase, List.of()));
    }

    private static List<String> uids(List<Pod> pods) {
        return pods.stream().map(pod -> pod.meta().uid()).toList();
    }

    private static Tally tally() {
        return Tally.of(
                JOB,
                List.of(
                        pod("runs", PodPhase.RUNNING, Tally.FINALIZER),
                        pod("done", PodPhase.SUCCEEDED, Tally.FINALIZER),
                        pod("broke", PodPhase.FAILED, Tally.FINALIZER),
                        pod("noted", PodPhase.FAILED, Tally.FINALIZER),
                        pod("settled", PodPhase.RUNNING)));
    }

    @Test
    void ofAJobThatFailsThePodsThatRunCountAsFailedToo() {
        Tally tally = tally();
        tally.conclude(true);

        assertThat(uids(tally.ended())).containsExactly("done", "broke", "runs");
        assertThat(uids(tally.releasable())).containsExactly("noted");
    }

    @Test
    void ofAJobThatSucceedsThePodsThatRunDoNotCount() {
        Tally tally = tally();
        tally.conclude(false);

        assertThat(uids(tally.ended())).containsExactly("done", "broke");
        assertThat(uids(tally.releasable())).containsExactly("noted", "runs");
    }

    /// Looking each pod up among those that are decided would take minutes of processor time.
    @Test
    @Timeout(60)
    void theEndOfALargeJobLooksAtEachPodOnce() {
        Stream<Pod> running =
                IntStream.range(0, MANY).mapToObj(each -> pod("r" + each, PodPhase.RUNNING, Tally.FINALIZER));
        Stream<Pod> broken =
                IntStream.range(0, MANY).mapToObj(each -> pod("b" + each, PodPhase.FAILED, Tally.FINALIZER));
        Tally tally = Tally.of(JOB, Stream.concat(running, broken).toList());
        tally.conclude(false);

        assertThat(tally.ended()).hasSize(MANY);
        assertThat(tally.releasable()).hasSize(MANY);
    }
}
