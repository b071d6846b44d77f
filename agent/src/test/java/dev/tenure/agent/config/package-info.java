/// Tests of dev.tenure.agent.config.
@NullMarked
package dev.tenure.agent.config;

import org.jspecify.annotations.NullMarked;
