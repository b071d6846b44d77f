package dev.tenure.wire.yaml;

import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.json.ValueNode;
import dev.tenure.wire.json.go.GoFloat;
import dev.tenure.wire.yaml.YamlEmitter.Style;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// Trees → YAML text in go-yaml's style: block style, lists not indented within mappings, natural order of
/// keys, text quoted where it would mean something else without. Upstream: encode.go and sorter.go of go-yaml
/// v2.
final class YamlWriter {
    private final YamlEmitter out = new YamlEmitter();

    private YamlWriter() {}

    static String write(JsonNode value) {
        YamlWriter writer = new YamlWriter();
        writer.node(value, false);
        writer.out.endDocument();
        return writer.out.text();
    }

    private void node(JsonNode value, boolean inMapping) {
        switch (value) {
            case ObjectNode object -> mapping(object);
            case ArrayNode array -> sequence(array, inMapping);
            case ValueNode _ -> scalar(value);
        }
    }

    private void sequence(ArrayNode array, boolean inMapping) {
        if (array.isEmpty()) {
            out.indicator("[]", true, false);
            return;
        }
        int before = out.increaseIndent(inMapping && !out.afterIndention());
        for (JsonNode element : array) {
            out.indentLine();
            out.indicator("-", true, true);
            node(element, false);
        }
        out.restore(before);
    }

    private void mapping(ObjectNode object) {
        if (object.isEmpty()) {
            out.indicator("{}", true, false);
            return;
        }
        int before = out.increaseIndent(false);
        List<Map.Entry<String, JsonNode>> members = new ArrayList<>(object.properties());
        members.sort(Map.Entry.comparingByKey(NaturalOrder::compare));
        for (Map.Entry<String, JsonNode> member : members) {
            String key = member.getKey();
            boolean simple = YamlEmitter.isSimpleKey(key);
            out.indentLine();
            if (!simple) {
                out.indicator("?", true, true);
            }
            text(key, simple);
            if (!simple) {
                out.indentLine();
            }
            out.indicator(":", !simple, !simple);
            node(member.getValue(), true);
        }
        out.restore(before);
    }

    private void scalar(JsonNode value) {
        String text = value.textValue();
        if (text != null) {
            text(text, false);
        } else {
            boolean isFloat = value.isFloatingPointNumber()
                    || (value.isBigInteger() && value.bigIntegerValue().bitLength() > Long.SIZE);
            out.scalar(isFloat ? GoFloat.shortest(value.doubleValue()) : value.asText(), Style.PLAIN, false);
        }
    }

    private void text(String text, boolean simpleKey) {
        Style unquoted = YamlScalars.staysText(text) ? Style.PLAIN : Style.DOUBLE_QUOTED;
        out.scalar(text, text.indexOf('\n') >= 0 ? Style.LITERAL : unquoted, simpleKey);
    }
}
