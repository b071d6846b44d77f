package dev.tenure.kinds.storage;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.apiserver.registry.FieldErrors;
import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import org.junit.jupiter.api.Test;

/// Held each against each, these lists would keep a processor for minutes.
class LargeListsTest {
    private static final int MANY = 40_000;

    private static ObjectNode csiNode() {
        ObjectNode node = Json.object();
        node.putObject("metadata").put("name", "n").put("resourceVersion", "1");
        ArrayNode drivers = node.putObject("spec").putArray("drivers");
        for (int i = 0; i < MANY; i++) {
            drivers.addObject().put("name", "d" + i).put("nodeID", "n");
        }
        return node;
    }

    @Test
    void driversOfANodeAreHeldAgainstThoseOfTheSameName() {
        ObjectNode next = csiNode();
        ((ObjectNode) next.path("spec").path("drivers").get(7)).put("nodeID", "other");
        var errors = new FieldErrors();
        new CsiNodeStrategy().validateUpdate(next, csiNode(), "", errors);
        assertThat(errors.list()).singleElement().asString().contains("spec.drivers", "field is immutable");
    }

    @Test
    void termsThatAreAlikeAreToldSomeTimes() {
        ObjectNode storageClass = Json.object().put("provisioner", "p").put("volumeBindingMode", "Immediate");
        storageClass.putObject("metadata").put("name", "c");
        ArrayNode topologies = storageClass.putArray("allowedTopologies");
        for (int i = 0; i < MANY; i++) {
            topologies.addObject();
        }
        var errors = new FieldErrors();
        new StorageClassStrategy().validate(storageClass, errors);
        assertThat(errors.size()).isEqualTo(100 * MANY);
    }
}
