package dev.tenure.apiserver.http;

import dev.tenure.apiserver.handler.Routes;
import dev.tenure.apiserver.registry.KindEntry;
import dev.tenure.apiserver.registry.KindTable;
import dev.tenure.apiserver.schema.CustomKind;
import dev.tenure.model.meta.ApiRequest.Target;
import java.util.List;

/// What is said to whoever asks for a kind that is deprecated. Pure.
final class DeprecatedKinds {
    private static final String ENDPOINTS =
            "v1 Endpoints is deprecated in v1.33+; use discovery.k8s.io/v1 EndpointSlice";
    private static final String STATUSES = "v1 ComponentStatus is deprecated in v1.19+";

    private DeprecatedKinds() {}

    /// What goes with every answer of what is behind a path, refusals too.
    static List<String> warnings(Target target, KindTable kinds) {
        boolean old = isCore(target, "endpoints") && target.subresource().isEmpty() && Routes.lead(kinds, target);
        return old ? List.of(ENDPOINTS) : List.of();
    }

    /// What goes with a watch beside that; other requests are warned by who answers them.
    static List<String> warningsOfWatch(Target target, KindTable kinds) {
        if (isCore(target, "componentstatuses")) {
            return List.of(STATUSES);
        }
        return kinds.find(target.group(), target.version(), target.resource())
                .flatMap(KindEntry::custom)
                .map(CustomKind::warnings)
                .orElse(List.of());
    }

    private static boolean isCore(Target target, String resource) {
        return target.group().isEmpty() && target.resource().equals(resource);
    }
}
