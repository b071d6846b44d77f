package dev.tenure.apiserver.registry.pod;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tenure.apiserver.registry.field.SameValue;
import java.util.Set;
import java.util.TreeSet;

/// Shows in a message what differs between two trees: a line for each member, lost ones with `-`, new ones with `+`.
final class SpecDifference {
    private static final int LENGTH_MAX = 4_000;

    private SpecDifference() {}

    static String of(JsonNode old, JsonNode next) {
        StringBuilder lines = new StringBuilder();
        append(lines, "", old, next);
        return lines.length() > LENGTH_MAX ? lines.substring(0, LENGTH_MAX) : lines.toString();
    }

    private static void append(StringBuilder lines, String path, JsonNode old, JsonNode next) {
        if (SameValue.same(old, next)) {
            return;
        }
        if (old.isObject() && next.isObject()) {
            Set<String> names = new TreeSet<>();
            old.fieldNames().forEachRemaining(names::add);
            next.fieldNames().forEachRemaining(names::add);
            names.forEach(name -> append(lines, path + "." + name, old.path(name), next.path(name)));
            return;
        }
        if (old.isArray() && next.isArray() && old.size() == next.size()) {
            for (int i = 0; i < old.size(); i++) {
                append(lines, path + "[" + i + "]", old.get(i), next.get(i));
            }
            return;
        }
        if (!old.isMissingNode()) {
            lines.append("- ").append(path).append(": ").append(old).append('\n');
        }
        if (!next.isMissingNode()) {
            lines.append("+ ").append(path).append(": ").append(next).append('\n');
        }
    }
}
