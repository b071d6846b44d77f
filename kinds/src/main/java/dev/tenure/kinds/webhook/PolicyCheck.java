package dev.tenure.kinds.webhook;

import com.google.re2j.Pattern;
import dev.tenure.apiserver.registry.FieldError;
import dev.tenure.apiserver.registry.field.Field;
import dev.tenure.apiserver.registry.field.GoStruct;
import dev.tenure.apiserver.registry.field.GoStruct.Zero;
import dev.tenure.apiserver.registry.field.Names;
import dev.tenure.kinds.expression.RequestExpressions;
import dev.tenure.kinds.expression.RequestExpressions.Given;
import dev.tenure.kinds.expression.RequestExpressions.Outcome;
import dev.tenure.model.meta.GoSpace;
import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.Json;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/// One look at the spec of an admission policy for what is wrong with it. Used once, by one thread. Upstream:
/// pkg/apis/admissionregistration/validation.
final class PolicyCheck {
    private static final Pattern IDENTIFIER = Pattern.compile("[_a-zA-Z][_a-zA-Z0-9]*");
    private static final Set<String> RESERVED =
            Set.of(("true false null in as break const continue else for function if import let loop package namespace"
                            + " return var void while")
                    .split(" "));
    private static final Pattern LINE_BREAK = Pattern.compile("[\\n\\r]");
    private static final String NOTHING_TO_DO = "validations or auditAnnotations must contain at least one item";
    private static final int ANNOTATIONS_MAX = 20;
    private static final int VALUE_BYTES_MAX = 5 * 1024;

    private static final GoStruct ANNOTATION =
            new GoStruct().with("Key", "key", Zero.TEXT).with("ValueExpression", "valueExpression", Zero.TEXT);

    private final Field spec;
    private final boolean params;
    private final RequestExpressions expressions;

    private PolicyCheck(Field spec, boolean composed) {
        this.spec = spec;
        this.params = spec.at("paramKind").isSet();
        this.expressions = new RequestExpressions(composed);
    }

    /// @param policy its name; empty when it has none
    /// @param conditions whether the conditions are judged
    static void validating(Field spec, String policy, boolean conditions) {
        var check = new PolicyCheck(spec, !spec.at("variables").isEmpty());
        check.common(conditions, false);
        Field validations = spec.at("validations");
        Field annotations = spec.at("auditAnnotations");
        if (validations.isEmpty() && annotations.isEmpty()) {
            validations.required(NOTHING_TO_DO);
            annotations.required(NOTHING_TO_DO);
            return;
        }
        validations.items().forEach(check::validation);
        if (annotations.size() > ANNOTATIONS_MAX) {
            ArrayNode printed = Json.array();
            annotations.node().forEach(annotation -> printed.add(ANNOTATION.of(annotation)));
            annotations.invalid(printed, "must not have more than 20 auditAnnotations");
        }
        Set<String> keys = new HashSet<>();
        for (Field annotation : annotations.items()) {
            check.annotation(annotation, policy);
            if (!keys.add(annotation.at("key").text())) {
                annotation.at("key").duplicate();
            }
        }
    }

    static void mutating(Field spec, boolean conditions) {
        var check = new PolicyCheck(spec, true);
        check.common(conditions, true);
        Field mutations = spec.at("mutations");
        if (mutations.isEmpty()) {
            mutations.required("mutations must contain at least one item");
        }
        mutations.items().forEach(check::mutation);
        spec.at("reinvocationPolicy").mustBeGivenAndOneOf("IfNeeded", "Never");
    }

    private void common(boolean conditions, boolean mutating) {
        Field policy = spec.at("failurePolicy");
        if (policy.isSet()) {
            RequestValidation.failurePolicy(policy);
        } else {
            policy.required();
        }
        if (params) {
            kind(spec.at("paramKind"));
        }
        Field match = spec.at("matchConstraints");
        if (match.isSet()) {
            RequestValidation.match(match);
            if (match.at("resourceRules").isEmpty()) {
                match.at("resourceRules").required();
            }
            if (mutating) {
                RequestValidation.changeable(match);
            }
        } else {
            match.required();
        }
        if (conditions) {
            MatchConditionValidation.conditions(spec.at("matchConditions"), params);
        }
        spec.at("variables").items().forEach(this::variable);
    }

    private static void kind(Field kind) {
        Field version = kind.at("apiVersion");
        String[] parts = version.text().split("/", -1);
        if (version.isEmpty()) {
            version.required();
        } else if (parts.length > 2) {
            version.invalidText("unexpected GroupVersion string: " + version.text());
        } else {
            groupVersion(version, parts.length == 2 ? parts[0] : "", parts[parts.length - 1]);
        }
        Field name = kind.at("kind");
        List<String> complaints = Names.dnsLabelOf1035(name.text().toLowerCase(Locale.ROOT));
        if (name.isEmpty()) {
            name.required();
        } else if (!complaints.isEmpty()) {
            name.invalidText("may have mixed case, but should otherwise match: " + String.join(",", complaints));
        }
    }

