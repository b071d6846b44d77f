package dev.tenure.kinds.storage;

import dev.tenure.apiserver.registry.FieldError;
import dev.tenure.apiserver.registry.FieldErrors;
import dev.tenure.apiserver.registry.field.Field;
import dev.tenure.apiserver.registry.field.GoStruct;
import dev.tenure.apiserver.registry.field.GoStruct.Zero;
import dev.tenure.apiserver.registry.field.Names;
import dev.tenure.apiserver.registry.field.SameValue;
import dev.tenure.apiserver.registry.meta.ObjectMetaValidation;
import dev.tenure.apiserver.registry.meta.PlainKind;
import dev.tenure.kinds.podspec.DiskValidation;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// What nodes have of CSI drivers (`CSINode`). Of a driver that is there only its limits change.
public final class CsiNodeStrategy implements PlainKind {
    private static final int NODE_ID_MAX = 256;
    private static final GoStruct DRIVER = new GoStruct()
            .with("Name", "name", Zero.TEXT)
            .with("NodeID", "nodeID", Zero.TEXT)
            .with("TopologyKeys", "topologyKeys", Zero.NOTHING)
            .with("Allocatable", "allocatable", Zero.NOTHING);

    @Override
    public void validate(ObjectNode node, FieldErrors errors) {
        ObjectMetaValidation.object(node, nameFormat(), errors);
        Set<String> names = new HashSet<>();
        for (Field driver : Field.root(node, errors).at("spec", "drivers").items()) {
            driver(driver);
            if (!names.add(driver.at("name").text())) {
                driver.at("name").duplicate();
            }
            keys(driver);
        }
    }

    private static void driver(Field driver) {
        DiskValidation.csiDriver(driver.at("name"));
        Field id = driver.at("nodeID");
        if (id.isEmpty()) {
            id.required();
        }
        if (FieldError.byteLength(id.text()) > NODE_ID_MAX) {
            id.invalidText("must be 256 characters or less");
        }
        driver.at("allocatable", "count").mustNotBeNegative();
    }

    private static void keys(Field driver) {
        Set<String> seen = new HashSet<>();
        for (String key : driver.at("topologyKeys").texts()) {
            if (key.isEmpty()) {
                driver.required();
            }
            if (!seen.add(key)) {
                driver.duplicate(key);
            }
            Names.qualified(key).forEach(complaint -> driver.invalid(key, complaint));
        }
    }

    @Override
    public List<String> resetFields(String subresource) {
        return List.of();
    }

    @Override
    public void validateUpdate(ObjectNode next, ObjectNode old, String subresource, FieldErrors errors) {
        validate(next, errors);
        Field drivers = Field.root(next, errors).at("spec", "drivers");
        Map<String, List<Field>> byName = new HashMap<>();
        drivers.items()
                .forEach(driver -> byName.computeIfAbsent(driver.at("name").text(), _ -> new ArrayList<>())
                        .add(driver));
        for (JsonNode before : old.path("spec").path("drivers")) {
            for (Field now : byName.getOrDefault(before.path("name").asText(""), List.of())) {
                if (!SameValue.same(withoutLimits(before), withoutLimits(now.node()))) {
                    drivers.invalid(DRIVER.of(withoutLimits(now.given())), ObjectMetaValidation.IMMUTABLE);
                }
            }
        }
    }

    private static ObjectNode withoutLimits(JsonNode driver) {
        ObjectNode rest = (ObjectNode) driver.deepCopy();
        rest.remove("allocatable");
        return rest;
    }
}
