@NullMarked
package dev.tenure.plan.source;

import org.jspecify.annotations.NullMarked;
