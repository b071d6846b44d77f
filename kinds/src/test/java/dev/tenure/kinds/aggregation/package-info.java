/// Tests of servers that APIServices name.
@NullMarked
package dev.tenure.kinds.aggregation;

import org.jspecify.annotations.NullMarked;
