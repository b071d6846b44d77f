@NullMarked
package dev.tenure.plan.lint;

import org.jspecify.annotations.NullMarked;
