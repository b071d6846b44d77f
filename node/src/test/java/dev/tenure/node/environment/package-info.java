/// Tests of dev.tenure.node.environment.
@NullMarked
package dev.tenure.node.environment;

import org.jspecify.annotations.NullMarked;
