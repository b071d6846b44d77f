/// The vectors of taints and tolerations, held against the kinds that carry them.
@NullMarked
package dev.tenure.kinds.taints;

import org.jspecify.annotations.NullMarked;
