/// The vectors of taints and tolerations, held against the kinds that carry them.
@NullMarked
package dev.tenure.apiserver.registry.taints;

import org.jspecify.annotations.NullMarked;
