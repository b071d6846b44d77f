/// Tests of what a namespace that is missing or ends still takes.
@NullMarked
package dev.tenure.kinds.admission.namespacelifecycle;

import org.jspecify.annotations.NullMarked;
