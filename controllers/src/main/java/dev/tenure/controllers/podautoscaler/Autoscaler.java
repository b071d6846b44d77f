package dev.tenure.controllers.podautoscaler;

import dev.tenure.model.meta.StoredObject;
import dev.tenure.model.quantity.Quantity;
import dev.tenure.wire.json.Document;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// A HorizontalPodAutoscaler in version v2, as it is wished for.
///
/// @param replicasMin 1 where it does not say so
record Autoscaler(
        Target target, int replicasMin, int replicasMax, List<MetricSpec> metrics, Optional<Behavior> behavior) {
    /// What is scaled.
    record Target(String apiVersion, String kind, String name) {
        static Target of(JsonNode node) {
            return new Target(
                    node.path("apiVersion").asText(""),
                    node.path("kind").asText(""),
                    node.path("name").asText(""));
        }

        /// The group of the kind; empty for the core group, and where there is no version.
        ///
        /// @return empty where the version cannot be read. Upstream: schema.ParseGroupVersion
        Optional<String> group() {
            if (apiVersion.isEmpty() || apiVersion.equals("/")) {
                return Optional.of("");
            }
            int slash = apiVersion.indexOf('/');
            if (slash != apiVersion.lastIndexOf('/')) {
                return Optional.empty();
            }
            return Optional.of(slash < 0 ? "" : apiVersion.substring(0, slash));
        }
    }

    /// How fast it may scale.
    record Behavior(Rules up, Rules down) {}

    /// Which of several policies holds.
    enum Select {
        MOST,
        LEAST,
        NONE;

        private static Select of(String word) {
            return switch (word) {
                case "Min" -> LEAST;
                case "Disabled" -> NONE;
                default -> MOST;
            };
        }
    }

    /// How fast it may scale in one direction.
    ///
    /// @param stabilization how long earlier recommendations hold; absent for what all autoscalers have in
    ///     common
    /// @param tolerance how far usage may be off; absent for what all autoscalers have in common
    record Rules(Optional<Duration> stabilization, Select select, List<Policy> policies, Optional<Quantity> tolerance) {
        Rules {
            policies = List.copyOf(policies);
        }

        private static Rules of(JsonNode node) {
            List<Policy> policies = new ArrayList<>();
            for (JsonNode policy : node.path("policies")) {
                policies.add(new Policy(
                        policy.path("type").asText("").equals("Percent"),
                        policy.path("value").asInt(),
                        Duration.ofSeconds(policy.path("periodSeconds").asInt())));
            }
            JsonNode window = node.path("stabilizationWindowSeconds");
            return new Rules(
                    window.isNumber() ? Optional.of(Duration.ofSeconds(window.asInt())) : Optional.empty(),
                    Select.of(node.path("selectPolicy").asText("")),
                    policies,
                    MetricSpec.quantity(node.path("tolerance")));
        }

        /// The longest time that one of the policies looks back.
        Duration longestPeriod() {
            return policies.stream()
                    .map(Policy::period)
                    .max(Duration::compareTo)
                    .orElse(Duration.ZERO);
        }
    }

    /// @param percent whether `value` is a share of the replicas, not a number of pods
    /// @param period for which it holds
    record Policy(boolean percent, int value, Duration period) {}

    Autoscaler {
        metrics = List.copyOf(metrics);
    }

    static Autoscaler of(StoredObject stored) {
        JsonNode spec = Document.of(stored.content()).at("spec");
        List<MetricSpec> metrics = new ArrayList<>();
        spec.path("metrics").forEach(metric -> metrics.add(MetricSpec.of(metric)));
        JsonNode least = spec.path("minReplicas");
        return new Autoscaler(
                Target.of(spec.path("scaleTargetRef")),
                least.isNumber() ? least.asInt() : 1,
                spec.path("maxReplicas").asInt(),
                metrics,
                spec.path("behavior") instanceof ObjectNode behavior
                        ? Optional.of(
                                new Behavior(Rules.of(behavior.path("scaleUp")), Rules.of(behavior.path("scaleDown"))))
                        : Optional.empty());
    }

    /// Whether something else than its pods is measured, so that it can come back from zero.
    boolean measuresMoreThanPods() {
        return metrics.stream().anyMatch(MetricSpec::besidePods);
    }
}
