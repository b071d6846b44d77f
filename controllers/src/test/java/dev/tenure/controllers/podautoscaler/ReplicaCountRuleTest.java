package dev.tenure.controllers.podautoscaler;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// How many replicas metrics ask for, by the behaviours that upstream's replica_calculator_test.go names.
final class ReplicaCountRuleTest {
    private final Measurements pods = new Measurements();

    private void three(int used) {
        for (int i = 0; i < 3; i++) {
            pods.ready(1000, used);
        }
    }

    private static Count replicas(int replicas, int utilization, long milli) {
        return new Count.Replicas(replicas, utilization, milli);
    }

    @Test
    void usageAboveItsTargetAsksForMore() {
        pods.ready(1000, 300).ready(1000, 500).ready(1000, 700);
        assertThat(pods.utilization(3, 30)).isEqualTo(replicas(5, 50, 500));
    }

    @Test
    void usageBelowItsTargetAsksForLess() {
        three(200);
        assertThat(pods.utilization(3, 60)).isEqualTo(replicas(1, 20, 200));
    }

    @Test
    void smallDifferencesChangeNothing() {
        three(540);
        assertThat(pods.utilization(3, 50)).isEqualTo(replicas(3, 54, 540));
        assertThat(pods.utilization(3, 60)).isEqualTo(replicas(3, 54, 540));
        assertThat(pods.utilization(3, 49)).isEqualTo(replicas(4, 54, 540));
    }

    @Test
    void eachDirectionHasItsOwnTolerance() {
        three(600);
        var wideUp = pods.view(3, new Tolerance(0.1, 0.3));
        assertThat(ReplicaCountRule.byUtilization(wideUp, pods.metrics(), 50, "cpu", ""))
                .isEqualTo(replicas(3, 60, 600));
        var narrowDown = pods.view(3, new Tolerance(0, 0.3));
        assertThat(ReplicaCountRule.byUtilization(narrowDown, pods.metrics(), 61, "cpu", ""))
                .isEqualTo(replicas(3, 60, 600));
        assertThat(ReplicaCountRule.byUtilization(narrowDown, pods.metrics(), 100, "cpu", ""))
                .isEqualTo(replicas(2, 60, 600));
    }

    @Test
    void unreadyPodsCountAsIdleWhereUsageIsHigh() {
        pods.ready(1000, 500)
                .ready(1000, 700)
                .pod("Running", 1000, "False", 60, 50)
                .measured(900);
        assertThat(pods.utilization(3, 30)).isEqualTo(replicas(4, 60, 600));
    }

    @Test
    void unreadyPodsDoNotCountWhereUsageIsLow() {
        pods.ready(1000, 100)
                .ready(1000, 100)
                .pod("Running", 1000, "False", 60, 50)
                .measured(900);
        assertThat(pods.utilization(3, 50)).isEqualTo(replicas(1, 10, 100));
    }

    @Test
    void pendingPodsCountAsIdleWhereUsageIsHigh() {
        pods.ready(1000, 500).ready(1000, 500).ready(1000, 500).pod("Pending", 1000, "", 5, 5);
        assertThat(pods.utilization(4, 30)).isEqualTo(replicas(5, 50, 500));
    }

    @Test
    void idleOnesNeverTurnTheAnswerRound() {
        pods.ready(1000, 600).pod("Running", 1000, "False", 60, 50).pod("Running", 1000, "False", 60, 50);
        assertThat(pods.utilization(3, 50)).isEqualTo(replicas(3, 60, 600));
    }

    @Test
    void podsOfWhichNothingIsKnownCountAsBusyWhereUsageIsLow() {
        pods.ready(1000, 100).ready(1000, 100).unmeasured(1000);
        assertThat(pods.utilization(3, 50)).isEqualTo(replicas(3, 10, 100));
        assertThat(pods.utilization(3, 100)).isEqualTo(replicas(2, 10, 100));
        // those that may use more than they request are taken to use that
        assertThat(pods.utilization(3, 300)).isEqualTo(replicas(2, 10, 100));
    }

    @Test
    void podsOfWhichNothingIsKnownCountAsIdleWhereUsageIsHigh() {
        pods.ready(1000, 900).ready(1000, 900).unmeasured(1000);
        assertThat(pods.utilization(3, 50)).isEqualTo(replicas(4, 90, 900));
        assertThat(pods.utilization(3, 80)).isEqualTo(replicas(3, 90, 900));
    }

