/// Tests of dev.tenure.node.container.
@NullMarked
package dev.tenure.node.container;

import org.jspecify.annotations.NullMarked;
