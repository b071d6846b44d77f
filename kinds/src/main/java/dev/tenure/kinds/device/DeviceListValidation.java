package dev.tenure.kinds.device;

import dev.tenure.apiserver.registry.field.Field;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.TextNode;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;

/// Lists with a limit, whose elements are only looked at when there are not too many of them. Pure.
final class DeviceListValidation {
    private DeviceListValidation() {}

    static void list(Field list, int countMax, Consumer<Field> check) {
        if (list.size() > countMax) {
            list.tooMany(countMax);
            return;
        }
        list.items().forEach(check);
    }

    /// The same of elements that differ in their key.
    static void set(Field list, int countMax, Consumer<Field> check, Function<Field, String> key) {
        structures(list, countMax, check, item -> TextNode.valueOf(key.apply(item)));
    }

    /// The same of elements that differ in several members, which messages show as a structure.
    static void structures(Field list, int countMax, Consumer<Field> check, Function<Field, JsonNode> key) {
        if (list.size() > countMax) {
            list.tooMany(countMax);
            return;
        }
        list.items().forEach(check);
        Set<JsonNode> seen = new HashSet<>();
        for (Field item : list.items()) {
            JsonNode shown = key.apply(item);
            if (!seen.add(shown)) {
                item.errors().duplicate(item.path().text(), shown);
            }
        }
    }
}
