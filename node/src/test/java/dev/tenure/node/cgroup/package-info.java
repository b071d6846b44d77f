/// Tests of dev.tenure.node.cgroup.
@NullMarked
package dev.tenure.node.cgroup;

import org.jspecify.annotations.NullMarked;
