package dev.tenure.wire.patch;

import dev.tenure.model.meta.Content;
import dev.tenure.wire.json.Document;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.JsonSyntaxException;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.json.go.GoNumbers;
import dev.tenure.wire.schema.ObjectType;
import java.util.ArrayList;
import java.util.List;

/// The body of a PATCH that is not an apply, read once and applied to one object or, after a lost race,
/// to the next. What it gives still has to be decoded, which finds unknown fields and, but for
/// strategic merge patches, wrong types; the refusal for these is [#notDecoded].
public final class Patch {
    /// How a body is to be understood.
    public enum Kind {
        JSON,
        MERGE,
        STRATEGIC
    }

    private static final String PREFIX = "error decoding patch: ";
    private static final String NO_PATCH = "Invalid JSON Patch";
    private static final String BASE64_FAULT = "illegal base64 data";
    private static final String PLACE = " into Go struct field ";
    private static final String TYPE = " of type ";

    private final Kind kind;
    private final JsonNode body;
    private final List<String> strictErrors;

    private Patch(Kind kind, JsonNode body, List<String> strictErrors) {
        this.kind = kind;
        this.body = body;
        this.strictErrors = List.copyOf(strictErrors);
    }

    /// To be read only once the object is found: an absent object is reported before a malformed body.
    ///
    /// @param strict whether anybody wants to know of unknown and repeated fields; else there are no strict
    /// errors
    /// @throws PatchException when the body is no JSON
    public static Patch read(Kind kind, byte[] body, boolean strict) {
        try {
            Json.Reading reading = Json.readNoting(body);
            List<String> repeated = strict && reading.repeats() ? RepeatedFields.of(body) : List.of();
            JsonNode tree = reading.value();
            checkForm(kind, tree, strict);
            takeAsGo(kind, tree);
            return new Patch(kind, tree, strict ? strictErrors(kind, tree, repeated) : List.of());
        } catch (JsonSyntaxException e) {
            throw PatchException.badRequest(
                    switch (kind) {
                        case STRATEGIC -> String.valueOf(e.getMessage());
                        case JSON -> (strict ? PREFIX : "") + e.getMessage();
                        case MERGE -> strict ? PREFIX + e.getMessage() : NO_PATCH;
                    });
        }
    }

    /// Only the strict reading says what stands in the place of a merge patch.
    private static void checkForm(Kind kind, JsonNode tree, boolean strict) {
        if (strict) {
            return;
        }
        if (kind == Kind.JSON) {
            JsonPatch.checkLeniently(tree);
        }
        if (kind == Kind.MERGE && !tree.isObject()) {
            throw tree.isArray()
                    ? PatchException.notDecoded(sortedElements(tree), JsonPatch.NO_OBJECT)
                    : PatchException.badRequest(NO_PATCH);
        }
    }

    private static JsonNode sortedElements(JsonNode list) {
        JsonNode copy = list.deepCopy();
        for (JsonNode element : copy) {
            if (element instanceof ObjectNode object) {
                KeyOrder.sort(object);
            }
        }
        return copy;
    }

    /// As [#read] of its bytes; a document is not written for it.
    public static Patch read(Kind kind, Content body, boolean strict) {
        if (body instanceof Document sent) {
            ObjectNode tree = sent.tree();
            takeAsGo(kind, tree);
            return new Patch(kind, tree, strict ? strictErrors(kind, tree, List.of()) : List.of());
        }
        return read(kind, body.bytes(), strict);
    }

    /// Upstream reads a strategic merge patch without a type, the others along one.
    private static void takeAsGo(Kind kind, JsonNode tree) {
        if (kind == Kind.STRATEGIC) {
            GoNumbers.read(tree);
        }
    }

    private static List<String> strictErrors(Kind kind, JsonNode tree, List<String> repeated) {
        if (kind != Kind.JSON) {
            return repeated;
        }
        List<String> errors = new ArrayList<>(
                repeated.stream().filter(JsonPatch::isOfOperation).toList());
        errors.replaceAll(error -> "json patch " + error);
        errors.addAll(JsonPatch.unknownFields(tree));
        return errors;
    }

