package dev.tenure.wire.patch.managedfields;

import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.NullNode;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.json.ValueNode;
import dev.tenure.wire.patch.Values;
import dev.tenure.wire.schema.FieldType;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/// What can be asked of a value whose type is known: which fields it states, and what is left of it
/// without some of them. Upstream: structured-merge-diff/typed/tofieldset.go and remove.go.
final class TypedValue {
    private TypedValue() {}

    /// Every leaf that the value states, and every element and map entry.
    static FieldSet fields(ObjectNode value, FieldPlace place) {
        return fieldsOfMap(value, place);
    }

    private static FieldSet fieldsOfMap(ObjectNode map, FieldPlace place) {
        FieldSet.Builder fields = new FieldSet.Builder();
        for (Map.Entry<String, JsonNode> entry : map.properties()) {
            JsonNode value = entry.getValue();
            FieldPlace child = place.child(entry.getKey());
            boolean member = value.isNull()
                    || (value.isObject() && value.isEmpty())
                    || !place.declares(entry.getKey())
                    || isLeaf(value, child);
            fields.add(PathElement.field(entry.getKey()), member, below(value, child));
        }
        return fields.build();
    }

    private static boolean isLeaf(JsonNode value, FieldPlace place) {
        FieldPlace.Form form = place.form(value);
        return form == FieldPlace.Form.SCALAR || place.atomic(form);
    }

    private static FieldSet below(JsonNode value, FieldPlace place) {
        if (isLeaf(value, place)) {
            return FieldSet.EMPTY;
        }
        return switch (value) {
            case ObjectNode map -> fieldsOfMap(map, place);
            case ArrayNode list when place.form(value) == FieldPlace.Form.LIST -> fieldsOfList(list, place);
            case ArrayNode _, ValueNode _ -> FieldSet.EMPTY;
        };
    }

    private static FieldSet fieldsOfList(ArrayNode list, FieldPlace place) {
        Map<PathElement, JsonNode> seen = new HashMap<>();
        Set<PathElement> duplicates = new HashSet<>();
        for (JsonNode element : list) {
            PathElement step = place.item(element);
            if (seen.put(step, element) != null) {
                duplicates.add(step);
            }
        }
        FieldSet.Builder fields = new FieldSet.Builder();
        seen.forEach((step, element) ->
                fields.add(step, true, duplicates.contains(step) ? FieldSet.EMPTY : below(element, place.element())));
        return fields.build();
    }

    /// The value without the fields of `unwanted`. Maps and lists of which nothing is left become null.
    static JsonNode without(JsonNode value, FieldSet unwanted, FieldPlace place) {
        FieldPlace.Form form = place.form(value);
        if (form == FieldPlace.Form.SCALAR) {
            return value;
        }
        if (place.atomic(form) || value.isEmpty()) {
            return NullNode.INSTANCE;
        }
        return switch (value) {
            case ObjectNode map -> withoutFields(map, unwanted, place);
            case ArrayNode list -> withoutElements(list, unwanted, place);
            case ValueNode _ -> NullNode.INSTANCE;
        };
    }

    private static JsonNode withoutFields(ObjectNode map, FieldSet unwanted, FieldPlace place) {
        ObjectNode rest = Values.shallowCopy(map);
        for (FieldSet.Node node : unwanted.nodes()) {
            JsonNode value = node.step().isField() ? map.get(node.step().fieldName()) : null;
            if (value == null) {
                continue;
            }
            String name = node.step().fieldName();
            if (node.member()) {
                rest.remove(name);
            } else {
                rest.set(name, without(value, node.below(), place.child(name)));
            }
        }
        return rest.isEmpty() ? NullNode.INSTANCE : rest;
    }

    private static JsonNode withoutElements(ArrayNode list, FieldSet unwanted, FieldPlace place) {
        ArrayNode rest = Json.array();
        for (JsonNode element : list) {
            PathElement step = place.item(element);
            if (unwanted.has(step)) {
                continue;
            }
            FieldSet below = unwanted.below(step);
            rest.add(below.isEmpty() ? element : without(element, below, place.element()));
        }
        return rest.isEmpty() ? NullNode.INSTANCE : rest;
    }

    /// The set together with the declared fields that only lead to members.
    static FieldSet withNamedFields(FieldSet fields, FieldPlace place) {
        FieldSet.Builder all = new FieldSet.Builder();
        for (FieldSet.Node node : fields.nodes()) {
            boolean field = node.step().isField();
            boolean named = field
                    && place.type() instanceof FieldType.Struct
                    && place.declares(node.step().fieldName())
                    && !node.below().isEmpty();
            FieldPlace child = field ? place.child(node.step().fieldName()) : place.element();
            all.add(node.step(), node.member() || named, withNamedFields(node.below(), child));
        }
        return all.build();
    }
}
