package dev.tenure.node.garbage;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.kubelet.garbage.DeadContainersRule;
import dev.tenure.kubelet.garbage.ImageGarbageRule;
import dev.tenure.kubelet.garbage.ImageGarbageRule.Settings;
import dev.tenure.kubelet.garbage.ImageGarbageRule.Unused;
import dev.tenure.kubelet.pod.Labels;
import dev.tenure.kubelet.pod.RunContainer;
import dev.tenure.kubelet.pod.Sandbox;
import dev.tenure.node.cri.ImageClient.Image;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/// Which images and containers go: vectors G1 to G8.
final class GarbageVectorsTest {
    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
    private static final long GIBI = 1L << 30;
    private static final Settings STANDARD = Settings.STANDARD;

    private static Unused unused(String id, long bytes, long secondsHere) {
        return new Unused(id, bytes, NOW.minusSeconds(secondsHere), Optional.empty());
    }

    private static List<String> ids(List<Unused> images) {
        return images.stream().map(Unused::id).toList();
    }

    @Test
    void g1SoMuchIsFreedThatTheLowMarkIsReached() {
        assertThat(ImageGarbageRule.usedPercent(100 * GIBI, 10 * GIBI)).contains(90);
        assertThat(ImageGarbageRule.excess(100 * GIBI, 10 * GIBI, STANDARD)).hasValue(10_737_418_240L);
    }

    @Test
    void g2AndG3TheShareInUseIsRoundedUp() {
        assertThat(ImageGarbageRule.excess(1000, 159, STANDARD)).as("G2").isPresent();
        assertThat(ImageGarbageRule.usedPercent(1000, 159)).as("G2").contains(85);
        assertThat(ImageGarbageRule.usedPercent(1000, 160)).as("G3").contains(84);
        assertThat(ImageGarbageRule.excess(1000, 160, STANDARD)).as("G3").isEmpty();
    }

    @Test
    void g4AnImageThatIsNewStaysEvenUnderPressure() {
        List<Unused> images = List.of(unused("new", 5, 90), unused("old", 5, 130));
        assertThat(ids(ImageGarbageRule.toFree(images, NOW, Long.MAX_VALUE, STANDARD.ageMin())))
                .containsExactly("old");
    }

    @Test
    void theLongestUnusedGoFirstAndNoMoreThanNeeded() {
        List<Unused> images = List.of(
                new Unused("recent", 5, NOW.minusSeconds(900), Optional.of(NOW.minusSeconds(10))),
                new Unused("late", 5, NOW.minusSeconds(800), Optional.of(NOW.minusSeconds(700))),
                unused("never-younger", 5, 500),
                unused("never-older", 5, 600));
        assertThat(ids(ImageGarbageRule.toFree(images, NOW, 11, STANDARD.ageMin())))
                .containsExactly("never-older", "never-younger", "late");
    }

    private static Image image(String id, boolean pinned) {
        return new Image(id, List.of(id + ":1"), List.of(), 5, OptionalLong.empty(), "", pinned);
    }

    @Test
    void g5WhatIsHeldOrWasUsedByAnEndedContainerStays() {
        var records = new ImageRecordsState();
        List<Image> images = List.of(image("pinned", true), image("used", false), image("free", false));
        List<RunContainer> containers = List.of(container("u", "c", 1, RunContainer.State.EXITED, "used:1"));
        assertThat(ids(records.seen(images, containers, NOW))).containsExactly("free");
        List<Unused> later = records.seen(images, List.of(), NOW.plusSeconds(60));
        assertThat(ids(later)).containsExactly("used", "free");
        assertThat(later.getFirst().lastUsed()).contains(NOW);
        assertThat(later.getFirst().firstSeen()).isEqualTo(NOW);
    }

