/// Recording of Events: what happened to an object, for people.
/// Never here: a decision that depends on an Event.
/// Start at EventRecorder.
/// Upstream twin: client-go/tools/record.
@NullMarked
package dev.tenure.client.events;

import org.jspecify.annotations.NullMarked;
