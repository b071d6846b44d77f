package dev.tenure.kinds.workload;

import dev.tenure.apiserver.registry.FieldErrors;
import dev.tenure.apiserver.registry.NameFormat;
import dev.tenure.apiserver.registry.field.Field;
import dev.tenure.apiserver.registry.field.Path;
import dev.tenure.apiserver.registry.field.PrintedSelector;
import dev.tenure.apiserver.registry.field.SameValue;
import dev.tenure.apiserver.registry.field.Trees;
import dev.tenure.apiserver.registry.meta.ObjectMetaValidation;
import dev.tenure.apiserver.registry.meta.PlainKind;
import dev.tenure.apiserver.registry.meta.SelectorRule;
import dev.tenure.apiserver.registry.meta.SelectorValidation;
import dev.tenure.kinds.podspec.DisabledFields;
import dev.tenure.kinds.podspec.PodOptions;
import dev.tenure.kinds.podspec.PodSpecDefaults;
import dev.tenure.kinds.podspec.PodTemplateValidation;
import dev.tenure.kinds.podspec.warning.PodWarnings;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import java.util.List;
import java.util.Optional;

/// Daemon sets. The number of their template is kept in an annotation, where the API of today has no field
/// for it.
public final class DaemonSetStrategy implements PlainKind {
    private static final String TEMPLATE_NUMBER = "deprecated.daemonset.template.generation";
    private static final List<String> SHOWN_COUNTS =
            List.of("currentNumberScheduled", "numberMisscheduled", "desiredNumberScheduled", "numberReady");

    private final boolean comparisonOperators;

    /// @param comparisonOperators whether tolerations may use Lt and Gt
    public DaemonSetStrategy(boolean comparisonOperators) {
        this.comparisonOperators = comparisonOperators;
    }

    @Override
    public void setDefaults(ObjectNode set) {
        setStatusDefaults(set);
        ObjectNode spec = Trees.object(set, "spec");
        ObjectNode strategy = Trees.object(spec, "updateStrategy");
        Trees.fill(strategy, "type", "RollingUpdate");
        if (strategy.path("type").asText().equals("RollingUpdate")) {
            ObjectNode rolling = Trees.object(strategy, "rollingUpdate");
            if (!rolling.hasNonNull("maxUnavailable")) {
                rolling.put("maxUnavailable", 1);
            }
        }
        // Within upstream's server both are numbers that cannot be absent, whatever the type says.
        Trees.within(strategy, "rollingUpdate", rolling -> {
            for (String amount : List.of("maxUnavailable", "maxSurge")) {
                if (!rolling.hasNonNull(amount)) {
                    rolling.put(amount, 0);
                }
            }
        });
        Trees.fill(spec, "revisionHistoryLimit", 10);
        Trees.object(Trees.object(spec, "template"), "spec");
        PodSpecDefaults.template(spec.path("template"));
    }

    @Override
    public void setStatusDefaults(ObjectNode set) {
        if (!set.path("metadata").path("annotations").has(TEMPLATE_NUMBER)) {
            putTemplateNumber(set, 0);
        }
    }

    /// Upstream turns the annotation into a field when it reads a set.
    @Override
    public Optional<String> unreadable(ObjectNode set) {
        return AnnotatedNumber.of(set, TEMPLATE_NUMBER).flatMap(AnnotatedNumber::fault);
    }

    private static long templateNumber(JsonNode set) {
        return AnnotatedNumber.of(set, TEMPLATE_NUMBER)
                .flatMap(AnnotatedNumber::value)
                .orElse(0L);
    }

    private static void putTemplateNumber(ObjectNode set, long number) {
        AnnotatedNumber.put(set, TEMPLATE_NUMBER, number);
    }

    @Override
    public void prepareForCreate(ObjectNode set) {
        ObjectNode status = set.putObject("status");
        SHOWN_COUNTS.forEach(name -> status.put(name, 0));
        putTemplateNumber(set, Math.max(1, templateNumber(set)));
        DisabledFields.dropInTemplate(set);
    }

