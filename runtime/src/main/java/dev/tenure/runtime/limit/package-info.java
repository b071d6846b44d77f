/// Limits: rates, bytes, requests under way, seats and turns. Those of one loop are data; FairSeats and Turns
/// let threads wait.
/// Never here: who is asked for, HTTP.
/// Start at TokenBucket, and at FairSeats.
/// Upstream twin: client-go/util/flowcontrol, apiserver/pkg/util/flowcontrol/fairqueuing.
@NullMarked
package dev.tenure.runtime.limit;

import org.jspecify.annotations.NullMarked;
