package dev.tenure.kinds.podspec;

import dev.tenure.apiserver.registry.field.Field;
import dev.tenure.apiserver.registry.field.PrintedSelector;
import dev.tenure.apiserver.registry.meta.ObjectMetaValidation;
import dev.tenure.apiserver.registry.meta.SelectorRule;
import dev.tenure.wire.json.JsonNode;
import java.util.Optional;

/// What is valid as a template of pods, and as one that a controller's selector must select.
public final class PodTemplateValidation {
    private PodTemplateValidation() {}

    public static void check(Field template, PodOptions options) {
        Field spec = template.at("spec");
        // Upstream leaves `metadata` out of these places.
        ObjectMetaValidation.labels(
                template.at("metadata", "labels").under(template.path().child("labels")));
        Field annotations =
                template.at("metadata", "annotations").under(template.path().child("annotations"));
        ObjectMetaValidation.annotations(annotations);
        PodAnnotationsValidation.check(annotations, spec, options);
        PodSpecValidation.check(spec, Optional.empty(), options);
        PodAnnotationsValidation.matchFields(annotations.node(), spec);
        if (!spec.at("ephemeralContainers").isEmpty()) {
            spec.at("ephemeralContainers").forbidden("ephemeral containers not allowed in pod template");
        }
    }

    /// Checks the template of a controller that keeps its pods running.
    ///
    /// @param controller as its messages call it
    public static void ofController(Field template, JsonNode selector, String controller, PodOptions options) {
        selected(template, selector);
        check(template, options);
        neverEnds(template, controller);
    }

    /// Checks that the pods of a template are meant to run for ever.
    ///
    /// @param controller as the message calls the kind
    public static void neverEnds(Field template, String controller) {
        Field spec = template.at("spec");
        spec.at("restartPolicy").mustBeOneOf("Always");
        if (spec.at("activeDeadlineSeconds").isSet()) {
            spec.at("activeDeadlineSeconds").forbidden("activeDeadlineSeconds in " + controller + " is not Supported");
        }
    }

    /// Checks that a selector that asks for something selects the template. An absent selector selects
    /// nothing.
    public static void selected(Field template, JsonNode selector) {
        JsonNode labels = template.node().path("metadata").path("labels");
        boolean misses =
                selector.isObject() ? !SelectorRule.isEmpty(selector) && !SelectorRule.matches(selector, labels) : true;
        if (misses) {
            template.at("metadata", "labels")
                    .invalid(PrintedSelector.sorted(labels), "`selector` does not match template `labels`");
        }
    }
}
