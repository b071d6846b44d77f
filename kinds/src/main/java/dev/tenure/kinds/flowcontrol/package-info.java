/// What is peculiar to the kinds that describe how a server shares its attention among requests, those
/// objects of them that every cluster has, and keeps, and the plan that follows from them all.
/// Never here: sorting requests by that plan (apiserver.flowcontrol), letting them in
/// (apiserver.http.FlowGate).
/// Start at FlowSchemaStrategy, and at FlowLoop.
/// Upstream twin: pkg/registry/flowcontrol, pkg/apis/flowcontrol/validation,
/// apiserver/pkg/apis/flowcontrol/bootstrap.
@NullMarked
package dev.tenure.kinds.flowcontrol;

import org.jspecify.annotations.NullMarked;
