package dev.tenure.apiserver.registry.field;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
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
    @Timeout(10)
    void manyPartsOfAnObjectArePrintedWithoutReadingTheTypesForEach() {
        JsonNode attribute = Json.object().put("int", 7);
        for (int i = 0; i < 100_000; i++) {
            assertThat(InternalTypes.of("DeviceAttribute", attribute).size()).isPositive();
        }
    }
}