    /// The patched object; `original` stays as it is, and the result may share parts with it.
    ///
    /// @throws PatchException when the patch is malformed or does not fit the object
    public ObjectNode apply(ObjectNode original, ObjectType type) {
        return switch (kind) {
            case JSON -> JsonPatch.apply(original, body);
            case MERGE -> {
                ObjectNode merged = MergePatch.apply(original, body);
                RawFields.order(merged, body, type);
                yield merged;
            }
            case STRATEGIC -> {
                ObjectNode merged = StrategicMergePatch.apply(original, body, type);
                RawFields.renew(merged, type);
                yield merged;
            }
        };
    }

    /// A copy of an object with the members of all maps in the order of their letters.
    public static ObjectNode sorted(ObjectNode object) {
        return RawFields.renewed(object) instanceof ObjectNode sorted ? sorted : object;
    }

    /// Whether it changes an object of a type, which stays one of that type whatever the patch says of its
    /// version.
    public boolean isTyped() {
        return kind == Kind.STRATEGIC;
    }

    /// Whether the order of an object's fields can be seen in what the patch makes of it.
    public boolean keepsOrder() {
        return kind == Kind.JSON && body.valueStream().anyMatch(operation -> operation.has("from"));
    }

    /// What was patched, with its keys in the order in which upstream decodes them, which finds the first of
    /// several faults: a merge sorts what it touches.
    public ObjectNode ordered(ObjectNode patched) {
        if (kind != Kind.MERGE) {
            return patched;
        }
        ObjectNode sorted = patched.deepCopy();
        KeyOrder.sortWhatIsIn(sorted, body);
        return sorted;
    }

    /// What strict decoding says of the body itself, then of the patched object; whether that is an error, a
    /// warning or nothing is for the request to say. Upstream decodes what a strategic patch makes from a
    /// map, and sorts what it finds: apimachinery/pkg/runtime/converter.go.
    ///
    /// @param decoded what decoding the patched object says
    public List<String> strictErrors(List<String> decoded) {
        List<String> all = new ArrayList<>(strictErrors);
        all.addAll(kind == Kind.STRATEGIC ? decoded.stream().sorted().toList() : decoded);
        return all;
    }

    /// The refusal when the patched object is no object of its kind, or has strict errors where they
    /// are errors.
    ///
    /// @param original what was patched, its fields in the order of the schema
    /// @param why the decoder's words: a wrong type, or `strict decoding error: …`
    public PatchException notDecoded(ObjectNode original, ObjectType type, String why) {
        if (kind == Kind.STRATEGIC) {
            return PatchException.notDecodedStrategic(PatchRemains.of(original, body), whenConverted(why));
        }
        ObjectNode shown = apply(original, type);
        if (kind == Kind.MERGE) {
            KeyOrder.sortWhatIsIn(shown, body);
        }
        return PatchException.notDecoded(shown, why);
    }

    /// What upstream says of a tree of which it makes an object without going through JSON, where decoding it
    /// failed.
    ///
    /// @param why the decoder's words
    public static String whenConverted(ObjectNode tree, ObjectType type, String why) {
        String fault = StructFit.fault(tree, Json.object(), type);
        return fault == null ? whenConverted(why) : fault;
    }

    /// The decoder's words where upstream makes an object of a tree without going through JSON: bytes are
    /// what it decodes there all the same, and says so; what has a decoder of its own does not know its
    /// place. Upstream: apimachinery/pkg/runtime/converter.go.
    static String whenConverted(String why) {
        return why.startsWith(BASE64_FAULT) ? "error decoding from json: " + why : withoutPlace(why);
    }

    private static String withoutPlace(String why) {
        int at = why.indexOf(PLACE);
        int place = at + PLACE.length();
        int end = why.indexOf(' ', place);
        boolean told = at >= 0 && why.startsWith(TYPE, end) && !why.startsWith("JSONSchemaProps", place);
        return told ? why.substring(0, at) + " into Go value" + why.substring(end) : why;
    }
}
