package dev.tenure.plan.lint;

import dev.tenure.controllers.podgc.retention.FailedPodRetention;
import dev.tenure.controllers.podgc.retention.RetentionParser;
import dev.tenure.controllers.podgc.retention.RetentionTypes;
import dev.tenure.plan.lint.LintFacts.Linted;
import dev.tenure.plan.source.AdmissionPolicies;
import dev.tenure.plan.source.ClusterDump;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Looks in a cluster for the admission policies that refuse the pods of owners which retentions pause: those
/// whose parameters are retentions, with a binding that denies.
final class LoopBreakers {
    private LoopBreakers() {}

    /// The retentions that pause owners in vain, each with what is missing. Of manifests, and of clusters
    /// whose admission policies are not known, nothing is said.
    static List<Linted<String>> missing(ClusterDump dump) {
        List<ClusterDump.Item> pausing = dump.items().stream()
                .filter(item -> item.key().resource().equals(RetentionTypes.RETENTIONS.resource()) && !item.manifest())
                .filter(item -> pauses(RetentionParser.read(item.object())))
                .toList();
        Optional<String> missing =
                pausing.isEmpty() || !AdmissionPolicies.areKnown(dump) ? Optional.empty() : missing(dump.items());
        return missing.stream()
                .flatMap(what -> pausing.stream()
                        .map(item -> new Linted<>(FactReader.custom(RetentionTypes.RETENTIONS.kind(), item), what)))
                .toList();
    }

    /// A dry run pauses nobody.
    private static boolean pauses(FailedPodRetention retention) {
        return !retention.dryRun()
                && retention
                        .loops()
                        .flatMap(FailedPodRetention.LoopLimit::pause)
                        .isPresent();
    }

    private static Optional<String> missing(List<ClusterDump.Item> items) {
        Set<String> policies = new HashSet<>();
        Set<String> bound = new HashSet<>();
        for (ClusterDump.Item item : items) {
            if (AdmissionPolicies.isPolicy(item.key())) {
                JsonNode kind = spec(item).path("paramKind");
                if (kind.path("kind").asText("").equals(RetentionTypes.RETENTIONS.kind())
                        && kind.path("apiVersion").asText("").startsWith(RetentionTypes.RETENTIONS.group() + "/")) {
                    policies.add(item.key().name());
                }
            } else if (AdmissionPolicies.isBinding(item.key())) {
                JsonNode spec = spec(item);
                if (spec.path("validationActions")
                        .valueStream()
                        .anyMatch(each -> each.asText("").equals("Deny"))) {
                    bound.add(spec.path("policyName").asText(""));
                }
            }
        }
        if (policies.isEmpty()) {
            return Optional.of("(there is no ValidatingAdmissionPolicy with it as its parameter)");
        }
        policies.retainAll(bound);
        return policies.isEmpty()
                ? Optional.of("(no ValidatingAdmissionPolicyBinding has its policy deny)")
                : Optional.empty();
    }

    private static JsonNode spec(ClusterDump.Item item) {
        return Json.readObject(item.object().json()).path("spec");
    }
}
