package dev.tenure.junit;

import dev.tenure.embed.Tenure;

/// Where assertions about a cluster begin; to be imported statically.
public final class ClusterAssertions {
    private ClusterAssertions() {}

    /// Begins with the pods of this name, those that are gone too.
    public static PodAssert assertThatPod(Tenure cluster, String namespace, String name) {
        return new PodAssert(cluster, namespace, name);
    }

    /// A taint `NoExecute` with this key.
    public static ExpectedCause taint(String key) {
        return new ExpectedCause.ByTaint(key);
    }
}
