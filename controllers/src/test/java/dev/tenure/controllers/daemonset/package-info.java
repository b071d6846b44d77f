/// Tests of what daemon sets remember.
@NullMarked
package dev.tenure.controllers.daemonset;

import org.jspecify.annotations.NullMarked;
