package dev.tenure.launch.agent;

import dev.tenure.kubelet.pod.RunContainer;
import dev.tenure.kubelet.pod.Sandbox;
import dev.tenure.node.cri.RuntimeClient;
import dev.tenure.node.cri.RuntimeUnavailableException;
import dev.tenure.node.image.ProviderCalls;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.Gauge;
import io.prometheus.metrics.core.metrics.GaugeWithCallback;
import io.prometheus.metrics.core.metrics.Histogram;
import io.prometheus.metrics.core.metrics.Info;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

/// What an agent tells of what runs on its machine, under upstream's names: asked of the runtime when
/// somebody looks, and left out while that does not answer. Upstream: kubelet/metrics/metrics.go.
final class AgentMetrics {
    private static final double NANOS_PER_SECOND = 1e9;

    private AgentMetrics() {}

    /// @param node its name
    static void register(PrometheusRegistry registry, String node, RuntimeClient runtime) {
        Gauge.builder()
                .name("kubelet_node_name")
                .help("The node's name. The count is always 1.")
                .labelNames("node")
                .withoutExemplars()
                .register(registry)
                .labelValues(node)
                .set(1);
        GaugeWithCallback.builder()
                .name("kubelet_running_pods")
                .help("Number of pods that have a running sandbox.")
                .callback(gauge -> known(() -> runtime.sandboxes(""))
                        .ifPresent(all -> gauge.call(
                                (double) all.stream().filter(Sandbox::ready).count())))
                .register(registry);
        GaugeWithCallback.builder()
                .name("kubelet_running_containers")
                .help("Number of containers by state.")
                .labelNames("container_state")
                .callback(gauge -> counts(known(() -> runtime.containers("")).orElse(List.of()))
                        .forEach(
                                (state, count) -> gauge.call(count, state.name().toLowerCase(Locale.ROOT))))
                .register(registry);
    }

    /// Registers what is told of programs that hand out credentials, if there are any; answers who counts
    /// their runs. Upstream: credentialprovider/plugin/metrics.go.
    static Consumer<ProviderCalls.Run> providers(PrometheusRegistry registry, CredentialPrograms programs) {
        if (programs.providers().isEmpty()) {
            return _ -> {};
        }
        Info.builder()
                .name("kubelet_credential_provider_config_info")
                .help("Information about the last applied credential provider configuration with hash as label")
                .labelNames("hash")
                .register(registry)
                .setLabelValues(programs.hash());
        Counter errors = Counter.builder()
                .name("kubelet_credential_provider_plugin_errors_total")
                .help("Number of errors from credential provider plugin")
                .labelNames("plugin_name")
                .withoutExemplars()
                .register(registry);
        Histogram durations = Histogram.builder()
                .name("kubelet_credential_provider_plugin_duration")
                .help("Duration of execution in seconds for credential provider plugin")
                .labelNames("plugin_name")
                .classicOnly()
                .withoutExemplars()
                .register(registry);
        return run -> {
            durations.labelValues(run.provider()).observe(run.took().toNanos() / NANOS_PER_SECOND);
            if (run.failed()) {
                errors.labelValues(run.provider()).inc();
            }
        };
    }

    private static Map<RunContainer.State, Integer> counts(List<RunContainer> containers) {
        var counts = new EnumMap<RunContainer.State, Integer>(RunContainer.State.class);
        containers.forEach(container -> counts.merge(container.state(), 1, Integer::sum));
        return counts;
    }

    private static <T> Optional<List<T>> known(Supplier<List<T>> question) {
        try {
            return Optional.of(question.get());
        } catch (RuntimeUnavailableException _) {
            return Optional.empty();
        }
    }
}
