/// Tests of the API server with all kinds.
@NullMarked
package dev.tenure.kinds;

import org.jspecify.annotations.NullMarked;
