/// What a pod is told about itself and its cluster: config maps, secrets, fields of its own, environment.
/// Never here: files (volume), the runtime.
/// Start at ContainerEnvironment.
/// Upstream twin: pkg/fieldpath, kubelet_pods.go makeEnvironmentVariables.
@NullMarked
package dev.tenure.node.environment;

import org.jspecify.annotations.NullMarked;
