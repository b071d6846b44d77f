@NullMarked
package dev.tenure.launch.console;

import org.jspecify.annotations.NullMarked;
