/// What is peculiar to nodes.
/// Never here: admission, what kubelets may write.
/// Start at NodeStrategy.
/// Upstream twin: pkg/registry/core/node/strategy.go.
@NullMarked
package dev.tenure.kinds.node;

import org.jspecify.annotations.NullMarked;
