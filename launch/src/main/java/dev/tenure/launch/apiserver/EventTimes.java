package dev.tenure.launch.apiserver;

import dev.tenure.model.meta.StoredObject;
import dev.tenure.wire.json.Document;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.List;

/// What an Event tells of when it was last written.
final class EventTimes {
    private static final List<String> TIMES = List.of(
            "/metadata/creationTimestamp",
            "/firstTimestamp",
            "/lastTimestamp",
            "/eventTime",
            "/series/lastObservedTime");

    private EventTimes() {}

    /// The newest time in it; the beginning of all times where there is none that can be read.
    static Instant lastWritten(StoredObject event) {
        if (!event.content().isObject()) {
            return Instant.EPOCH;
        }
        ObjectNode tree = Document.of(event.content()).tree();
        return TIMES.stream()
                .map(tree::at)
                .filter(JsonNode::isTextual)
                .map(text -> time(text.asText()))
                .max(Instant::compareTo)
                .orElse(Instant.EPOCH);
    }

    private static Instant time(String text) {
        try {
            return Instant.parse(text);
        } catch (DateTimeException _) {
            return Instant.EPOCH;
        }
    }
}
