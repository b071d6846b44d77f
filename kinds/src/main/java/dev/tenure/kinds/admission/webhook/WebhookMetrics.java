package dev.tenure.kinds.admission.webhook;

import dev.tenure.runtime.time.Tick;
import dev.tenure.runtime.time.TimeSource;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.Gauge;
import io.prometheus.metrics.core.metrics.Histogram;
import io.prometheus.metrics.model.registry.PrometheusRegistry;

/// Counts and times what webhooks were asked, under upstream's names. Safe for use by several threads.
/// Upstream: apiserver/pkg/admission/metrics/metrics.go.
public final class WebhookMetrics {
    private static final double NANOS_PER_SECOND = 1e9;
    private static final double[] BUCKETS = {0.005, 0.025, 0.1, 0.5, 1.0, 2.5, 10, 25};
    private static final int ANSWERED = 200;
    /// So that a webhook cannot make as many labels as it likes.
    private static final int CODE_MAX = 600;

    private final TimeSource time;
    private final Counter requests;
    private final Histogram durations;
    private final Gauge rejections;
    private final Gauge failedOpen;

    public WebhookMetrics(PrometheusRegistry registry, TimeSource time) {
        this.time = time;
        this.requests = Counter.builder()
                .name("apiserver_admission_webhook_request_total")
                .help("Times that admission webhooks were asked.")
                .labelNames("name", "type", "operation", "code", "rejected")
                .register(registry);
        this.durations = Histogram.builder()
                .name("apiserver_admission_webhook_admission_duration_seconds")
                .help("How long admission webhooks took to answer.")
                .labelNames("name", "type", "operation", "rejected")
                .classicOnly()
                .classicUpperBounds(BUCKETS)
                .register(registry);
        // upstream's counters, whose names do not end as the library has counters end
        this.rejections = Gauge.builder()
                .name("apiserver_admission_webhook_rejection_count")
                .help("Writes that were refused because of an admission webhook, since the server started.")
                .labelNames("name", "type", "operation", "error_type", "rejection_code")
                .register(registry);
        this.failedOpen = Gauge.builder()
                .name("apiserver_admission_webhook_fail_open_count")
                .help("Writes that went on though an admission webhook did not answer, since the server started.")
                .labelNames("name", "type")
                .register(registry);
    }

    /// A webhook that is being asked.
    final class Running {
        private final Tick began = time.now();
        private final AdmissionReviews.Question question;

        private Running(AdmissionReviews.Question question) {
            this.question = question;
        }

        /// It has answered.
        void answered(AdmissionAnswer answer) {
            if (answer.allowed()) {
                end(ANSWERED, false);
                return;
            }
            int code = Math.min(answer.refusal(question.webhook()).code(), CODE_MAX);
            reject("no_error", code);
            end(code, true);
        }

        /// @param code that the failure has
        /// @param cancelled whether it failed because nobody waits for the answer any more
        void failed(int code, boolean cancelled) {
            boolean rejected = !question.webhook().ignoresFailures();
            if (cancelled) {
                end(code, rejected);
                return;
            }
            if (rejected) {
                reject("calling_webhook_error", code);
            } else {
                failedOpen.labelValues(name(), type()).inc();
            }
            end(code, rejected);
        }

        private String name() {
            return question.webhook().name();
        }

        private String type() {
            return question.mutating() ? "admit" : "validating";
        }

        private void reject(String errorType, int code) {
            rejections
                    .labelValues(name(), type(), question.operation(), errorType, Integer.toString(code))
                    .inc();
        }

        private void end(int code, boolean rejected) {
            String refused = Boolean.toString(rejected);
            requests.labelValues(name(), type(), question.operation(), Integer.toString(code), refused)
                    .inc();
            durations
                    .labelValues(name(), type(), question.operation(), refused)
                    .observe(time.now().since(began).toNanos() / NANOS_PER_SECOND);
        }
    }

    Running begin(AdmissionReviews.Question question) {
        return new Running(question);
    }
}
