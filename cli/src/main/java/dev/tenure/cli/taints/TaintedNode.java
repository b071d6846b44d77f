package dev.tenure.cli.taints;

import dev.tenure.model.core.Node;
import dev.tenure.model.core.Taint;
import dev.tenure.model.core.TaintEffect;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.rules.taint.RecordedTaintRule;
import dev.tenure.rules.taint.TaintTerm;
import dev.tenure.rules.taint.TaintTerms;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.JsonSyntaxException;
import dev.tenure.wire.view.TaintViews;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A node with what tells where its taints come from.
///
/// @param writers the owners of its list of taints, the latest first
/// @param cordoners the owners of `spec.unschedulable`
/// @param applied the taints of the manifest that `kubectl apply` applied last
/// @param recorded since when it has its taints because of which pods leave, by the keys of Tenure's record,
///     where there is one
record TaintedNode(
        Node node,
        List<FieldOwner> writers,
        List<FieldOwner> cordoners,
        List<Taint> applied,
        Map<String, Instant> recorded) {
    private static final String APPLIED = "kubectl.kubernetes.io/last-applied-configuration";

    /// A taint whose time has been over for so long is taken away by nobody.
    static final Duration OVERDUE = Duration.ofMinutes(1);

    public TaintedNode {
        writers = List.copyOf(writers);
        cordoners = List.copyOf(cordoners);
        applied = List.copyOf(applied);
        recorded = Map.copyOf(recorded);
    }

    static TaintedNode of(StoredObject stored, StayRecords records) {
        JsonNode tree = Json.readObject(stored.json());
        return new TaintedNode(
                stored.view(Node.class),
                FieldOwner.of(tree, "taints"),
                FieldOwner.of(tree, "unschedulable"),
                applied(stored.view(Node.class)),
                records.of(stored.key().name(), stored.uid()));
    }

    private static List<Taint> applied(Node node) {
        String manifest = node.meta().annotations().getOrDefault(APPLIED, "");
        try {
            return manifest.isEmpty()
                    ? List.of()
                    : TaintViews.taints(
                            Json.read(manifest.getBytes(StandardCharsets.UTF_8)).path("spec"), "taints");
        } catch (JsonSyntaxException _) {
            // somebody edited it
            return List.of();
        }
    }

    /// Since when one of its taints is there.
    TaintSince since(Taint taint) {
        if (taint.timeAdded().isPresent()) {
            return new TaintSince.TimeAdded(taint.timeAdded().get());
        }
        Optional<Instant> seen = recorded(taint);
        Optional<Instant> written =
                writers.stream().flatMap(writer -> writer.at().stream()).min(Instant::compareTo);
        // one with another effect is recorded from when a policy made it count
        boolean older = taint.effect() != TaintEffect.NO_EXECUTE
                && written.isPresent()
                && seen.filter(written.get()::isBefore).isPresent();
        if (seen.isPresent() && !older) {
            return new TaintSince.Recorded(seen.get());
        }
        return written.<TaintSince>map(TaintSince.LastWrite::new).orElseGet(TaintSince.Unknown::new);
    }

    /// Where the stay under a taint begins for a pod that stood there before; by the record where there is
    /// one.
    TaintSince stayBegin(Taint taint) {
        return recorded(taint).<TaintSince>map(TaintSince.Recorded::new).orElseGet(() -> since(taint));
    }

    /// A taint as the node bears it, with its time.
    Taint borne(Taint taint) {
        return node.spec().taints().stream()
                .filter(each -> each.sameAs(taint))
                .findFirst()
                .orElse(taint);
    }

    /// The term of a taint as the node bears it.
    Optional<TaintTerm> term(Taint taint) {
        return TaintTerms.of(node).of(borne(taint));
    }

    /// When a taint goes by itself, unless that should have happened long ago.
    Optional<Instant> goes(Taint taint, Instant now) {
        return term(taint).map(TaintTerm::until).filter(end -> end.plus(OVERDUE).isAfter(now));
    }

    private Optional<Instant> recorded(Taint taint) {
        return Optional.ofNullable(recorded.get(RecordedTaintRule.key(taint)));
    }
}
