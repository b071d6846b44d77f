/// Tests of dev.tenure.kubelet.status.
@NullMarked
package dev.tenure.kubelet.status;

import org.jspecify.annotations.NullMarked;
