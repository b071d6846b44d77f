/// Tests of what a node knows of who may pull images.
@NullMarked
package dev.tenure.node.image;

import org.jspecify.annotations.NullMarked;
