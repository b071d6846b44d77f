/// Tests of which events InterPodAffinity wants to hear of; what it decides is held to recorded decisions.
@NullMarked
package dev.tenure.scheduler.plugin.interpodaffinity;

import org.jspecify.annotations.NullMarked;
