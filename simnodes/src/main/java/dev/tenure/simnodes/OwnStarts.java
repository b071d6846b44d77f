package dev.tenure.simnodes;

import dev.tenure.model.core.ContainerStatus;
import dev.tenure.model.core.Pod;
import dev.tenure.simnodes.ContainersRule.Progress;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// Which containers of a pod started by themselves, and not with the others. Confined to the loop of its
/// node.
final class OwnStarts {
    /// By how much they started more often than the pod as a whole, or less.
    private final Map<String, Integer> more = new HashMap<>();
    /// When they started, if that was not with the others.
    private final Map<String, Instant> since = new HashMap<>();
    /// When those started that did not wait for the others, which lack something.
    private final Map<String, Instant> ahead = new HashMap<>();

    /// What the API shows.
    ///
    /// @param whole what it shows of the pod as a whole
    static OwnStarts shown(Pod pod, Progress whole) {
        var starts = new OwnStarts();
        Stream.concat(pod.status().containerStatuses().stream(), pod.status().initContainerStatuses().stream())
                .forEach(status -> starts.note(status, whole));
        return starts;
    }

    private void note(ContainerStatus status, Progress whole) {
        if (status.state() instanceof ContainerStatus.State.Running(Instant at)) {
            if (status.restartCount() != whole.restarts()) {
                more.put(status.name(), status.restartCount() - whole.restarts());
            }
            if (whole.startedAt().isEmpty()) {
                ahead.put(status.name(), at);
            } else if (!Optional.of(at).equals(whole.startedAt())) {
                since.put(status.name(), at);
            }
        }
    }

    /// All start that have not started ahead of the others.
    void together() {
        since.clear();
        since.putAll(ahead);
        ahead.clear();
    }

    /// One starts, or has started before, while others cannot.
    ///
    /// @return since when it runs
    Instant ahead(String container, Instant at) {
        return ahead.computeIfAbsent(container, _ -> at);
    }

    /// One starts again by itself.
    void again(String container, Instant at) {
        more.merge(container, 1, Integer::sum);
        since.put(container, at);
    }

    int restarts(String container, int whole) {
        return whole + more.getOrDefault(container, 0);
    }

    Instant startedAt(String container, Instant whole) {
        return since.getOrDefault(container, whole);
    }
}
