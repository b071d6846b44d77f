package dev.tenure.controllers.podgc.retention;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.model.core.Pod;
import dev.tenure.rules.pod.PodFailure;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class PodFailureTest {
    @ParameterizedTest
    @CsvSource({
        "Evicted, The node was low on resource: memory., EVICTED",
        "Evicted, Pod was rejected: The node had condition: [MemoryPressure]., REJECTED",
        "Preempting, Preempted in order to admit critical pod, EVICTED",
        "Terminated, Pod was terminated in response to imminent node shutdown., EVICTED",
        "NodeShutdown, Pod was rejected: Pod was rejected as the node is shutting down., REJECTED",
        "NodeAffinity, Pod was rejected: Predicate NodeAffinity failed, REJECTED",
        "NodeAffinity, Predicate NodeAffinity failed, REJECTED",
        "OutOfcpu, Pod Node didn't have enough resource: cpu, REJECTED",
        "OutOfexample.com/gpu, Pod was rejected: Node didn't have enough resource, REJECTED",
        "UnexpectedAdmissionError, Pod Allocate failed, REJECTED",
        "DeadlineExceeded, Pod was active on the node longer than the specified deadline, OTHER",
        "'', '', OTHER"
    })
    void theStatusTellsWhyAPodFailed(String reason, String message, PodFailure failure) {
        assertThat(PodFailure.of(FailedPods.pod("p", "", reason, message, 0))).contains(failure);
    }

    @Test
    void aDisruptionIsAnEvictionWhateverTheReason() {
        Pod disrupted = FailedPods.pod(
                "p",
                "",
                "",
                "",
                0,
                all -> all.withObject("/status")
                        .putArray("conditions")
                        .addObject()
                        .put("type", "DisruptionTarget")
                        .put("status", "True"));
        assertThat(PodFailure.of(disrupted)).contains(PodFailure.EVICTED);
    }

    @Test
    void aPodThatHasNotFailedHasNoFailure() {
        Pod running = FailedPods.pod(
                "p", "", "", "", 0, all -> all.withObject("/status").put("phase", "Running"));
        assertThat(PodFailure.of(running)).isEmpty();
    }

    @Test
    void itFailedWhenItsConditionsChangedLast() {
        assertThat(PodFailure.at(FailedPods.evicted("p", "", 90))).isEqualTo(FailedPods.NOON.plusSeconds(90));
        Pod bare = FailedPods.pod(
                "p", "", "OutOfcpu", "", 0, all -> all.withObject("/status").remove("conditions"));
        assertThat(PodFailure.at(bare)).isEqualTo(bare.meta().creationTimestamp());
    }
}
