package dev.tenure.apiserver.handler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.apiserver.registry.KindEntry;
import dev.tenure.model.meta.Content;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.view.Views;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Two states of an object are compared by what they say, in whatever form they are kept.
class ObjectTreesTest {
    private static final KindEntry PODS =
            KindEntry.namespaced("v1", "pods", "Pod").withView(Views.reader(ResourceTypes.PODS));

    private static ObjectNode pod(String phase) {
        ObjectNode pod = Json.object();
        pod.putObject("metadata").put("name", "p").put("namespace", "default").put("uid", "u");
        pod.putObject("spec").put("nodeName", "n");
        pod.putObject("status").put("phase", phase);
        return pod;
    }

    /// In parts, as one text, and as a document that nobody has written.
    private static List<StoredObject> forms(String phase) {
        StoredObject made = ObjectTrees.stored(PODS, pod(phase));
        var text = new StoredObject(made.header(), Content.of(made.json()), 0, made.reader());
        return List.of(made.packed(), text, made);
    }

    @Test
    void statesSayTheSameInWhateverFormTheyAre() {
        for (int one = 0; one < 3; one++) {
            for (int other = 0; other < 3; other++) {
                assertThat(ObjectTrees.areEquivalent(
                                forms("Running").get(one), forms("Running").get(other)))
                        .as("%d and %d", one, other)
                        .isTrue();
                assertThat(ObjectTrees.areEquivalent(
                                forms("Running").get(one), forms("Pending").get(other)))
                        .as("%d and %d", one, other)
                        .isFalse();
            }
        }
    }
}
