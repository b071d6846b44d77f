/// Tests of dev.tenure.agent.runtime.cri.
@NullMarked
package dev.tenure.agent.runtime.cri;

import org.jspecify.annotations.NullMarked;
