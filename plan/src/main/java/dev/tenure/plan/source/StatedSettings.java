package dev.tenure.plan.source;

import dev.tenure.controllers.tainteviction.stay.Semantics;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// What a cluster says of its own settings on the pages of its components, and what exports and traces keep
/// of that. Immutable.
///
/// @param semantics those of its taint eviction
/// @param flags of its components that matter to evictions, as `node-monitor-grace-period` → `50s`; some may
/// be of a later version
public record StatedSettings(Optional<Semantics> semantics, Map<String, String> flags) {
    /// Where a cluster of Tenure says it; others have no such pages.
    public static final List<String> PAGES =
            List.of("/tenure/v1/taint-eviction?limit=0", "/tenure/v1/node-lifecycle", "/tenure/v1/admission");

    public static final StatedSettings NOTHING = new StatedSettings(Optional.empty(), Map.of());

    static final String SEMANTICS = "semantics";
    static final String FLAGS = "flags";

    public StatedSettings {
        flags = Map.copyOf(flags);
    }

    /// What a page or the head of a file says.
    public static StatedSettings of(JsonNode said) {
        var flags = new TreeMap<String, String>();
        said.path(FLAGS)
                .properties()
                .forEach(flag -> flags.put(flag.getKey(), flag.getValue().asText()));
        return new StatedSettings(Semantics.of(said.path(SEMANTICS).asText()), flags);
    }

    /// The same, and what another page says.
    public StatedSettings and(StatedSettings other) {
        var all = new TreeMap<>(flags);
        all.putAll(other.flags);
        return new StatedSettings(semantics.or(() -> other.semantics), all);
    }

    /// Writes it into the head of a file.
    ///
    /// @param head gets fields when there is something to say
    public void into(ObjectNode head) {
        semantics.ifPresent(word -> head.put(SEMANTICS, word.word()));
        if (!flags.isEmpty()) {
            ObjectNode written = head.putObject(FLAGS);
            new TreeMap<>(flags).forEach(written::put);
        }
    }
}
