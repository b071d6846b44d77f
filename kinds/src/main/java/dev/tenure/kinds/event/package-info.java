/// What is peculiar to events, which are served by two groups and stored once.
/// Never here: recording them (client.events).
/// Start at EventStrategy.
/// Upstream twin: pkg/registry/core/event/strategy.go, pkg/apis/events/v1/conversion.go.
@NullMarked
package dev.tenure.kinds.event;

import org.jspecify.annotations.NullMarked;
