package dev.tenure.junit;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/// Gives each test that has a parameter of the type [Tenure] a cluster of its own, which ends with the test.
/// On a method it counts more than on its class.
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE, ElementType.METHOD})
@ExtendWith(ClusterExtension.class)
public @interface WithCluster {
    /// How many simulated nodes there are at first, `node-1` and so on.
    int nodes() default 3;

    /// The nodes stand in `zone-1` and so on in turn; 0: in none.
    int zones() default 0;

    /// How many seconds pass in the cluster in one of the machine. 0: its clock stands until the test moves
    /// it.
    double speed() default 0;

    /// Whether the cluster has a socket, for programs under test and for clients of others.
    boolean socket() default false;

    /// Whether taints evict as Kubernetes 1.36 does, oddities included, and not as the documentation has it.
    boolean asKubernetes() default false;

    /// Resources of the test's class that hold manifests, for example `/world.yaml`; applied in this order
    /// before the test.
    String[] manifests() default {};
}
