/// Tests of the generic handlers.
@NullMarked
package dev.tenure.apiserver.handler;

import org.jspecify.annotations.NullMarked;
