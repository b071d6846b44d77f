package dev.tenure.client.informer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.client.ClusterClient;
import dev.tenure.model.meta.Caller;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.runtime.loop.SimulatedWorld;
import dev.tenure.testkit.cluster.MemoryApi;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class DefinedTypesTest {
    private final SimulatedWorld world = new SimulatedWorld(Instant.parse("2026-01-01T00:00:00Z"));
    private final SimulatedWorld.SimulatedLoop loop = world.loop("types");
    private final MemoryApi api = new MemoryApi(DefinedTypes.DEFINITIONS);
    private final List<String> heard = new ArrayList<>();
    private final DefinedTypes types = new DefinedTypes(
            new SharedInformers(loop, new ClusterClient(api, Caller.component("types", List.of(), "test"))),
            List.of(ResourceTypes.NODES),
            new DefinedTypes.Listener() {
                @Override
                public void added(ResourceType type) {
                    heard.add("+" + type.qualifiedResource() + "/" + type.version());
                }

                @Override
                public void removed(ResourceType type) {
                    heard.add("-" + type.qualifiedResource() + "/" + type.version());
                }
            });

    /// @param versions each served when it ends with `+`
    private void define(String group, String plural, boolean established, String... versions) {
        ObjectNode definition = Json.object();
        definition.putObject("metadata").put("name", plural + "." + group);
        ObjectNode spec = definition.putObject("spec").put("group", group).put("scope", "Namespaced");
        for (String version : versions) {
            spec.withArray("/versions")
                    .addObject()
                    .put("name", version.replace("+", ""))
                    .put("served", version.endsWith("+"));
        }
        ObjectNode status = definition.putObject("status");
        status.putObject("acceptedNames").put("plural", plural).put("kind", "Thing");
        status.putArray("conditions")
                .addObject()
                .put("type", "Established")
                .put("status", established ? "True" : "False");
        api.put(DefinedTypes.DEFINITIONS, "", definition);
        world.settle();
    }

    private void start() {
        loop.post("start", types::start);
        world.settle();
    }

    @Test
    void aKindIsThereFromItsEstablishmentToTheEndOfItsDefinition() {
        start();
        define("example.com", "things", false, "v1+");
        assertThat(heard).isEmpty();
        define("example.com", "things", true, "v1+");
        assertThat(types.types()).extracting(ResourceType::kind).containsExactly("Node", "Thing");
        api.remove(DefinedTypes.DEFINITIONS, "", "things.example.com");
        world.settle();
        assertThat(heard).containsExactly("+things.example.com/v1", "-things.example.com/v1");
        assertThat(types.types()).containsExactly(ResourceTypes.NODES);
    }

    private static final ResourceType FLUNDERS =
            new ResourceType("wardle.example.com", "v1", "flunders", "Flunder", ResourceType.Scope.NAMESPACED);

    private void discover(DiscoveredKinds kinds) {
        loop.post("discover", () -> types.discovered(kinds));
        world.settle();
    }

    @Test
    void kindsOfOtherServersComeAndGoWithDiscoveryUnlessItFails() {
        start();
        discover(new DiscoveredKinds(List.of(FLUNDERS), Map.of(), List.of()));
        discover(new DiscoveredKinds(List.of(), Map.of("wardle.example.com/v1", "away"), List.of()));
        assertThat(types.types()).containsExactly(ResourceTypes.NODES, FLUNDERS);
        discover(DiscoveredKinds.NONE);
        assertThat(heard).containsExactly("+flunders.wardle.example.com/v1", "-flunders.wardle.example.com/v1");
    }

    @Test
    void whatADefinitionDefinesIsNotNotedTwice() {
        start();
        var things = new ResourceType("example.com", "v1", "things", "Thing", ResourceType.Scope.NAMESPACED);
        define("example.com", "things", true, "v1+");
        discover(new DiscoveredKinds(List.of(things), Map.of(), List.of()));
        assertThat(heard).containsExactly("+things.example.com/v1");
    }

    @Test
    void theBestServedVersionCountsAndAnotherIsAnotherType() {
        start();
        define("example.com", "things", true, "v1beta1+", "v1+", "v2+", "v3");
        define("example.com", "things", true, "v1beta1+", "v1+", "v2", "v3");
        assertThat(heard).containsExactly("+things.example.com/v2", "-things.example.com/v2", "+things.example.com/v1");
    }

    @Test
    void aDefinitionThatChangesNothingOfTheTypeIsNotHeardOf() {
        start();
        define("example.com", "things", true, "v1+");
        define("example.com", "things", true, "v1+", "v2");
        assertThat(heard).containsExactly("+things.example.com/v1");
    }

    @Test
    void noDefinitionTakesTheNameOfAKindThatIsAlwaysThere() {
        start();
        define("", "nodes", true, "v1+");
        assertThat(heard).isEmpty();
        assertThat(types.types()).containsExactly(ResourceTypes.NODES);
    }

    @Test
    void aDefinitionWithNothingServedDefinesNothing() {
        start();
        define("example.com", "things", true, "v1");
        assertThat(DefinedTypes.of(api.all(DefinedTypes.DEFINITIONS))).isEmpty();
        assertThat(heard).isEmpty();
    }
}
