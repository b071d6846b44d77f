package dev.tenure.rules.taint;

import dev.tenure.model.core.Pod;
import dev.tenure.model.meta.Frozen;
import dev.tenure.model.meta.OwnerReference;
import dev.tenure.rules.pod.PodRule;
import dev.tenure.rules.priority.PriorityRule;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Kinds of pods that are spared where taints that only keep new pods away make others leave. Its node is the
/// place of a DaemonSet's or a static pod, so that leaving helps nobody; one that has ended is in nobody's
/// way. The others are spared unless somebody asks for it: people would miss them.
public enum StandingPod {
    /// The node runs it by itself.
    STATIC("", "static"),
    /// Its controller wants it on this node.
    DAEMON("", "of a DaemonSet"),
    /// It succeeded or failed.
    ENDED("", "has ended"),
    /// Nobody would make it anew.
    BARE("BarePods", "has no controller"),
    /// Its data would be gone or out of reach.
    LOCAL_STORAGE("PodsWithLocalStorage", "has data on the node"),
    /// The cluster needs it.
    SYSTEM_CRITICAL("SystemCriticalPods", "critical to the system");

    /// Those that are spared unless somebody says otherwise.
    public static final Set<StandingPod> ALL = Set.of(values());

    private static final Set<String> ON_THE_NODE = Set.of("emptyDir", "hostPath");

    private final String word;
    private final String reason;

    StandingPod(String word, String reason) {
        this.word = word;
        this.reason = reason;
    }

    /// In words, said of a pod: `of a DaemonSet`.
    public String reason() {
        return reason;
    }

    /// Those that are spared where these words of a policy stand; words that nobody knows count for nothing.
    public static Set<StandingPod> sparedBy(List<String> words) {
        var spared = EnumSet.noneOf(StandingPod.class);
        Arrays.stream(values())
                .filter(each -> each.word.isEmpty() || words.contains(each.word))
                .forEach(spared::add);
        return Frozen.set(spared);
    }

    /// The first of the kinds that a pod is of.
    public static Optional<StandingPod> of(Pod pod, Set<StandingPod> kinds) {
        return Arrays.stream(values())
                .filter(each -> kinds.contains(each) && each.is(pod))
                .findFirst();
    }

    private boolean is(Pod pod) {
        Optional<String> owner = pod.meta().controllerOwner().map(OwnerReference::kind);
        return switch (this) {
            case STATIC -> PodRule.mirror(pod) || PodRule.isStatic(pod);
            case DAEMON -> owner.filter("DaemonSet"::equals).isPresent();
            case ENDED -> pod.status().phase().terminal();
            case BARE -> owner.isEmpty();
            case LOCAL_STORAGE -> pod.spec().volumes().stream().anyMatch(volume -> ON_THE_NODE.contains(volume.type()));
            case SYSTEM_CRITICAL -> PriorityRule.systemCritical(pod.spec().priority());
        };
    }
}
