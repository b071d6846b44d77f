package dev.tenure.controllers.machineset;

import dev.tenure.model.core.Taint;
import dev.tenure.model.meta.Frozen;
import dev.tenure.model.meta.ObjectMeta;
import java.util.List;
import java.util.Map;

/// A machine, with the fields that decisions read.
///
/// @param labels for its node
/// @param providerId empty until it has one
/// @param node the name of its node; empty until it has one
public record Machine(
        ObjectMeta meta,
        List<Taint> taints,
        Map<String, String> labels,
        String providerId,
        String node,
        List<String> addresses,
        String phase) {
    public Machine {
        taints = List.copyOf(taints);
        labels = Frozen.map(labels);
        addresses = List.copyOf(addresses);
    }

    /// `namespace/name`, as its node's annotation says.
    public String qualifiedName() {
        return meta.namespace() + "/" + meta.name();
    }
}
