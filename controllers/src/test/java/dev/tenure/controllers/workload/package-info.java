/// Tests of what workload controllers share.
@NullMarked
package dev.tenure.controllers.workload;

import org.jspecify.annotations.NullMarked;
