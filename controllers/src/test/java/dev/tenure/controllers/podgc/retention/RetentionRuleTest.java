package dev.tenure.controllers.podgc.retention;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.controllers.podgc.retention.RetentionRule.Decision;
import dev.tenure.controllers.podgc.retention.RetentionRule.Tally;
import dev.tenure.model.core.Pod;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.StoredObject;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class RetentionRuleTest {
    private static FailedPodRetention retention(String name, String spec) {
        var header =
                new StoredObject.Header(ResourceTypes.NODES.key("", name), "u", Map.of(), List.of(), Map.of(), false);
        byte[] json = "{\"spec\":%s}".formatted(spec.replace('\'', '"')).getBytes(StandardCharsets.UTF_8);
        return RetentionParser.read(new StoredObject(header, json, 1, _ -> new Object()));
    }

    private static Decision decide(List<FailedPodRetention> retentions, List<Pod> pods, int second) {
        return RetentionRule.decide(retentions, pods, FailedPods.NOON.plusSeconds(second));
    }

    private static List<String> gone(Decision decision) {
        return decision.removals().stream()
                .map(each -> each.pod().meta().name())
                .toList();
    }

    @Test
    void theNewestOfEachOwnerStay() {
        var pods = new ArrayList<Pod>();
        for (int i = 0; i < 5; i++) {
            pods.add(FailedPods.evicted("a" + i, "a", i));
            pods.add(FailedPods.evicted("b" + i, "b", 10 - i));
        }
        pods.add(FailedPods.evicted("alone", "", 0));
        Decision decision = decide(List.of(retention("r", "{'keepPerOwner': 2}")), pods, 100);
        assertThat(gone(decision)).containsExactly("a0", "a1", "a2", "b4", "b3", "b2");
        assertThat(decision.tallies()).isEqualTo(Map.of("r", new Tally(5, 0)));
    }

    @Test
    void thoseThatFailedTooLongAgoGo() {
        List<Pod> pods = List.of(FailedPods.evicted("old", "a", 0), FailedPods.evicted("new", "a", 41));
        List<FailedPodRetention> retentions = List.of(retention("r", "{'maxAgeSeconds': 60}"));
        assertThat(gone(decide(retentions, pods, 59))).isEmpty();
        assertThat(gone(decide(retentions, pods, 60))).containsExactly("old");
        assertThat(gone(decide(retentions, pods, 101))).containsExactly("old", "new");
    }

    @Test
    void withoutANumberAndAnAgeAllStay() {
        List<Pod> pods = List.of(FailedPods.evicted("p", "a", 0));
        assertThat(gone(decide(List.of(retention("r", "{}")), pods, 1_000_000))).isEmpty();
    }

    @Test
    void onlyWhatARetentionIsAboutGoes() {
        List<Pod> pods = List.of(
                FailedPods.evicted("evicted", "a", 0),
                FailedPods.pod("rejected", "a", "OutOfcpu", "Pod was rejected: no cpu", 1),
                FailedPods.pod("crashed", "a", "", "", 2),
                FailedPods.pod(
                        "labelled",
                        "a",
                        "Evicted",
                        "",
                        3,
                        pod -> pod.withObject("/metadata").putObject("labels").put("app", "web")));
        String now = "'keepPerOwner': 0";
        assertThat(gone(decide(List.of(retention("r", "{%s}".formatted(now))), pods, 9)))
                .containsExactly("evicted", "rejected", "labelled");
        assertThat(gone(decide(List.of(retention("r", "{%s, 'failures': ['Other']}".formatted(now))), pods, 9)))
                .containsExactly("crashed");
        assertThat(gone(decide(List.of(retention("r", "{%s, 'namespaces': ['other']}".formatted(now))), pods, 9)))
                .isEmpty();
        String web = "{%s, 'podSelector': {'matchLabels': {'app': 'web'}}}".formatted(now);
        assertThat(gone(decide(List.of(retention("r", web)), pods, 9))).containsExactly("labelled");
    }

    @Test
    void ofSeveralTheStrictestCountsAndTheFirstByNameIsNamed() {
        List<Pod> pods = List.of(FailedPods.evicted("p0", "a", 0), FailedPods.evicted("p1", "a", 1));
        Decision decision = decide(
                List.of(
                        retention("lax", "{'keepPerOwner': 5}"),
                        retention("one", "{'keepPerOwner': 1}"),
                        retention("two", "{'keepPerOwner': 0}")),
                pods,
                9);
        assertThat(decision.removals())
                .extracting(each -> each.pod().meta().name() + " " + each.retention())
                .containsExactly("p0 one", "p1 two");
        assertThat(decision.tallies().values()).containsOnly(new Tally(0, 0));
    }

    @Test
    void aDryRunOnlyCounts() {
        List<Pod> pods = List.of(FailedPods.evicted("p0", "a", 0), FailedPods.evicted("p1", "a", 1));
        Decision decision = decide(List.of(retention("dry", "{'keepPerOwner': 1, 'dryRun': true}")), pods, 9);
        assertThat(decision.removals()).isEmpty();
        assertThat(decision.tallies()).isEqualTo(Map.of("dry", new Tally(2, 1)));
    }

    @Test
    void aPodThatItsJobHasNotCountedYetStays() {
        Pod counted = FailedPods.evicted("p0", "a", 0);
        Pod uncounted = FailedPods.pod(
                "p1",
                "a",
                "Evicted",
                "",
                1,
                pod -> pod.withObject("/metadata").putArray("finalizers").add("batch.kubernetes.io/job-tracking"));
        assertThat(gone(decide(List.of(retention("r", "{'keepPerOwner': 0}")), List.of(counted, uncounted), 9)))
                .containsExactly("p0");
    }
}
