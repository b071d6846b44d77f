package dev.tenure.kinds.workload;

import dev.tenure.apiserver.registry.field.Field;
import dev.tenure.apiserver.registry.field.GoStruct;
import dev.tenure.apiserver.registry.field.GoStruct.Zero;
import dev.tenure.apiserver.registry.field.Names;
import dev.tenure.apiserver.registry.field.PrintedSelector;
import dev.tenure.apiserver.registry.meta.ObjectMetaValidation;
import dev.tenure.apiserver.registry.meta.SelectorValidation;
import dev.tenure.kinds.podspec.ClaimValidation;
import dev.tenure.kinds.podspec.PodAnnotationsValidation;
import dev.tenure.kinds.podspec.PodOptions;
import dev.tenure.kinds.podspec.PodTemplateValidation;
import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// What is valid as the spec of a stateful set.
///
/// @param fresh whether it is new: then its service name and claim templates, which never change, are checked
/// @param template whether its template is checked in full
record StatefulSetValidation(PodOptions options, boolean fresh, boolean template) {
    private static final GoStruct ROLLING = new GoStruct()
            .with("Partition", "partition", Zero.NUMBER)
            .with("MaxUnavailable", "maxUnavailable", Zero.NOTHING);
    private static final GoStruct STRATEGY =
            new GoStruct().with("Type", "type", Zero.TEXT).with("RollingUpdate", "rollingUpdate", ROLLING);

    void check(Field spec) {
        Field policy = spec.at("podManagementPolicy");
        if (policy.isEmpty()) {
            policy.required();
        } else if (!policy.is("OrderedReady") && !policy.is("Parallel")) {
            policy.invalidText("must be 'OrderedReady' or 'Parallel'");
        }
        strategy(spec.at("updateStrategy"));
        Field retention = spec.at("persistentVolumeClaimRetentionPolicy");
        if (retention.isSet()) {
            retention.at("whenDeleted").mustBeOneOf("Retain", "Delete");
            retention.at("whenScaled").mustBeOneOf("Retain", "Delete");
        }
        if (fresh) {
            spec.at("volumeClaimTemplates").items().forEach(claim -> ClaimValidation.spec(claim.at("spec")));
        }
        spec.at("replicas").mustNotBeNegative();
        spec.at("minReadySeconds").mustNotBeNegative();
        if (spec.at("ordinals").isSet()) {
            spec.at("ordinals", "start").mustNotBeNegative();
        }
        if (fresh && !spec.at("serviceName").isEmpty()) {
            spec.at("serviceName").mustBe(Names::dnsLabel);
        }
        Field selector = spec.at("selector");
        WorkloadValidation.selector(selector, "statefulset");
        if (SelectorValidation.usable(selector.node())) {
            pods(spec.at("template"), selector.node(), spec.at("volumeClaimTemplates"));
        } else {
            selector.invalid(PrintedSelector.of(selector.node()), "");
        }
        PodTemplateValidation.neverEnds(spec.at("template"), "StatefulSet");
    }

    private static void strategy(Field strategy) {
        Field rolling = strategy.at("rollingUpdate");
        switch (strategy.at("type").text()) {
            case "" -> strategy.required();
            case "OnDelete" -> {
                if (rolling.isSet()) {
                    rolling.invalid(ROLLING.of(rolling.given()), "only allowed for updateStrategy 'RollingUpdate'");
                }
            }
            case "RollingUpdate" -> rolling(rolling);
            default -> strategy.invalid(STRATEGY.of(strategy.given()), "must be 'RollingUpdate' or 'OnDelete'");
        }
    }

    private static void rolling(Field rolling) {
        rolling.at("partition").mustNotBeNegative();
        Field unavailable = rolling.at("maxUnavailable");
        if (unavailable.isSet()) {
            WorkloadValidation.countOrPercent(unavailable);
            if (WorkloadValidation.value(unavailable) == 0) {
                unavailable.invalid("cannot be 0");
            }
            WorkloadValidation.atMostAll(unavailable);
        }
    }

    private void pods(Field pods, JsonNode selector, Field claims) {
        PodTemplateValidation.selected(pods, selector);
        Field completed = Field.of(pods.path(), completed(pods.node(), claims), pods.errors());
        if (template) {
            PodTemplateValidation.check(completed, options);
        }
        // Upstream checks what follows once more.
        ObjectMetaValidation.labels(
                completed.at("metadata", "labels").under(pods.path().child("labels")));
        Field annotations =
                completed.at("metadata", "annotations").under(pods.path().child("annotations"));
        ObjectMetaValidation.annotations(annotations);
        PodAnnotationsValidation.check(annotations, completed.at("spec"), options);
    }

    /// The template as pods get it: with a volume for each claim, and without names, which are given by
    /// number.
    private static JsonNode completed(JsonNode template, Field claims) {
        ObjectNode completed = template.isObject() ? (ObjectNode) template.deepCopy() : Json.object();
        ObjectNode spec = completed.withObject("/spec");
        spec.remove(List.of("subdomain", "hostname"));
        if (claims.isEmpty()) {
            return completed;
        }
        JsonNode own = spec.path("volumes").deepCopy();
        ArrayNode volumes = spec.putArray("volumes");
        Set<String> names = new HashSet<>();
        for (Field claim : claims.items()) {
            String name = claim.at("metadata", "name").text();
            if (names.add(name)) {
                ObjectNode volume = volumes.addObject();
                volume.put("name", name);
                volume.putObject("persistentVolumeClaim").put("claimName", name);
            }
        }
        for (JsonNode volume : own) {
            if (!names.contains(volume.path("name").asText())) {
                volumes.add(volume);
            }
        }
        return completed;
    }
}
