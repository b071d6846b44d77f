package dev.tenure.kinds.event;

import dev.tenure.apiserver.registry.Conversion;
import dev.tenure.apiserver.registry.SelectableField;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.json.TextNode;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/// Between events of events.k8s.io/v1 and those of v1, which are stored: the same fields under other names.
/// Upstream: pkg/apis/events/v1/conversion.go.
public final class EventConversion implements Conversion {
    private static final Map<String, String> STORED_NAMES = Map.of(
            "note", "message",
            "regarding", "involvedObject",
            "reportingController", "reportingComponent",
            "deprecatedSource", "source",
            "deprecatedFirstTimestamp", "firstTimestamp",
            "deprecatedLastTimestamp", "lastTimestamp",
            "deprecatedCount", "count");
    private static final Map<String, String> SERVED_NAMES =
            STORED_NAMES.entrySet().stream().collect(Collectors.toMap(Map.Entry::getValue, Map.Entry::getKey));

    /// Texts that v1 shows even when they are empty.
    private static final List<String> ALWAYS_STORED = List.of("reportingComponent", "reportingInstance");

    @Override
    public ObjectNode toStored(ObjectNode served) {
        ObjectNode stored = renamed(served, "v1", STORED_NAMES);
        ALWAYS_STORED.forEach(field -> stored.putIfAbsent(field, TextNode.valueOf("")));
        return stored;
    }

    @Override
    public ObjectNode fromStored(ObjectNode stored) {
        ObjectNode served = renamed(stored, "events.k8s.io/v1", SERVED_NAMES);
        served.properties()
                .removeIf(field -> field.getValue().isTextual()
                        && field.getValue().asText().isEmpty());
        return served;
    }

    @Override
    public List<SelectableField> noted(List<SelectableField> served) {
        return EventStrategy.fields();
    }

    private static ObjectNode renamed(ObjectNode event, String apiVersion, Map<String, String> names) {
        Function<String, String> name = field -> names.getOrDefault(field, field);
        ObjectNode out = Json.object();
        for (Map.Entry<String, JsonNode> field : event.properties()) {
            out.set(name.apply(field.getKey()), field.getValue().deepCopy());
        }
        return out.put("apiVersion", apiVersion);
    }
}
