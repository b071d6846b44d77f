package dev.tenure.apiserver.http.page;

import dev.tenure.apiserver.aggregation.AggregatedView;
import dev.tenure.apiserver.http.exchange.Exchange;
import dev.tenure.apiserver.negotiate.Accept;
import dev.tenure.apiserver.negotiate.Renderer;
import dev.tenure.apiserver.negotiate.Renderer.Rendered;
import dev.tenure.apiserver.negotiate.Representation;
import dev.tenure.apiserver.openapi.Discovery;
import dev.tenure.apiserver.registry.KindTable;
import dev.tenure.apiserver.registry.RefusedException;
import dev.tenure.apiserver.registry.Statuses;
import dev.tenure.runtime.loop.DerivedPair;
import dev.tenure.runtime.loop.Published;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.json.PrettyJson;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/// `/api`, `/apis` and what lies below them down to the list of a version's resources.
public final class DiscoveryPages {
    private static final List<String> OFFERED =
            List.of("application/json", "application/yaml", "application/vnd.kubernetes.protobuf");
    private static final String JSON = "application/json";
    private static final String AGGREGATED_TYPE =
            "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList";
    private static final String NOT_CACHED = "no-cache, private";
    private static final List<String> OTHER_PATHS = List.of(
            OpenIdPages.CONFIGURATION,
            OpenIdPages.KEYS,
            MetricsPage.COMPONENTS,
            MetricsPage.HEALTH,
            StatusPages.STATUS,
            StatusPages.FLAGS,
            "/apis/",
            "/openapi/v2",
            "/openapi/v3",
            "/openapi/v3/",
            "/version");

    private final Published<KindTable> kinds;
    private final DerivedPair<KindTable, AggregatedView, Discovery> discovery;
    private final List<String> health;

    /// @param elsewhere what other servers answer for
    /// @param health the paths of that
    public DiscoveryPages(Published<KindTable> kinds, Published<AggregatedView> elsewhere, List<String> health) {
        this.kinds = kinds;
        this.discovery = new DerivedPair<>(kinds, elsewhere, Discovery::new);
        this.health = List.copyOf(health);
    }

    /// @return whether the path is one of discovery
    public boolean answer(Exchange exchange) throws IOException {
        String path = exchange.path();
        switch (path) {
            case "/", "/index.html" ->
                exchange.answer(200, JSON, PrettyJson.write(paths()).getBytes(StandardCharsets.UTF_8));
            case "/api" -> root(exchange, discovery.get().core(), versions(exchange));
            case "/apis" ->
                root(exchange, discovery.get().named(), discovery.get().groupList());
            case "/api/", "/api//" -> plain(exchange, Optional.of(versions(exchange)), true);
            case "/apis/" -> plain(exchange, Optional.of(discovery.get().groupList()), false);
            default -> {
                return below(exchange, path.split("/"));
            }
        }
        return true;
    }

    /// What is served, besides the objects themselves.
    private ObjectNode paths() {
        var paths = new TreeSet<>(OTHER_PATHS);
        paths.addAll(health);
        paths.addAll(discovery.get().paths());
        ObjectNode root = Json.object();
        paths.forEach(root.putArray("paths")::add);
        return root;
    }

    private ObjectNode versions(Exchange exchange) {
        return discovery.get().versions(exchange.localAddress());
    }

    private boolean below(Exchange exchange, String[] parts) throws IOException {
        if (parts.length == 3 && parts[1].equals("api")) {
            plain(exchange, discovery.get().resources("", parts[2]), true);
            return true;
        }
        if (parts.length < 3
                || !parts[1].equals("apis")
                || discovery.get().group(parts[2]).isEmpty()) {
            return false;
        }
        if (parts.length == 3) {
            plain(exchange, discovery.get().group(parts[2]), false);
        } else {
            version(exchange, parts[2], parts[3]);
        }
        return true;
    }

    /// What was defined at run time is behind no router.
    private void version(Exchange exchange, String group, String version) throws IOException {
        Optional<ObjectNode> resources = discovery.get().resources(group, version);
        boolean routed = kinds.get().hasBuiltIn(group);
        if (!routed && resources.isEmpty()) {
            throw new RefusedException(Statuses.noPage());
        }
        plain(exchange, resources, routed);
    }

    private void root(Exchange exchange, Discovery.Aggregated aggregated, ObjectNode legacy) throws IOException {
        Accept accept = Accept.parse(exchange.header("Accept"));
        if (accept.clauses().stream().anyMatch(DiscoveryPages::aggregated)) {
            exchange.setHeader("Vary", "Accept");
            exchange.setHeader("Cache-Control", "public");
            String etag = "\"" + aggregated.etag() + "\"";
            exchange.setHeader("ETag", etag);
            if (exchange.header("If-None-Match").equals(etag)) {
                exchange.answer(304, "", new byte[0]);
            } else {
                exchange.answer(200, AGGREGATED_TYPE, aggregated.json());
            }
            return;
        }
        exchange.setHeader("Cache-Control", NOT_CACHED);
        plain(exchange, Optional.of(legacy), exchange.path().equals("/api"));
    }

    private static boolean aggregated(Accept.Clause clause) {
        return clause.type().equals(JSON)
                && clause.parameter("g").equals("apidiscovery.k8s.io")
                && clause.parameter("v").equals("v2")
                && clause.parameter("as").equals("APIGroupDiscoveryList");
    }

    /// @param routed whether upstream's router refuses what the path does not give, in its own words
    private void plain(Exchange exchange, Optional<ObjectNode> document, boolean routed) throws IOException {
        if (routed && document.isPresent() && !exchange.method().equals("GET")) {
            throw new RefusedException(Statuses.methodNotAllowed());
        }
        Representation wanted =
                Accept.parse(exchange.header("Accept")).chooseWhole(routed ? OFFERED : List.of(), exchange.pretty());
        ObjectNode found = document.orElseThrow(() -> new RefusedException(Statuses.unknownPath()));
        Rendered rendered = Renderer.written(200, found, wanted);
        exchange.answer(rendered.code(), rendered.contentType(), rendered.body());
    }
}
