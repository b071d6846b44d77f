package dev.tenure.simnodes;

import dev.tenure.model.core.Node;
import dev.tenure.simnodes.SimulatedNodesLoop.Configuration;
import java.time.Duration;

/// How often each node beats, looks at its status and reports it: the settings of its pool count before those
/// of all. Immutable.
final class BeatTiming {
    /// No node beats more often, whatever its pool says.
    private static final Duration PERIOD_MIN = Duration.ofSeconds(1);

    private final Configuration configuration;

    BeatTiming(Configuration configuration) {
        this.configuration = configuration;
    }

    Duration reportEvery(Node node) {
        return configuration
                .pools()
                .given(node)
                .map(given -> given.timing().reportEvery())
                .orElse(configuration.reportEvery());
    }

    Duration statusEvery(Node node) {
        return configuration
                .pools()
                .given(node)
                .map(given -> given.timing().statusEvery())
                .orElse(configuration.renewEvery());
    }

    /// A node beats for its lease, and to look at its status.
    Duration beatEvery(Node node) {
        Duration status = statusEvery(node);
        Duration least = status.compareTo(PERIOD_MIN) < 0 ? PERIOD_MIN : status;
        return least.compareTo(configuration.renewEvery()) < 0 ? least : configuration.renewEvery();
    }
}
