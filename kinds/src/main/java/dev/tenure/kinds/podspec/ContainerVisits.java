package dev.tenure.kinds.podspec;

import dev.tenure.apiserver.registry.field.Field;
import dev.tenure.wire.json.JsonNode;
import java.util.ArrayList;
import java.util.List;

/// All containers of a pod spec in the order in which upstream visits them.
public final class ContainerVisits {
    /// The lists of containers: init containers first, then the regular ones, then ephemeral ones.
    private static final List<String> LISTS = List.of("initContainers", "containers", "ephemeralContainers");

    private ContainerVisits() {}

    /// @param list the name of the list in which it stands
    public record Visit(String list, JsonNode container) {}

    public static List<Visit> all(JsonNode spec) {
        List<Visit> visits = new ArrayList<>();
        for (String list : LISTS) {
            spec.path(list).forEach(container -> visits.add(new Visit(list, container)));
        }
        return visits;
    }

    public static List<Field> all(Field spec) {
        List<Field> visits = new ArrayList<>();
        for (String list : LISTS) {
            visits.addAll(spec.at(list).items());
        }
        return visits;
    }
}
