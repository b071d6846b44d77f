/// What is peculiar to config maps.
/// Never here: secrets.
/// Start at ConfigMapStrategy.
/// Upstream twin: pkg/registry/core/configmap.
@NullMarked
package dev.tenure.kinds.configmap;

import org.jspecify.annotations.NullMarked;
