/// Tests of who leaves for a more important pod.
@NullMarked
package dev.tenure.scheduler.plugin.defaultpreemption;

import org.jspecify.annotations.NullMarked;
