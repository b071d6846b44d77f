package dev.tenure.cli.taints;

import dev.tenure.model.core.Node;
import dev.tenure.model.core.Pod;
import dev.tenure.model.core.Taint;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.plan.policy.ReadinessReasons;
import dev.tenure.plan.policy.TaintPolicies;
import dev.tenure.plan.report.PlanDocument;
import dev.tenure.plan.source.Gap;
import dev.tenure.rules.taint.PastTaintTerm;
import dev.tenure.rules.taint.TaintReason;
import dev.tenure.rules.taint.TaintTerm;
import dev.tenure.rules.taint.TaintTerms;
import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;

/// Which taints there are, on which nodes, since when, from whom and why, and what they do to pods: one
/// document of the kind TaintList, for programs and as what text is made of. Immutable.
public final class TaintSurvey {
    private static final String KIND = "TaintList";

    /// In which order taints are listed.
    public enum Order {
        taint,
        nodes,
        since,
        pods
    }

    /// What was read of a cluster.
    ///
    /// @param pods absent where they could not be read
    /// @param policies which have a say in when pods leave
    /// @param reasons why taints are there
    /// @param now by which times that are left are counted
    public record Sight(
            List<TaintedNode> nodes,
            Optional<List<Pod>> pods,
            TaintPolicies policies,
            ReadinessReasons reasons,
            List<Gap> gaps,
            Instant now) {
        public Sight {
            nodes = List.copyOf(nodes);
            pods = pods.map(List::copyOf);
            gaps = List.copyOf(gaps);
        }
    }

    /// One taint and the nodes that bear it.
    private record Row(Taint taint, List<TaintedNode> nodes) {
        private Instant newest() {
            return nodes.stream()
                    .flatMap(node -> node.since(node.borne(taint)).moment().stream())
                    .max(Instant::compareTo)
                    .orElse(Instant.MIN);
        }
    }

    private final Sight sight;
    private final Optional<PodsUnderTaints> pods;
    private final List<Row> rows;

    private TaintSurvey(Sight sight, Optional<PodsUnderTaints> pods, List<Row> rows) {
        this.sight = sight;
        this.pods = pods;
        this.rows = List.copyOf(rows);
    }

    /// Nodes with what their managedFields and Tenure's records tell.
    public static List<TaintedNode> nodes(List<StoredObject> nodes, StayRecords records) {
        return nodes.stream().map(node -> TaintedNode.of(node, records)).toList();
    }

    /// @param wanted which taints are looked at
    public static TaintSurvey of(Sight sight, Predicate<Taint> wanted, Order order) {
        Map<String, Row> found = new TreeMap<>();
        for (TaintedNode node : sight.nodes()) {
            for (Taint taint : node.node().spec().taints()) {
                if (wanted.test(taint)) {
                    Taint bare = taint.withoutTime();
                    found.computeIfAbsent(bare.toString(), _ -> new Row(bare, new ArrayList<>()))
                            .nodes()
                            .add(node);
                }
            }
        }
        var rows = new ArrayList<>(found.values());
        Optional<PodsUnderTaints> pods =
                sight.pods().map(all -> new PodsUnderTaints(all, sight.policies(), sight.now()));
        switch (order) {
            case taint -> {
                // as they are
            }
            case nodes -> rows.sort(Comparator.comparingInt(row -> -row.nodes().size()));
            case since -> rows.sort(Comparator.comparing(Row::newest).reversed());
            case pods ->
                rows.sort(Comparator.comparingInt(
                        row -> -pods.map(all -> all.standing(row.nodes())).orElse(0)));
        }
        return new TaintSurvey(sight, pods, rows);
    }

    public boolean isEmpty() {
        return rows.isEmpty();
    }