    @Override
    public void prepareForUpdate(ObjectNode next, ObjectNode old, String subresource) {
        PlainKind.super.prepareForUpdate(next, old, subresource);
        if (subresource.isEmpty()) {
            DisabledFields.dropInTemplate(next, old);
            boolean changed = !SameValue.same(template(next), template(old));
            putTemplateNumber(next, templateNumber(old) + (changed ? 1 : 0));
        } else if (templateNumber(old) > 0) {
            putTemplateNumber(next, templateNumber(old));
        }
    }

    private static JsonNode template(ObjectNode set) {
        return set.path("spec").path("template");
    }

    @Override
    public void validate(ObjectNode set, FieldErrors errors) {
        ObjectMetaValidation.object(set, NameFormat.DNS_SUBDOMAIN, errors);
        spec(Field.root(set, errors).at("spec"), PodOptions.fresh(comparisonOperators));
    }

    @Override
    public void validateUpdate(ObjectNode next, ObjectNode old, String subresource, FieldErrors errors) {
        ObjectMetaValidation.update(next, old, errors);
        Field root = Field.root(next, errors);
        if (subresource.equals("status")) {
            status(root.at("status"), old.path("status"));
            return;
        }
        WorkloadValidation.sameSelector(
                root.at("spec", "selector"), old.path("spec").path("selector"));
        spec(root.at("spec"), WorkloadValidation.options(comparisonOperators, old));
    }

    private static void spec(Field spec, PodOptions options) {
        Field selector = spec.at("selector");
        Field template = spec.at("template");
        SelectorValidation.selector(selector);
        if (SelectorValidation.usable(selector.node())) {
            PodTemplateValidation.selected(template, selector.node());
        }
        if (selector.isSet() && SelectorRule.isEmpty(selector.node())) {
            selector.invalid(PrintedSelector.of(selector.node()), "empty selector is invalid for daemonset");
        }
        PodTemplateValidation.check(template, options);
        PodTemplateValidation.neverEnds(template, "DaemonSet");
        spec.at("minReadySeconds").mustNotBeNegative();
        strategy(spec.at("updateStrategy"));
        if (spec.at("revisionHistoryLimit").isSet()) {
            spec.at("revisionHistoryLimit").mustNotBeNegative();
        }
    }

    private static void strategy(Field strategy) {
        Field rolling = strategy.at("rollingUpdate");
        switch (strategy.at("type").text()) {
            case "OnDelete" -> {}
            case "RollingUpdate" -> rolling(rolling);
            default -> WorkloadValidation.unknownStrategy(strategy, "\"RollingUpdate\", \"OnDelete\"");
        }
    }

    private static void rolling(Field rolling) {
        Field unavailable = rolling.at("maxUnavailable");
        Field surge = rolling.at("maxSurge");
        WorkloadValidation.countOrPercent(unavailable);
        WorkloadValidation.countOrPercent(surge);
        WorkloadValidation.atMostAll(unavailable);
        WorkloadValidation.atMostAll(surge);
        boolean someUnavailable = WorkloadValidation.value(unavailable) != 0;
        boolean someSurge = WorkloadValidation.value(surge) != 0;
        if (someUnavailable && someSurge) {
            surge.invalid("may not be set when maxUnavailable is non-zero");
        } else if (!someUnavailable && !someSurge) {
            unavailable.required("cannot be 0 when maxSurge is 0");
        }
    }

    private static void status(Field status, JsonNode old) {
        WorkloadValidation.counts(status, SHOWN_COUNTS);
        WorkloadValidation.counts(
                status,
                List.of(
                        "observedGeneration",
                        "updatedNumberScheduled",
                        "numberAvailable",
                        "numberUnavailable",
                        "collisionCount"));
        WorkloadValidation.collisions(status, old);
    }

    @Override
    public List<String> warnings(ObjectNode set, Optional<ObjectNode> old) {
        boolean same = old.isPresent() && templateNumber(old.get()) == templateNumber(set);
        return same ? List.of() : PodWarnings.ofTemplate(Path.ROOT.child("spec", "template"), template(set));
    }
}
