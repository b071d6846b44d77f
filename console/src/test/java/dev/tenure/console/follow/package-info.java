/// Tests of the followed copy.
@NullMarked
package dev.tenure.console.follow;

import org.jspecify.annotations.NullMarked;
