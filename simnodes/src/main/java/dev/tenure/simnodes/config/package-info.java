/// The ConfigMaps and Secrets that pods need before their containers can start: which they are, and which of
/// them lack.
/// Never here: calls, and what the nodes do about it (simnodes).
/// Start at ConfigReferences; ConfigLackRule says what is missing.
/// Upstream twin: volume/configmap, volume/secret, volume/projected, kubelet_pods.go
/// (makeEnvironmentVariables).
@NullMarked
package dev.tenure.simnodes.config;

import org.jspecify.annotations.NullMarked;