    private static void groupVersion(Field place, String group, String version) {
        List<String> complaints = group.isEmpty() ? List.of() : Names.dnsSubdomain(group);
        if (!complaints.isEmpty()) {
            place.invalid(group, String.join(",", complaints));
        }
        List<String> about = Names.dnsLabelOf1035(version);
        if (version.isEmpty()) {
            place.invalidText("version must be specified");
        } else if (!about.isEmpty()) {
            place.invalid(version, String.join(",", about));
        }
    }

    private void variable(Field variable) {
        Field name = variable.at("name");
        Field expression = variable.at("expression");
        if (GoSpace.isBlank(name.text())) {
            name.required("name is not specified");
        } else if (!IDENTIFIER.matcher(name.text()).matches() || RESERVED.contains(name.text())) {
            name.invalidText("must be a valid CEL identifier");
        }
        if (GoSpace.isBlank(expression.text())) {
            expression.required("expression is not specified");
        } else {
            expressions
                    .define(name.text(), expression.text(), new Given(params, true, false))
                    .ifPresent(fault -> fault.report(expression, expression.text()));
        }
    }

    private void validation(Field validation) {
        Field expression = validation.at("expression");
        if (GoSpace.isBlank(expression.text())) {
            expression.required("expression is not specified");
        } else {
            judge(expression, expression.text(), new Given(params, true, false), Outcome.FLAG);
        }
        Field messageExpression = validation.at("messageExpression");
        if (!GoSpace.isBlank(messageExpression.text())) {
            judge(messageExpression, messageExpression.text(), new Given(params, false, false), Outcome.TEXT);
        } else if (!messageExpression.isEmpty()) {
            messageExpression.invalidText("must be non-empty if specified");
        }
        Field message = validation.at("message");
        if (!message.isEmpty() && GoSpace.isBlank(message.text())) {
            message.invalidText("must be non-empty if specified");
        } else if (LINE_BREAK.matcher(GoSpace.trimmed(message.text())).find()) {
            message.invalidText("must not contain line breaks");
        }
        if (validation.at("reason").isSet()) {
            validation.at("reason").mustBeOneOf("Forbidden", "Invalid", "RequestEntityTooLarge");
        }
    }

    private void judge(Field expression, String text, Given given, Outcome outcome) {
        expressions.fault(text, given, outcome).ifPresent(fault -> fault.report(expression, text));
    }

    private void annotation(Field annotation, String policy) {
        Field key = annotation.at("key");
        if (policy.isEmpty()) {
            key.invalidText("requires metadata.name be non-empty");
        } else {
            String whole = policy + "/" + key.text();
            Names.qualified(whole).forEach(complaint -> key.invalid(whole, complaint));
        }
        Field value = annotation.at("valueExpression");
        String text = GoSpace.trimmed(value.text());
        if (text.isEmpty()) {
            value.required("valueExpression is not specified");
        } else if (FieldError.byteLength(text) > VALUE_BYTES_MAX) {
            value.required("must not exceed 5120 bytes in length");
        } else {
            expressions
                    .fault(text, new Given(params, true, false), Outcome.TEXT_OR_NULL)
                    .ifPresent(fault -> fault.report(value, value.text()));
        }
    }

    private void mutation(Field mutation) {
        Field apply = mutation.at("applyConfiguration");
        Field patch = mutation.at("jsonPatch");
        switch (mutation.at("patchType").text()) {
            case "JSONPatch" -> only(patch, apply, "JSONPatch", Outcome.PATCHES);
            case "ApplyConfiguration" -> only(apply, patch, "ApplyConfiguration", Outcome.OBJECT);
            default -> mutation.at("patchType").mustBeGivenAndOneOf("ApplyConfiguration", "JSONPatch");
        }
    }

    private void only(Field given, Field other, String type, Outcome outcome) {
        if (given.isSet()) {
            String text = GoSpace.trimmed(given.at("expression").text());
            if (text.isEmpty()) {
                given.at("expression").required();
            } else {
                judge(given.at("expression"), text, new Given(params, true, true), outcome);
            }
        } else {
            given.required("must be specified when patchType is " + type);
        }
        if (other.isSet()) {
            String name = other.path().text();
            other.invalid(
                    "{" + name.substring(name.lastIndexOf('.') + 1) + "}",
                    "must not be specified when patchType is " + type);
        }
    }
}
