/// Selectors of nodes that namespaces give their pods.
@NullMarked
package dev.tenure.kinds.admission.podnodeselector;

import org.jspecify.annotations.NullMarked;
