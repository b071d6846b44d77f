/// Tests of what is valid in nodes.
@NullMarked
package dev.tenure.apiserver.registry.node;

import org.jspecify.annotations.NullMarked;
