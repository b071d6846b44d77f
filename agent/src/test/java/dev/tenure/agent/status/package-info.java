/// Tests of dev.tenure.agent.status.
@NullMarked
package dev.tenure.agent.status;

import org.jspecify.annotations.NullMarked;
