package dev.tenure.plan.saved;

import dev.tenure.model.meta.StoredObject;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/// Which part of an object a forecast depends on: labels, owners, whether it is being deleted, its spec, and
/// little of its status. Heartbeats, times and counts of controllers change all the time and mean nothing.
final class CountedParts {
    private static final String OWN = "tenure.dev/";

    private CountedParts() {}

    static ObjectNode of(StoredObject object) {
        ObjectNode tree = Json.readObject(object.json());
        JsonNode meta = tree.path("metadata");
        ObjectNode counts = Json.object();
        copy(meta, "labels", counts);
        meta.path("annotations").properties().forEach(each -> {
            if (each.getKey().startsWith(OWN)) {
                counts.withObject("/annotations").set(each.getKey(), each.getValue());
            }
        });
        meta.path("ownerReferences")
                .forEach(owner ->
                        counts.withArray("owners").add(owner.path("uid").asText()));
        if (meta.has("deletionTimestamp")) {
            counts.put("deleting", true);
        }
        copy(tree, "spec", counts);
        JsonNode status = tree.path("status");
        ObjectNode shown = Json.object();
        copy(status, "allocatable", shown);
        copy(status, "phase", shown);
        copy(status, "disruptionsAllowed", shown);
        conditions(status, shown);
        if (!shown.isEmpty()) {
            counts.set("status", shown);
        }
        return counts;
    }

    private static void copy(JsonNode from, String field, ObjectNode to) {
        JsonNode value = from.path(field);
        if (!value.isMissingNode() && !(value.isContainerNode() && value.isEmpty())) {
            to.set(field, value);
        }
    }

    /// Each condition by its type, without times and words.
    private static void conditions(JsonNode status, ObjectNode shown) {
        for (JsonNode condition : status.path("conditions")) {
            shown.withObject("/conditions")
                    .put(
                            condition.path("type").asText(),
                            condition.path("status").asText());
        }
    }

    /// The fields that differ, in order, each with its values where these are short.
    static List<String> differences(ObjectNode before, ObjectNode now) {
        var all = new ArrayList<String>();
        compare("", before, now, all);
        return all;
    }

    private static void compare(String path, JsonNode before, JsonNode now, List<String> all) {
        if (before.equals(now)) {
            return;
        }
        boolean grouped = before.isObject() || now.isObject();
        if (grouped && (before.isObject() || before.isMissingNode()) && (now.isObject() || now.isMissingNode())) {
            var fields = new TreeSet<String>();
            before.fieldNames().forEachRemaining(fields::add);
            now.fieldNames().forEachRemaining(fields::add);
            fields.forEach(field ->
                    compare(path.isEmpty() ? field : path + "." + field, before.path(field), now.path(field), all));
            return;
        }
        boolean listed = before.isContainerNode() || now.isContainerNode();
        all.add(listed ? path : "%s %s → %s".formatted(path, word(before), word(now)));
    }

    private static String word(JsonNode value) {
        return value.isMissingNode() ? "(none)" : value.asText();
    }
}
