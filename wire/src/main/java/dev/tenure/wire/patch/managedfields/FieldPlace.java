package dev.tenure.wire.patch.managedfields;

import dev.tenure.model.meta.Lazy;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.MemoTable;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.json.TextNode;
import dev.tenure.wire.json.go.GoFormat;
import dev.tenure.wire.schema.FieldType;
import dev.tenure.wire.schema.ObjectType;
import dev.tenure.wire.schema.SchemaField;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A place in an object together with what the schema says of it: its type, and how apply merges it.
/// Immutable; what lies below is worked out when it is first asked for. Safe for use by any thread.
final class FieldPlace {
    private static final Lazy<List<Child>> NO_FIELDS = new Lazy<>(List::of);

    private static final Lazy<FieldPlace> ANYTHING = new Lazy<>(FieldPlace::any);

    /// Steps to elements of lists with one key: most lists have the same few keys.
    private static final MemoTable<PathElement> STEPS = new MemoTable<>("steps to elements of lists", 1 << 11);

    /// Longer keys are hardly ever the same.
    private static final int KEY_LENGTH_MAX = 64;

    private static final FieldPlace ANY =
            new FieldPlace(new FieldType.Special(FieldType.Format.ANY, Optional.empty()), null);

    private final FieldType type;
    private final @Nullable SchemaField field;

    /// The form of values whose type allows one only.
    private final @Nullable Form onlyForm;

    /// Whether values are atomic in their only form.
    private final boolean wholes;

    /// The fields of a structure by their place.
    private final Lazy<List<Child>> fields;

    /// What stands in a list or a map.
    private final Lazy<FieldPlace> element;

    /// @param field what the schema says of the field; null for elements of lists and values of most maps
    private FieldPlace(FieldType type, @Nullable SchemaField field) {
        this.type = type;
        this.field = field;
        this.onlyForm = onlyForm(type);
        this.wholes = onlyForm != null && atomic(type, field, onlyForm);
        this.fields = type instanceof FieldType.Struct struct ? new Lazy<>(() -> children(struct.type())) : NO_FIELDS;
        this.element = switch (type) {
            case FieldType.ListOf list -> new Lazy<>(() -> new FieldPlace(list.element(), null));
            case FieldType.MapOf map ->
                new Lazy<>(() -> new FieldPlace(map.value(), map.merged().orElse(null)));
            case FieldType.Text _,
                    FieldType.Whole _,
                    FieldType.Decimal _,
                    FieldType.Bool _,
                    FieldType.Bytes _,
                    FieldType.Special _,
                    FieldType.Struct _ -> ANYTHING;
        };
    }

    private static FieldPlace any() {
        return ANY;
    }

    private static List<Child> children(ObjectType type) {
        return type.fields().stream()
                .map(field -> new Child(new FieldPlace(field.type(), field), PathElement.field(field.name())))
                .toList();
    }

    /// A field and the step to it.
    record Child(FieldPlace place, PathElement step) {}

    FieldType type() {
        return type;
    }

    @Nullable
    SchemaField field() {
        return field;
    }

    /// How a value is walked through.
    enum Form {
        SCALAR,
        LIST,
        MAP
    }

    static FieldPlace of(ObjectType type) {
        return new FieldPlace(new FieldType.Struct(type), null);
    }

    /// @param sample decides where the schema allows anything
    Form form(JsonNode sample) {
        if (onlyForm != null) {
            return onlyForm;
        }
        return sample.isObject() ? Form.MAP : sample.isArray() ? Form.LIST : Form.SCALAR;
    }

    private static @Nullable Form onlyForm(FieldType type) {
        return switch (type) {
            case FieldType.Text _, FieldType.Whole _, FieldType.Decimal _, FieldType.Bool _, FieldType.Bytes _ ->
                Form.SCALAR;
            case FieldType.ListOf _ -> Form.LIST;
            case FieldType.MapOf _, FieldType.Struct _ -> Form.MAP;
            case FieldType.Special special -> onlyForm(special.format());
        };
    }

    private static @Nullable Form onlyForm(FieldType.Format format) {
        return switch (format) {
            case TIME, MICRO_TIME, QUANTITY, INT_OR_STRING -> Form.SCALAR;
            case RAW_EXTENSION, FIELDS_V1, ANY, SCHEMA_OR_BOOL, SCHEMA_OR_ARRAY, SCHEMA_OR_STRINGS -> null;
        };
    }

    /// Whether the value is owned and replaced as a whole.
    boolean atomic(Form form) {
        return form == onlyForm ? wholes : atomic(type, field, form);
    }

    /// Whether a list or a map is owned and replaced as a whole, by what the schema says.
    boolean wholes() {
        return switch (type) {
            case FieldType.ListOf _, FieldType.MapOf _, FieldType.Struct _ -> wholes;
            case FieldType.Special special -> special.format() == FieldType.Format.RAW_EXTENSION;
            case FieldType.Text _, FieldType.Whole _, FieldType.Decimal _, FieldType.Bool _, FieldType.Bytes _ -> false;
        };
    }

