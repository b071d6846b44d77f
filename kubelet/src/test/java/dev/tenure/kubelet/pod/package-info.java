/// Tests of dev.tenure.kubelet.pod.
@NullMarked
package dev.tenure.kubelet.pod;

import org.jspecify.annotations.NullMarked;
