package dev.tenure.junit;

import dev.tenure.embed.EvictedPod;
import dev.tenure.embed.EvictedPod.TaintSince;
import java.time.Duration;
import java.util.List;

/// What a test expects of an eviction.
public final class EvictionAssert {
    private static final Duration LATE = Duration.ofSeconds(1);

    private final EvictedPod pod;
    private final List<TaintSince> taints;

    EvictionAssert(EvictedPod pod) {
        this(pod, pod.taints());
    }

    private EvictionAssert(EvictedPod pod, List<TaintSince> taints) {
        this.pod = pod;
        this.taints = taints;
    }

    /// It was for this cause, for example [ClusterAssertions#taint].
    ///
    /// @throws AssertionError when it was for another one
    public EvictionAssert by(ExpectedCause cause) {
        require(pod.reason().equals(cause.reason()), "by " + cause);
        return cause instanceof ExpectedCause.ByTaint(String key) ? byTaint(key) : this;
    }

    private EvictionAssert byTaint(String key) {
        List<TaintSince> named =
                taints.stream().filter(one -> one.key().equals(key)).toList();
        require(!named.isEmpty(), "by taint " + key);
        return new EvictionAssert(pod, named);
    }

    /// It was so long after the node had got the taint, and less than a second more.
    ///
    /// @throws AssertionError when it was earlier or later, or there was no taint
    public EvictionAssert after(Duration stay) {
        require(taints.stream().anyMatch(one -> isAfter(one, stay)), stay + " after the taint");
        return this;
    }

    private boolean isAfter(TaintSince taint, Duration stay) {
        Duration stayed = Duration.between(taint.since(), pod.at());
        return stayed.compareTo(stay) >= 0 && stayed.minus(stay).compareTo(LATE) < 0;
    }

    /// It was on this node.
    ///
    /// @throws AssertionError when it was on another one
    public EvictionAssert from(String node) {
        require(pod.node().equals(node), "from node " + node);
        return this;
    }

    private void require(boolean holds, String expected) {
        if (!holds) {
            throw new AssertionError("it was evicted otherwise than %s: %s".formatted(expected, pod));
        }
    }
}
