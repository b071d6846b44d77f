/// ClusterRoles that are made of others: the rules of those that a role selects are written into it.
/// Never here: who may do what, which the API server decides.
/// Start at AggregationLoop.
/// Upstream twin: pkg/controller/clusterroleaggregation.
@NullMarked
package dev.tenure.controllers.clusterroleaggregation;

import org.jspecify.annotations.NullMarked;
