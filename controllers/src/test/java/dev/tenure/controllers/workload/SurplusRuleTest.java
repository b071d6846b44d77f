package dev.tenure.controllers.workload;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.model.core.Pod;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.view.Views;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

final class SurplusRuleTest {
    private static final Instant NOW = Instant.parse("2026-01-01T12:00:00Z");
    private static final String HOURS_AGO_2 = "2026-01-01T10:00:00Z";

    private static Pod pod(String uid, String made, String ready, Consumer<ObjectNode> change) {
        ObjectNode pod = Json.object();
        pod.putObject("metadata").put("name", uid).put("uid", uid).put("creationTimestamp", made);
        pod.putObject("spec").put("nodeName", "n-" + uid);
        ObjectNode status = pod.putObject("status").put("phase", "Running");
        status.putArray("conditions")
                .addObject()
                .put("type", "Ready")
                .put("status", "True")
                .put("lastTransitionTime", ready);
        change.accept(pod);
        return (Pod) Views.view(ResourceTypes.PODS, pod);
    }

    private static Pod pod(String uid, String made, String ready) {
        return pod(uid, made, ready, _ -> {});
    }

    private static Pod pod(String uid, Consumer<ObjectNode> change) {
        return pod(uid, HOURS_AGO_2, HOURS_AGO_2, change);
    }

    private static List<String> ofReplicas(List<Pod> pods, int count) {
        return SurplusRule.ofReplicas(pods, pods, NOW, count).stream()
                .map(pod -> pod.meta().uid())
                .toList();
    }

    private static List<String> ofJob(List<Pod> pods, int count) {
        return SurplusRule.ofJob(pods, count).stream()
                .map(pod -> pod.meta().uid())
                .toList();
    }

    @Test
    void ofPodsThatAreReadyForAboutAsLongTheUidDecidesAndNotWhichIsYounger() {
        Pod older = pod("a", HOURS_AGO_2, "2026-01-01T10:00:00Z");
        Pod younger = pod("b", HOURS_AGO_2, "2026-01-01T10:20:00Z");
        Pod muchYounger = pod("c", HOURS_AGO_2, "2026-01-01T11:30:00Z");
        List<Pod> pods = List.of(younger, older, muchYounger);
        assertThat(ofReplicas(pods, 3)).containsExactly("c", "a", "b");
        assertThat(ofJob(pods, 3)).containsExactly("c", "b", "a");
    }

    @Test
    void soItIsWithPodsThatAreAboutAsOld() {
        List<Pod> pods = List.of(
                pod("b", "2026-01-01T09:50:00Z", HOURS_AGO_2),
                pod("a", "2026-01-01T09:40:00Z", HOURS_AGO_2),
                pod("c", "2026-01-01T11:00:00Z", HOURS_AGO_2));
        assertThat(ofReplicas(pods, 3)).containsExactly("c", "a", "b");
        assertThat(ofJob(pods, 3)).containsExactly("c", "b", "a");
    }

    @Test
    void timesThatAreCenturiesAwayHaveAnOrderToo() {
        List<Pod> pods = List.of(
                pod("a", HOURS_AGO_2, "0001-01-01T00:00:00Z"),
                pod("b", HOURS_AGO_2, HOURS_AGO_2),
                pod("c", HOURS_AGO_2, "9999-12-31T23:59:59Z"));
        assertThat(ofReplicas(pods, 3)).containsExactly("c", "b", "a");
    }

    @Test
    void restartsOfContainersCountBeforeThoseOfSidecarsAndThoseOfOtherInitContainersNotAtAll() {
        List<Pod> pods = List.of(
                pod("calm", _ -> {}),
                pod("init", pod -> restarted(pod, "initContainerStatuses", "once", 9)),
                pod("sidecar", pod -> {
                    pod.withObjectProperty("spec")
                            .putArray("initContainers")
                            .addObject()
                            .put("name", "proxy")
                            .put("restartPolicy", "Always");
                    restarted(pod, "initContainerStatuses", "proxy", 7);
                }),
                pod("container", pod -> restarted(pod, "containerStatuses", "main", 1)));
        assertThat(ofReplicas(pods, 2)).containsExactly("container", "sidecar");
        assertThat(ofJob(pods, 2)).containsExactly("container", "sidecar");
        assertThat(likes(pods.getFirst(), pods)).containsExactly("calm", "init");
    }

