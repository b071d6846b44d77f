/// Tests of what nodes and stays are shown as.
@NullMarked
package dev.tenure.console.shown;

import org.jspecify.annotations.NullMarked;
