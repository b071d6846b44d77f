/// Tests of changes made by clicking.
@NullMarked
package dev.tenure.console.change;

import org.jspecify.annotations.NullMarked;