    @Test
    void podsThatGoOrHaveFailedDoNotCount() {
        three(200);
        pods.pod("Failed", 1000, "False", 3600, 100).measured(9_000);
        pods.add(Measurements.json("""
                {'metadata': {'name': 'gone', 'namespace': 'shop', 'deletionTimestamp': '2026-03-01T11:59:00Z'},
                 'spec': {'containers': [{'name': 'main', 'resources': {'requests': {'cpu': '1'}}}]},
                 'status': {'phase': 'Running'}}
                """)).measured(9_000);
        assertThat(pods.utilization(5, 20)).isEqualTo(replicas(5, 20, 200));
        assertThat(pods.utilization(5, 40)).isEqualTo(replicas(2, 20, 200));
    }

    @Test
    void aPodThatBeginsCountsOnceItWasMeasuredWhileReady() {
        // ready for 40 s, measured over the 30 s up to 30 s ago: that window began before it was ready
        pods.ready(1000, 400).pod("Running", 1000, "True", 100, 40).measured(2_000);
        assertThat(pods.utilization(2, 40)).isEqualTo(replicas(2, 40, 400));
        // ready for 61 s: the whole window counts
        var others = new Measurements().ready(1000, 400);
        others.pod("Running", 1000, "True", 100, 61).measured(2_000);
        assertThat(others.utilization(2, 40)).isEqualTo(replicas(6, 120, 1200));
    }

    @Test
    void aPodThatWasReadyOnceCountsThoughItIsNotNow() {
        pods.ready(1000, 400).pod("Running", 1000, "False", 3600, 600).measured(800);
        assertThat(pods.utilization(2, 40)).isEqualTo(replicas(3, 60, 600));
        // never ready since it started: its only change came within half a minute of the start
        var others = new Measurements().ready(1000, 400);
        others.pod("Running", 1000, "False", 3600, 3580).measured(800);
        assertThat(others.utilization(2, 40)).isEqualTo(replicas(2, 40, 400));
    }

    @Test
    void readinessDoesNotMatterToMemory() {
        pods.pod("Running", 1000, "False", 60, 50);
        var view = pods.view(1);
        long half = (1L << 30) * 1000;
        pods.measured(3 * half);
        assertThat(ReplicaCountRule.byAverage(view, pods.metrics(), half, "memory"))
                .isEqualTo(replicas(3, 0, 3 * half));
        assertThat(ReplicaCountRule.byUtilization(view, pods.metrics(), 50, "memory", ""))
                .isEqualTo(replicas(3, 150, 3 * half));
    }

    @Test
    void oneContainerIsHeldAgainstWhatItRequests() {
        three(400);
        assertThat(ReplicaCountRule.byUtilization(pods.view(3), pods.metrics(), 40, "cpu", "side"))
                .isEqualTo(replicas(6, 80, 400));
        assertThat(ReplicaCountRule.byUtilization(pods.view(3), pods.metrics(), 40, "cpu", "other"))
                .isEqualTo(new Count.Unknown("container other not found in Pod web-0"));
    }

    @Test
    void sidecarsAndRequestsOfThePodCount() {
        String pod = """
            {'metadata': {'name': '%s', 'namespace': 'shop'},
             'spec': {%s 'initContainers': [
                 {'name': 'log', 'restartPolicy': 'Always', 'resources': {'requests': {'cpu': '100m'}}},
                 {'name': 'init', 'resources': {'requests': {'cpu': '9'}}}],
               'containers': [{'name': 'main', 'resources': {'requests': {'cpu': '300m'}}}]},
             'status': {'phase': 'Running', 'startTime': '2026-03-01T10:00:00Z', 'conditions': [
               {'type': 'Ready', 'status': 'True', 'lastTransitionTime': '2026-03-01T10:00:10Z'}]}}
            """;
        pods.add(Measurements.json(pod.formatted("a", ""))).measured(200);
        assertThat(pods.utilization(1, 50)).isEqualTo(replicas(1, 50, 200));
        var whole = new Measurements();
        whole.add(Measurements.json(pod.formatted("a", "'resources': {'requests': {'cpu': '800m'}},")))
                .measured(200);
        assertThat(whole.utilization(1, 25)).isEqualTo(replicas(1, 25, 200));
    }

