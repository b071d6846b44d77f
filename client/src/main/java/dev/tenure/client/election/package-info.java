/// One leader among several processes of a kind, agreed on by a Lease in the API.
/// Never here: what a leader does, or how a process ends that is none any more.
/// Start at LeaderElector.
/// Upstream twin: client-go/tools/leaderelection.
@NullMarked
package dev.tenure.client.election;

import org.jspecify.annotations.NullMarked;
