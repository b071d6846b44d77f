/// Tests of what API servers are called.
@NullMarked
package dev.tenure.controllers.serveridentity;

import org.jspecify.annotations.NullMarked;
