/// Tests of what all objects have in common.
@NullMarked
package dev.tenure.model.meta;

import org.jspecify.annotations.NullMarked;