    private static List<String> likes(Pod pod, List<Pod> pods) {
        return SurplusRule.likes(pod, pods, pods, NOW).stream()
                .map(like -> like.meta().uid())
                .toList();
    }

    @Test
    void nothingIsOpenWhereEachTwoPodsHaveAnOrder() {
        List<Pod> pods = List.of(
                pod("a", HOURS_AGO_2, "2026-01-01T10:00:00Z"),
                pod("b", HOURS_AGO_2, "2026-01-01T10:20:00Z"),
                pod("c", HOURS_AGO_2, "2026-01-01T11:30:00Z"));
        pods.forEach(
                pod -> assertThat(likes(pod, pods)).containsExactly(pod.meta().uid()));
    }

    @Test
    void twoThatNothingTellsApartLeaveItOpenAmongAllOfAboutTheSameTime() {
        Pod much = pod("d", HOURS_AGO_2, "2026-01-01T11:30:00Z");
        List<Pod> pods = List.of(
                pod("a", HOURS_AGO_2, "2026-01-01T10:00:00Z"),
                pod("b", HOURS_AGO_2, "2026-01-01T10:20:00Z"),
                pod("c", HOURS_AGO_2, "2026-01-01T10:20:00Z"),
                much);
        assertThat(likes(pods.getFirst(), pods)).containsExactly("a", "b", "c");
        assertThat(likes(much, pods)).containsExactly("d");
    }

    @Test
    void ofAJobsPodsThoseAreAlikeThatNoTimeTellsApart() {
        List<Pod> pods = List.of(
                pod("a", HOURS_AGO_2, "2026-01-01T10:20:00Z"),
                pod("b", HOURS_AGO_2, "2026-01-01T10:20:00Z"),
                pod("c", HOURS_AGO_2, "2026-01-01T10:21:00Z"),
                pod("d", "2026-01-01T10:00:01Z", "2026-01-01T10:20:00Z"));
        assertThat(SurplusRule.likesOfJob(pods.getFirst(), pods))
                .extracting(like -> like.meta().uid())
                .containsExactly("a", "b");
        assertThat(SurplusRule.likesOfJob(pods.getLast(), pods))
                .extracting(like -> like.meta().uid())
                .containsExactly("d");
    }

    private static void restarted(ObjectNode pod, String statuses, String name, int times) {
        pod.withObjectProperty("status")
                .putArray(statuses)
                .addObject()
                .put("name", name)
                .put("restartCount", times);
    }

    @Test
    void aCostWithAPlusOrLeadingZerosIsNone() {
        for (String cost : List.of("+5", "007", "99999999999", "five", "")) {
            Pod odd = pod("odd", pod -> cost(pod, cost));
            Pod plain = pod("plain", _ -> {});
            assertThat(SurplusRule.likes(odd, List.of(odd, plain), List.of(), NOW))
                    .containsExactly(odd, plain);
        }
        assertThat(ofReplicas(List.of(pod("a", pod -> cost(pod, "5")), pod("b", pod -> cost(pod, "-5"))), 1))
                .containsExactly("b");
    }

    private static void cost(ObjectNode pod, String cost) {
        pod.withObjectProperty("metadata")
                .putObject("annotations")
                .put("controller.kubernetes.io/pod-deletion-cost", cost);
    }

    /// Of `a` and `b` as of `b` and `c` the uid decides, but `c` is younger than `a`, which counts where both
    /// are ready since the same moment.
    @Test
    void podsOfWhichEachGoesBeforeAnotherHaveAnOrderToo() {
        var pods = new ArrayList<Pod>();
        for (int i = 0; i < 100; i++) {
            pods.add(pod("a" + i, "2026-01-01T08:00:00Z", HOURS_AGO_2));
            pods.add(pod("b" + i, "2026-01-01T09:00:00Z", "2026-01-01T10:10:00Z"));
            pods.add(pod("c" + i, "2026-01-01T09:55:00Z", HOURS_AGO_2));
        }
        assertThat(ofReplicas(pods, 120)).hasSize(120).doesNotHaveDuplicates();
        assertThat(ofReplicas(pods, 1000)).hasSize(300);
    }
}
