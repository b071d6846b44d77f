/// Tests of the console (session).
@NullMarked
package dev.tenure.console.session;

import org.jspecify.annotations.NullMarked;
