/// Tests of what a node takes.
@NullMarked
package dev.tenure.kubelet.admission;

import org.jspecify.annotations.NullMarked;
