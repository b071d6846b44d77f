package dev.tenure.wire.json;

/// Reads any JSON value as it stands. Of members of the same name the last one counts.
public final class AnyReader {
    private final JsonScanner in;
    private boolean repeats;

    public AnyReader(JsonScanner in) {
        this.in = in;
    }

    public JsonNode read() {
        int first = in.peekValue();
        return switch (first) {
            case '{' -> object();
            case '[' -> array();
            default -> scalar(in, first);
        };
    }

    /// Reads what is neither an object nor an array.
    ///
    /// @param first the value's first character
    public static JsonNode scalar(JsonScanner in, int first) {
        return switch (first) {
            case '"' -> in.text();
            case 't', 'f' -> {
                in.literal();
                yield BooleanNode.valueOf(first == 't');
            }
            case 'n' -> {
                in.literal();
                yield NullNode.INSTANCE;
            }
            default -> number(in, first);
        };
    }

    /// Whether an object that was read has a member twice.
    boolean repeats() {
        return repeats;
    }

    private ObjectNode object() {
        ObjectNode members = Json.object();
        in.open();
        for (boolean first = true; in.member(first); first = false) {
            String key = in.key();
            if (members.replace(key, read()) != null) {
                repeats = true;
            }
        }
        return members;
    }

    private ArrayNode array() {
        ArrayNode elements = Json.array();
        in.open();
        for (boolean first = true; in.element(first); first = false) {
            elements.add(read());
        }
        return elements;
    }

    private static JsonNode number(JsonScanner in, int first) {
        if (!JsonScanner.isNumber(first)) {
            throw in.unexpected("looking for beginning of value");
        }
        return Numbers.any(in.number());
    }
}
