package dev.tenure.model.storage;

import dev.tenure.model.meta.ObjectMeta;
import java.util.List;
import java.util.OptionalInt;

/// The storage drivers of one node.
public record CsiNode(ObjectMeta meta, List<Driver> drivers) {
    /// @param volumesMax how many volumes the driver can attach there; absent when there is no limit
    public record Driver(String name, OptionalInt volumesMax) {}

    public CsiNode {
        drivers = List.copyOf(drivers);
    }
}
