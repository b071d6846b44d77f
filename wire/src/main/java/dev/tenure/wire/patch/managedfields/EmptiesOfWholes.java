package dev.tenure.wire.patch.managedfields;

import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.json.decode.Empties;
import java.util.List;

/// What a request left empty within lists that are owned as a whole, or that stand in something that is. Such
/// lists upstream compares as Go's values, to which an empty list is another than none, so that a rule of a
/// Role with `nonResourceURLs: []` changes the rules; elsewhere it compares field by field and leaves out
/// what is empty. Upstream: structured-merge-diff/value/listreflect.go (EqualsUsing), pinned by
/// StatedEmptyTest.
final class EmptiesOfWholes {
    private EmptiesOfWholes() {}

    /// The object with these of its empty parts: itself when it has none.
    static ObjectNode shown(Empties empties, ObjectNode object, FieldPlace place) {
        return empties.isEmpty() ? object : empties.in(object, steps -> withinWholeList(steps, object, place));
    }

    private static boolean withinWholeList(List<Empties.Step> steps, ObjectNode object, FieldPlace root) {
        FieldPlace place = root;
        JsonNode value = object;
        boolean whole = false;
        for (Empties.Step step : steps.subList(0, steps.size() - 1)) {
            switch (step) {
                case Empties.Step.Field(String name) -> {
                    place = place.child(name);
                    value = value.path(name);
                }
                case Empties.Step.Key(String key) -> {
                    place = place.child(key);
                    value = value.path(key);
                }
                case Empties.Step.Element(int index) -> {
                    if (whole) {
                        return true;
                    }
                    place = place.element();
                    value = value.path(index);
                }
            }
            whole |= place.atomic(place.form(value));
        }
        return false;
    }
}
