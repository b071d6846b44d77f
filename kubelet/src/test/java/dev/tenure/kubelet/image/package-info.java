/// Tests of who may pull which image.
@NullMarked
package dev.tenure.kubelet.image;

import org.jspecify.annotations.NullMarked;
