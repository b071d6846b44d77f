package dev.tenure.kinds.custom;

import dev.tenure.apiserver.handler.ObjectTrees;
import dev.tenure.apiserver.registry.KindEntry;
import dev.tenure.model.meta.Content;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.Predicate;

/// What definitions come to, each looked at once for each of its revisions: users install hundreds and
/// thousands of them, one after another, and every one of them is changed three times until it is served.
/// Confined to its loop.
final class DefinitionMemory {
    /// Stands for the revision of a definition of which no kind could be made: it is tried again.
    private static final long AGAIN = -1;

    private final Function<JsonNode, ConversionWebhook> converters;
    private final Predicate<ObjectNode> unsettled;
    private Map<String, Known> known = new HashMap<>();

    /// @param group whose definition it is
    /// @param served the kinds that it defines; none while it is not established, or cannot be served
    /// @param open whether there is something left to do about it
    private record Known(long revision, String group, List<KindEntry> served, boolean open) {
        Known {
            served = List.copyOf(served);
        }
    }

    /// @param converters make what converts objects, where a webhook does, of `spec.conversion`
    /// @param unsettled whether something is left to do about a definition; asked of nothing else
    DefinitionMemory(Function<JsonNode, ConversionWebhook> converters, Predicate<ObjectNode> unsettled) {
        this.converters = converters;
        this.unsettled = unsettled;
    }

    /// Looks at what is new.
    ///
    /// @param definitions all that there are
    /// @param failed notified of each new one of which no kind could be made
    void look(List<StoredObject> definitions, BiConsumer<JsonNode, RuntimeException> failed) {
        Map<String, Known> next = HashMap.newHashMap(definitions.size());
        for (StoredObject object : definitions) {
            if (object.content() instanceof Content.Unreadable) {
                continue;
            }
            String name = object.key().name();
            Known before = known.get(name);
            boolean same = before != null && before.revision() == object.revision();
            next.put(name, same ? before : look(object, failed));
        }
        known = next;
    }

    private Known look(StoredObject object, BiConsumer<JsonNode, RuntimeException> failed) {
        ObjectNode definition = ObjectTrees.tree(object).deepCopy();
        List<RuntimeException> faults = new ArrayList<>();
        List<KindEntry> served = CustomKinds.servedBy(definition, converters, (_, e) -> faults.add(e));
        faults.forEach(e -> failed.accept(definition, e));
        return new Known(
                faults.isEmpty() ? object.revision() : AGAIN,
                definition.path("spec").path("group").asText(),
                served,
                unsettled.test(definition));
    }

    /// Everything is looked at anew.
    void forget() {
        known = new HashMap<>();
    }

    /// The kinds that are defined, in order.
    List<KindEntry> kinds() {
        List<KindEntry> kinds = new ArrayList<>();
        known.values().forEach(one -> kinds.addAll(one.served()));
        return CustomKinds.inOrder(kinds);
    }

    /// Whether something is left to do about a definition.
    boolean isOpen(StoredObject definition) {
        Known one = known.get(definition.key().name());
        return one != null && one.open();
    }

    /// Whether a definition is of the group of one about which something is left to do.
    Predicate<StoredObject> besideOpen() {
        List<String> groups = known.values().stream()
                .filter(Known::open)
                .map(Known::group)
                .distinct()
                .toList();
        return definition -> {
            Known one = known.get(definition.key().name());
            return one != null && groups.contains(one.group());
        };
    }
}
