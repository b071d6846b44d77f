package dev.tenure.wire.patch.managedfields;

import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.schema.FieldType;
import dev.tenure.wire.schema.ObjectType;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// A configuration merged into an object as server-side apply does it, but nobody comes to own anything by
/// it, and nothing may be replaced as a whole. Upstream:
/// apiserver/pkg/admission/plugin/policy/mutating/patch/smd.go.
public final class ConfigurationMerge {
    private ConfigurationMerge() {}

    /// The outcome of a merge.
    public sealed interface Outcome {
        /// @param object shares with both what it takes from them
        record Merged(ObjectNode object) implements Outcome {}

        record Fault(String why) implements Outcome {}
    }

    /// @param type of both
    /// @param foreign what stands in the configuration as JSON but was written as something else, by its
    ///     place: `.data.a`, `.spec.containers[0].image`
    public static Outcome merge(
            ObjectNode live, ObjectNode configuration, ObjectType type, Map<String, Foreign> foreign) {
        FieldPlace place = FieldPlace.of(type);
        String faults = strange(configuration, place, "", foreign);
        if (faults.isEmpty()) {
            faults = TypedCheck.faults(configuration, place);
        }
        if (!faults.isEmpty()) {
            return new Outcome.Fault("failed to convert patch object to typed object: " + faults);
        }
        List<String> wholes = new ArrayList<>();
        findWholes(configuration, place, "", wholes);
        if (!wholes.isEmpty()) {
            return new Outcome.Fault("invalid ApplyConfiguration: may not mutate atomic arrays, maps or structs: "
                    + String.join(", ", wholes));
        }
        String unfit = TypedCheck.faultsOfStored(live, place);
        if (!unfit.isEmpty()) {
            return new Outcome.Fault("failed to convert original object to typed object: " + unfit);
        }
        return new Outcome.Merged(TypedMerge.merge(live, configuration, place));
    }

    /// The first value that is none of JSON, or is null: an expression that writes one gives upstream's
    /// library something that it takes for no null.
    private static String strange(JsonNode value, FieldPlace place, String path, Map<String, Foreign> foreign) {
        if (value.isNull()) {
            return path + ": " + unexpected(place, Foreign.NULL);
        }
        Foreign written = foreign.get(path);
        if (written != null) {
            return path + ": " + unexpected(place, written);
        }
        for (Map.Entry<String, JsonNode> field : value.properties()) {
            // of fields that are not declared only that is said
            String found = place.allows(field.getKey())
                    ? strange(field.getValue(), place.child(field.getKey()), path + "." + field.getKey(), foreign)
                    : "";
            if (!found.isEmpty()) {
                return found;
            }
        }
        if (value instanceof ArrayNode list) {
            for (int i = 0; i < list.size(); i++) {
                String found = strange(list.get(i), place.element(), path + "[" + i + "]", foreign);
                if (!found.isEmpty()) {
                    return found;
                }
            }
        }
        return "";
    }

    private static String unexpected(FieldPlace place, Foreign found) {
        String other = "got &{" + found.plain() + "}";
        return switch (place.type()) {
            case FieldType.Text _, FieldType.Bytes _ ->
                "expected string, got &value.valueUnstructured{Value:" + found.syntax() + "}";
            case FieldType.Whole _, FieldType.Decimal _ -> "expected numeric (int or float), got " + found.type();
            case FieldType.Bool _ -> "expected boolean, " + other;
            case FieldType.ListOf _ -> "expected list, " + other;
            case FieldType.MapOf _, FieldType.Struct _ -> "expected map, " + other;
            case FieldType.Special _ -> "expected any scalar, " + other;
        };
    }

    /// Where lists, maps and structures stand that are replaced as a whole.
    private static void findWholes(JsonNode value, FieldPlace place, String path, List<String> found) {
        FieldPlace.Form form = place.form(value);
        if (form == FieldPlace.Form.MAP && value instanceof ObjectNode map) {
            if (place.atomic(form)) {
                found.add(path);
            }
            for (Map.Entry<String, JsonNode> field : map.properties()) {
                if (place.declares(field.getKey())) {
                    findWholes(field.getValue(), place.child(field.getKey()), path + "." + field.getKey(), found);
                }
            }
        }
        if (form == FieldPlace.Form.LIST && value instanceof ArrayNode list) {
            if (place.atomic(form)) {
                found.add(path);
            }
            for (int i = 0; i < list.size(); i++) {
                findWholes(list.get(i), place.element(), path + "[" + i + "]", found);
            }
        }
    }
}
