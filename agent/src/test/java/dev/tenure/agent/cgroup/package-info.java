/// Tests of dev.tenure.agent.cgroup.
@NullMarked
package dev.tenure.agent.cgroup;

import org.jspecify.annotations.NullMarked;
