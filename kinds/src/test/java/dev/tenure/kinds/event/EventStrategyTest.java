package dev.tenure.kinds.event;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.apiserver.registry.FieldError;
import dev.tenure.apiserver.registry.FieldErrors;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

final class EventStrategyTest {
    private static final String SERVED = """
        {"apiVersion":"events.k8s.io/v1","kind":"Event","metadata":{"name":"e","namespace":"ns"},
         "eventTime":"2026-01-01T00:00:00.000000Z","reportingController":"default-scheduler",
         "reportingInstance":"s-1","action":"Binding","reason":"Scheduled","note":"done","type":"Normal",
         "regarding":{"kind":"Pod","namespace":"ns","name":"p"},
         "deprecatedSource":{},"deprecatedFirstTimestamp":null,"deprecatedLastTimestamp":null}\
        """;

    private static ObjectNode tree(String json) {
        return Json.readObject(json.getBytes(StandardCharsets.UTF_8));
    }

    private static List<String> refusals(EventStrategy strategy, ObjectNode event) {
        var errors = new FieldErrors();
        strategy.validate(event, errors);
        return errors.list().stream().map(FieldError::text).toList();
    }

    @Test
    void anEventOfTheNewGroupIsStoredUnderTheOldNames() {
        ObjectNode stored = new EventConversion().toStored(tree(SERVED));

        assertThat(stored.path("apiVersion").asText()).isEqualTo("v1");
        assertThat(stored.path("message").asText()).isEqualTo("done");
        assertThat(stored.path("involvedObject").path("name").asText()).isEqualTo("p");
        assertThat(stored.path("reportingComponent").asText()).isEqualTo("default-scheduler");
        assertThat(stored.has("note") || stored.has("regarding")).isFalse();
    }

    @Test
    void itComesBackAsItWas() {
        var conversion = new EventConversion();

        assertThat(conversion.fromStored(conversion.toStored(tree(SERVED)))).isEqualTo(tree(SERVED));
    }

    @Test
    void anOldEventWithoutAnyReporterShowsNoneInTheNewGroup() {
        ObjectNode stored = tree("""
            {"apiVersion":"v1","kind":"Event","message":"m","count":3,"source":{"component":"c"},
             "reportingComponent":"","reportingInstance":""}\
            """);

        ObjectNode served = new EventConversion().fromStored(stored);

        assertThat(served.has("reportingController") || served.has("reportingInstance"))
                .isFalse();
        assertThat(served.path("deprecatedCount").asInt()).isEqualTo(3);
        assertThat(served.path("deprecatedSource").path("component").asText()).isEqualTo("c");
    }

    @Test
    void aNewEventMustSayWhoDidWhatAndWhen() {
        ObjectNode stored = new EventConversion().toStored(tree(SERVED));
        assertThat(refusals(new EventStrategy(true), stored)).isEmpty();

        stored.remove(List.of("action", "eventTime"));
        stored.put("count", 2);

        assertThat(refusals(new EventStrategy(true), stored))
                .containsExactly("eventTime: Required value", "count: Invalid value: \"\": needs to be unset");
    }

    @Test
    void anEventLivesInTheNamespaceOfItsObject() {
        ObjectNode old = tree("""
            {"apiVersion":"v1","kind":"Event","metadata":{"name":"e","namespace":"ns"},
             "involvedObject":{"namespace":"other"}}\
            """);

        assertThat(refusals(new EventStrategy(false), old))
                .containsExactly("involvedObject.namespace: Invalid value: \"other\": does not match event.namespace");
    }
}
