/// Tests of when nodes say that they are alive.
@NullMarked
package dev.tenure.kubelet.heartbeat;

import org.jspecify.annotations.NullMarked;
