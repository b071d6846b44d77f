package dev.tenure.wire.json;

import java.nio.charset.StandardCharsets;
import java.util.Map;

/// JSON for people, indented by two spaces as Go's encoder does it: `"a": 1`, every item on a line of its
/// own, no line break at the end. Confined to one call.
public final class PrettyJson {
    private static final int ROOM = 1 << 12;

    private final TreeWriter out = new TreeWriter(ROOM);
    private int depth;

    private PrettyJson() {}

    /// @throws IllegalArgumentException when there is anything in it that JSON cannot say
    public static String write(JsonNode node) {
        var writer = new PrettyJson();
        writer.value(node);
        return new String(writer.out.written(), StandardCharsets.UTF_8);
    }

    private void value(JsonNode node) {
        switch (node) {
            case ObjectNode object when !object.isEmpty() -> object(object);
            case ArrayNode list when !list.isEmpty() -> list(list);
            case ObjectNode _, ArrayNode _, ValueNode _ -> out.value(node);
        }
    }

    private void object(ObjectNode object) {
        out.text("{");
        depth++;
        String before = "";
        for (Map.Entry<String, JsonNode> member : object.properties()) {
            line(before);
            out.string(member.getKey());
            out.text(": ");
            value(member.getValue());
            before = ",";
        }
        depth--;
        line("");
        out.text("}");
    }

    private void list(ArrayNode list) {
        out.text("[");
        depth++;
        String before = "";
        for (JsonNode element : list) {
            line(before);
            value(element);
            before = ",";
        }
        depth--;
        line("");
        out.text("]");
    }

    private void line(String before) {
        out.text(before + "\n" + "  ".repeat(depth));
    }
}
