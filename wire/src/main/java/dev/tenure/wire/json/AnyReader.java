package dev.tenure.wire.json;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

/// Reads any JSON value as it stands. Of members of the same name the last one counts.
final class AnyReader {
    /// Where in an object of the API a value stands, as far as it matters: nothing but the entries of an object's own
    /// `managedFields` is shared, for whatever looks like them elsewhere may be changed in place later.
    enum Place {
        OBJECT,
        METADATA,
        MANAGERS,
        ELSEWHERE;

        private Place member(String key) {
            if (this == OBJECT && key.equals("metadata")) {
                return METADATA;
            }
            return this == METADATA && key.equals("managedFields") ? MANAGERS : ELSEWHERE;
        }
    }

    private final JsonScanner in;
    private boolean repeats;

    AnyReader(JsonScanner in) {
        this.in = in;
    }

    JsonNode read() {
        return read(Place.ELSEWHERE);
    }

    JsonNode read(Place place) {
        int first = in.peekValue();
        return switch (first) {
            case '{' -> object(place);
            case '[' -> array(place);
            default -> scalar(in, first);
        };
    }

    /// Reads what is neither an object nor an array.
    ///
    /// @param first the value's first character
    static JsonNode scalar(JsonScanner in, int first) {
        return switch (first) {
            case '"' -> in.text();
            case 't', 'f' -> {
                in.literal();
                yield BooleanNode.valueOf(first == 't');
            }
            case 'n' -> {
                in.literal();
                yield NullNode.instance;
            }
            default -> number(in, first);
        };
    }

    /// Whether an object that was read has a member twice.
    boolean repeats() {
        return repeats;
    }

    private ObjectNode object(Place place) {
        ObjectNode members = Json.object();
        in.open();
        for (boolean first = true; in.member(first); first = false) {
            String key = in.key();
            boolean sharable = place == Place.MANAGERS && SharedTree.isSharable(key, members);
            JsonNode value = sharable ? fields() : read(place.member(key));
            if (members.replace(key, value) != null) {
                repeats = true;
            }
        }
        return members;
    }

    /// Reads the fields of an entry of `managedFields`, for reading only.
    JsonNode fields() {
        if (in.peekValue() != '{') {
            return read();
        }
        SharedTree known = in.shared();
        if (known != null) {
            return known;
        }
        boolean before = repeats;
        int from = in.position();
        ObjectNode read = object(Place.ELSEWHERE);
        return repeats == before ? in.share(read, from) : read;
    }

    private ArrayNode array(Place place) {
        ArrayNode elements = Json.array();
        in.open();
        for (boolean first = true; in.element(first); first = false) {
            elements.add(read(place == Place.MANAGERS ? place : Place.ELSEWHERE));
        }
        return elements;
    }

    private static JsonNode number(JsonScanner in, int first) {
        if (!ObjectReader.isNumber(first)) {
            throw in.unexpected("looking for beginning of value");
        }
        return Numbers.any(in.number());
    }
}
