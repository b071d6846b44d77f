/// Comparisons of configurations: what is read, and what differs.
@NullMarked
package dev.tenure.plan.compare;

import org.jspecify.annotations.NullMarked;
