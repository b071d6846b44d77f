package dev.tenure.sim.controllers.tainteviction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tenure.controllers.tainteviction.stay.Semantics;
import dev.tenure.model.core.PodPhase;
import dev.tenure.model.meta.ApiRequest;
import dev.tenure.model.meta.ApiRequest.Verb;
import dev.tenure.model.meta.Status;
import dev.tenure.sim.stage.Stage;
import dev.tenure.sim.world.Component;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/// What the documentation promises where calls fail, hang or meet conflicts; the numbers are those of the
/// vectors.
final class DocumentedEvictionFaultTest {
    private static final Status UNAVAILABLE = new Status(503, "ServiceUnavailable", "not now", Optional.empty());

    /// Node `n` is there for a minute before the story begins.
    private static Stage stage() {
        return Stage.of(Semantics.DOCUMENTED).node("n").node("other").at(60);
    }

    private static void leaves(Stage stage, String pod, double second) {
        assertThat(stage.left(pod)).as("%s leaves", pod).isPresent();
        assertThat(stage.left(pod).orElseThrow()).isCloseTo(second, within(0.05));
    }

    private static void stays(Stage stage, String pod) {
        assertThat(stage.left(pod)).as("%s stays", pod).isEmpty();
    }

    private static List<Double> refuseDeletes(Stage stage) {
        var attempts = new ArrayList<Double>();
        var begin = stage.cluster().world().now();
        stage.cluster().path(Component.CONTROLLERS).failWhere((ApiRequest request) -> {
            boolean chosen =
                    request.verb() == Verb.DELETE && request.target().resource().equals("pods");
            if (chosen) {
                Duration since = stage.cluster().world().now().since(begin);
                attempts.add(since.toNanos() / 1e9);
            }
            return chosen ? Optional.of(UNAVAILABLE) : Optional.empty();
        });
        return attempts;
    }

    /// Events are written after the evictions under way with them, but do not wait for one that hangs.
    @Test
    void anEvictionThatHangsHoldsBackNoEventsOfOthers() {
        Stage stage = stage().pod("p").pod("q").at(70).begin();
        var evictions = new AtomicInteger();
        stage.cluster()
                .world()
                .latency((_, task, _) -> task.equals("evict") && evictions.getAndIncrement() == 0
                        ? Duration.ofSeconds(10)
                        : Duration.ZERO);
        stage.taints("k:NoExecute").at(0.09);
        assertThat(stage.left("q")).isPresent();
        assertThat(stage.events("TaintManagerEviction")).isEmpty();
        stage.at(0.11);
        assertThat(stage.events("TaintManagerEviction"))
                .containsExactly("TaintManagerEviction: Marking for deletion Pod default/q");
        stage.at(11);
        assertThat(stage.left("p")).isPresent();
        assertThat(stage.events("TaintManagerEviction")).hasSize(2);
    }

    @Test
    void e24AnEvictionThatFailsIsTriedFiveTimesAndAgainEverySecond() {
        Stage stage = stage().pod("p").at(70).begin();
        List<Double> attempts = refuseDeletes(stage);
        stage.taints("k:NoExecute").at(2.5);
        assertThat(attempts).hasSize(15);
        assertThat(attempts.get(4) - attempts.get(0)).isCloseTo(0.04, within(0.001));
        assertThat(attempts.get(5) - attempts.get(4)).isCloseTo(1, within(0.001));
        stays(stage, "p");
        stage.cluster().path(Component.CONTROLLERS).heal();
        assertThat(stage.at(4).left("p")).isPresent();
    }

    @Test
    void anEvictionThatFailsIsGivenUpWhenTheTaintGoes() {
        Stage stage = stage().pod("p").at(70).begin();
        List<Double> attempts = refuseDeletes(stage);
        stage.taints("k:NoExecute").at(0.5).taints();
        stage.cluster().path(Component.CONTROLLERS).heal();
        stage.at(100);
        stays(stage, "p");
        assertThat(attempts).hasSize(5);
    }

    @Test
    void aConflictIsNoReasonToLetThePodStay() {
        Stage stage = stage().pod("p").at(70).begin();
        var refused = new ArrayList<ApiRequest>();
        stage.cluster().path(Component.CONTROLLERS).failWhere(request -> {
            boolean first =
                    request.verb() == Verb.DELETE && request.target().resource().equals("pods") && refused.isEmpty();
            if (first) {
                refused.add(request);
            }
            return first ? Optional.of(new Status(409, "Conflict", "modified", Optional.empty())) : Optional.empty();
        });
        leaves(stage.taints("k:NoExecute").at(2), "p", 0);
        assertThat(refused).hasSize(1);
    }

    @Test
    void aReportThatMeetsAConflictIsSentAgain() {
        Stage stage = stage();
        stage.cluster()
                .path(Component.KUBELETS)
                .failWhere(request -> request.target().resource().equals("pods")
                        ? Optional.of(new Status(409, "Conflict", "modified", Optional.empty()))
                        : Optional.empty());
        stage.pod("p").at(63);
        assertThat(stage.seePod("p").status().phase()).isEqualTo(PodPhase.PENDING);
        stage.cluster().path(Component.KUBELETS).heal();
        assertThat(stage.at(66).seePod("p").status().phase()).isEqualTo(PodPhase.RUNNING);
    }
}