    /// The whole.
    ///
    /// @param detailed with each pod and with the commands that take a taint away
    /// @param program how this program is called, for those commands
    public ObjectNode document(boolean detailed, String program) {
        ObjectNode document = Json.object()
                .put("apiVersion", PlanDocument.API_VERSION)
                .put("kind", KIND)
                .put("now", sight.now().truncatedTo(ChronoUnit.SECONDS).toString());
        ArrayNode taints = document.putArray("taints");
        for (Row row : rows) {
            ObjectNode entry = taints.addObject()
                    .put("taint", row.taint().toString())
                    .put("key", row.taint().key());
            if (!row.taint().value().isEmpty()) {
                entry.put("value", row.taint().value());
            }
            entry.put("effect", row.taint().effect().word());
            ArrayNode nodes = entry.putArray("nodes");
            row.nodes().forEach(node -> nodes.add(node(node, node.borne(row.taint()))));
            pods.ifPresent(all -> {
                entry.set("pods", all.counts(row.taint(), row.nodes()));
                if (detailed) {
                    entry.set("podsThere", all.each(row.taint(), row.nodes()));
                    entry.set("podsKeptOff", all.keptOff(row.taint(), row.nodes()));
                }
            });
            ArrayNode policies = sight.policies().about(row.taint());
            if (!policies.isEmpty()) {
                entry.set("policies", policies);
            }
            if (detailed) {
                past(entry.putArray("pastTerms"), row);
                List<Node> bearers = row.nodes().stream().map(TaintedNode::node).toList();
                entry.set("removal", new TaintRemoval(program, row.taint(), bearers, sight.reasons()).json());
            }
        }
        unreadable(document);
        ArrayNode failing = sight.policies().failing();
        if (!failing.isEmpty()) {
            document.set("failingPolicies", failing);
        }
        ArrayNode unknown = document.putArray("unknown");
        sight.gaps().forEach(gap -> unknown.add(gap.json()));
        return document;
    }

    /// The terms of such taints that are over, on the nodes that bear one now.
    private static void past(ArrayNode list, Row row) {
        for (TaintedNode on : row.nodes()) {
            String text = on.node().meta().annotations().getOrDefault(PastTaintTerm.ANNOTATION, "");
            PastTaintTerm.parse(text).stream()
                    .filter(past -> past.term().taint().sameAs(row.taint()))
                    .forEach(past -> list.addObject()
                            .put("node", on.node().name())
                            .put("at", past.at().toString())
                            .put("how", past.how().word())
                            .put("who", past.who())
                            .put("term", past.term().toString()));
        }
    }

    /// Terms that nobody will keep, since they cannot be read.
    private void unreadable(ObjectNode document) {
        for (TaintedNode on : sight.nodes()) {
            TaintTerms.of(on.node())
                    .unreadable()
                    .forEach((annotation, why) -> document.withArray("unreadableTerms")
                            .addObject()
                            .put("node", on.node().name())
                            .put("annotation", annotation)
                            .put("why", why));
        }
    }

    private ObjectNode node(TaintedNode on, Taint taint) {
        TaintReason reason = sight.reasons().reason(on.node(), taint);
        TaintSource source = TaintSource.of(on, taint, reason);
        TaintSince since = on.since(taint);
        ObjectNode json = Json.object().put("name", on.node().name());
        since.moment().ifPresent(at -> json.put("since", at.toString()));
        json.put("sinceFrom", since.from());
        Optional<TaintTerm> term = on.term(taint);
        Optional<String> owner = term.map(TaintTerm::owner).filter(name -> !name.isEmpty());
        owner.or(source::name).ifPresent(name -> json.put("by", name));
        if (!source.note().isEmpty() && owner.isEmpty()) {
            json.put("byNote", source.note());
        }
        String why = reason.words().isEmpty() ? term.map(TaintTerm::reason).orElse("") : reason.words();
        if (!why.isEmpty()) {
            json.put("why", why);
        }
        json.put("stale", reason.stale());
        term.ifPresent(given -> json.put("until", given.until().toString())
                .put("overdue", on.goes(taint, sight.now()).isEmpty()));
        add(json, "listWrittenBy", on.writers());
        if (on.node().spec().unschedulable()) {
            add(json, "cordonedBy", on.cordoners());
        }
        return json;
    }

    private static void add(ObjectNode json, String field, List<FieldOwner> writers) {
        if (!writers.isEmpty()) {
            ArrayNode list = json.putArray(field);
            writers.forEach(writer -> list.add(writer.json()));
        }
    }
}
