package dev.tenure.wire.yaml;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.snakeyaml.engine.v2.api.DumpSettings;
import org.snakeyaml.engine.v2.api.StreamDataWriter;
import org.snakeyaml.engine.v2.common.FlowStyle;
import org.snakeyaml.engine.v2.common.ScalarStyle;
import org.snakeyaml.engine.v2.emitter.Emitter;
import org.snakeyaml.engine.v2.events.DocumentEndEvent;
import org.snakeyaml.engine.v2.events.DocumentStartEvent;
import org.snakeyaml.engine.v2.events.ImplicitTuple;
import org.snakeyaml.engine.v2.events.MappingEndEvent;
import org.snakeyaml.engine.v2.events.MappingStartEvent;
import org.snakeyaml.engine.v2.events.ScalarEvent;
import org.snakeyaml.engine.v2.events.SequenceEndEvent;
import org.snakeyaml.engine.v2.events.SequenceStartEvent;
import org.snakeyaml.engine.v2.events.StreamEndEvent;
import org.snakeyaml.engine.v2.events.StreamStartEvent;

/// Trees → YAML text in go-yaml's style: block style, lists not indented within mappings, natural order of keys, text
/// quoted where it would mean something else without. Upstream: encode.go and sorter.go of go-yaml v2.
final class YamlWriter {
    private static final DumpSettings SETTINGS = DumpSettings.builder()
            .setDefaultFlowStyle(FlowStyle.BLOCK)
            .setUseUnicodeEncoding(true)
            .setSplitLines(true)
            .setMaxSimpleKeyLength(128)
            .build();
    private static final ImplicitTuple IMPLICIT = new ImplicitTuple(true, true);

    private final Emitter emitter;

    private YamlWriter(Text text) {
        emitter = new Emitter(SETTINGS, text);
    }

    private static final class Text implements StreamDataWriter {
        private final StringBuilder out = new StringBuilder();

        @Override
        public void write(String text) {
            out.append(text);
        }

        @Override
        public void write(String text, int from, int length) {
            out.append(text, from, from + length);
        }
    }

    static String write(JsonNode value) {
        Text text = new Text();
        YamlWriter writer = new YamlWriter(text);
        writer.emitter.emit(new StreamStartEvent());
        writer.emitter.emit(new DocumentStartEvent(false, Optional.empty(), Map.of()));
        writer.node(value);
        writer.emitter.emit(new DocumentEndEvent(false));
        writer.emitter.emit(new StreamEndEvent());
        return text.out.toString();
    }

    private void node(JsonNode value) {
        switch (value) {
            case ObjectNode object -> mapping(object);
            case ArrayNode array -> {
                emitter.emit(new SequenceStartEvent(Optional.empty(), Optional.empty(), true, FlowStyle.BLOCK));
                array.forEach(this::node);
                emitter.emit(new SequenceEndEvent());
            }
            default -> {
                if (value.isTextual()) {
                    text(value.textValue());
                } else {
                    scalar(
                            value.isFloatingPointNumber() ? GoFloat.shortest(value.doubleValue()) : value.asText(),
                            ScalarStyle.PLAIN);
                }
            }
        }
    }

    private void mapping(ObjectNode object) {
        emitter.emit(new MappingStartEvent(Optional.empty(), Optional.empty(), true, FlowStyle.BLOCK));
        List<Map.Entry<String, JsonNode>> members = new ArrayList<>(object.properties());
        members.sort(Map.Entry.comparingByKey(NaturalOrder::compare));
        for (Map.Entry<String, JsonNode> member : members) {
            text(member.getKey());
            node(member.getValue());
        }
        emitter.emit(new MappingEndEvent());
    }

    private void text(String text) {
        if (text.indexOf('\n') >= 0) {
            scalar(text, ScalarStyle.LITERAL);
        } else {
            scalar(text, YamlScalars.staysText(text) ? ScalarStyle.PLAIN : ScalarStyle.DOUBLE_QUOTED);
        }
    }

    private void scalar(String text, ScalarStyle style) {
        emitter.emit(new ScalarEvent(Optional.empty(), Optional.empty(), IMPLICIT, text, style));
    }
}
