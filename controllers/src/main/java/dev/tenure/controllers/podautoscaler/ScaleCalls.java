package dev.tenure.controllers.podautoscaler;

import dev.tenure.model.meta.ApiRequest.Target;
import dev.tenure.model.meta.LabelSelector;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.model.meta.SelectorSyntaxException;
import dev.tenure.wire.json.ObjectNode;
import java.util.Map;

/// Reads and writes the size of what is scaled, by its subresource `scale`. Every method blocks.
final class ScaleCalls {
    private static final int TRIES_MAX = 5;

    private final Answers answers;

    /// The size of a target.
    ///
    /// @param type of the target
    /// @param tree as the API has it
    record Scale(ResourceType type, ObjectNode tree) {
        /// How many replicas it is set to have.
        int replicas() {
            return tree.path("spec").path("replicas").asInt();
        }

        /// How many it has.
        int present() {
            return tree.path("status").path("replicas").asInt();
        }

        /// Which pods are its own; empty where it does not say so.
        String selector() {
            return tree.path("status").path("selector").asText("");
        }
    }

    ScaleCalls(Answers answers) {
        this.answers = answers;
    }

    /// @return refused too where it says in a way that cannot be read which pods are its own
    Answers.Answer find(ResourceType type, String namespace, String name) {
        Answers.Answer answer = answers.get(target(type, namespace, name), Map.of());
        if (answer instanceof Answers.Answer.Tree(ObjectNode tree)) {
            String selector = new Scale(type, tree).selector();
            try {
                LabelSelector.parse(selector);
            } catch (SelectorSyntaxException e) {
                String why = "received an object from a /scale endpoint which was not convertible to autoscaling Scale:"
                        + " failed to parse target selector: couldn't parse the selector string \"%s\": %s"
                                .formatted(selector, e.getMessage());
                return new Answers.Answer.Refused(why, false);
            }
        }
        return answer;
    }

    private static Target target(ResourceType type, String namespace, String name) {
        return new Target(
                type.group(), type.version(), type.resource(), type.namespaced() ? namespace : "", name, "scale");
    }

    /// Sets the size, on whatever the target has become where somebody else was quicker.
    ///
    /// @return why it could not be done; empty when it is done
    String resize(Scale scale, String namespace, String name, int replicas) {
        Target target = target(scale.type(), namespace, name);
        ObjectNode tree = scale.tree().deepCopy();
        String why = "";
        for (int tries = 0; tries < TRIES_MAX; tries++) {
            tree.withObject("/spec").put("replicas", replicas);
            if (!(answers.update(target, tree) instanceof Answers.Answer.Refused refused)) {
                return "";
            }
            why = refused.why();
            if (!refused.conflict()) {
                return why;
            }
            if (answers.get(target, Map.of()) instanceof Answers.Answer.Tree(ObjectNode latest)) {
                tree = latest;
            }
        }
        return why;
    }
}
