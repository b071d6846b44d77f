package dev.tenure.client;

import dev.tenure.model.core.Condition;
import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.ObjectNode;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/// What a strategic merge patch that sets conditions says beside them, so that the object ends as if its
/// whole status had been written. Upstream: pkg/api/v1/pod/util.go (UpdatePodCondition), and the patches that
/// client-go works out.
public final class ConditionPatch {
    private ConditionPatch() {}

    /// Keeps the conditions that are there in their order, with new ones behind them. Without it new ones
    /// would come first.
    ///
    /// @param wanted those that the patch is to set
    /// @return the same in the order in which the patch has to name them
    public static List<Condition> order(ObjectNode status, List<Condition> present, List<Condition> wanted) {
        List<String> types = Stream.concat(present.stream(), wanted.stream())
                .map(Condition::type)
                .distinct()
                .toList();
        ArrayNode order = status.putArray("$setElementOrder/conditions");
        types.forEach(type -> order.addObject().put("type", type));
        return wanted.stream()
                .sorted(Comparator.comparingInt(condition -> types.indexOf(condition.type())))
                .toList();
    }

    /// Sets one condition.
    public static void put(ObjectNode status, List<Condition> present, Condition wanted) {
        order(status, present, List.of(wanted));
        ObjectNode condition = status.putArray("conditions")
                .addObject()
                .put("type", wanted.type())
                .put("status", wanted.status().word())
                .put("reason", wanted.reason())
                .put("message", wanted.message())
                .put("lastTransitionTime", since(present, wanted).toString());
        if (wanted.observedGeneration() > 0) {
            condition.put("observedGeneration", wanted.observedGeneration());
        } else if (Condition.find(present, wanted.type())
                .filter(there -> there.observedGeneration() > 0)
                .isPresent()) {
            condition.putNull("observedGeneration");
        }
    }

    /// Since when a condition is what it is to be: since before if its status does not change, else since
    /// now.
    private static Instant since(List<Condition> present, Condition wanted) {
        return Condition.find(present, wanted.type())
                .filter(there -> there.status() == wanted.status())
                .map(Condition::lastTransitionTime)
                .filter(at -> !at.equals(Instant.EPOCH))
                .orElse(wanted.lastTransitionTime())
                .truncatedTo(ChronoUnit.SECONDS);
    }
}
