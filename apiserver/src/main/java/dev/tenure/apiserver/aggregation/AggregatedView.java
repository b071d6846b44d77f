package dev.tenure.apiserver.aggregation;

import dev.tenure.apiserver.registry.KindTable;
import dev.tenure.model.meta.Frozen;
import dev.tenure.wire.json.ObjectNode;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// What is known of all APIServices at one moment, and of the servers that some of them name. Immutable;
/// nobody changes the trees. Two of them are never equal.
public final class AggregatedView {
    /// Of a server without APIServices.
    public static final AggregatedView NOTHING = new AggregatedView(List.of(), Map.of(), Map.of());

    private static final int VERSION_STEPS = 3;

    private final List<Registration> registrations;
    private final Map<String, ObjectNode> discovered;
    private final Map<String, BackendSpecs> specs;
    private final Map<String, Backend> backends = new HashMap<>();

    /// @param discovered what aggregated discovery tells of versions that other servers answer for, by
    ///     APIService
    /// @param specs the OpenAPI of those, by APIService
    public AggregatedView(
            List<Registration> registrations, Map<String, ObjectNode> discovered, Map<String, BackendSpecs> specs) {
        this.registrations = List.copyOf(registrations);
        this.discovered = Frozen.map(discovered);
        this.specs = Frozen.map(specs);
        registrations.forEach(one ->
                one.backend().ifPresent(backend -> backends.put(key(one.group(), one.version()), backend)));
    }

    private static String key(String group, String version) {
        return group + "/" + version;
    }

    public List<Registration> registrations() {
        return registrations;
    }

    /// Whether other servers answer for anything.
    public boolean hasBackends() {
        return !backends.isEmpty();
    }

    /// Who answers for a version of a group, if it is not this server.
    public Optional<Backend> backend(String group, String version) {
        return backends.isEmpty() ? Optional.empty() : Optional.ofNullable(backends.get(key(group, version)));
    }

    /// Who gives an OpenAPI document of the third version, if it is not this server.
    ///
    /// @param path for example `apis/metrics.k8s.io/v1beta1`, or `apis/metrics.k8s.io`
    public Optional<Backend> ofDocument(KindTable kinds, String path) {
        if (backends.isEmpty()) {
            return Optional.empty();
        }
        List<String> steps = List.of(path.split("/"));
        boolean ofVersion = steps.size() == VERSION_STEPS;
        boolean ofGroup = steps.size() == VERSION_STEPS - 1 && !kinds.hasBuiltIn(steps.getLast());
        if (!steps.getFirst().equals("apis") || !(ofVersion || ofGroup)) {
            return Optional.empty();
        }
        return registrations.stream()
                .filter(one -> one.group().equals(steps.get(1)))
                .filter(one -> ofGroup || one.version().equals(steps.getLast()))
                .filter(one -> specs(one)
                        .filter(told -> told.third().containsKey(path))
                        .isPresent())
                .flatMap(one -> one.backend().stream())
                .findFirst();
    }

    /// What aggregated discovery tells of a version that another server answers for.
    public Optional<ObjectNode> discovered(Registration registration) {
        return Optional.ofNullable(discovered.get(registration.name()));
    }

    /// The OpenAPI of the server that an APIService names, as far as it gives any.
    public Optional<BackendSpecs> specs(Registration registration) {
        return Optional.ofNullable(specs.get(registration.name()));
    }
}
