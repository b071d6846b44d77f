package dev.tenure.wire.yaml;

import dev.tenure.model.meta.CancelledException;
import dev.tenure.model.meta.Quoted;
import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.json.TextNode;
import dev.tenure.wire.json.go.GoFloat;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.snakeyaml.engine.v2.common.Anchor;
import org.snakeyaml.engine.v2.events.AliasEvent;
import org.snakeyaml.engine.v2.events.CollectionEndEvent;
import org.snakeyaml.engine.v2.events.CollectionStartEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.events.MappingStartEvent;
import org.snakeyaml.engine.v2.events.NodeEvent;
import org.snakeyaml.engine.v2.events.ScalarEvent;
import org.snakeyaml.engine.v2.events.SequenceStartEvent;
import org.snakeyaml.engine.v2.exceptions.Mark;

/// Builds the JSON tree of one YAML document from the parser's events. What aliases bring in is counted, in
/// nodes and in characters, so that a short text cannot grow without bound. One builder reads one document.
final class YamlTree {
    private static final int DEPTH_MAX = 1_000;
    private static final int ALIAS_RATIO_LOW = 400_000;
    private static final int ALIAS_RATIO_HIGH = 4_000_000;
    /// Characters of text that aliases may bring in.
    private static final long ALIAS_TEXT_MAX = 16 << 20;

    private static final String BINARY_TAG = "tag:yaml.org,2002:binary";
    private static final String MERGE_KEY = "<<";

    private final Iterator<Event> events;
    private final Map<String, Built> anchors = new HashMap<>();
    /// Anchors of values that are being read.
    private final Set<String> open = new HashSet<>();

    private final List<String> duplicates = new ArrayList<>();
    private long nodes;
    private long aliasNodes;
    private long aliasText;
    private int depth;

    /// A value, with what an alias to it costs.
    ///
    /// @param members of a mapping, by typed key
    /// @param elements of a sequence
    /// @param count nodes
    /// @param text characters
    private record Built(JsonNode value, Map<String, Member> members, List<Built> elements, long count, long text) {}

    /// A key of a mapping with its value. Mappings are kept by a text of type and key: texts can be put in
    /// order, so that chosen keys with equal hashes do not make a mapping slow.
    private record Member(JsonNode key, JsonNode value) {
        static String text(JsonNode key) {
            return key.type() + (key.isFloatingPointNumber() ? "." : ":") + key.asText();
        }
    }

    YamlTree(Iterator<Event> events) {
        this.events = events;
    }

    /// The value whose first event is `event`.
    JsonNode read(Event event) {
        return node(event).value();
    }

    /// Keys that stand twice in a mapping: `line 7: key "k" already set in map`.
    List<String> duplicates() {
        return duplicates;
    }

    private Built node(Event event) {
        CancelledException.check();
        nodes++;
        if (event instanceof AliasEvent alias) {
            return alias(alias);
        }
        Optional<String> anchor = ((NodeEvent) event).getAnchor().map(Anchor::getValue);
        anchor.ifPresent(name -> {
            anchors.remove(name);
            open.add(name);
        });
        if (++depth > DEPTH_MAX) {
            throw tooDeep();
        }
        Built built = switch (event) {
            case ScalarEvent scalar -> scalar(scalar);
            case SequenceStartEvent _ -> sequence();
            case MappingStartEvent _ -> mapping();
            default -> throw new IllegalStateException("event " + event + " where a value starts");
        };
        depth--;
        anchor.ifPresent(name -> {
            open.remove(name);
            anchors.put(name, built);
        });
        return built;
    }

    private static YamlException tooDeep() {
        return YamlException.limit("yaml: exceeded max depth of " + DEPTH_MAX);
    }

    /// Reads to the end of the document, for its syntax alone.
    static void drain(Iterator<Event> events) {
        int depth = 0;
        while (events.hasNext()) {
            Event event = events.next();
            depth += event instanceof CollectionStartEvent ? 1 : event instanceof CollectionEndEvent ? -1 : 0;
            if (depth > DEPTH_MAX) {
                throw tooDeep();
            }
            if (event.getEventId() == Event.ID.DocumentEnd) {
                return;
            }
        }
    }

    private Built alias(AliasEvent event) {
        Built target = anchors.get(event.getAlias().getValue());
        if (target == null) {
            throw new YamlException(
                    open.contains(event.getAlias().getValue())
                            ? "yaml: anchor '" + event.getAlias() + "' value contains itself"
                            : "yaml: unknown anchor '" + event.getAlias() + "' referenced");
        }
        nodes += target.count();
        aliasNodes += target.count();
        aliasText += target.text();
        boolean excessive = aliasNodes > 100 && nodes > 1000 && (double) aliasNodes / nodes > allowedRatio();
        if (excessive || aliasText > ALIAS_TEXT_MAX) {
            throw YamlException.limit("yaml: document contains excessive aliasing");
        }
        return target;
    }

