/// Tests of dev.tenure.agent.pod.
@NullMarked
package dev.tenure.agent.pod;

import org.jspecify.annotations.NullMarked;
