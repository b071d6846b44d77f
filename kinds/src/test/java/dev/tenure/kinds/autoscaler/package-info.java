@NullMarked
package dev.tenure.kinds.autoscaler;

import org.jspecify.annotations.NullMarked;
