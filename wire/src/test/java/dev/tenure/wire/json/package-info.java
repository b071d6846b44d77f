/// Tests of places in JSON and of what is remembered of trees.
@NullMarked
package dev.tenure.wire.json;

import org.jspecify.annotations.NullMarked;
