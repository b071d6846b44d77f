package dev.tenure.apiserver.registry.field;

import dev.tenure.model.meta.Frozen;
import dev.tenure.model.meta.Lazy;
import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.BooleanNode;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.MissingNode;
import dev.tenure.wire.json.NullNode;
import dev.tenure.wire.json.NumberNode;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.json.TextNode;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/// The shape in which upstream's messages print specs of pods, jobs, volumes, devices and flows: as objects
/// of its internal types, with all members under their Go names. Read when a message first needs it, then
/// kept. Immutable.
public final class InternalTypes {
    private static final Lazy<InternalTypes> KNOWN = new Lazy<>(InternalTypes::read);

    /// What pods say outside their security context and the internal type within.
    private static final List<String> MOVED =
            List.of("hostNetwork", "hostPID", "hostIPC", "shareProcessNamespace", "hostUsers");

    private record Member(String goName, String jsonName, String kind, Optional<String> type) {}

    private final Map<String, List<Member>> types;

    private InternalTypes(Map<String, List<Member>> types) {
        this.types = types;
    }

    private static InternalTypes parsed(String text) {
        Map<String, List<Member>> types = new LinkedHashMap<>();
        List<Member> members = List.of();
        for (String line : text.lines().filter(l -> !l.startsWith("#")).toList()) {
            if (line.isBlank()) {
                throw new IllegalStateException("internal-types.txt has an empty line, which would be a type");
            }
            if (line.startsWith(" ")) {
                for (String member : line.strip().split(", ?")) {
                    members.add(member(member));
                }
            } else {
                members = new ArrayList<>();
                if (types.put(line, members) != null) {
                    throw new IllegalStateException("internal-types.txt has the type " + line + " twice");
                }
            }
        }
        types.replaceAll((type, all) -> List.copyOf(all));
        return new InternalTypes(Frozen.map(types));
    }

    private static Member member(String text) {
        String[] words = text.split(" ");
        String[] kind = words[2].split(":");
        return new Member(words[0], words[1], kind[0], kind.length > 1 ? Optional.of(kind[1]) : Optional.empty());
    }

    /// A pod's spec.
    public static ObjectNode podSpec(ObjectNode spec) {
        ObjectNode gathered = spec.deepCopy();
        if (gathered.path("securityContext") instanceof ObjectNode context) {
            MOVED.stream().filter(gathered::has).forEach(name -> context.set(name, gathered.path(name)));
        }
        return KNOWN.get().shaped("PodSpec", gathered);
    }

    /// A template of pods: its metadata stand beside its Spec.
    public static ObjectNode podTemplate(JsonNode template) {
        return metadata(template.path("metadata"))
                .set("Spec", podSpec(template.path("spec") instanceof ObjectNode spec ? spec : Json.object()));
    }

    /// The metadata of a template, whose members stand beside what else it has.
    public static ObjectNode metadata(JsonNode metadata) {
        ObjectNode shaped = Json.object();
        for (String name : MetadataFields.IN_ORDER) {
            JsonNode value = metadata.path(name);
            boolean none =
                    value.isContainerNode() ? value.isEmpty() : value.asText("").isEmpty();
            if (!none) {
                shaped.set(name, sorted(value));
            }
        }
        return shaped;
    }

    private static JsonNode sorted(JsonNode labels) {
        if (!labels.isObject()) {
            return labels;
        }
        ObjectNode sorted = Json.object();
        labels.properties().stream()
                .sorted(Map.Entry.comparingByKey())
                .forEach(label -> sorted.set(label.getKey(), label.getValue()));
        return sorted;
    }

    /// A container added to a running pod.
    public static ObjectNode ephemeralContainer(JsonNode container) {
        return KNOWN.get().shaped("EphemeralContainer", container);
    }

    /// A part of what asks for devices, of how a job takes failures, or a spec of flow control.
    ///
    /// @param type the name of its internal type
    public static ObjectNode of(String type, JsonNode node) {
        return KNOWN.get().shaped(type, node);
    }

    private static InternalTypes read() {
        try (InputStream in = InternalTypes.class.getResourceAsStream("/dev/tenure/apiserver/internal-types.txt")) {
            return parsed(new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private ObjectNode shaped(String type, JsonNode node) {
        ObjectNode shaped = Json.object();
        for (Member member : types.getOrDefault(type, List.of())) {
            if (member.kind.equals("metadata")) {
                shaped.setAll(metadata(node.path(member.jsonName)));
            } else {
                shaped.set(member.goName, value(member, node.path(member.jsonName)));
            }
        }
        return shaped;
    }

    private JsonNode value(Member member, JsonNode value) {
        boolean absent = value.isMissingNode() || value.isNull();
        if (member.type.isPresent()) {
            String type = member.type.get();
            return switch (member.kind) {
                case "struct" -> shaped(type, absent ? MissingNode.INSTANCE : value);
                case "list" -> absent ? NullNode.INSTANCE : list(type, value);
                default -> absent ? NullNode.INSTANCE : shaped(type, value);
            };
        }
        if (absent) {
            return zero(member.kind);
        }
        return switch (member.kind) {
            case "map" -> sorted(value);
            case "selector" -> PrintedSelector.of(value);
            default -> value;
        };
    }

    /// A list of an internal type; absent prints as null.
    public static JsonNode listOf(String type, JsonNode values) {
        return values.isArray() ? KNOWN.get().list(type, values) : NullNode.INSTANCE;
    }

    private ArrayNode list(String type, JsonNode values) {
        ArrayNode list = Json.array();
        values.forEach(element -> list.add(shaped(type, element)));
        return list;
    }

    private static JsonNode zero(String kind) {
        return switch (kind) {
            case "text" -> TextNode.valueOf("");
            case "quantity" -> TextNode.valueOf("0");
            case "number" -> NumberNode.valueOf(0);
            case "flag" -> BooleanNode.valueOf(false);
            default -> NullNode.INSTANCE;
        };
    }
}
