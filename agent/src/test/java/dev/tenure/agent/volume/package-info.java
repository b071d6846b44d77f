/// Tests of dev.tenure.agent.volume.
@NullMarked
package dev.tenure.agent.volume;

import org.jspecify.annotations.NullMarked;
