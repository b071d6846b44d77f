/// The file that tells a node's agent how to behave: KubeletConfiguration, v1beta1, as far as Tenure acts
/// on it.
/// Never here: reading files, flags.
/// Start at KubeletConfigurationParser.
/// Upstream twin: pkg/kubelet/apis/config, staging/src/k8s.io/kubelet/config/v1beta1.
@NullMarked
package dev.tenure.kubelet.configuration;

import org.jspecify.annotations.NullMarked;
