package dev.tenure.kinds.autoscaler;

import dev.tenure.apiserver.registry.field.Field;
import dev.tenure.apiserver.registry.field.Names;
import dev.tenure.kinds.podspec.QuantityValidation;
import dev.tenure.wire.json.JsonNode;

/// What is valid as the spec of an autoscaler, but for its metrics. Pure.
final class AutoscalerValidation {
    private static final int PERIOD_SECONDS_MAX = 1800;
    private static final int WINDOW_SECONDS_MAX = 3600;

    private AutoscalerValidation() {}

    /// @param sameTarget whether the kind of the target is the one that was stored
    /// @param toZero whether it may scale to zero
    static void spec(Field spec, boolean sameTarget, boolean toZero) {
        Field least = spec.at("minReplicas");
        Field most = spec.at("maxReplicas");
        int bound = toZero ? 0 : 1;
        if (least.isSet() && least.number() < bound) {
            least.invalidNumber("must be greater than or equal to " + bound);
        }
        if (most.number() == 0) {
            most.required("must be set and greater than 0");
        } else if (most.number() < 0) {
            most.invalidNumber("must be greater than or equal to 1");
        }
        if (least.isSet() && most.number() < least.number()) {
            most.invalidNumber("must be greater than or equal to `minReplicas`");
        }
        Field target = spec.at("scaleTargetRef");
        object(target);
        if (!sameTarget) {
            version(target, target.at("kind").is("ReplicationController"));
        }
        MetricValidation.metrics(spec.at("metrics"), least.isSet() && least.number() == 0);
        Field behavior = spec.at("behavior");
        if (behavior.isSet()) {
            direction(behavior.at("scaleUp"));
            direction(behavior.at("scaleDown"));
        }
    }

    /// Checks kind and name of an object that is referred to.
    private static void object(Field reference) {
        segment(reference.at("kind"), "");
        segment(reference.at("name"), "");
    }

    /// An object of any group, the core one included.
    static void anyObject(Field reference) {
        object(reference);
        version(reference, true);
    }

    /// A text that must be there, and fit into a path.
    static void segment(Field text, String whenMissing) {
        if (text.isEmpty()) {
            text.required(whenMissing);
        } else {
            text.mustBe(Names::pathSegment);
        }
    }

    private static void version(Field reference, boolean coreToo) {
        Field version = reference.at("apiVersion");
        String text = version.text();
        long slashes = text.chars().filter(c -> c == '/').count();
        if (slashes > 1) {
            version.invalidText("unexpected GroupVersion string: " + text);
        } else if (!coreToo && text.indexOf('/') <= 0) {
            version.invalidText("apiVersion must specify API group");
        }
    }

    private static void direction(Field rules) {
        if (!rules.isSet()) {
            return;
        }
        Field window = rules.at("stabilizationWindowSeconds");
        if (window.isSet() && window.number() < 0) {
            window.invalidNumber("must be greater than or equal to zero");
        }
        if (window.number() > WINDOW_SECONDS_MAX) {
            window.invalidNumber("must be less than or equal to " + WINDOW_SECONDS_MAX);
        }
        if (rules.at("selectPolicy").isSet()) {
            rules.at("selectPolicy").mustBeOneOf("Disabled", "Max", "Min");
        }
        if (rules.at("policies").isEmpty() || rules.at("policies").wasEmpty()) {
            rules.at("policies").required("must specify at least one Policy");
        }
        rules.at("policies").items().forEach(AutoscalerValidation::policy);
        QuantityValidation.notNegative(rules.at("tolerance"));
    }

    private static void policy(Field policy) {
        policy.at("type").mustBeOneOf("Percent", "Pods");
        policy.at("value").mustBePositive();
        Field period = policy.at("periodSeconds");
        period.mustBePositive();
        if (period.number() > PERIOD_SECONDS_MAX) {
            period.invalidNumber("must be less than or equal to " + PERIOD_SECONDS_MAX);
        }
    }

    static void status(Field status) {
        status.at("currentReplicas").mustNotBeNegative();
        status.at("desiredReplicas").mustNotBeNegative();
    }

    /// Whether two references name the same kind.
    static boolean sameKind(JsonNode one, JsonNode other) {
        return one.path("apiVersion").asText("").equals(other.path("apiVersion").asText(""))
                && one.path("kind").asText("").equals(other.path("kind").asText(""));
    }
}
