package dev.tenure.wire.patch.managedfields;

import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.NullNode;
import dev.tenure.wire.json.ObjectNode;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// A live object with an applied configuration merged into it: nothing is removed, what both state
/// becomes what is applied, and lists keep the live order unless the configuration orders their
/// elements otherwise. Upstream: structured-merge-diff/typed/merge.go.
final class TypedMerge {

    private TypedMerge() {}

    /// Shares with both what it takes from them.
    static ObjectNode merge(ObjectNode live, ObjectNode applied, FieldPlace place) {
        return mergeMaps(live, applied, place);
    }

    private static @Nullable JsonNode mergeValues(JsonNode live, JsonNode applied, FieldPlace place) {
        FieldPlace.Form form = place.form(applied.isNull() ? live : applied);
        boolean whole = form == FieldPlace.Form.SCALAR || place.atomic(form) || (live.isEmpty() && applied.isEmpty());
        if (whole) {
            return applied;
        }
        JsonNode merged = switch (form) {
            case MAP -> mergeMaps(map(live), map(applied), place);
            case LIST -> new ListRun(place, list(live), list(applied)).merge();
            case SCALAR -> applied;
        };
        return merged.isEmpty() ? null : merged;
    }

    private static ObjectNode mergeMaps(@Nullable ObjectNode live, @Nullable ObjectNode applied, FieldPlace place) {
        ObjectNode out = Json.object();
        if (live != null) {
            out.setAll(live);
        }
        if (applied == null) {
            return out;
        }
        for (Map.Entry<String, JsonNode> field : applied.properties()) {
            JsonNode old = out.get(field.getKey());
            JsonNode merged =
                    old == null ? field.getValue() : mergeValues(old, field.getValue(), place.child(field.getKey()));
            if (merged == null) {
                out.remove(field.getKey());
            } else {
                out.set(field.getKey(), merged);
            }
        }
        return out;
    }

    private static @Nullable ObjectNode map(JsonNode value) {
        return value instanceof ObjectNode map ? map : null;
    }

    private static ArrayNode list(JsonNode value) {
        return value instanceof ArrayNode list ? list : Json.array();
    }

    /// The merge of two lists, whose elements have identities.
    private static final class ListRun {
        private final FieldPlace place;
        private final ArrayNode live;
        private final List<PathElement> liveSteps = new ArrayList<>();
        private final List<PathElement> appliedSteps = new ArrayList<>();
        private final Map<PathElement, JsonNode> liveItems = new HashMap<>();
        private final Map<PathElement, JsonNode> appliedItems = new HashMap<>();
        private final ArrayDeque<PathElement> sharedOrder = new ArrayDeque<>();
        private final Set<PathElement> done = new HashSet<>();
        private final ArrayNode out = Json.array();
        private int atLive;
        private int atApplied;

        ListRun(FieldPlace place, ArrayNode live, ArrayNode applied) {
            this.place = place;
            this.live = live;
            for (JsonNode element : live) {
                PathElement step = place.item(element);
                liveSteps.add(step);
                // Elements that share a key are not merged with the one applied, but replaced by it.
                liveItems.merge(step, element, (_, _) -> NullNode.INSTANCE);
            }
            for (JsonNode element : applied) {
                PathElement step = place.item(element);
                appliedSteps.add(step);
                appliedItems.put(step, element);
            }
            appliedSteps.stream().filter(liveItems::containsKey).forEach(sharedOrder::add);
        }

        ArrayNode merge() {
            while (atLive < liveSteps.size() || atApplied < appliedSteps.size()) {
                if (!takeBoth() && !skipLiveOutOfOrder() && !takeLive()) {
                    takeApplied();
                }
            }
            return out;
        }

        private boolean bothLeft() {
            return atLive < liveSteps.size() && atApplied < appliedSteps.size();
        }

        private boolean takeBoth() {
            if (!bothLeft() || !liveSteps.get(atLive).equals(appliedSteps.get(atApplied))) {
                return false;
            }
            addMerged(appliedSteps.get(atApplied));
            atLive++;
            atApplied++;
            sharedOrder.poll();
            return true;
        }

        /// A shared element that stands elsewhere in the configuration waits for its place there.
        private boolean skipLiveOutOfOrder() {
            boolean skip = bothLeft()
                    && appliedItems.containsKey(liveSteps.get(atLive))
                    && !sharedOrder.isEmpty()
                    && !liveSteps.get(atLive).equals(sharedOrder.peek());
            atLive += skip ? 1 : 0;
            return skip;
        }

        private boolean takeLive() {
            if (atLive == liveSteps.size()) {
                return false;
            }
            PathElement step = liveSteps.get(atLive);
            if (!appliedItems.containsKey(step)) {
                out.add(live.get(atLive));
                atLive++;
                return true;
            }
            if (done.contains(step)) {
                atLive++;
            }
            return false;
        }

        private void takeApplied() {
            if (atApplied == appliedSteps.size()) {
                return;
            }
            PathElement step = appliedSteps.get(atApplied);
            addMerged(step);
            atApplied++;
            if (step.equals(sharedOrder.peek())) {
                sharedOrder.poll();
            }
        }

        private void addMerged(PathElement step) {
            done.add(step);
            JsonNode old = liveItems.get(step);
            JsonNode applied = Objects.requireNonNull(appliedItems.get(step));
            JsonNode merged = old == null ? applied : mergeValues(old, applied, place.element());
            if (merged != null) {
                out.add(merged);
            }
        }
    }
}
