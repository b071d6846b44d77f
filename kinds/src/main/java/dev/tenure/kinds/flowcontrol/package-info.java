/// What is peculiar to the kinds that describe how a server shares its attention among
/// requests, and those objects of them that every cluster has, and keeps.
/// Never here: doing so (apiserver.flowcontrol, apiserver.http.FlowGate), which does not read these objects yet.
/// Start at FlowSchemaStrategy.
/// Upstream twin: pkg/registry/flowcontrol, pkg/apis/flowcontrol/validation, apiserver/pkg/apis/flowcontrol/bootstrap.
@NullMarked
package dev.tenure.kinds.flowcontrol;

import org.jspecify.annotations.NullMarked;
