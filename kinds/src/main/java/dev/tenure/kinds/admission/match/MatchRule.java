package dev.tenure.kinds.admission.match;

import dev.tenure.apiserver.admission.AdmissionRequest.Operation;
import dev.tenure.apiserver.admission.ClusterAccess;
import dev.tenure.apiserver.registry.RefusedException;
import dev.tenure.apiserver.registry.meta.SelectorRule;
import dev.tenure.model.meta.Status;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import java.util.List;
import java.util.Optional;

/// Whether a write is one that a policy, a binding or a webhook is about: by its rules, then by the labels of
/// its namespace and of its object. Pure but for the namespace that it reads.
public final class MatchRule {
    private static final String ALL = "*";
    private static final String NAMESPACES = "namespaces";

    private MatchRule() {}

    /// What a write is to a rule.
    public sealed interface Verdict {
        record No() implements Verdict {}

        /// @param as the version and kind by which it matches
        record Yes(Matched as) implements Verdict {}

        /// It would match by its rules, but the rest cannot be told.
        record Failed(Status status) implements Verdict {}
    }

    /// Whether it is what `matchConstraints` of a policy, or `matchResources` of a binding, says: without
    /// rules everything is.
    public static Verdict policy(Interception write, JsonNode constraints, ClusterAccess cluster) {
        String policy = constraints.path("matchPolicy").asText("Exact");
        if (byRules(write, constraints.path("excludeResourceRules"), policy).isPresent()) {
            return new Verdict.No();
        }
        JsonNode rules = constraints.path("resourceRules");
        Optional<Matched> matched = rules.isEmpty() ? Optional.of(write.asked()) : byRules(write, rules, policy);
        return matched.map(as -> bySelectors(write, constraints, as, cluster)).orElseGet(Verdict.No::new);
    }

    /// Whether it is what the rules and selectors of a webhook say: without rules nothing is.
    public static Verdict webhook(Interception write, JsonNode webhook, ClusterAccess cluster) {
        return byRules(write, webhook.path("rules"), webhook.path("matchPolicy").asText("Exact"))
                .map(as -> bySelectors(write, webhook, as, cluster))
                .orElseGet(Verdict.No::new);
    }

    private static Optional<Matched> byRules(Interception write, JsonNode rules, String policy) {
        Matched asked = write.asked();
        for (JsonNode rule : rules) {
            if (matches(write, rule, asked) && names(write, rule)) {
                return Optional.of(asked);
            }
        }
        if (!policy.equals("Equivalent") || rules.isEmpty()) {
            return Optional.empty();
        }
        List<Matched> equivalents = write.equivalents();
        for (JsonNode rule : rules) {
            for (Matched other : equivalents) {
                if (matches(write, rule, other) && names(write, rule)) {
                    return Optional.of(other);
                }
            }
        }
        return Optional.empty();
    }

    private static boolean names(Interception write, JsonNode rule) {
        JsonNode names = rule.path("resourceNames");
        return names.isEmpty() || contains(names, write.name());
    }

    private static boolean matches(Interception write, JsonNode rule, Matched as) {
        return operation(write, rule)
                && listed(rule.path("apiGroups"), as.group())
                && listed(rule.path("apiVersions"), as.version())
                && resource(write, rule, as)
                && scope(write, rule, as);
    }

    private static boolean operation(Interception write, JsonNode rule) {
        return listed(rule.path("operations"), write.request().operation().name());
    }

    private static boolean listed(JsonNode list, String wanted) {
        for (JsonNode one : list) {
            if (one.asText().equals(ALL) || one.asText().equals(wanted)) {
                return true;
            }
        }
        return false;
    }

    private static boolean contains(JsonNode list, String wanted) {
        for (JsonNode one : list) {
            if (one.asText().equals(wanted)) {
                return true;
            }
        }
        return false;
    }

    private static boolean resource(Interception write, JsonNode rule, Matched as) {
        for (JsonNode one : rule.path("resources")) {
            String text = one.asText();
            int slash = text.indexOf('/');
            String resource = slash < 0 ? text : text.substring(0, slash);
            String part = slash < 0 ? "" : text.substring(slash + 1);
            boolean whole = resource.equals(ALL) || resource.equals(as.resource());
            if (whole && (part.equals(ALL) || part.equals(write.request().subresource()))) {
                return true;
            }
        }
        return false;
    }

    /// A Namespace lies in none.
    private static boolean scope(Interception write, JsonNode rule, Matched as) {
        boolean namespace = as.group().isEmpty()
                && as.version().equals("v1")
                && as.resource().equals(NAMESPACES);
        boolean inside = !namespace && !write.namespace().isEmpty();
        return switch (rule.path("scope").asText(ALL)) {
            case ALL -> true;
            case "Namespaced" -> inside;
            case "Cluster" -> !inside;
            default -> false;
        };
    }

    private static Verdict bySelectors(Interception write, JsonNode selectors, Matched as, ClusterAccess cluster) {
        Optional<Status> unknown = Optional.empty();
        try {
            if (!namespace(write, selectors.path("namespaceSelector"), cluster)) {
                return new Verdict.No();
            }
        } catch (RefusedException e) {
            unknown = Optional.of(e.status());
        }
        if (!object(write, selectors.path("objectSelector"))) {
            return new Verdict.No();
        }
        return unknown.<Verdict>map(Verdict.Failed::new).orElseGet(() -> new Verdict.Yes(as));
    }

    /// @throws RefusedException with 404 when the namespace is not there
    private static boolean namespace(Interception write, JsonNode selector, ClusterAccess cluster) {
        boolean namespaces = write.asked().resource().equals(NAMESPACES);
        if (SelectorRule.isEmpty(selector) || (write.namespace().isEmpty() && !namespaces)) {
            return true;
        }
        Operation operation = write.request().operation();
        boolean itself = namespaces
                && write.request().subresource().isEmpty()
                && (operation == Operation.CREATE || operation == Operation.UPDATE);
        ObjectNode namespace = itself ? write.request().object() : NamespaceTrees.required(cluster, write.namespace());
        return SelectorRule.matches(selector, namespace.path("metadata").path("labels"));
    }

    /// The new object or the old one. What is sent to enter a pod has no labels.
    private static boolean object(Interception write, JsonNode selector) {
        if (SelectorRule.isEmpty(selector)) {
            return true;
        }
        return write.request().operation() != Operation.CONNECT
                && write.objects().stream()
                        .anyMatch(object -> SelectorRule.matches(
                                selector, object.path("metadata").path("labels")));
    }
}
