/// Tests of how autoscalers decide.
/// Never here: a cluster.
/// Start at ReplicaCountRuleTest.
/// Upstream twin: pkg/controller/podautoscaler/replica_calculator_test.go.
@NullMarked
package dev.tenure.controllers.podautoscaler;

import org.jspecify.annotations.NullMarked;
