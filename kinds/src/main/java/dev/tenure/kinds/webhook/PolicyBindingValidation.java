package dev.tenure.kinds.webhook;

import dev.tenure.apiserver.registry.field.Field;
import dev.tenure.apiserver.registry.field.Names;
import dev.tenure.apiserver.registry.meta.SelectorValidation;
import java.util.HashSet;
import java.util.Set;

/// What is valid as the binding of an admission policy. Pure. Upstream:
/// pkg/apis/admissionregistration/validation.
final class PolicyBindingValidation {
    private static final String ONE_ONLY = "name and selector are mutually exclusive";

    private PolicyBindingValidation() {}

    static void validating(Field spec) {
        common(spec);
        actions(spec.at("validationActions"));
    }

    static void mutating(Field spec) {
        common(spec);
        RequestValidation.changeable(spec.at("matchResources"));
    }

    private static void common(Field spec) {
        Field policy = spec.at("policyName");
        policy.mustBeGivenAndBe(Names::dnsSubdomain);
        if (spec.at("paramRef").isSet()) {
            params(spec.at("paramRef"));
        }
        RequestValidation.match(spec.at("matchResources"));
    }

    private static void params(Field params) {
        Field name = params.at("name");
        Field selector = params.at("selector");
        if (!name.isEmpty()) {
            name.mustBe(Names::pathSegment);
            if (selector.isSet()) {
                name.forbidden(ONE_ONLY);
            }
        }
        if (selector.isSet()) {
            SelectorValidation.selector(selector);
            if (!name.isEmpty()) {
                selector.forbidden(ONE_ONLY);
            }
        } else if (name.isEmpty()) {
            params.required("one of name or selector must be specified");
        }
        params.at("parameterNotFoundAction").mustBeGivenAndOneOf("Deny", "Allow");
    }

    private static void actions(Field actions) {
        Set<String> seen = new HashSet<>();
        for (Field action : actions.items()) {
            action.mustBeOneOf("Audit", "Deny", "Warn");
            if (!seen.add(action.text())) {
                action.duplicate();
            }
        }
        if (seen.contains("Deny") && seen.contains("Warn")) {
            actions.invalid(
                    "must not contain both Deny and Warn (repeating the same validation failure information in the"
                            + " API response and headers serves no purpose)");
        }
        if (seen.isEmpty()) {
            actions.required("at least one validation action is required");
        }
    }
}
