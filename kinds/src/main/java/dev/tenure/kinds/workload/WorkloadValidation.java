package dev.tenure.kinds.workload;

import com.google.re2j.Pattern;
import dev.tenure.apiserver.registry.FieldError;
import dev.tenure.apiserver.registry.field.Field;
import dev.tenure.apiserver.registry.field.GoStruct;
import dev.tenure.apiserver.registry.field.GoStruct.Zero;
import dev.tenure.apiserver.registry.field.Names;
import dev.tenure.apiserver.registry.field.Path;
import dev.tenure.apiserver.registry.field.PrintedSelector;
import dev.tenure.apiserver.registry.field.SameValue;
import dev.tenure.apiserver.registry.field.Texts;
import dev.tenure.apiserver.registry.field.Trees;
import dev.tenure.apiserver.registry.meta.ObjectMetaValidation;
import dev.tenure.apiserver.registry.meta.SelectorRule;
import dev.tenure.apiserver.registry.meta.SelectorValidation;
import dev.tenure.kinds.podspec.PodOptions;
import dev.tenure.kinds.podspec.PodTemplateValidation;
import dev.tenure.kinds.podspec.warning.PodWarnings;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// What is valid in the parts that kinds which keep pods running share: selector and template, amounts that
/// are numbers or percentages, counts in a status.
public final class WorkloadValidation {
    private static final Pattern NUMBER = Pattern.compile("[0-9]{1,18}");
    private static final String TEMPLATE = "template";

    private static final GoStruct STRATEGY = new GoStruct()
            .with("Type", "type", Zero.TEXT)
            .with(
                    "RollingUpdate",
                    "rollingUpdate",
                    new GoStruct()
                            .with("MaxUnavailable", "maxUnavailable", Zero.NUMBER)
                            .with("MaxSurge", "maxSurge", Zero.NUMBER));

    private WorkloadValidation() {}

    /// Refuses a strategy of rollouts whose type is none of those that the kind has.
    ///
    /// @param supported as the message lists them
    public static void unknownStrategy(Field strategy, String supported) {
        strategy.errors()
                .add(
                        FieldError.Type.NOT_SUPPORTED,
                        strategy.path().text(),
                        Optional.of(STRATEGY.of(strategy.given())),
                        "supported values: " + supported);
    }

    /// What the old object's template lets pass in the new one's.
    public static PodOptions options(boolean comparisonOperators, ObjectNode old) {
        JsonNode template = old.path("spec").path(TEMPLATE);
        return PodOptions.of(comparisonOperators, template.path("spec"), template.path("metadata"));
    }

    /// Checks that there is a selector that asks for something.
    ///
    /// @param what as the message calls the kind
    public static void selector(Field selector, String what) {
        if (!selector.isSet()) {
            selector.required();
            return;
        }
        SelectorValidation.selector(selector);
        if (SelectorRule.isEmpty(selector.node())) {
            selector.invalid(PrintedSelector.of(selector.node()), "empty selector is invalid for " + what);
        }
    }

    /// Checks selector and template of a kind whose pods never end.
    ///
    /// @param controller as messages about the template call the kind
    public static void selectorAndTemplate(Field spec, String controller, PodOptions options) {
        Field selector = spec.at("selector");
        selector(selector, "deployment");
        if (SelectorValidation.usable(selector.node())) {
            PodTemplateValidation.ofController(spec.at(TEMPLATE), selector.node(), controller, options);
        } else {
            selector.invalid(PrintedSelector.of(selector.node()), "invalid label selector");
        }
    }

    /// Checks that an update leaves the selector as it was.
    public static void sameSelector(Field selector, JsonNode old) {
        if (!SameValue.same(selector.node(), old)) {
            selector.invalid(PrintedSelector.of(selector.node()), ObjectMetaValidation.IMMUTABLE);
        }
    }

    /// Checks a number that is not negative, or a percentage.
    public static void countOrPercent(Field amount) {
        if (amount.isText()) {
            amount.mustBe(Texts::percent);
        } else {
            amount.mustNotBeNegative();
        }
    }

    public static void atMostAll(Field amount) {
        if (amount.isText() && Texts.percent(amount.text()).isEmpty() && value(amount) > 100) {
            amount.invalidText("must not be greater than 100%");
        }
    }

    /// The number, or the number before the percent sign; 0 for anything else.
    public static long value(Field amount) {
        if (!amount.isText()) {
            return amount.number();
        }
        String text = amount.text();
        String digits = text.endsWith("%") ? text.substring(0, text.length() - 1) : text;
        return NUMBER.matches(digits) ? Long.parseLong(digits) : 0;
    }

    /// Checks that counts are not negative.
    public static void counts(Field status, List<String> names) {
        for (String name : names) {
            if (status.at(name).isSet()) {
                status.at(name).mustNotBeNegative();
            }
        }
    }

    /// Checks that parts of the pods are no more than all of them.
    public static void partsOfReplicas(Field status, List<String> names) {
        for (String name : names) {
            if (status.at(name).number() > status.at("replicas").number()) {
                status.at(name).invalidNumber("cannot be greater than status.replicas");
            }
        }
        Field available = status.at("availableReplicas");
        if (available.number() > status.at("readyReplicas").number()) {
            available.invalidNumber("cannot be greater than readyReplicas");
        }
    }

    /// Checks that the count of hash collisions does not go back.
    public static void collisions(Field status, JsonNode old) {
        Field count = status.at("collisionCount");
        if (old.has("collisionCount")
                && (!count.isSet()
                        || count.number() < old.path("collisionCount").asLong())) {
            count.invalidNumber("cannot be decremented");
        }
    }

    /// Gives an object without labels those of its template, which stood in no body of a write to its status.
    /// Upstream does so whenever it reads such an object.
    public static void labelLikeTemplate(ObjectNode object) {
        JsonNode labels = object.path("spec").path(TEMPLATE).path("metadata").path("labels");
        ObjectNode metadata = Trees.object(object, "metadata");
        if (!labels.isEmpty() && metadata.path("labels").isEmpty()) {
            metadata.set("labels", labels.deepCopy());
        }
    }

    /// Warnings about name and template.
    public static List<String> warnings(ObjectNode object, Optional<ObjectNode> old) {
        List<String> warnings = new ArrayList<>();
        if (old.isEmpty()) {
            List<String> complaints =
                    Names.dnsLabel(object.path("metadata").path("name").asText());
            if (!complaints.isEmpty()) {
                warnings.add("metadata.name: this is used in Pod names and hostnames, which can result in surprising"
                        + " behavior; a DNS label is recommended: [" + String.join(" ", complaints) + "]");
            }
        }
        if (old.isEmpty() || generation(object) != generation(old.get())) {
            warnings.addAll(PodWarnings.ofTemplate(
                    Path.ROOT.child("spec", TEMPLATE), object.path("spec").path(TEMPLATE)));
        }
        return warnings;
    }

    private static long generation(ObjectNode object) {
        return object.path("metadata").path("generation").asLong();
    }
}
