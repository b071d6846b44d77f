package dev.tenure.plan.metrics;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// What is measured, by the names under which kubelet, cAdvisor and node exporter publish it.
enum Measure {
    /// Bytes that are in use and cannot be taken back at once: what the kubelet goes by.
    WORKING_SET(
            "container_memory_working_set_bytes",
            "node_memory_working_set_bytes",
            "pod_memory_working_set_bytes",
            "memory"),
    /// Bytes that a machine has.
    CAPACITY("machine_memory_bytes", "node_memory_MemTotal_bytes", "capacity"),
    /// Bytes that the kernel could give out without swapping: files in memory that are not in use count as
    /// free.
    AVAILABLE("node_memory_MemAvailable_bytes", "memavailable"),
    /// Seconds in which something waited for memory (PSI, `some`), counted up.
    WAITING("node_pressure_memory_waiting_seconds_total", "container_pressure_memory_waiting_seconds_total", "psi");

    /// Separated by spaces.
    private final String names;

    Measure(String... names) {
        this.names = String.join(" ", names);
    }

    private List<String> names() {
        return List.of(names.split(" "));
    }

    /// Empty for a metric of which nothing is made.
    static Optional<Measure> ofName(String name) {
        return Arrays.stream(values())
                .filter(each -> each.names().contains(name))
                .findFirst();
    }

    /// All names that are known.
    static String known() {
        return String.join(
                ", ",
                Arrays.stream(values()).flatMap(each -> each.names().stream()).toList());
    }
}
