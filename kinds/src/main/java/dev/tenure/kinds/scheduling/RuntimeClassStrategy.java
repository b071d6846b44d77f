package dev.tenure.kinds.scheduling;

import dev.tenure.apiserver.registry.FieldErrors;
import dev.tenure.apiserver.registry.field.Field;
import dev.tenure.apiserver.registry.field.GoStruct;
import dev.tenure.apiserver.registry.field.GoStruct.Zero;
import dev.tenure.apiserver.registry.field.Names;
import dev.tenure.apiserver.registry.meta.ObjectMetaValidation;
import dev.tenure.apiserver.registry.meta.PlainKind;
import dev.tenure.kinds.podspec.PodOptions;
import dev.tenure.kinds.podspec.ResourcesValidation;
import dev.tenure.kinds.podspec.TolerationValidation;
import dev.tenure.kinds.podspec.warning.NodeLabels;
import dev.tenure.kinds.workload.WorkloadValidation;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Runtime classes: the handler never changes.
public final class RuntimeClassStrategy implements PlainKind {
    private static final GoStruct TOLERATION = new GoStruct()
            .with("Key", "key", Zero.TEXT)
            .with("Operator", "operator", Zero.TEXT)
            .with("Value", "value", Zero.TEXT)
            .with("Effect", "effect", Zero.TEXT)
            .pointers("tolerationSeconds");

    @Override
    public void validate(ObjectNode runtimeClass, FieldErrors errors) {
        Field root = Field.root(runtimeClass, errors);
        ObjectMetaValidation.plain(root.at("metadata"), Names::dnsSubdomain);
        Field handler = root.at("handler");
        if (handler.text().isEmpty()) {
            handler.required();
        } else {
            handler.mustBe(Names::dnsLabel);
        }
        if (root.at("overhead").isSet()) {
            PodOptions options = WorkloadValidation.options(false, runtimeClass);
            Field fixed = root.at("overhead", "podFixed");
            ResourcesValidation.overhead(fixed.under(root.at("overhead").path()), options);
        }
        Field scheduling = root.at("scheduling");
        ObjectMetaValidation.labels(scheduling.at("nodeSelector"));
        tolerations(scheduling.at("tolerations"));
    }

    private static void tolerations(Field tolerations) {
        TolerationValidation.tolerations(tolerations, false);
        Set<List<String>> seen = new HashSet<>();
        for (Field toleration : tolerations.items()) {
            List<String> identity = List.of(
                    toleration.at("key").text(),
                    toleration.at("operator").text(),
                    toleration.at("value").text(),
                    toleration.at("effect").text());
            if (!seen.add(identity)) {
                toleration.duplicate(TOLERATION.of(toleration.given()));
            }
        }
    }

    @Override
    public void validateUpdate(ObjectNode next, ObjectNode old, String subresource, FieldErrors errors) {
        validate(next, errors);
        Field root = Field.root(next, errors);
        ObjectMetaValidation.plainUpdate(root.at("metadata"), old.path("metadata"));
        ObjectMetaValidation.immutable(root.at("handler"), old.path("handler"));
    }

    @Override
    public List<String> warnings(ObjectNode next, Optional<ObjectNode> old) {
        List<String> warnings = new ArrayList<>();
        JsonNode selector = next.path("scheduling").path("nodeSelector");
        selector.fieldNames()
                .forEachRemaining(label -> NodeLabels.warning(label)
                        .ifPresent(warning -> warnings.add("scheduling.nodeSelector: " + warning)));
        return warnings;
    }
}
