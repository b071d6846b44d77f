package dev.tenure.sim.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.model.core.Pod;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What a real node tells scrapers of its pods, of files that stand for its control groups and a runtime's
/// numbers.
final class ResourceMetricsTest {
    @TempDir
    private Path folder = Path.of("");

    private RealNode started() throws IOException {
        RealNode node = new RealNode(folder, "").start();
        node.pod("p", "'containers': [{'name': 'a', 'image': 'i'}, {'name': 'b', 'image': 'i'}]");
        node.until(() -> node.runtime().running().equals(List.of("p/a", "p/b")), 20);
        node.write("cgroup/cpu.stat", "usage_usec 7000000\nuser_usec 1\n");
        node.write("proc/meminfo", "MemTotal: 16777216 kB\nSwapTotal: 2048 kB\nSwapFree: 1024 kB\n");
        String group = "cgroup/kubepods/besteffort/pod" + node.see("p").meta().uid();
        node.write(group + "/cpu.stat", "usage_usec 2500000\n");
        node.write(group + "/memory.current", "5000\n");
        node.write(group + "/memory.stat", "inactive_file 1000\n");
        node.write(group + "/memory.swap.current", "0\n");
        node.runtime().cpuUsed(1_500_000_000);
        node.runtime().memoryUsed(3000);
        return node;
    }

    /// Series without the moments at which they were measured.
    private static List<String> series(String page) {
        return page.lines()
                .filter(line -> !line.startsWith("#"))
                .map(line ->
                        line.indexOf(' ') == line.lastIndexOf(' ') ? line : line.substring(0, line.lastIndexOf(' ')))
                .filter(line -> !line.startsWith("container_start_time_seconds"))
                .toList();
    }

    @Test
    void groupsAndTheRuntimeTellWhatIsUsed() throws IOException {
        try (RealNode node = started()) {
            assertThat(series(node.resources()))
                    .containsExactly(
                            "container_cpu_usage_seconds_total{container=\"a\",namespace=\"default\",pod=\"p\"} 1.5",
                            "container_cpu_usage_seconds_total{container=\"b\",namespace=\"default\",pod=\"p\"} 1.5",
                            "container_memory_working_set_bytes{container=\"a\",namespace=\"default\",pod=\"p\"} 3000",
                            "container_memory_working_set_bytes{container=\"b\",namespace=\"default\",pod=\"p\"} 3000",
                            "node_cpu_usage_seconds_total 7",
                            "node_memory_working_set_bytes 4.294967296e+09",
                            "node_swap_usage_bytes 1.048576e+06",
                            "pod_cpu_usage_seconds_total{namespace=\"default\",pod=\"p\"} 2.5",
                            "pod_memory_working_set_bytes{namespace=\"default\",pod=\"p\"} 4000",
                            "pod_swap_usage_bytes{namespace=\"default\",pod=\"p\"} 0",
                            "resource_scrape_error 0");
        }
    }

    @Test
    void containersThatEndedAndPodsOfOthersAreNotTold() throws IOException {
        try (RealNode node = started()) {
            node.runtime().stranger("2b1c");
            node.runtime().exit("p/b", 0);
            assertThat(node.resources()).doesNotContain("container=\"b\"").doesNotContain("pod=\"\"");
        }
    }

    @Test
    void startsAreTold() throws IOException {
        try (RealNode node = started()) {
            Pod pod = node.see("p");
            long started = pod.meta().creationTimestamp().getEpochSecond();
            String line = node.resources()
                    .lines()
                    .filter(each -> each.startsWith("container_start_time_seconds{container=\"a\""))
                    .findFirst()
                    .orElseThrow();
            assertThat(Double.parseDouble(line.substring(line.indexOf(' ')))).isBetween(started - 1.0, started + 20.0);
        }
    }

    @Test
    void aRuntimeThatDoesNotAnswerIsAnError() throws IOException {
        try (RealNode node = started()) {
            node.runtime().refuse("ListContainerStats");
            assertThat(series(node.resources())).containsExactly("resource_scrape_error 1");
        }
    }
}
