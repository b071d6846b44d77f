package dev.tenure.kinds.device;

import dev.tenure.apiserver.registry.FieldErrors;
import dev.tenure.apiserver.registry.field.Field;
import dev.tenure.apiserver.registry.field.InternalTypes;
import dev.tenure.apiserver.registry.field.Names;
import dev.tenure.apiserver.registry.field.SameValue;
import dev.tenure.apiserver.registry.field.Trees;
import dev.tenure.apiserver.registry.meta.ObjectMetaValidation;
import dev.tenure.apiserver.registry.meta.PlainKind;
import dev.tenure.kinds.podspec.AffinityValidation;
import dev.tenure.wire.json.BooleanNode;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.MissingNode;
import dev.tenure.wire.json.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// Slices of the devices that a driver offers.
public final class ResourceSliceStrategy implements PlainKind {
    private static final int DEVICES_MAX = 128;
    private static final int DEVICES_MAX_IF_SPECIAL = 64;
    private static final int COUNTER_SETS_MAX = 8;
    private static final List<String> LISTS = List.of("bools", "ints", "strings", "versions");
    private static final String WHERE =
            "exactly one of `nodeName`, `nodeSelector`, `allNodes`, `perDeviceNodeSelection` is required";

    @Override
    public void prepareForCreate(ObjectNode slice) {
        dropDisabled(slice, MissingNode.INSTANCE);
    }

    @Override
    public void prepareForUpdate(ObjectNode next, ObjectNode old, String subresource) {
        // what is switched off counts as a change, and is taken out then
    }

    @Override
    public void prepareCounted(ObjectNode next, ObjectNode old) {
        dropDisabled(next, old.at("/spec/devices"));
    }

    @Override
    public List<String> resetFields(String subresource) {
        return List.of();
    }

    @Override
    public String unknownField(String field) {
        return "field label not supported for resource.k8s.io/v1, Kind=ResourceSlice: " + field;
    }

    /// Takes out what 1.36 has switched off: lists as attributes, and mappings to resources of nodes.
    private static void dropDisabled(ObjectNode slice, JsonNode before) {
        boolean lists = false;
        boolean mappings = false;
        for (JsonNode device : before) {
            mappings |= !device.path("nodeAllocatableResourceMappings").isEmpty();
            for (JsonNode attribute : device.path("attributes")) {
                lists |= LISTS.stream().anyMatch(attribute::hasNonNull);
            }
        }
        for (ObjectNode device : Trees.objects(slice.at("/spec/devices"))) {
            if (!mappings) {
                device.remove("nodeAllocatableResourceMappings");
            }
            if (!lists) {
                for (ObjectNode attribute : Trees.objects(device.path("attributes"))) {
                    attribute.remove(LISTS);
                }
            }
        }
    }

    @Override
    public void validate(ObjectNode slice, FieldErrors errors) {
        ObjectMetaValidation.object(slice, nameFormat(), errors);
        spec(Field.root(slice, errors).at("spec"), Optional.empty());
    }

    @Override
    public void validateUpdate(ObjectNode next, ObjectNode old, String subresource, FieldErrors errors) {
        ObjectMetaValidation.update(next, old, errors);
        spec(Field.root(next, errors).at("spec"), Optional.of(old.path("spec")));
    }

    private static void spec(Field spec, Optional<JsonNode> old) {
        DeviceNames.driver(spec.at("driver"));
        pool(spec.at("pool"));
        old.ifPresent(before -> {
            same(spec.at("pool", "name"), before.path("pool").path("name"));
            same(spec.at("driver"), before.path("driver"));
            ObjectMetaValidation.immutable(spec.at("nodeName"), before.path("nodeName"));
        });
        place(spec);
        if (spec.at("sharedCounters").isGiven() && spec.at("devices").isGiven()) {
            spec.invalid("", "only one of `sharedCounters` or `devices` is allowed");
        }
        boolean placed = spec.at("perDeviceNodeSelection").flag();
        JsonNode before = old.map(o -> o.path("devices")).orElse(MissingNode.INSTANCE);
        DeviceListValidation.set(
                spec.at("devices"),
                isSpecial(spec) ? DEVICES_MAX_IF_SPECIAL : DEVICES_MAX,
                device -> DeviceValidation.check(device, placed, changedTaints(device, before)),
                device -> device.at("name").text());
        DeviceListValidation.set(
                spec.at("sharedCounters"),
                COUNTER_SETS_MAX,
                counters -> DeviceValidation.counters(counters, "name"),
                counters -> counters.at("name").text());
    }

    private static void same(Field text, JsonNode old) {
        if (!text.is(old.asText(""))) {
            text.invalidText(ObjectMetaValidation.IMMUTABLE);
        }
    }

    private static boolean changedTaints(Field device, JsonNode before) {
        for (JsonNode old : before) {
            if (device.at("name").is(old.path("name").asText(""))) {
                return !SameValue.same(device.at("taints").node(), old.path("taints"));
            }
        }
        return true;
    }

    private static boolean isSpecial(Field spec) {
        for (Field device : spec.at("devices").items()) {
            boolean lists = device.at("attributes").entries().values().stream()
                    .anyMatch(attribute ->
                            LISTS.stream().anyMatch(type -> attribute.at(type).isSet()));
            if (lists
                    || !device.at("taints").isEmpty()
                    || !device.at("consumesCounters").isEmpty()) {
                return true;
            }
        }
        return false;
    }

    private static void pool(Field pool) {
        DeviceNames.pool(pool.at("name"));
        pool.at("resourceSliceCount").mustBePositive();
        if (pool.at("generation").number() < 0) {
            pool.at("generation").invalidNumber("must be greater than or equal to zero");
        }
    }

    private static void place(Field spec) {
        List<String> given = new ArrayList<>();
        Field node = spec.at("nodeName");
        if (node.isSet()) {
            if (node.isEmpty()) {
                node.invalidText("must be either unset or set to a non-empty string");
            } else {
                given.add("`nodeName`");
                node.mustBe(Names::dnsSubdomain);
            }
        }
        Field selector = spec.at("nodeSelector");
        if (selector.isSet()) {
            given.add("`nodeSelector`");
            AffinityValidation.nodeSelector(selector, true);
            if (selector.at("nodeSelectorTerms").size() != 1) {
                Field terms = selector.at("nodeSelectorTerms");
                terms.invalid(
                        InternalTypes.listOf("NodeSelectorTerm", terms.given()),
                        "must have exactly one node selector term");
            }
        }
        for (String flag : List.of("allNodes", "perDeviceNodeSelection")) {
            if (spec.at(flag).flag()) {
                given.add("`" + flag + "`");
            } else if (spec.at(flag).isSet()) {
                spec.at(flag).invalid(BooleanNode.FALSE, "must be either unset or set to true");
            }
        }
        if (given.isEmpty()) {
            spec.required(WHERE);
        } else if (given.size() > 1) {
            spec.invalid("{" + String.join(", ", given) + "}", WHERE + ", but multiple fields are set");
        }
    }

    @Override
    public List<String> warnings(ObjectNode next, Optional<ObjectNode> old) {
        String driver = next.path("spec").path("driver").asText("");
        return driver.equals(driver.toLowerCase(Locale.ROOT))
                ? List.of()
                : List.of("spec.driver: driver names should be lowercase; \"%s\" contains uppercase characters"
                        .formatted(driver));
    }
}
