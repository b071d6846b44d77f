package dev.tenure.controllers.stage;

import dev.tenure.client.ClusterClient;
import dev.tenure.client.informer.ControllerContext;
import dev.tenure.model.meta.ApiRequest;
import dev.tenure.model.meta.ApiRequest.Target;
import dev.tenure.model.meta.ApiRequest.Verb;
import dev.tenure.model.meta.Caller;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.Status;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.runtime.loop.SimulatedWorld;
import dev.tenure.testkit.cluster.MemoryApi;
import dev.tenure.wire.json.Document;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.yaml.Yaml;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;

/// One controller in front of a cluster in memory, on virtual time. What is done to the cluster has been
/// noticed, and what the controller makes of it has been written, when a method returns. For one thread.
public final class LoopStage {
    private static final Set<Verb> READS = Set.of(Verb.GET, Verb.LIST, Verb.WATCH);

    private final SimulatedWorld world = new SimulatedWorld(Instant.parse("2026-01-01T00:00:00Z"));
    private final SimulatedWorld.SimulatedLoop loop = world.loop("controller");
    private final MemoryApi api;
    private final ControllerContext context;
    private int told;

    /// @param types the kinds that the cluster serves, besides events
    public LoopStage(ResourceType... types) {
        this.api = new MemoryApi(
                Stream.concat(Stream.of(types), Stream.of(ResourceTypes.EVENTS)).toArray(ResourceType[]::new));
        this.context =
                ControllerContext.alone(loop, new ClusterClient(api, Caller.component("tested", List.of(), "test")));
    }

    public ControllerContext context() {
        return context;
    }

    public MemoryApi api() {
        return api;
    }

    /// Lets the controller begin.
    public void begin(Runnable start) {
        loop.post("start", start);
        world.settle();
    }

    public void advance(Duration span) {
        world.advance(span);
    }

    /// Writes an object as somebody else does.
    ///
    /// @param yaml the whole object; its namespace stands in it
    public void put(ResourceType type, String yaml) {
        ObjectNode object = Json.readObject(
                Json.write(Yaml.read(yaml.getBytes(StandardCharsets.UTF_8)).value()));
        api.put(type, object.path("metadata").path("namespace").asText(""), object);
        world.settle();
    }

    /// Changes an object as somebody else does.
    public void edit(ResourceType type, String namespace, String name, Consumer<ObjectNode> change) {
        ObjectNode tree = tree(api.get(type, namespace, name).orElseThrow());
        change.accept(tree);
        api.put(type, namespace, tree);
        world.settle();
    }

    /// Deletes an object as somebody else does.
    public void remove(ResourceType type, String namespace, String name) {
        api.remove(type, namespace, name);
        world.settle();
    }

    /// From now on writes of a kind are refused.
    public void refuseWrites(ResourceType type, Status why) {
        api.refuse(request ->
                !READS.contains(request.verb()) && request.target().resource().equals(type.resource())
                        ? Optional.of(why)
                        : Optional.empty());
    }

    /// From now on nothing is refused.
    public void refuseNothing() {
        api.refuse(_ -> Optional.empty());
    }

    /// An object as it stands in the cluster.
    public JsonNode the(ResourceType type, String namespace, String name) {
        return tree(api.get(type, namespace, name).orElseThrow());
    }

    /// All objects of a kind as they stand in the cluster, in order of key.
    public List<ObjectNode> all(ResourceType type) {
        return api.all(type).stream().map(LoopStage::tree).toList();
    }

    private static ObjectNode tree(StoredObject object) {
        return Document.of(object.content()).tree().deepCopy();
    }

    /// What the controller has written since the last call, as `patch nodes node-1` or `create pods default`;
    /// events apart.
    public List<String> writes() {
        return sinceLast().map(LoopStage::line).toList();
    }

    private Stream<ApiRequest> sinceLast() {
        List<ApiRequest> all = api.requests();
        List<ApiRequest> fresh = all.subList(told, all.size());
        told = all.size();
        return fresh.stream()
                .filter(request -> !READS.contains(request.verb()))
                .filter(request -> !request.target().resource().equals(ResourceTypes.EVENTS.resource()));
    }

    private static String line(ApiRequest request) {
        Target about = request.target();
        String where = Stream.of(about.namespace(), about.name(), about.subresource())
                .filter(part -> !part.isEmpty())
                .reduce((first, second) -> first + "/" + second)
                .orElse("");
        return (request.verb().name().toLowerCase(Locale.ROOT) + " " + about.resource() + " " + where).strip();
    }

    /// The reasons and messages of the events so far, in order.
    public List<String> events() {
        return all(ResourceTypes.EVENTS).stream()
                .map(event -> event.path("reason").asText() + ": "
                        + event.path("message").asText(event.path("note").asText()))
                .toList();
    }
}
