/// Tests of the console (page).
@NullMarked
package dev.tenure.console.page;

import org.jspecify.annotations.NullMarked;
