package dev.tenure.node.stats;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.kubelet.stats.ContainerStats;
import dev.tenure.kubelet.stats.FsStats;
import dev.tenure.kubelet.stats.MemoryStats;
import dev.tenure.kubelet.stats.NodeStats;
import dev.tenure.kubelet.stats.NodeUse;
import dev.tenure.kubelet.stats.NodeUse.ContainerUse;
import dev.tenure.kubelet.stats.NodeUse.PodUse;
import dev.tenure.kubelet.stats.PodStats;
import dev.tenure.kubelet.stats.ProcessStats;
import dev.tenure.kubelet.stats.ResourceUse;
import dev.tenure.kubelet.stats.Summary;
import dev.tenure.kubelet.stats.UsedStorage;
import dev.tenure.kubelet.stats.VolumeStats;
import dev.tenure.model.core.Pod;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.view.Views;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class SummaryPageTest {
    private static final Optional<Instant> NOW = Optional.of(Instant.parse("2026-01-02T03:04:05Z"));
    private static final String MEMORY =
            "{\"time\":\"2026-01-02T03:04:05Z\",\"availableBytes\":30,\"usageBytes\":90," + "\"workingSetBytes\":70}";
    private static final String ROOM = "{\"time\":\"2026-01-02T03:04:05Z\",\"availableBytes\":60,\"capacityBytes\":100,"
            + "\"usedBytes\":40,\"inodesFree\":7,\"inodes\":10,\"inodesUsed\":3}";

    @Test
    void hasUpstreamsNamesForWhatIsMeasured() {
        var room = new FsStats(NOW, number(60), number(100), number(7), number(10));
        var memory = new MemoryStats(NOW, number(30), number(70), number(90));
        var node = new NodeStats(
                Optional.of(memory),
                Optional.of(memory),
                Optional.of(room),
                Optional.of(room),
                Optional.empty(),
                Optional.of(new ProcessStats(NOW, number(1000), number(12))));
        assertThat(SummaryPage.of("n", new Summary(node, Map.of()), Optional.empty(), List.of())
                        .toString())
                .isEqualTo(
                        "{\"node\":{\"nodeName\":\"n\",\"systemContainers\":[{\"name\":\"pods\",\"memory\":" + MEMORY
                                + "}],"
                                + "\"memory\":" + MEMORY + ",\"fs\":" + ROOM + ",\"runtime\":{\"imageFs\":" + ROOM
                                + "},"
                                + "\"rlimit\":{\"time\":\"2026-01-02T03:04:05Z\",\"maxpid\":1000,\"curproc\":12}},\"pods\":[]}");
    }

    @Test
    void leavesOutWhatNobodyKnows() {
        var container = new ContainerStats("c", OptionalLong.empty(), UsedStorage.of(5, 1), UsedStorage.UNKNOWN);
        var stats = new PodStats(
                number(11),
                number(2),
                number(6),
                List.of(container),
                List.of(new VolumeStats("v", UsedStorage.of(1, 1))));
        var page = SummaryPage.of(
                "n",
                new Summary(NodeStats.ofMemory(Optional.empty()), Map.of("u", stats)),
                Optional.empty(),
                List.of(pod("u"), pod("unknown")));
        assertThat(page.path("pods").toString())
                .isEqualTo(
                        "[{\"podRef\":{\"name\":\"p\",\"namespace\":\"default\",\"uid\":\"u\"},\"containers\":[{\"name\":\"c\","
                                + "\"rootfs\":{\"usedBytes\":5,\"inodesUsed\":1}}],\"memory\":{\"workingSetBytes\":11},"
                                + "\"volume\":[{\"usedBytes\":1,\"inodesUsed\":1,\"name\":\"v\"}],"
                                + "\"ephemeral-storage\":{\"usedBytes\":6},\"process_stats\":{\"process_count\":2}}]");
        assertThat(page.path("node").toString()).isEqualTo("{\"nodeName\":\"n\"}");
    }

    @Test
    void tellsOfProcessorsAndSwapBesideIt() {
        Instant now = NOW.orElseThrow();
        var node = new ResourceUse(now, number(9_000), number(500), number(1), number(0), OptionalLong.empty());
        var whole = new ResourceUse(now, number(70), OptionalLong.empty(), number(1), OptionalLong.empty(), number(5));
        var container = new ResourceUse(now, number(60), number(20), number(1), number(3), number(5));
        var use = new NodeUse(
                node,
                List.of(new PodUse(
                        "u",
                        "default",
                        "p",
                        Optional.of(whole),
                        List.of(new ContainerUse("c", now.minusSeconds(5), Optional.of(container))))));
        var stats = new PodStats(
                number(11),
                OptionalLong.empty(),
                OptionalLong.empty(),
                List.of(new ContainerStats("c", number(8), UsedStorage.UNKNOWN, UsedStorage.UNKNOWN)),
                List.of());
        var page = SummaryPage.of(
                "n",
                new Summary(NodeStats.ofMemory(Optional.empty()), Map.of("u", stats)),
                Optional.of(use),
                List.of(pod("u")));
        assertThat(page.path("node").toString())
                .isEqualTo("{\"nodeName\":\"n\",\"cpu\":{\"time\":\"2026-01-02T03:04:05Z\",\"usageNanoCores\":500,"
                        + "\"usageCoreNanoSeconds\":9000},"
                        + "\"swap\":{\"time\":\"2026-01-02T03:04:05Z\",\"swapUsageBytes\":0}}");
        assertThat(page.path("pods").toString())
                .isEqualTo("[{\"podRef\":{\"name\":\"p\",\"namespace\":\"default\",\"uid\":\"u\"},"
                        + "\"containers\":[{\"name\":\"c\",\"startTime\":\"2026-01-02T03:04:00Z\","
                        + "\"cpu\":{\"time\":\"2026-01-02T03:04:05Z\",\"usageNanoCores\":20,\"usageCoreNanoSeconds\":60},"
                        + "\"memory\":{\"workingSetBytes\":8},"
                        + "\"swap\":{\"time\":\"2026-01-02T03:04:05Z\",\"swapAvailableBytes\":2,\"swapUsageBytes\":3}}],"
                        + "\"cpu\":{\"time\":\"2026-01-02T03:04:05Z\",\"usageCoreNanoSeconds\":70},"
                        + "\"memory\":{\"workingSetBytes\":11}}]");
    }

    private static Pod pod(String uid) {
        String text = "{\"metadata\": {\"name\": \"p\", \"namespace\": \"default\", \"uid\": \"%s\"}}".formatted(uid);
        return (Pod) Views.view(ResourceTypes.PODS, Json.readObject(text.getBytes(StandardCharsets.UTF_8)));
    }

    private static OptionalLong number(long value) {
        return OptionalLong.of(value);
    }
}
