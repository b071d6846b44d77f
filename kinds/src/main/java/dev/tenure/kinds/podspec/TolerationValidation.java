package dev.tenure.kinds.podspec;

import dev.tenure.apiserver.registry.FieldError;
import dev.tenure.apiserver.registry.field.Field;
import dev.tenure.apiserver.registry.field.GoStruct;
import dev.tenure.apiserver.registry.field.GoStruct.Zero;
import dev.tenure.apiserver.registry.field.Names;
import dev.tenure.apiserver.registry.field.Texts;
import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// What is valid as a taint and as a toleration, and what an update may do to tolerations.
public final class TolerationValidation {
    private static final List<String> EFFECTS = List.of("NoSchedule", "PreferNoSchedule", "NoExecute");
    /// Those of a toleration but for its seconds.
    private static final List<String> FIELDS = List.of("key", "operator", "value", "effect");
    private static final GoStruct TAINT = new GoStruct()
            .with("Key", "key", Zero.TEXT)
            .with("Value", "value", Zero.TEXT)
            .with("Effect", "effect", Zero.TEXT)
            .with("TimeAdded", "timeAdded", Zero.NOTHING);

    private TolerationValidation() {}

    /// Checks the tolerations of a pod, a template or a runtime class.
    ///
    /// @param comparison whether Lt and Gt are allowed
    public static void tolerations(Field tolerations, boolean comparison) {
        tolerations.items().forEach(toleration -> toleration(toleration, comparison));
    }

    private static void toleration(Field toleration, boolean comparison) {
        Field key = toleration.at("key");
        Field operator = toleration.at("operator");
        Field effect = toleration.at("effect");
        if (!key.isEmpty()) {
            key.mustBe(Names::qualified);
        } else if (!operator.is("Exists")) {
            operator.invalidText(
                    "operator must be Exists when `key` is empty, which means \"match all values and all keys\"");
        }
        if (toleration.at("tolerationSeconds").isSet() && !effect.is("NoExecute")) {
            effect.invalidText("effect must be 'NoExecute' when `tolerationSeconds` is set");
        }
        operator(toleration, comparison);
        if (!effect.isEmpty() && !EFFECTS.contains(effect.text())) {
            effect.unsupported(EFFECTS);
        }
    }

    private static void operator(Field toleration, boolean comparison) {
        Field operator = toleration.at("operator");
        Field value = toleration.at("value");
        switch (operator.text()) {
            case "", "Equal" -> {
                List<String> complaints = Names.labelValue(value.text());
                if (!complaints.isEmpty()) {
                    operator.invalid(value.text(), String.join(";", complaints));
                }
            }
            case "Exists" -> {
                if (!value.isEmpty()) {
                    operator.invalid(value.text(), "value must be empty when `operator` is 'Exists'");
                }
            }
            case "Lt", "Gt" -> {
                if (comparison) {
                    value.mustBe(Texts::decimal);
                    value.mustBe(Texts::int64);
                } else {
                    operator.unsupported("Equal", "Exists", "Lt", "Gt");
                }
            }
            default -> operator.unsupported("Equal", "Exists");
        }
    }

    /// Checks that an update of a pod keeps every toleration but for its seconds; the list is then checked
    /// once more.
    public static void onlyAdded(Field tolerations, JsonNode old, boolean comparison) {
        Set<String> now = new HashSet<>();
        tolerations.node().forEach(toleration -> now.add(withoutSeconds(toleration)));
        for (JsonNode kept : old) {
            if (!now.contains(withoutSeconds(kept))) {
                tolerations.forbidden("existing toleration can not be modified except its tolerationSeconds");
                return;
            }
        }
        tolerations(tolerations, comparison);
    }

    /// What a toleration says but for its seconds; equal for those that say the same.
    private static String withoutSeconds(JsonNode toleration) {
        ArrayNode fields = Json.array();
        for (String field : FIELDS) {
            fields.add(toleration.path(field).asText(""));
        }
        return fields.toString();
    }

    /// Checks the taints of a node.
    public static void taints(Field taints) {
        Set<String> seen = new HashSet<>();
        for (Field taint : taints.items()) {
            taint.at("key").mustBe(Names::qualified);
            Field value = taint.at("value");
            List<String> complaints = Names.labelValue(value.text());
            if (!complaints.isEmpty()) {
                value.invalidText(String.join(";", complaints));
            }
            Field effect = taint.at("effect");
            if (effect.isEmpty()) {
                effect.required();
            } else if (!EFFECTS.contains(effect.text())) {
                effect.unsupported(EFFECTS);
            }
            if (!seen.add(effect.text() + " " + taint.at("key").text())) {
                taint.errors()
                        .add(
                                FieldError.Type.DUPLICATE,
                                taint.path().text(),
                                Optional.of(TAINT.of(taint.given())),
                                "taints must be unique by key and effect pair");
            }
        }
    }
}
