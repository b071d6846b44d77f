package dev.tenure.wire.json.decode;

import dev.tenure.model.meta.Quoted;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.schema.FieldType;
import dev.tenure.wire.schema.ObjectType;
import dev.tenure.wire.schema.SchemaField;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Where in an object a reader is, and what it has found wrong so far. Gives paths the two forms that
/// messages need: `spec.containers[0].name` for unknown and duplicate fields, and Go's
/// `Container.spec.containers.name` for wrong types. Confined to one reader.
final class ReadContext {
    private static final int STRICT_ERRORS_MAX = 100;
    private static final int NOT_NESTED = -1;

    /// A [SchemaField], the key of a map, or `null` for a list's index.
    private @Nullable Object[] labels = new @Nullable Object[16];

    private int[] indexes = new int[16];
    private @Nullable ObjectType[] owners = new @Nullable ObjectType[16];
    private int depth;

    /// Depth at which a value began that Go hands to a decoder of its own, which neither is strict nor knows
    /// the path.
    private int nestedAt = NOT_NESTED;

    private final Set<String> strictErrors = new LinkedHashSet<>();
    private final List<Empties.Found> empties = new ArrayList<>(0);
    private @Nullable String typeError;

    void enter(ObjectType owner, SchemaField field) {
        push(field, 0, owner);
    }

    void enter(String key) {
        push(key, 0, null);
    }

    void enter(int index) {
        push(null, index, null);
    }

    private void push(@Nullable Object label, int index, @Nullable ObjectType owner) {
        if (depth == labels.length) {
            labels = Arrays.copyOf(labels, depth * 2);
            indexes = Arrays.copyOf(indexes, depth * 2);
            owners = Arrays.copyOf(owners, depth * 2);
        }
        labels[depth] = label;
        indexes[depth] = index;
        owners[depth] = owner;
        depth++;
    }

    void leave() {
        depth--;
    }

    boolean isOutermost() {
        return depth == 0;
    }

    /// Notes that the current value is a list or map without anything in it.
    void empty(JsonNode value) {
        empties.add(new Empties.Found(steps(), value));
    }

    Empties empties() {
        return Empties.of(empties);
    }

    /// Where the reader is; [#path] is how strict decoding spells it.
    private List<Empties.Step> steps() {
        List<Empties.Step> steps = new ArrayList<>(depth);
        for (int i = 0; i < depth; i++) {
            Object label = labels[i];
            steps.add(
                    label instanceof SchemaField field
                            ? new Empties.Step.Field(field.name())
                            : label instanceof String key
                                    ? new Empties.Step.Key(key)
                                    : new Empties.Step.Element(indexes[i]));
        }
        return steps;
    }

    /// Marks the current value as one that Go decodes by itself; the answer goes to [#endNested].
    int beginNested() {
        int outer = nestedAt;
        if (outer == NOT_NESTED) {
            nestedAt = depth;
        }
        return outer;
    }

    /// @throws DecodeFault when a wrong type was found inside: there it ends the decoding
    void endNested(int outer, boolean cleanBefore) {
        nestedAt = outer;
        if (cleanBefore && typeError != null) {
            throw new DecodeFault(typeError);
        }
    }

    boolean isClean() {
        return typeError == null;
    }

    void unknownField(String name) {
        strictError("unknown field ", name);
    }

    void duplicateField(String name) {
        strictError("duplicate field ", name);
    }

    private void strictError(String what, String name) {
        if (nestedAt == NOT_NESTED && strictErrors.size() < STRICT_ERRORS_MAX) {
            strictErrors.add(what + Quoted.of(depth == 0 ? name : path() + "." + name));
        }
    }

    private String path() {
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < depth; i++) {
            Object label = labels[i];
            if (label == null) {
                out.append('[').append(indexes[i]).append(']');
            } else {
                if (!out.isEmpty()) {
                    out.append('.');
                }
                out.append(label instanceof SchemaField field ? field.name() : label);
            }
        }
        return out.toString();
    }

    /// Notes a wrong type; only the first is kept.
    void wrongType(String value, FieldType wanted) {
        wrongType(value, wanted.goName());
    }

    void wrongType(String value, String goType) {
        note(typeErrorText(value, goType));
    }

    /// Notes an error that ends nothing.
    void note(String message) {
        if (typeError == null) {
            typeError = message;
        }
    }

    /// A wrong type within a value that Go hands to a decoder of its own: it ends the decoding.
    DecodeFault wrongTypeFault(String value, String goType) {
        return new DecodeFault(typeErrorText(value, goType));
    }

    private String typeErrorText(String value, String goType) {
        StringBuilder path = new StringBuilder();
        ObjectType struct = null;
        for (int i = 0; i < depth; i++) {
            if (labels[i] instanceof SchemaField field) {
                if (nestedAt == NOT_NESTED || i < nestedAt) {
                    struct = owners[i];
                }
                path.append(path.isEmpty() ? "" : ".");
                path.append(field.embeddedIn().isEmpty() ? "" : field.embeddedIn() + ".");
                path.append(field.name());
            }
        }
        String into = struct == null ? "value" : "struct field " + struct.structName() + "." + path;
        return "json: cannot unmarshal " + value + " into Go " + into + " of type " + goType;
    }

    @Nullable
    String typeError() {
        return typeError;
    }

    List<String> strictErrors() {
        return new ArrayList<>(strictErrors);
    }
}
