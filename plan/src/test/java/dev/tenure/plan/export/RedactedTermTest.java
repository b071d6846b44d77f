package dev.tenure.plan.export;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.model.core.Node;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.rules.taint.TaintTerms;
import dev.tenure.sim.scenario.Manifests;
import dev.tenure.sim.world.StoredForms;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.schema.GroupVersionKind;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/// The term of a taint ends the same taint at the same time under pseudonyms, and says no more on whose
/// account.
final class RedactedTermTest {
    @Test
    void aTermEndsTheSameTaintAndNoWordOfItIsLeft() {
        String text = """
                {apiVersion: v1, kind: Node, metadata: {name: titan, uid: u-2, annotations: {
                taint-term.tenure.dev/vault.noexecute: 'acme.corp/vault=gold:NoExecute since 2026-01-01T00:00:00Z until 2026-01-01T02:00:00Z by alice: ticket 4711',
                taint-term.tenure.dev/bad: secret,
                tenure.dev/past-taint-terms: '2026-01-01T00:00:00Z | ended | k:NoExecute until 2026-01-01T00:00:00Z by carol'}},
                spec: {taints: [{key: acme.corp/vault, value: gold, effect: NoExecute, timeAdded: '2026-01-01T00:00:00Z'}]}}
                """;
        StoredObject node =
                new StoredForms().read(Json.write(Manifests.read(text).getFirst()), GroupVersionKind.of("v1", "Node"));

        StoredObject redacted = Redaction.with(List.of(), _ -> {}).object(node);

        assertThat(new String(redacted.json(), StandardCharsets.UTF_8))
                .doesNotContain("vault", "acme", "gold", "alice", "4711", "titan", "secret", "carol");
        Node seen = redacted.view(Node.class);
        assertThat(TaintTerms.of(seen).of(seen.spec().taints().getFirst()))
                .hasValueSatisfying(term -> assertThat(term.until()).isEqualTo(Instant.parse("2026-01-01T02:00:00Z")));
    }
}
