/// Tests of the rules of ClusterRoles that are made of others.
@NullMarked
package dev.tenure.controllers.clusterroleaggregation;

import org.jspecify.annotations.NullMarked;
