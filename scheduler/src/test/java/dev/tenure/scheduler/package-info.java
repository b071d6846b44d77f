/// Tests of what the scheduler's loop writes, with calls that are answered when the test says so.
@NullMarked
package dev.tenure.scheduler;

import org.jspecify.annotations.NullMarked;
