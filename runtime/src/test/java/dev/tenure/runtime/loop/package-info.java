/// Tests of loops on real threads.
@NullMarked
package dev.tenure.runtime.loop;

import org.jspecify.annotations.NullMarked;
