package dev.tenure.controllers.podgc.retention;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.controllers.podgc.retention.RemovedPods.Entry;
import dev.tenure.controllers.podgc.retention.RetentionRule.Removal;
import dev.tenure.wire.json.Document;
import dev.tenure.wire.json.Json;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class RemovedPodsTest {
    private static final RemovedPods NONE = new RemovedPods(List.of());

    private static Entry entry(String name, String owner, int failed) {
        return Entry.of(new Removal(FailedPods.evicted(name, owner, failed), "few"));
    }

    private static List<Entry> entries(String owner, int from, int to) {
        return IntStream.range(from, to)
                .mapToObj(i -> entry(owner + i, owner, i))
                .toList();
    }

    private static int pods(RemovedPods removed) {
        return removed.entries().stream().mapToInt(Entry::pods).sum();
    }

    @Test
    void whatIsWrittenIsRead() {
        RemovedPods removed = NONE.with(entries("a", 0, 3), FailedPods.NOON);
        assertThat(RemovedPods.read(Document.of(removed.configMap()))).isEqualTo(removed);
        assertThat(removed.entries().getFirst()).satisfies(first -> {
            assertThat(first.owner()).isEqualTo("ReplicaSet ns/a");
            assertThat(first.node()).isEqualTo("n");
            assertThat(first.failure()).isEqualTo("Evicted");
            assertThat(first.message()).isEqualTo("The node was low on resource: memory.");
            assertThat(first.retention()).isEqualTo("few");
        });
    }

    @Test
    void manyOfOneOwnerAreToldTogetherAndNoneIsLost() {
        RemovedPods removed = NONE;
        for (int i = 0; i < 300; i += 50) {
            removed = removed.with(entries("a", i, i + 50), FailedPods.NOON.plusSeconds(300));
        }
        assertThat(removed.entries()).hasSize(RemovedPods.ALONE_MAX + 1);
        assertThat(pods(removed)).isEqualTo(300);
        Entry together = removed.entries().getFirst();
        assertThat(together.pods()).isEqualTo(280);
        assertThat(together.first()).isEqualTo(FailedPods.NOON);
        assertThat(together.last()).isEqualTo(FailedPods.NOON.plusSeconds(279));
        assertThat(together.pod()).isEqualTo("a279");
    }

    @Test
    void whatIsThereIsNotCountedAgain() {
        RemovedPods once = NONE.with(entries("a", 0, 10), FailedPods.NOON);
        assertThat(once.with(entries("a", 5, 10), FailedPods.NOON)).isEqualTo(once);
    }

    @Test
    void itIsBoundedInNumberAndInAge() {
        RemovedPods removed = NONE.with(
                IntStream.range(0, 1_000).mapToObj(i -> entry("p" + i, "", i)).toList(), FailedPods.NOON);
        assertThat(removed.entries()).hasSize(RemovedPods.ENTRIES_MAX);
        assertThat(removed.entries().getLast().pod()).isEqualTo("p999");
        assertThat(removed.with(
                                List.of(),
                                FailedPods.NOON.plus(RemovedPods.AGE_MAX).plusSeconds(997))
                        .entries())
                .hasSize(2);
    }

    @Test
    void theLongestRecordFitsIntoAConfigMap() {
        String name = "n".repeat(250);
        List<Entry> longest = IntStream.range(0, RemovedPods.ENTRIES_MAX)
                .mapToObj(i -> Entry.of(
                        new Removal(FailedPods.pod(name + i, name + i, "Evicted", "\u20ac".repeat(5_000), i), name)))
                .toList();
        byte[] written = Json.write(NONE.with(longest, FailedPods.NOON).configMap());
        assertThat(written.length).isLessThan(1_000_000);
        assertThat(new String(written, StandardCharsets.UTF_8)).contains("…");
    }

    @Test
    void aRecordThatSomebodyBrokeCountsAsEmpty() {
        for (String text : List.of("", "{", "[{\"first\": \"yesterday\"}]")) {
            var map = NONE.configMap();
            map.withObject("/data").put("removed", text);
            assertThat(RemovedPods.read(Document.of(map))).isEqualTo(NONE);
        }
    }
}
