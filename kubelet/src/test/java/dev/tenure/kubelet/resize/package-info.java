/// Tests of resizing in place.
@NullMarked
package dev.tenure.kubelet.resize;

import org.jspecify.annotations.NullMarked;
