package dev.tenure.kinds.aggregation;

import dev.tenure.apiserver.aggregation.Backend;
import dev.tenure.apiserver.aggregation.BackendCalls;
import dev.tenure.apiserver.aggregation.BackendCalls.Fetched;
import dev.tenure.apiserver.aggregation.BackendCalls.Passed;
import dev.tenure.apiserver.aggregation.UnreachableException;
import dev.tenure.model.meta.Caller;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonSyntaxException;
import dev.tenure.wire.json.ObjectNode;
import java.net.HttpURLConnection;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Asks a backend which resources its version has. Waits; any thread. Upstream:
/// kube-aggregator/pkg/apiserver/handler_discovery.go.
final class BackendDiscovery {
    private static final Duration WITHIN = Duration.ofSeconds(5);
    private static final String JSON = "application/json";
    private static final String AS = ";as=APIGroupDiscoveryList";
    private static final String ACCEPTED =
            JSON + ";g=apidiscovery.k8s.io;v=v2" + AS + "," + JSON + ";g=apidiscovery.k8s.io;v=v2beta1" + AS;
    /// Who asks for the old form; unlike for the new one, in no group.
    private static final Caller SELF = Caller.component("system:kube-aggregator", List.of(), "kube-apiserver");

    private BackendDiscovery() {}

    /// What a backend told.
    ///
    /// @param tag of the document, to ask whether it has changed; empty when there is none
    record Told(ObjectNode version, String tag) {}

    /// @param before what it told last
    /// @throws UnreachableException when it does not tell
    static Told ask(BackendCalls calls, Backend backend, Optional<Told> before) throws UnreachableException {
        Fetched fetched =
                calls.fetch(backend, BackendProbe.SELF, Passed.get("/apis", fields(ACCEPTED, before), WITHIN));
        if (fetched.code() == HttpURLConnection.HTTP_NOT_MODIFIED && before.isPresent()) {
            return before.get();
        }
        if (fetched.code() == HttpURLConnection.HTTP_UNAVAILABLE) {
            throw new UnreachableException(
                    "service %s returned non-success response code: %d".formatted(backend.service(), fetched.code()));
        }
        if (fetched.code() == HttpURLConnection.HTTP_OK && isAggregated(fetched.type())) {
            ObjectNode version = VersionDocuments.ofAggregated(read(fetched), backend.group(), backend.version())
                    .orElseGet(() -> VersionDocuments.empty(backend.version()));
            return new Told(version, fetched.tag());
        }
        Fetched legacy = calls.fetch(backend, SELF, Passed.get(backend.path(), fields(JSON, Optional.empty()), WITHIN));
        if (legacy.code() != HttpURLConnection.HTTP_OK) {
            throw new UnreachableException(
                    "failed to download legacy discovery for %s: code %d".formatted(backend.path(), legacy.code()));
        }
        return new Told(VersionDocuments.ofLegacy(read(legacy), backend.version()), "");
    }

    private static Map<String, List<String>> fields(String accept, Optional<Told> before) {
        String tag = before.map(Told::tag).orElse("");
        return tag.isEmpty()
                ? Map.of("Accept", List.of(accept))
                : Map.of("Accept", List.of(accept), "If-None-Match", List.of(tag));
    }

    private static boolean isAggregated(String type) {
        return type.startsWith(JSON)
                && type.contains("g=apidiscovery.k8s.io")
                && type.contains("as=APIGroupDiscoveryList");
    }

    private static ObjectNode read(Fetched fetched) throws UnreachableException {
        try {
            return Json.readObject(fetched.body());
        } catch (JsonSyntaxException e) {
            throw new UnreachableException(String.valueOf(e.getMessage()));
        }
    }
}
