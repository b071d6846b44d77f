package dev.tenure.apiserver.handler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class MutationTest {
    private static ObjectNode owned(ArrayNode owners) {
        ObjectNode object = Json.object();
        object.putObject("metadata").set("ownerReferences", owners);
        return object;
    }

    private static ObjectNode owner(String uid) {
        return Json.object()
                .put("apiVersion", "v1")
                .put("kind", "Node")
                .put("name", "n")
                .put("uid", uid);
    }

    @Test
    void anOwnerIsKeptOnceAndInItsPlace() {
        ArrayNode owners = Json.array();
        owners.add(owner("a")).add(owner("b")).add(owner("a")).add(owner("a").put("controller", false));
        ObjectNode object = owned(owners);
        var warnings = new ArrayList<String>();
        Mutation.dropRepeatedOwners(object, warnings);
        assertThat(object.path("metadata").path("ownerReferences").valueStream())
                .containsExactly(owner("a"), owner("b"), owner("a").put("controller", false));
        assertThat(warnings).singleElement().asString().endsWith("duplicate UID(s) observed: a");
    }

    @Test
    void differentOwnersAreLeftAlone() {
        ArrayNode owners = Json.array();
        owners.add(owner("a")).add(owner("b"));
        ObjectNode object = owned(owners);
        Mutation.dropRepeatedOwners(object, List.of());
        assertThat(object.path("metadata").path("ownerReferences")).isEqualTo(owners);
    }

    /// Compared each with each, these would keep a processor for minutes.
    @Test
    void asManyOwnersAsARequestCanNameAreLookedAtOnce() {
        ArrayNode owners = Json.array();
        for (int i = 0; i < 200_000; i++) {
            owners.add(Json.object().put("uid", Integer.toString(i)));
        }
        owners.add(Json.object().put("uid", "7"));
        ObjectNode object = owned(owners);
        var warnings = new ArrayList<String>();
        Mutation.dropRepeatedOwners(object, warnings);
        assertThat(object.path("metadata").path("ownerReferences").size()).isEqualTo(200_000);
        assertThat(warnings).hasSize(1);
    }
}
