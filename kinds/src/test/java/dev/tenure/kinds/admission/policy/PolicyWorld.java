package dev.tenure.kinds.admission.policy;

import dev.tenure.apiserver.admission.AdmissionChain;
import dev.tenure.apiserver.admission.AdmissionRequest;
import dev.tenure.apiserver.authz.Decision;
import dev.tenure.apiserver.handler.body.KindBodyReader;
import dev.tenure.apiserver.handler.body.WireBodyReader;
import dev.tenure.apiserver.registry.KindTable;
import dev.tenure.apiserver.registry.RefusedException;
import dev.tenure.kinds.KindList;
import dev.tenure.kinds.admission.AdmittedCluster;
import dev.tenure.kinds.admission.policy.BoundPolicy.Binding;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.Status;
import dev.tenure.runtime.loop.Published;
import dev.tenure.runtime.loop.SimulatedWorld;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.schema.Schema;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import io.prometheus.metrics.model.snapshots.CounterSnapshot.CounterDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot.HistogramDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Label;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.stream.Collectors;

/// A cluster with policies, and what they make of requests. Trees are written with apostrophes for quotes.
final class PolicyWorld {
    static final String PODS = """
        'matchConstraints': {'resourceRules': [{'apiGroups': [''], 'apiVersions': ['v1'], 'resources': ['pods'],
         'operations': ['*']}]}\
        """;

    private final AdmittedCluster cluster = new AdmittedCluster()
            .with(ResourceTypes.NAMESPACES, "{'metadata': {'name': 'shop', 'labels': {'tier': 'gold'}}}");
    private final List<BoundPolicy<ValidatingPolicy>> validating = new ArrayList<>();
    private final List<BoundPolicy<MutatingPolicy>> mutating = new ArrayList<>();

    private final PrometheusRegistry registry = new PrometheusRegistry();
    private final PolicyMetrics metrics =
            new PolicyMetrics(registry, new SimulatedWorld(Instant.parse("2026-01-01T00:00:00Z")));

    /// What was counted, each as its labels' values with what is counted there, in order.
    List<String> counted(String metric) {
        return registry.scrape().stream()
                .filter(found -> found.getMetadata().getName().equals("apiserver_" + metric))
                .flatMap(found -> found.getDataPoints().stream())
                .map(point -> point.getLabels().stream().map(Label::getValue).collect(Collectors.joining(" ")) + " "
                        + switch (point) {
                            case CounterDataPointSnapshot count -> (long) count.getValue();
                            case HistogramDataPointSnapshot times -> times.getCount();
                            default -> throw new IllegalStateException(metric);
                        })
                .sorted()
                .toList();
    }

    AdmittedCluster cluster() {
        return cluster;
    }

    /// @param spec of the policy
    /// @param bindings their specs; they are called b0, b1 …
    PolicyWorld validating(String name, String spec, String... bindings) {
        validating.add(bound(name, spec, ValidatingPolicy::compile, bindings));
        return this;
    }

    PolicyWorld mutating(String name, String spec, String... bindings) {
        mutating.add(bound(name, spec, MutatingPolicy::compile, bindings));
        return this;
    }

    private static <P> BoundPolicy<P> bound(
            String name, String spec, BiFunction<String, JsonNode, P> compiler, String... bindings) {
        ObjectNode tree = AdmittedCluster.object(spec);
        List<Binding> all = new ArrayList<>();
        for (int i = 0; i < bindings.length; i++) {
            all.add(new Binding("b" + i, AdmittedCluster.object(bindings[i]).put("policyName", name)));
        }
        return new BoundPolicy<>(name, tree, Optional.of(compiler.apply(name, tree)), "", all);
    }

    private PolicySource source() {
        var kinds = new Published<KindTable>(KindList.standard());
        return new PolicySource(
                new Published<>(new PolicySnapshot(mutating, validating)),
                kinds,
                attributes -> attributes.verb().equals("get") ? new Decision.Allow("yes") : new Decision.Refuse("no"),
                new KindBodyReader(new WireBodyReader(Schema.builtIn()), kinds),
                metrics);
    }

    /// @return the refusal; empty when the policies let the write pass
    Optional<Status> refusal(AdmissionRequest request) {
        var chain = new AdmissionChain(
                List.of(new MutatingPolicies(Optional.of(source())), new ValidatingPolicies(Optional.of(source()))),
                cluster);
        try {
            chain.mutate(request);
            chain.validate(request);
            return Optional.empty();
        } catch (RefusedException e) {
            return Optional.of(e.status());
        }
    }

    /// The words of the refusal; empty when the policies let the write pass.
    String words(AdmissionRequest request) {
        return refusal(request).map(Status::message).orElse("");
    }
}
