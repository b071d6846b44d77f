package dev.tenure.kubelet.configuration;

import dev.tenure.kubelet.configuration.FieldShape.Fields;
import dev.tenure.kubelet.configuration.FieldShape.ListOf;
import dev.tenure.kubelet.configuration.FieldShape.MapOf;
import dev.tenure.kubelet.configuration.FieldShape.One;
import dev.tenure.model.quantity.DurationFormatException;
import dev.tenure.model.quantity.GoDurationParser;
import dev.tenure.wire.json.JsonNode;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// Fields that a KubeletConfiguration does not have, and values of another type than their field. Names are
/// told apart by case. Upstream only logs unknown fields and goes on without them; here they are mistakes.
final class StrictFields {
    private static final int TYPING_MISTAKES_MAX = 2;

    private final List<Mistake> mistakes = new ArrayList<>();
    private final String kind;

    private StrictFields(String kind) {
        this.kind = kind;
    }

    static List<Mistake> check(JsonNode document) {
        return check(document, KubeletFields.ALL, "KubeletConfiguration");
    }

    /// @param kind what it is called that has such fields
    static List<Mistake> check(JsonNode document, FieldShape shape, String kind) {
        var rule = new StrictFields(kind);
        rule.value("", document, shape);
        return List.copyOf(rule.mistakes);
    }

    private void value(String field, JsonNode value, FieldShape shape) {
        boolean nothing = value.isMissingNode() || (value.isNull() && shape != One.DURATION);
        if (nothing) {
            return;
        }
        switch (shape) {
            case One one -> one(field, value, one);
            case MapOf(FieldShape inner) -> {
                if (requires(field, value.isObject(), "a map")) {
                    value.properties().forEach(entry -> value(field + "." + entry.getKey(), entry.getValue(), inner));
                }
            }
            case ListOf(FieldShape inner) -> {
                if (requires(field, value.isArray(), "a list")) {
                    for (int i = 0; i < value.size(); i++) {
                        value(field + "." + i, value.path(i), inner);
                    }
                }
            }
            case Fields(Map<String, FieldShape> byName) -> {
                if (requires(field, value.isObject(), "a map")) {
                    value.properties().forEach(entry -> member(field, entry, byName));
                }
            }
        }
    }

    private void member(String field, Map.Entry<String, JsonNode> entry, Map<String, FieldShape> byName) {
        String name = field.isEmpty() ? entry.getKey() : field + "." + entry.getKey();
        FieldShape shape = byName.get(entry.getKey());
        if (shape == null) {
            String meant = nearest(entry.getKey(), byName.keySet())
                    .map("; did you mean %s?"::formatted)
                    .orElse("");
            mistakes.add(new Mistake("unknown-field", name, "is no field of a " + kind + meant));
        } else {
            value(name, entry.getValue(), shape);
        }
    }

    private void one(String field, JsonNode value, One shape) {
        boolean fits = switch (shape) {
            case TEXT -> value.isTextual();
            case DURATION, DURATION_OR_NULL -> value.isTextual() && duration(value.asText());
            case FLAG -> value.isBoolean();
            case NUMBER -> value.isIntegralNumber() && value.canConvertToLong();
            case DECIMAL -> value.isNumber();
            case ANY -> true;
        };
        requires(field, fits, shape.expected());
    }

    private static boolean duration(String text) {
        try {
            GoDurationParser.parse(text);
            return true;
        } catch (DurationFormatException _) {
            return false;
        }
    }

    private boolean requires(String field, boolean fits, String expected) {
        if (!fits) {
            mistakes.add(new Mistake("wrong-type", field, "expected is " + expected));
        }
        return fits;
    }

    /// The name that somebody may have meant who wrote this one.
    private static Optional<String> nearest(String written, Collection<String> names) {
        String lower = written.toLowerCase(Locale.ROOT);
        String best = "";
        int least = TYPING_MISTAKES_MAX + 1;
        for (String name : names) {
            int distance = distance(lower, name.toLowerCase(Locale.ROOT));
            if (distance < least) {
                least = distance;
                best = name;
            }
        }
        return best.isEmpty() ? Optional.empty() : Optional.of(best);
    }

    /// How many letters have to be put in, taken out or replaced to make one text of the other.
    private static int distance(String a, String b) {
        int[] row = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            row[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int replaced = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(replaced, Math.min(row[j], row[j - 1]) + 1);
            }
        }
        return row[b.length()];
    }
}
