/// Tests of dev.tenure.node.volume.
@NullMarked
package dev.tenure.node.volume;

import org.jspecify.annotations.NullMarked;