    /// Upstream: `allowedAliasRatio`.
    private double allowedRatio() {
        if (nodes <= ALIAS_RATIO_LOW) {
            return 0.99;
        }
        return nodes >= ALIAS_RATIO_HIGH
                ? 0.10
                : 0.99 - 0.89 * (nodes - ALIAS_RATIO_LOW) / (ALIAS_RATIO_HIGH - ALIAS_RATIO_LOW);
    }

    private static Built scalar(ScalarEvent event) {
        String text = event.getValue();
        String tag = event.getTag().orElse("");
        if (tag.equals(BINARY_TAG)) {
            return new Built(TextNode.valueOf(binary(text)), Map.of(), List.of(), 1, text.length());
        }
        boolean isText = tag.isEmpty() ? !event.isPlain() : !YamlScalars.isResolvable(tag);
        JsonNode value = isText ? TextNode.valueOf(text) : YamlScalars.resolve(tag, text);
        return new Built(value, Map.of(), List.of(), 1, text.length());
    }

    private static String binary(String text) {
        try {
            return new String(Base64.getMimeDecoder().decode(text), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            throw new YamlException("yaml: !!binary value contains invalid base64 data", e);
        }
    }

    private Built sequence() {
        ArrayNode values = Json.array();
        List<Built> elements = new ArrayList<>();
        long count = 1;
        long text = 2;
        for (Event event = events.next(); event.getEventId() != Event.ID.SequenceEnd; event = events.next()) {
            Built element = node(event);
            elements.add(element);
            values.add(element.value());
            count += element.count();
            text += element.text() + 1;
        }
        return new Built(values, Map.of(), elements, count, text);
    }

    private Built mapping() {
        Map<String, Member> members = new LinkedHashMap<>();
        long count = 1;
        long text = 2;
        for (Event event = events.next(); event.getEventId() != Event.ID.MappingEnd; event = events.next()) {
            boolean merge = isMerge(event);
            Built key = node(event);
            Event start = events.next();
            Built value = node(start);
            count += key.count() + value.count();
            text += key.text() + value.text() + 2;
            if (merge) {
                merge(start, value, members);
            } else {
                put(members, start, requireScalar(key.value(), value.value()), value.value());
            }
        }
        return new Built(object(members), members, List.of(), count, text);
    }

    private static boolean isMerge(Event event) {
        return event instanceof ScalarEvent scalar
                && scalar.getValue().equals(MERGE_KEY)
                && scalar.isPlain()
                && scalar.getTag().isEmpty();
    }

    private void put(Map<String, Member> members, Event at, JsonNode key, JsonNode value) {
        if (members.put(Member.text(key), new Member(key, value)) != null) {
            int line = at.getStartMark().map(Mark::getLine).orElse(0) + 1;
            duplicates.add("line " + line + ": key " + (key.isTextual() ? Quoted.of(key.asText()) : key)
                    + " already set in map");
        }
    }

    private void merge(Event at, Built value, Map<String, Member> into) {
        if (value.value().isArray()) {
            // Backwards, for earlier mappings take precedence.
            value.elements().reversed().forEach(element -> mergeOne(at, element, into));
        } else {
            mergeOne(at, value, into);
        }
    }

    private void mergeOne(Event at, Built value, Map<String, Member> into) {
        if (!value.value().isObject()) {
            throw new YamlException("yaml: map merge requires map or sequence of maps as the value");
        }
        value.members().values().forEach(member -> put(into, at, member.key(), member.value()));
    }

    private static JsonNode requireScalar(JsonNode key, JsonNode value) {
        if (key.isContainerNode()) {
            throw new YamlException("yaml: invalid map key: " + GoSyntax.of(key));
        }
        if (key.isNull()) {
            throw new YamlException(
                    "unsupported map key of type: %!s(<nil>), key: <nil>, value: " + GoSyntax.of(value));
        }
        return key;
    }

    private static ObjectNode object(Map<String, Member> members) {
        Map<String, JsonNode> sorted = new TreeMap<>();
        members.values().forEach(member -> sorted.put(name(member.key()), member.value()));
        ObjectNode out = Json.object();
        out.setAll(sorted);
        return out;
    }

    private static String name(JsonNode key) {
        return key.isFloatingPointNumber() ? floatName(key.doubleValue()) : key.asText();
    }

    /// Go prints a floating point key with the digits of 32 bits.
    private static String floatName(double value) {
        return GoFloat.shortest((float) value);
    }
}
