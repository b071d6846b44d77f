package dev.tenure.kinds.aggregation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.apiserver.aggregation.Backend;
import dev.tenure.kinds.aggregation.AvailabilityRule.Finding;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// What a service and its EndpointSlices alone say of a backend.
class AvailabilityRuleTest {
    private static final Backend.Service WANTED = new Backend.Service("n", "s", 443);
    private static final String SERVICE = "{'spec': {'type': 'ClusterIP', 'ports': [{'port': 443, 'name': 'https'}]}}";
    private static final String READY =
            "{'ports': [{'name': 'https', 'port': 8443}], 'endpoints': [{'addresses': ['192.0.2.1']}]}";

    private static ObjectNode object(String json) {
        return Json.readObject(json.replace('\'', '"').getBytes(StandardCharsets.UTF_8));
    }

    private static String reason(Optional<String> service, String... slices) {
        List<ObjectNode> all =
                List.of(slices).stream().map(AvailabilityRuleTest::object).toList();
        return switch (AvailabilityRule.of(WANTED, service.map(AvailabilityRuleTest::object), all)) {
            case Finding.Ask _ -> "ask";
            case Finding.Missing(var condition) -> {
                assertThat(condition.status()).isEqualTo("False");
                yield condition.reason() + ": " + condition.message();
            }
        };
    }

    @Test
    void aServiceThatIsNotThere() {
        assertThat(reason(Optional.empty())).isEqualTo("ServiceNotFound: service/s in \"n\" is not present");
    }

    @Test
    void aServiceWithoutThePort() {
        assertThat(reason(Optional.of(SERVICE.replace("443", "444")), READY))
                .isEqualTo("ServicePortError: service/s in \"n\" is not listening on port 443");
    }

    @Test
    void aServiceWithoutSlices() {
        assertThat(reason(Optional.of(SERVICE)))
                .isEqualTo("EndpointsNotFound: cannot find endpointslices for service/s in \"n\"");
    }

    @Test
    void aServiceWhoseSlicesOfferNothing() {
        String missing =
                "MissingEndpoints: endpointslices for service/s in \"n\" have no addresses with port name \"https\"";
        assertThat(reason(Optional.of(SERVICE), READY.replace("'https'", "'http'")))
                .isEqualTo(missing);
        assertThat(reason(Optional.of(SERVICE), READY.replace("'port': 8443", "'protocol': 'TCP'")))
                .isEqualTo(missing);
        assertThat(reason(Optional.of(SERVICE), READY.replace("]}]}", "], 'conditions': {'ready': false}}]}")))
                .isEqualTo(missing);
    }

    @Test
    void whatMayBeThereHasToBeAsked() {
        assertThat(reason(Optional.of(SERVICE), READY)).isEqualTo("ask");
        assertThat(reason(Optional.of(SERVICE.replace("ClusterIP", "ExternalName"))))
                .isEqualTo("ask");
    }
}
