/// Who may pull which image: credentials of registries, which of them go with an image, and what was pulled
/// with which.
/// Never here: reading secrets and files (node.image); pulling (node.container).
/// Start at LoginKeyring.
/// Upstream twin: pkg/credentialprovider, pkg/kubelet/images/pullmanager.
@NullMarked
package dev.tenure.kubelet.image;

import org.jspecify.annotations.NullMarked;
