package dev.tenure.plan.timeline;

import java.time.Instant;

/// A pod that was told to go.
///
/// @param at when, in whole seconds as objects tell it
/// @param node empty when nothing tells it
/// @param cause one of those of a plan, or `node-shutdown`; see docs/forecast.md
/// @param why the message that stands in the object
public record ObservedEviction(
        Instant at, String namespace, String name, String node, String cause, String why, Since since) {
    /// What has become of the pod by the moment of the timeline.
    public enum Since {
        GONE("gone"),
        STOPPING("stopping"),
        ENDED("ended, not yet removed"),
        STANDS("still there");

        private final String words;

        Since(String words) {
            this.words = words;
        }

        public String words() {
            return words;
        }
    }
}