    private static boolean atomic(FieldType type, @Nullable SchemaField field, Form form) {
        return switch (type) {
            case FieldType.ListOf _ -> field == null || !granularList(field);
            case FieldType.Struct struct -> atomicMap(field, struct.type().atomic());
            case FieldType.MapOf _ -> atomicMap(field, false);
            case FieldType.Special special -> special.format() == FieldType.Format.RAW_EXTENSION || form == Form.LIST;
            case FieldType.Text _, FieldType.Whole _, FieldType.Decimal _, FieldType.Bool _, FieldType.Bytes _ -> true;
        };
    }

    private static boolean atomicMap(@Nullable SchemaField field, boolean unstated) {
        return field == null
                ? unstated
                : switch (field.mapKind()) {
                    case ATOMIC -> true;
                    case GRANULAR -> false;
                    case UNSTATED -> unstated;
                };
    }

    private static boolean granularList(SchemaField field) {
        return switch (field.listKind()) {
            case SET, MAP -> true;
            case ATOMIC -> false;
            case UNSTATED -> field.merges();
        };
    }

    /// Whether a map has a field of this name by its type, rather than by being open.
    boolean declares(String name) {
        return type instanceof FieldType.Struct struct && struct.type().place(name) >= 0;
    }

    /// Whether a map may have a field of this name at all.
    boolean allows(String name) {
        return !(type instanceof FieldType.Struct struct) || struct.type().open() || declares(name);
    }

    /// As [#child], with the step to it.
    Child named(String name) {
        if (type instanceof FieldType.Struct struct) {
            int at = struct.type().place(name);
            return at < 0
                    ? new Child(ANY, PathElement.field(name))
                    : fields.get().get(at);
        }
        return new Child(child(name), PathElement.field(name));
    }

    FieldPlace child(String name) {
        if (type instanceof FieldType.Struct struct) {
            int at = struct.type().place(name);
            return at < 0 ? ANY : fields.get().get(at).place();
        }
        return type instanceof FieldType.MapOf ? element.get() : ANY;
    }

    FieldPlace element() {
        return type instanceof FieldType.ListOf ? element.get() : ANY;
    }

    /// The fields that tell the elements of a list apart; empty for a set.
    List<String> keys() {
        if (field == null) {
            return List.of();
        }
        return switch (field.listKind()) {
            case MAP -> field.listMapKeys();
            case SET, ATOMIC -> List.of();
            case UNSTATED -> field.mergeKey().map(List::of).orElse(List.of());
        };
    }

    /// The step to an element of a list that is a set or keyed.
    ///
    /// @throws NoIdentityException when nothing tells the element from others
    PathElement item(JsonNode element) {
        List<String> keys = keys();
        if (keys.isEmpty()) {
            return setItem(element);
        }
        if (keys.size() == 1 && element instanceof ObjectNode map && map.get(keys.getFirst()) instanceof TextNode key) {
            return step(keys.getFirst(), key);
        }
        if (!(element instanceof ObjectNode map)) {
            throw new NoIdentityException("associative list with keys may not have "
                    + (element.isNull() ? "a null element" : "non-map elements"));
        }
        FieldPlace below = element();
        List<PathElement.KeyField> found = new ArrayList<>(keys.size());
        for (String key : keys) {
            JsonNode value = map.get(key);
            if (value == null) {
                value = defaultOf(below.child(key).field());
            }
            if (value != null) {
                found.add(new PathElement.KeyField(key, value));
            }
        }
        if (found.isEmpty()) {
            List<String> quoted = keys.stream().map(GoFormat::quoted).toList();
            throw new NoIdentityException("associative list with keys has an element that omits all key fields ["
                    + String.join(" ", quoted) + "] (and doesn't have default values for any key fields)");
        }
        found.sort((left, right) -> left.name().compareTo(right.name()));
        return PathElement.keyed(found);
    }

    private static @Nullable JsonNode defaultOf(@Nullable SchemaField field) {
        return field == null
                ? null
                : field.defaultJson()
                        .map(json -> Json.read(json.getBytes(StandardCharsets.UTF_8)))
                        .orElse(null);
    }

    private static PathElement step(String name, TextNode key) {
        String text = key.textValue();
        int hash = 31 * name.hashCode() + text.hashCode();
        PathElement known = STEPS.at(hash);
        if (known != null && isTo(known, name, text)) {
            return known;
        }
        PathElement step = PathElement.keyed(List.of(new PathElement.KeyField(name, key)));
        if (text.length() <= KEY_LENGTH_MAX) {
            STEPS.put(hash, step);
        }
        return step;
    }

    private static boolean isTo(PathElement step, String name, String key) {
        PathElement.KeyField there = step.keys().getFirst();
        return key.equals(there.value().textValue()) && name.equals(there.name());
    }

    private static PathElement setItem(JsonNode element) {
        return switch (element.type()) {
            case OBJECT ->
                throw new NoIdentityException("associative list without keys has an element that's a map type");
            case ARRAY -> throw new NoIdentityException("not supported: associative list with lists as elements");
            case NULL, MISSING ->
                throw new NoIdentityException("associative list without keys has an element that's an explicit null");
            case STRING, NUMBER, BOOLEAN -> PathElement.value(element);
        };
    }

    /// An element of a list that cannot be told from others.
    static final class NoIdentityException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        NoIdentityException(String message) {
            super(message, null, false, false);
        }
    }
}