    @Test
    void nothingCanBeSaidWithoutRequestsPodsOrMetrics() {
        assertThat(pods.utilization(3, 50))
                .isEqualTo(new Count.Unknown("no pods returned by selector while calculating replica count"));
        assertThat(ReplicaCountRule.byAverage(pods.view(3), Map.of(), 5, ""))
                .isEqualTo(new Count.Unknown("no pods returned by selector while calculating replica count"));
        pods.pod("Running", 1000, "False", 60, 50).measured(100);
        assertThat(pods.utilization(1, 50))
                .isEqualTo(new Count.Unknown("did not receive metrics for targeted pods (pods might be unready)"));
        var asking = new Measurements().add(Measurements.json("""
            {'metadata': {'name': 'a'}, 'spec': {'containers': [{'name': 'main'}]},
             'status': {'phase': 'Running', 'startTime': '2026-03-01T10:00:00Z', 'conditions': [
               {'type': 'Ready', 'status': 'True', 'lastTransitionTime': '2026-03-01T10:00:10Z'}]}}
            """)).measured(100);
        assertThat(asking.utilization(1, 50))
                .isEqualTo(new Count.Unknown("missing request for cpu in container main of Pod a"));
    }

    @Test
    void averagesAreHeldAgainstAnAmount() {
        three(20_000);
        assertThat(ReplicaCountRule.byAverage(pods.view(3), pods.metrics(), 15_000, ""))
                .isEqualTo(replicas(4, 0, 20_000));
        pods.unmeasured(1000);
        assertThat(ReplicaCountRule.byAverage(pods.view(4), pods.metrics(), 15_000, ""))
                .isEqualTo(replicas(4, 0, 20_000));
        assertThat(ReplicaCountRule.byAverage(pods.view(4), pods.metrics(), 50_000, ""))
                .isEqualTo(replicas(3, 0, 20_000));
    }

    @Test
    void valuesAreSharedByReadyPods() {
        three(0);
        pods.pod("Running", 1000, "False", 60, 50);
        assertThat(ReplicaCountRule.byValue(pods.view(4), 40_000, 10_000)).isEqualTo(replicas(12, 0, 40_000));
        assertThat(ReplicaCountRule.byValue(pods.view(4), 10_500, 10_000)).isEqualTo(replicas(4, 0, 10_500));
        assertThat(ReplicaCountRule.byValue(pods.view(0), 25_000, 10_000)).isEqualTo(replicas(3, 0, 25_000));
        assertThat(ReplicaCountRule.byValue(pods.view(0), 0, 10_000)).isEqualTo(replicas(0, 0, 0));
        assertThat(ReplicaCountRule.byValue(pods.view(4), Long.MAX_VALUE, 1))
                .isEqualTo(replicas(Integer.MAX_VALUE, 0, Long.MAX_VALUE));
    }

    @Test
    void sharesAreEqualForAllReplicas() {
        var tolerance = new Tolerance(0.1, 0.1);
        assertThat(ReplicaCountRule.byShare(3, 8_600, 1_000, tolerance, true)).isEqualTo(replicas(9, 0, 2_867));
        assertThat(ReplicaCountRule.byShare(3, 3_200, 1_000, tolerance, true)).isEqualTo(replicas(3, 0, 1_067));
        assertThat(ReplicaCountRule.byShare(3, Long.MAX_VALUE, 1, tolerance, true))
                .isEqualTo(replicas(Integer.MAX_VALUE, 0, Long.MAX_VALUE));
        // of no replica nothing can be said, which Go says in its own way
        assertThat(ReplicaCountRule.byShare(0, 5_000, 1_000, tolerance, false))
                .isEqualTo(replicas(5, 0, Long.MIN_VALUE));
    }

    @Test
    void sumsStayWithinTheirBounds() {
        assertThat(ReplicaCountRule.sum(List.of(2L, 3L))).isEqualTo(5);
        assertThat(ReplicaCountRule.sum(List.of(Long.MAX_VALUE - 1, 5L))).isEqualTo(Long.MAX_VALUE);
        assertThat(ReplicaCountRule.shared(List.of(2L, 3L))).isEqualTo(5);
        assertThat(ReplicaCountRule.shared(List.of(Long.MAX_VALUE - 1, 5L))).isEqualTo(Long.MAX_VALUE);
    }
}
