package dev.tenure.apiserver.http.page;

import dev.tenure.apiserver.http.exchange.Exchange;
import dev.tenure.apiserver.registry.RefusedException;
import dev.tenure.apiserver.registry.Statuses;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListMap;

/// `/tenure/v1/<component>`: what the components of this process know and no object holds, as read-only JSON:
/// coming evictions, decisions, states of zones. Behind RBAC like any path, absent from discovery;
/// `/tenure/v1` lists the components. Safe for use by several threads.
public final class ComponentPages {
    private static final String ROOT = "/tenure/v1";
    private static final String JSON = "application/json";

    /// What one component shows. Called on request threads, several at once.
    @FunctionalInterface
    public interface ComponentPage {
        /// @param path what follows the component's name, without empty parts
        /// @param query parameters of the request, by name
        /// @return empty when there is no such page
        /// @throws RefusedException when the answer cannot be had, for example because the component is busy
        Optional<JsonNode> answer(List<String> path, Map<String, List<String>> query);
    }

    private final Map<String, ComponentPage> components = new ConcurrentSkipListMap<>();
    private final Map<String, ComponentPage> others = new ConcurrentSkipListMap<>();

    /// Shows a component from now on, in place of the one that had this name.
    public void show(String component, ComponentPage page) {
        components.put(component, page);
    }

    /// Shows what other processes know, where a component of this process of that name has no page, or is not
    /// there.
    public void showElse(String component, ComponentPage page) {
        others.put(component, page);
    }

    /// What stands at a path, for somebody in this process who has asked whether it may be read.
    ///
    /// @param path from `/tenure/v1` on
    /// @return empty when there is no such page
    /// @throws RefusedException when the answer cannot be had
    public Optional<JsonNode> get(String path, Map<String, List<String>> query) {
        if (!isHere(path)) {
            return Optional.empty();
        }
        List<String> parts = parts(path);
        if (parts.isEmpty()) {
            return Optional.of(index());
        }
        return answer(components, parts, query).or(() -> answer(others, parts, query));
    }

    private static Optional<JsonNode> answer(
            Map<String, ComponentPage> pages, List<String> parts, Map<String, List<String>> query) {
        return Optional.ofNullable(pages.get(parts.getFirst()))
                .flatMap(known -> known.answer(parts.subList(1, parts.size()), query));
    }

    private static boolean isHere(String path) {
        return path.equals(ROOT) || path.startsWith(ROOT + "/");
    }

    private static List<String> parts(String path) {
        return Arrays.stream(path.substring(ROOT.length()).split("/", -1))
                .filter(part -> !part.isEmpty())
                .toList();
    }

    /// @return whether the path belongs here
    public boolean answer(Exchange exchange) throws IOException {
        String path = exchange.path();
        if (!isHere(path)) {
            return false;
        }
        if (!exchange.method().equals("GET")) {
            throw new RefusedException(Statuses.methodNotAllowed());
        }
        JsonNode answer = get(path, exchange.query()).orElseThrow(() -> new RefusedException(Statuses.unknownPath()));
        exchange.answer(200, JSON, (answer + "\n").getBytes(StandardCharsets.UTF_8));
        return true;
    }

    private JsonNode index() {
        ObjectNode index = Json.object();
        var names = index.putArray("components");
        components.keySet().forEach(names::add);
        return index;
    }
}
