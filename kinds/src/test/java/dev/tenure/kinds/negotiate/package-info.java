/// The forms in which answers of the kinds are given.
@NullMarked
package dev.tenure.kinds.negotiate;

import org.jspecify.annotations.NullMarked;
