package dev.tenure.kinds.admission.policy;

import dev.tenure.runtime.time.Tick;
import dev.tenure.runtime.time.TimeSource;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.Histogram;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.time.Duration;
import java.util.Optional;

/// Counts and times what came of policies, under upstream's names: of validating ones what they refuse and
/// where they fail, of mutating ones each mutation. Safe for use by several threads. Upstream:
/// apiserver/pkg/admission/plugin/policy/validating/metrics,
/// apiserver/pkg/admission/plugin/policy/mutating/metrics.
public final class PolicyMetrics {
    private static final double NANOS_PER_SECOND = 1e9;
    private static final double[] BUCKETS = {0.0000005, 0.001, 0.01, 0.1, 1.0};

    private final TimeSource time;
    private final Checks validating;
    private final Checks mutating;

    public PolicyMetrics(PrometheusRegistry registry, TimeSource time) {
        this.time = time;
        this.validating =
                new Checks(registry, "validating", "policy", "policy_binding", "error_type", "enforcement_action");
        this.mutating = new Checks(registry, "mutating", "policy", "policy_binding", "error_type");
    }

    /// Where nobody looks at what is counted.
    public static PolicyMetrics unseen(TimeSource time) {
        return new PolicyMetrics(new PrometheusRegistry(), time);
    }

    /// What is counted and timed of one sort of policies.
    private static final class Checks {
        private final Counter count;
        private final Histogram duration;

        Checks(PrometheusRegistry registry, String sort, String... labels) {
            String begin = "apiserver_" + sort + "_admission_policy_check_";
            count = Counter.builder()
                    .name(begin + "total")
                    .help("What came of %s admission policies.".formatted(sort))
                    .labelNames(labels)
                    .register(registry);
            duration = Histogram.builder()
                    .name(begin + "duration_seconds")
                    .help("How long single expressions of %s admission policies took.".formatted(sort))
                    .labelNames(labels)
                    .classicOnly()
                    .classicUpperBounds(BUCKETS)
                    .register(registry);
        }

        void note(Duration took, String... values) {
            count.labelValues(values).inc();
            duration.labelValues(values).observe(took.toNanos() / NANOS_PER_SECOND);
        }
    }

    Tick now() {
        return time.now();
    }

    Duration since(Tick began) {
        return time.now().since(began);
    }

    /// A validating policy has something against a write.
    ///
    /// @param action `deny`, `warn`, `audit`, or `allow` where its failure is ignored
    void judged(String policy, String binding, String why, String action, Duration took) {
        validating.note(took, policy, binding, sort(why), action);
    }

    /// A mutation was carried out, or failed.
    void mutated(String policy, String binding, Optional<String> why, Duration took) {
        mutating.note(took, policy, binding, why.map(PolicyMetrics::sort).orElse("no_error"));
    }

    /// What upstream makes of the words; whoever just refuses is counted like what cannot be run.
    private static String sort(String why) {
        if (why.startsWith("compilation")) {
            return "compile_error";
        }
        return why.startsWith("validation failed due to running out of cost budget")
                ? "out_of_budget"
                : "invalid_error";
    }
}
