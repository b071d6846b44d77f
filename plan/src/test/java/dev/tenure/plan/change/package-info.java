@NullMarked
package dev.tenure.plan.change;

import org.jspecify.annotations.NullMarked;
