/// Tests of the whole API server.
@NullMarked
package dev.tenure.apiserver;

import org.jspecify.annotations.NullMarked;
