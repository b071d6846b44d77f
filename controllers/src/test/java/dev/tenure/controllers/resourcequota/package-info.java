/// Tests of what the quota controller counts.
@NullMarked
package dev.tenure.controllers.resourcequota;

import org.jspecify.annotations.NullMarked;
