/// Tests of what controllers that evict let each other know.
@NullMarked
package dev.tenure.controllers.eviction;

import org.jspecify.annotations.NullMarked;
