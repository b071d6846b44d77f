/// Attacks in short.
@NullMarked
package dev.tenure.checks.attack;

import org.jspecify.annotations.NullMarked;
