package dev.tenure.scheduler.explain;

import dev.tenure.model.core.Taint;

/// One thing that could be changed so that a pod may run.
public sealed interface SuggestedChange {
    /// The pod tolerates the taint.
    record Tolerate(Taint taint) implements SuggestedChange {}

    /// The node loses the taint.
    record RemoveTaint(Taint taint) implements SuggestedChange {}

    /// The node takes pods again.
    record Uncordon() implements SuggestedChange {}

    /// The node gets the label.
    record Label(String key, String value) implements SuggestedChange {}

    /// The pod requests less of a resource, in units or, of cpu, in thousandths.
    record Request(String resource, long from, long to) implements SuggestedChange {}

    /// A scheduling gate of the pod is taken away.
    record RemoveGate(String gate) implements SuggestedChange {}

    /// The cluster gets another node like the named one, empty.
    record AddNode(String like) implements SuggestedChange {}

    /// Whether it is made to the pod alone, and so is the same whichever node it is for.
    default boolean ofPod() {
        return switch (this) {
            case Tolerate _, Request _, RemoveGate _ -> true;
            case RemoveTaint _, Uncordon _, Label _, AddNode _ -> false;
        };
    }

    /// What to do, in one line.
    default String advice(String pod, String node) {
        return switch (this) {
            case Tolerate(var taint) -> "let pod " + pod + " tolerate " + taint;
            case RemoveTaint(var taint) -> "remove taint " + taint + " from node " + node;
            case Uncordon _ -> "uncordon node " + node;
            case Label(var key, var value) -> "label node " + node + " with " + key + "=" + value;
            case Request(var resource, var from, var to) ->
                "lower the request of pod " + pod + " for " + resource + " from " + AmountText.exact(resource, from)
                        + " to " + AmountText.exact(resource, to);
            case RemoveGate(var gate) -> "remove scheduling gate " + gate + " from pod " + pod;
            case AddNode(var like) -> "add an empty node like " + like;
        };
    }
}
