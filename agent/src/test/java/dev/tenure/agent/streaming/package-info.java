/// Tests of dev.tenure.agent.streaming.
@NullMarked
package dev.tenure.agent.streaming;

import org.jspecify.annotations.NullMarked;
