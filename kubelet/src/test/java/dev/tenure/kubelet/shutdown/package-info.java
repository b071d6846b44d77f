/// Tests of the order in which pods end.
@NullMarked
package dev.tenure.kubelet.shutdown;

import org.jspecify.annotations.NullMarked;
