package dev.tenure.wire.patch.managedfields;

import dev.tenure.model.meta.CancelledException;
import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.json.go.GoFormat;
import dev.tenure.wire.schema.FieldType;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Whether an applied configuration, or an object, fits its type, with upstream's words where it does not.
/// Upstream: structured-merge-diff/typed/validate.go.
final class TypedCheck {
    private final List<String> faults = new ArrayList<>();
    private boolean repeats;

    private TypedCheck() {}

    /// What is wrong, in one text; empty when nothing is.
    static String faults(ObjectNode value, FieldPlace place) {
        return faults(value, place, false);
    }

    /// As [#faults] of a stored object, whose lists may name an element twice.
    static String faultsOfStored(ObjectNode value, FieldPlace place) {
        return faults(value, place, true);
    }

    private static String faults(ObjectNode value, FieldPlace place, boolean repeats) {
        TypedCheck check = new TypedCheck();
        check.repeats = repeats;
        check.map(value, place, "");
        return switch (check.faults.size()) {
            case 0 -> "";
            case 1 -> check.faults.getFirst();
            default -> "errors:\n  " + String.join("\n  ", check.faults);
        };
    }

    /// Whether a stored object, whose lists may name an element twice, fits.
    static boolean fits(ObjectNode value, FieldPlace place) {
        TypedCheck check = new TypedCheck();
        check.repeats = true;
        check.map(value, place, "");
        return check.faults.isEmpty();
    }

    private void fault(String path, String what) {
        faults.add(path.isEmpty() ? what : path + ": " + what);
    }

    private void visit(JsonNode value, FieldPlace place, String path) {
        if (value.isNull()) {
            return;
        }
        switch (place.form(value)) {
            case SCALAR -> scalar(value, place, path);
            case LIST -> {
                if (value instanceof ArrayNode list) {
                    list(list, place, path);
                } else {
                    fault(path, "expected list, got &{" + GoFormat.plain(value) + "}");
                }
            }
            case MAP -> {
                if (value instanceof ObjectNode map) {
                    map(map, place, path);
                } else {
                    fault(path, "expected map, got &{" + GoFormat.plain(value) + "}");
                }
            }
        }
    }

    private void map(ObjectNode map, FieldPlace place, String path) {
        for (Map.Entry<String, JsonNode> field : map.properties()) {
            String step = path + "." + field.getKey();
            if (!place.allows(field.getKey())) {
                fault(step, "field not declared in schema");
                return;
            }
            visit(field.getValue(), place.child(field.getKey()), step);
        }
    }

    private void list(ArrayNode list, FieldPlace place, String path) {
        boolean atomic = place.atomic(FieldPlace.Form.LIST);
        Set<PathElement> seen = new HashSet<>();
        for (int i = 0; i < list.size(); i++) {
            String step = "[" + i + "]";
            if (!atomic) {
                try {
                    PathElement identity = place.item(list.get(i));
                    step = identity.toString();
                    if (!seen.add(identity) && !repeats) {
                        fault(path, "duplicate entries for key " + step);
                    }
                } catch (FieldPlace.NoIdentityException e) {
                    fault(path, "element " + i + ": " + e.getMessage());
                    return;
                }
            }
            visit(list.get(i), place.element(), path + step);
        }
    }

    private void scalar(JsonNode value, FieldPlace place, String path) {
        CancelledException.check();
        switch (place.type()) {
            case FieldType.Whole _, FieldType.Decimal _ -> {
                if (!value.isNumber()) {
                    fault(path, "expected numeric (int or float), got " + GoFormat.type(value));
                }
            }
            case FieldType.Text _, FieldType.Bytes _ -> {
                if (!value.isTextual()) {
                    fault(path, "expected string, got &value.valueUnstructured{Value:" + GoFormat.syntax(value) + "}");
                }
            }
            case FieldType.Bool _ -> {
                if (!value.isBoolean()) {
                    fault(path, "expected boolean, got &{" + GoFormat.plain(value) + "}");
                }
            }
            case FieldType.Special _, FieldType.ListOf _, FieldType.MapOf _, FieldType.Struct _ -> {
                if (!value.isValueNode()) {
                    fault(path, "expected any scalar, got &{" + GoFormat.plain(value) + "}");
                }
            }
        }
    }
}
