package dev.tenure.junit;

import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;

/// Tests whose cluster is said by an annotation of their own, which classes inherit.
@TestsOfTwoNodes.TwoNodes
abstract class TestsOfTwoNodes {
    @WithCluster(nodes = 2)
    @Inherited
    @Retention(RetentionPolicy.RUNTIME)
    @interface TwoNodes {}
}