    @Test
    void g6AnImageThatWasNeverUsedIsOutdatedHoweverNew() {
        var settings = new Settings(85, 80, Duration.ofMinutes(2), Duration.ofHours(1));
        List<Unused> images = List.of(
                unused("just-pulled", 5, 5),
                new Unused("used", 5, NOW.minusSeconds(7200), Optional.of(NOW.minusSeconds(3500))));
        assertThat(ids(ImageGarbageRule.outdated(images, NOW, Duration.ofMinutes(61), settings)))
                .containsExactly("just-pulled");
        assertThat(ImageGarbageRule.outdated(images, NOW, Duration.ofMinutes(60), settings))
                .isEmpty();
    }

    @Test
    void g7AHundredPercentWithoutAnAgeIsOff() {
        assertThat(new Settings(100, 80, Duration.ZERO, Duration.ZERO).active()).isFalse();
        assertThat(new Settings(100, 80, Duration.ZERO, Duration.ofHours(1)).active())
                .isTrue();
        assertThat(STANDARD.active()).isTrue();
    }

    private static RunContainer container(
            String uid, String name, long second, RunContainer.State state, String image) {
        long nanos = NOW.minusSeconds(1000 - second).getEpochSecond() * 1_000_000_000L;
        return new RunContainer(
                uid + name + second,
                "sandbox-" + uid,
                name,
                0,
                state,
                nanos,
                nanos,
                nanos,
                1,
                image,
                image,
                "",
                "",
                Map.of(Labels.POD_UID, uid),
                Map.of(),
                List.of(),
                "",
                Optional.empty(),
                Optional.empty());
    }

    private static RunContainer dead(String uid, String name, long second) {
        return container(uid, name, second, RunContainer.State.EXITED, "i");
    }

    private static List<String> gone(List<RunContainer> all, String stays, DeadContainersRule.Settings settings) {
        return DeadContainersRule.containers(all, stays::contains, made -> Duration.between(made, NOW), settings)
                .stream()
                .map(RunContainer::id)
                .toList();
    }

    @Test
    void g8OfARunningPodTheNewestOfEachNameStays() {
        List<RunContainer> all = List.of(dead("u", "c", 2), dead("u", "c", 1), dead("u", "c", 3), dead("u", "d", 1));
        var standard = DeadContainersRule.Settings.STANDARD;
        assertThat(gone(all, "u", standard)).containsExactly("uc1", "uc2");
        assertThat(gone(all, "", standard)).as("a pod that is no more").hasSize(4);
    }

    @Test
    void boundsOfTheDeprecatedFlagsHold() {
        List<RunContainer> all = List.of(dead("u", "c", 1), dead("u", "c", 2), dead("v", "c", 3), dead("v", "d", 4));
        assertThat(gone(all, "uv", new DeadContainersRule.Settings(Duration.ZERO, -1, -1)))
                .isEmpty();
        assertThat(gone(all, "uv", new DeadContainersRule.Settings(Duration.ZERO, 2, 2)))
                .containsExactly("uc1", "uc2");
        assertThat(gone(all, "", new DeadContainersRule.Settings(Duration.ofHours(1), 0, 0)))
                .as("too new")
                .isEmpty();
    }

    @Test
    void anEmptySandboxGoesUnlessItIsTheNewestOfAPodThatStays() {
        List<Sandbox> all = List.of(sandbox("old", false, 1), sandbox("used", false, 2), sandbox("newest", false, 3));
        RunContainer holds = new RunContainer(
                "x",
                "used",
                "c",
                0,
                RunContainer.State.EXITED,
                0,
                0,
                0,
                0,
                "",
                "",
                "",
                "",
                Map.of(),
                Map.of(),
                List.of(),
                "",
                Optional.empty(),
                Optional.empty());
        assertThat(DeadContainersRule.sandboxes(all, List.of(holds), "u"::equals))
                .extracting(Sandbox::id)
                .containsExactly("old");
        assertThat(DeadContainersRule.sandboxes(all, List.of(), _ -> false)).hasSize(3);
    }

    private static Sandbox sandbox(String id, boolean ready, long created) {
        return new Sandbox(id, ready, 0, created, Map.of(Labels.POD_UID, "u"), List.of(), false);
    }
}
