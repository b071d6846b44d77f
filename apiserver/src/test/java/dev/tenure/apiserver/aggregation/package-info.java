/// Tests of groups that other servers answer for.
@NullMarked
package dev.tenure.apiserver.aggregation;

import org.jspecify.annotations.NullMarked;
