/// What the generic handlers do with the kinds.
@NullMarked
package dev.tenure.kinds.handler;

import org.jspecify.annotations.NullMarked;
