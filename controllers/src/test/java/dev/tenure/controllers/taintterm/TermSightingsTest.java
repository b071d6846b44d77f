package dev.tenure.controllers.taintterm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.controllers.taintterm.TermSightings.Sighting;
import dev.tenure.model.core.Node;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.rules.taint.TaintTerms;
import dev.tenure.wire.view.Views;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// What is remembered of the terms of nodes.
final class TermSightingsTest {
    private static final Instant NOW = Instant.parse("2026-01-01T12:00:00Z");
    private static final String TERM = "'taint-term.tenure.dev/%1$s': '%1$s:NoSchedule until 2026-01-01T14:00:00Z'";
    private static final String TAINT = "{'key': '%s', 'effect': 'NoSchedule'}";

    private final TermSightings sightings = new TermSightings();

    private void see(String name, String annotations, String taints) {
        String json = """
                {'kind': 'Node', 'metadata': {'name': '%1$s', 'uid': '%1$s', 'annotations': {%2$s}}, 'spec': {'taints': [%3$s]}}
                """.formatted(name, annotations, taints).replace('\'', '"');
        var header =
                new StoredObject.Header(ResourceTypes.NODES.key("", name), name, Map.of(), List.of(), Map.of(), false);
        var stored =
                new StoredObject(header, json.getBytes(StandardCharsets.UTF_8), 1, Views.reader(ResourceTypes.NODES));
        Node node = stored.view(Node.class);
        sightings.see(node, TaintTerms.of(node), NOW);
    }

    @Test
    void termsAreCountedAsTheyComeAndGo() {
        see("a", TERM.formatted("x"), TAINT.formatted("x"));
        see("b", TERM.formatted("x") + "," + TERM.formatted("y"), "");
        assertThat(sightings.size()).isEqualTo(3);
        see("b", TERM.formatted("y"), "");
        assertThat(sightings.size()).isEqualTo(2);
        see("b", "", "");
        sightings.forget("c");
        assertThat(sightings.size()).isEqualTo(1);
        sightings.forget("a");
        assertThat(sightings.size()).isZero();
    }

    @Test
    void aTaintThatWentAndCameBackIsAnotherOne() {
        see("a", TERM.formatted("x"), TAINT.formatted("x"));
        see("a", TERM.formatted("x"), "");
        see("a", TERM.formatted("x"), TAINT.formatted("x"));
        assertThat(sightings.of("a").values()).singleElement().satisfies(seen -> {
            assertThat(seen.borne()).isTrue();
            assertThat(seen.lost()).isTrue();
        });
        see("a", TERM.formatted("x").replace("14:00", "15:00"), TAINT.formatted("x"));
        assertThat(sightings.of("a").values()).extracting(Sighting::lost).containsExactly(false);
    }
}
