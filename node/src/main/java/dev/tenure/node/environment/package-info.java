/// What a pod is told about itself and its cluster: config maps, secrets, fields of its own, environment.
/// Never here: what lies in volumes (volume), but for a file of variables that a container wrote; the
/// runtime.
/// Start at ContainerEnvironment.
/// Upstream twin: pkg/fieldpath, kubelet_pods.go makeEnvironmentVariables.
@NullMarked
package dev.tenure.node.environment;

import org.jspecify.annotations.NullMarked;
