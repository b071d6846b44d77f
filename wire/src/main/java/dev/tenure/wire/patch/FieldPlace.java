package dev.tenure.wire.patch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.tenure.wire.schema.FieldType;
import dev.tenure.wire.schema.ObjectType;
import dev.tenure.wire.schema.SchemaField;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A place in an object together with what the schema says of it: its type, and how apply merges it. Safe for use
/// by any thread: what lies below is found out when it is first asked for, and threads that race find the same.
final class FieldPlace {
    private static final FieldPlace ANY =
            new FieldPlace(new FieldType.Special(FieldType.Format.ANY, Optional.empty()), null);

    private final FieldType type;
    private final @Nullable SchemaField field;

    /// The form of values whose type allows one only.
    private final @Nullable Form onlyForm;

    /// Whether values are atomic in their only form.
    private final boolean wholes;

    private @Nullable Fields fields;
    private @Nullable FieldPlace element;
    private @Nullable Steps steps;

    /// @param field what the schema says of the field; null for elements of lists and values of maps
    private FieldPlace(FieldType type, @Nullable SchemaField field) {
        this.type = type;
        this.field = field;
        this.onlyForm = onlyForm(type);
        this.wholes = onlyForm != null && atomic(type, field, onlyForm);
    }

    /// The fields of a structure by their place.
    private record Fields(@Nullable Child[] children) {}

    /// Steps to elements of lists with one key, each at the place of the key's hash: most lists have the same few keys.
    /// A step pushes out what is there; threads that race find equal ones.
    private record Steps(@Nullable PathElement[] places) {
        /// A power of two.
        private static final int PLACES = 1 << 6;

        /// Longer keys are hardly ever the same.
        private static final int LENGTH_MAX = 64;

        PathElement to(String name, TextNode key) {
            String text = key.textValue();
            int hash = text.hashCode();
            int place = (hash ^ (hash >>> 15) ^ (hash >>> 6)) & (PLACES - 1);
            PathElement there = places[place];
            if (there != null && isOf(there, text)) {
                return there;
            }
            PathElement step = PathElement.keyed(List.of(new PathElement.KeyField(name, key)));
            if (text.length() <= LENGTH_MAX) {
                places[place] = step;
            }
            return step;
        }

        private static boolean isOf(PathElement step, String text) {
            return text.equals(step.keys().getFirst().value().textValue());
        }
    }

    /// A field and the step to it.
    record Child(FieldPlace slot, PathElement step) {}

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

    private static boolean atomic(FieldType type, @Nullable SchemaField field, Form form) {
        return switch (type) {
            case FieldType.ListOf _ -> field == null || !granularList(field);
            case FieldType.Struct struct -> struct.type().atomic() || (field != null && field.atomicMap());
            case FieldType.MapOf _ -> field != null && field.atomicMap();
            case FieldType.Special special -> special.format() == FieldType.Format.RAW_EXTENSION || form == Form.LIST;
            case FieldType.Text _, FieldType.Whole _, FieldType.Decimal _, FieldType.Bool _, FieldType.Bytes _ -> true;
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
        if (!(type instanceof FieldType.Struct struct)) {
            return new Child(child(name), PathElement.field(name));
        }
        int place = struct.type().place(name);
        if (place < 0) {
            return new Child(ANY, PathElement.field(name));
        }
        Fields known = fields;
        if (known == null) {
            known = new Fields(new @Nullable Child[struct.type().fields().size()]);
            fields = known;
        }
        Child child = known.children()[place];
        if (child == null) {
            child = new Child(child(name), PathElement.field(name));
            known.children()[place] = child;
        }
        return child;
    }

    FieldPlace child(String name) {
        return switch (type) {
            case FieldType.Struct struct -> {
                Optional<SchemaField> known = struct.type().field(name);
                yield known.isPresent() ? new FieldPlace(known.get().type(), known.get()) : ANY;
            }
            case FieldType.MapOf map -> new FieldPlace(map.value(), null);
            case FieldType.Text _,
                    FieldType.Whole _,
                    FieldType.Decimal _,
                    FieldType.Bool _,
                    FieldType.Bytes _,
                    FieldType.Special _,
                    FieldType.ListOf _ -> ANY;
        };
    }

    FieldPlace element() {
        if (!(type instanceof FieldType.ListOf list)) {
            return ANY;
        }
        FieldPlace known = element;
        if (known == null) {
            known = new FieldPlace(list.element(), null);
            element = known;
        }
        return known;
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

    /// As [#item], empty when nothing tells the element from others.
    Optional<PathElement> identity(JsonNode element) {
        try {
            return Optional.of(item(element));
        } catch (NoIdentityException _) {
            return Optional.empty();
        }
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
            return steps().to(keys.getFirst(), key);
        }
        if (!(element instanceof ObjectNode map)) {
            throw new NoIdentityException("associative list with keys may not have "
                    + (element.isNull() ? "a null element" : "non-map elements"));
        }
        FieldPlace elementSlot = element();
        List<PathElement.KeyField> found = new ArrayList<>(keys.size());
        for (String key : keys) {
            JsonNode value = map.get(key);
            if (value == null) {
                SchemaField keyField = elementSlot.child(key).field();
                value = keyField == null ? null : keyField.defaultValue().orElse(null);
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

    private Steps steps() {
        Steps known = steps;
        if (known == null) {
            known = new Steps(new @Nullable PathElement[Steps.PLACES]);
            steps = known;
        }
        return known;
    }

    private static PathElement setItem(JsonNode element) {
        return switch (element.getNodeType()) {
            case OBJECT, POJO ->
                throw new NoIdentityException("associative list without keys has an element that's a map type");
            case ARRAY -> throw new NoIdentityException("not supported: associative list with lists as elements");
            case NULL, MISSING ->
                throw new NoIdentityException("associative list without keys has an element that's an explicit null");
            case STRING, NUMBER, BOOLEAN, BINARY -> PathElement.value(element);
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
