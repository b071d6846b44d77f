package dev.tenure.apiserver.registry.field;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class InternalTypesTest {
    @Test
    void whatIsAbsentIsPrintedAsGosZero() {
        JsonNode attribute = Json.object().put("int", 7);
        assertThat(InternalTypes.of("DeviceAttribute", attribute).toString())
                .startsWith("{\"IntValue\":7,\"BoolValue\":null,\"StringValue\":null,");
    }

    @Test
    void selectorsAndMetadataWithinArePrintedWithoutWhatIsEmpty() {
        ObjectNode spec = Json.object();
        ObjectNode template =
                spec.putArray("volumes").addObject().putObject("ephemeral").putObject("volumeClaimTemplate");
        template.putObject("metadata").put("name", "").put("generation", 2).putObject("labels");
        template.putObject("spec")
                .putObject("selector")
                .put("matchLabels", "")
                .putArray("matchExpressions")
                .addObject()
                .put("operator", "Exists")
                .put("key", "a")
                .putArray("values");
        assertThat(InternalTypes.podSpec(spec).toString())
                .contains("\"VolumeClaimTemplate\":{\"generation\":2,\"Spec\":{\"AccessModes\":null,"
                        + "\"Selector\":{\"matchExpressions\":[{\"key\":\"a\",\"operator\":\"Exists\"}]},");
    }

    @Test
    @Timeout(10)
    void manyPartsOfAnObjectArePrintedWithoutReadingTheTypesForEach() {
        JsonNode attribute = Json.object().put("int", 7);
        for (int i = 0; i < 100_000; i++) {
            assertThat(InternalTypes.of("DeviceAttribute", attribute).size()).isPositive();
        }
    }
}
