package dev.tenure.controllers.tainteviction.record;

import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Optional;

/// One past eviction as it stands in the ledger of its node, with its text: a ledger is written whole for
/// each eviction that is added, the text of an entry once.
///
/// @param json one object
public record LedgerEntry(PastEviction eviction, String json) {
    public static LedgerEntry of(PastEviction past) {
        ObjectNode entry = Json.object()
                .put("namespace", past.namespace())
                .put("pod", past.pod())
                .put("uid", past.uid())
                .put("at", past.at().toString());
        past.why().put(entry);
        past.toleration().ifPresent(toleration -> entry.put("toleration", toleration));
        past.since().ifPresent(since -> entry.put("since", since.toString()));
        past.deadline().ifPresent(deadline -> entry.put("deadline", deadline.toString()));
        if (!past.owner().isEmpty()) {
            entry.put("owner", past.owner());
        }
        return new LedgerEntry(past, new String(Json.write(entry), StandardCharsets.UTF_8));
    }

    /// Reads one.
    ///
    /// @param node whose ledger it stands in
    /// @throws DateTimeException when one of its times is none
    public static LedgerEntry of(String node, JsonNode entry) {
        return of(new PastEviction(
                node,
                entry.path("namespace").asText(),
                entry.path("pod").asText(),
                entry.path("uid").asText(),
                PastEviction.Why.of(entry),
                text(entry, "toleration"),
                time(entry, "since"),
                time(entry, "deadline"),
                Instant.parse(entry.path("at").asText()),
                text(entry, "owner").orElse("")));
    }

    /// A time that may be absent.
    ///
    /// @throws DateTimeException when it is none
    static Optional<Instant> time(JsonNode entry, String field) {
        return text(entry, field).map(Instant::parse);
    }

    private static Optional<String> text(JsonNode entry, String field) {
        return entry.hasNonNull(field) ? Optional.of(entry.path(field).asText()) : Optional.empty();
    }
}
