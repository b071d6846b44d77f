package dev.tenure.kinds.quota;

import dev.tenure.apiserver.registry.field.Field;
import dev.tenure.apiserver.registry.field.InternalTypes;
import dev.tenure.kinds.podspec.ResourceNames;
import dev.tenure.wire.json.JsonNode;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/// Which scopes there are, and which resources they can limit.
final class ScopeValidation {
    private static final Set<String> STANDARD = Set.of(
            "Terminating",
            "NotTerminating",
            "BestEffort",
            "NotBestEffort",
            "PriorityClass",
            "CrossNamespacePodAffinity",
            "VolumeAttributesClass");
    private static final Set<String> EXISTING =
            Set.of("BestEffort", "NotBestEffort", "Terminating", "NotTerminating", "CrossNamespacePodAffinity");
    private static final List<Set<String>> CONFLICTS =
            List.of(Set.of("BestEffort", "NotBestEffort"), Set.of("Terminating", "NotTerminating"));
    private static final Set<String> OF_PODS =
            Set.of("cpu", "memory", "requests.cpu", "requests.memory", "limits.cpu", "limits.memory", "pods");

    private ScopeValidation() {}

    static void scopes(Field spec) {
        Field scopes = spec.at("scopes");
        Set<String> seen = new HashSet<>();
        for (String scope : scopes.texts()) {
            if (!STANDARD.contains(scope)) {
                scopes.invalid("unsupported scope");
            }
            for (int i = 0; i < misfits(spec, scope); i++) {
                scopes.invalid("unsupported scope applied to resource");
            }
            seen.add(scope);
        }
        CONFLICTS.stream().filter(seen::containsAll).forEach(pair -> scopes.invalid("conflicting scopes"));
    }

    /// How many of the limited resources the scope does not go with.
    private static int misfits(Field spec, String scope) {
        List<String> misfits = new ArrayList<>();
        for (String name : new TreeSet<>(spec.at("hard").entries().keySet())) {
            if (ResourceNames.isOfQuota(name) && !fits(scope, name)) {
                misfits.add(name);
            }
        }
        return misfits.size();
    }

    private static boolean fits(String scope, String name) {
        return switch (scope) {
            case "Terminating", "NotTerminating", "NotBestEffort", "PriorityClass", "CrossNamespacePodAffinity" ->
                OF_PODS.contains(name);
            case "BestEffort" -> name.equals("pods");
            case "VolumeAttributesClass" -> name.equals("persistentvolumeclaims") || name.equals("requests.storage");
            default -> true;
        };
    }

    static void selector(Field spec) {
        Field expressions = spec.at("scopeSelector", "matchExpressions");
        Set<String> seen = new HashSet<>();
        for (Field expression : expressions.items()) {
            String scope = expression.at("scopeName").text();
            if (!STANDARD.contains(scope)) {
                expressions.at("scopeName").invalid(scope, "unsupported scope");
            }
            for (int i = 0; i < misfits(spec, scope); i++) {
                JsonNode printed = InternalTypes.of(
                        "ScopeSelector", spec.at("scopeSelector").given());
                expressions.invalid(printed, "unsupported scope applied to resource");
            }
            operator(expressions, expression, scope);
            seen.add(scope);
        }
        CONFLICTS.stream()
                .filter(seen::containsAll)
                .forEach(pair -> expressions.invalid(spec.at("scopes").given(), "conflicting scopes"));
    }

    private static void operator(Field expressions, Field expression, String scope) {
        String operator = expression.at("operator").text();
        if (EXISTING.contains(scope) && !operator.equals("Exists")) {
            expressions
                    .at("operator")
                    .invalid(
                            operator,
                            "must be 'Exists' when scope is any of ResourceQuotaScopeTerminating,"
                                    + " ResourceQuotaScopeNotTerminating, ResourceQuotaScopeBestEffort,"
                                    + " ResourceQuotaScopeNotBestEffort or"
                                    + " ResourceQuotaScopeCrossNamespacePodAffinity");
        }
        Field values = expression.at("values");
        switch (operator) {
            case "In", "NotIn" -> {
                if (values.isEmpty()) {
                    expressions
                            .at("values")
                            .required("must be at least one value when `operator` is 'In' or 'NotIn' for scope"
                                    + " selector");
                }
            }
            case "Exists", "DoesNotExist" -> {
                if (!values.isEmpty()) {
                    expressions
                            .at("values")
                            .invalid(
                                    values.node(),
                                    "must be no value when `operator` is 'Exist' or 'DoesNotExist' for scope"
                                            + " selector");
                }
            }
            default -> expressions.at("operator").invalid(operator, "not a valid selector operator");
        }
    }
}
