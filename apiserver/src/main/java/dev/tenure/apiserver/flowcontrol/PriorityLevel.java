package dev.tenure.apiserver.flowcontrol;

import dev.tenure.wire.json.JsonNode;
import java.util.Optional;
import java.util.Set;

/// A level on which requests are served.
///
/// @param uid empty while the object is missing
/// @param exempt whether its requests need no seat
/// @param shares of the server's seats
/// @param borrowingPercent of its own seats that it may have of others besides; empty for as many as there
///     are
/// @param waiting how many requests may wait at a time; 0: nobody waits
/// @param waitingOfFlow how many of one flow
public record PriorityLevel(
        String name,
        String uid,
        boolean exempt,
        int shares,
        int lendablePercent,
        Optional<Integer> borrowingPercent,
        int waiting,
        int waitingOfFlow) {
    private static final String EXEMPT = "exempt";
    private static final Set<String> URGENT = Set.of(EXEMPT, "node-high", "leader-election");

    /// Whether its hard work comes before that of others.
    public boolean isUrgent() {
        return URGENT.contains(name);
    }

    /// The level that an object describes; empty when it contradicts itself.
    ///
    /// @param object a PriorityLevelConfiguration
    static Optional<PriorityLevel> of(JsonNode object) {
        String name = object.at("/metadata/name").asText();
        String type = object.at("/spec/type").asText();
        boolean exempt = type.equals("Exempt");
        JsonNode spec = object.path("spec").path(exempt ? EXEMPT : "limited");
        if (exempt != name.equals(EXEMPT) || !(exempt || type.equals("Limited")) || !spec.isObject()) {
            return Optional.empty();
        }
        JsonNode borrowing = spec.path("borrowingLimitPercent");
        JsonNode queuing = spec.at("/limitResponse/queuing");
        int length = queuing.path("queueLengthLimit").asInt(0);
        long waiting = (long) queuing.path("queues").asInt(0) * length;
        return Optional.of(new PriorityLevel(
                name,
                object.at("/metadata/uid").asText(),
                exempt,
                spec.path("nominalConcurrencyShares").asInt(0),
                spec.path("lendablePercent").asInt(0),
                borrowing.isNumber() ? Optional.of(borrowing.asInt(0)) : Optional.empty(),
                Math.toIntExact(Math.min(Integer.MAX_VALUE, waiting)),
                length));
    }
}
