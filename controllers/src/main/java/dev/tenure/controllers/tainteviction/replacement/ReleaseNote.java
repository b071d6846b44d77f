package dev.tenure.controllers.tainteviction.replacement;

import dev.tenure.model.core.Pod;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.JsonSyntaxException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;

/// What a pod tells that was taken out of its set: all that is needed to give it back, for whoever leads
/// then.
///
/// @param policy that asks for the replacement
/// @param set the name of the ReplicaSet
/// @param hash the value of the label by which the set knew it
public record ReleaseNote(String policy, String set, String hash) {
    /// Of a pod that was taken out of its set.
    static final String ANNOTATION = "tenure.dev/replaced-first";
    /// Of a pod that was given back, and of the one that is to go for it, until their set has settled: the
    /// cost of its deletion that it had before, or nothing.
    static final String RETURNED = "tenure.dev/given-back";
    /// What a ReplicaSet tells its pods apart by; Services and budgets do not select by it.
    static final String LABEL = "pod-template-hash";

    /// Empty for a pod that tells nothing, or nothing that could be read.
    public static Optional<ReleaseNote> of(Pod pod) {
        String text = pod.meta().annotations().get(ANNOTATION);
        if (text == null) {
            return Optional.empty();
        }
        try {
            JsonNode note = Json.read(text.getBytes(StandardCharsets.UTF_8));
            return Optional.of(new ReleaseNote(
                            note.path("policy").asText(""),
                            note.path("replicaSet").asText(""),
                            note.path("hash").asText("")))
                    .filter(read -> !read.set().isEmpty() && !read.hash().isEmpty());
        } catch (JsonSyntaxException _) {
            return Optional.empty();
        }
    }

    String text() {
        return new String(
                Json.write(
                        Json.object().put("replicaSet", set).put("hash", hash).put("policy", policy)),
                StandardCharsets.UTF_8);
    }

    static ReplacementRule.Tie tie(Pod pod) {
        Map<String, String> annotations = pod.meta().annotations();
        if (of(pod).isPresent()) {
            return ReplacementRule.Tie.RELEASED;
        }
        return annotations.containsKey(RETURNED) ? ReplacementRule.Tie.RETURNED : ReplacementRule.Tie.COUNTED;
    }
}
