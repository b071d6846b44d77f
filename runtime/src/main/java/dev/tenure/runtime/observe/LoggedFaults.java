package dev.tenure.runtime.observe;

import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

/// Faults as a running server tells them: each with its stack trace in the log, and as a count by component.
public final class LoggedFaults implements FaultReporter {
    private static final System.Logger LOG = System.getLogger(LoggedFaults.class.getPackageName());
    private static final int ID_LENGTH = 8;

    /// So many components are told apart in the metric; all others are one.
    private static final int COMPONENTS_MAX = 64;

    private static final String OTHERS = "other";

    private final Set<String> components = ConcurrentHashMap.newKeySet();
    private final Counter counter = Counter.builder()
            .name("tenure_faults_total")
            .help("Exceptions that nobody foresaw, by component; each stands in the log.")
            .labelNames("component")
            .build();

    /// Shows the counts among these metrics; to be called once for each registry.
    public void showIn(PrometheusRegistry registry) {
        registry.register(counter);
    }

    @Override
    public String report(String component, String about, Throwable fault) {
        String id = UUID.randomUUID().toString().substring(0, ID_LENGTH);
        LOG.log(System.Logger.Level.ERROR, "fault %s in %s: %s".formatted(id, component, about), fault);
        counter.labelValues(counted(component)).inc();
        return id;
    }

    private String counted(String component) {
        if (components.contains(component)) {
            return component;
        }
        if (components.size() >= COMPONENTS_MAX) {
            return OTHERS;
        }
        components.add(component);
        return component;
    }
}
