package dev.tenure.cli.taints;

import dev.tenure.model.core.Taint;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import java.time.Instant;
import java.util.Optional;

/// One change of one taint of a node.
///
/// @param at when it was seen
/// @param taint as it is now; when it was removed, as it was
/// @param writer who wrote it, if managedFields tell
/// @param times how often this taint of this node has changed since somebody looks
public record TaintChange(Instant at, String node, Kind kind, Taint taint, Optional<FieldOwner> writer, int times) {
    /// What became of a taint.
    public enum Kind {
        ADDED("added"),
        REMOVED("removed"),
        /// Its value or its time.
        CHANGED("changed"),
        /// Its node was deleted, or no longer has the labels that were asked for.
        NODE_GONE("node gone");

        private final String word;

        Kind(String word) {
            this.word = word;
        }

        public String word() {
            return word;
        }
    }

    /// For programs.
    public ObjectNode json() {
        ObjectNode json = Json.object()
                .put("at", at.toString())
                .put("node", node)
                .put("change", kind.word())
                .put("taint", taint.toString());
        taint.timeAdded().ifPresent(added -> json.put("timeAdded", added.toString()));
        writer.ifPresent(each -> json.set("writer", each.json()));
        return json.put("times", times);
    }
}
