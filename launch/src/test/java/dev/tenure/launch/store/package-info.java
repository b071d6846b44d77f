/// Backup, restore and repair of a data directory.
@NullMarked
package dev.tenure.launch.store;

import org.jspecify.annotations.NullMarked;
