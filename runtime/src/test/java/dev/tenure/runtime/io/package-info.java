/// Tests of work in the background.
@NullMarked
package dev.tenure.runtime.io;

import org.jspecify.annotations.NullMarked;
