/// Tests of what DynamicResources works out for itself; what comes of it in a cluster is tested in `sim`.
@NullMarked
package dev.tenure.scheduler.plugin.dynamicresources;

import org.jspecify.annotations.NullMarked;
