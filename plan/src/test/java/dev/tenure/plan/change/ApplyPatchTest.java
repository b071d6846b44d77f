package dev.tenure.plan.change;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.controllers.tainteviction.stay.Semantics;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.sim.scenario.Manifests;
import dev.tenure.sim.world.ClusterSettings;
import dev.tenure.sim.world.SimulatedCluster;
import dev.tenure.sim.world.StoredForms;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// Manifests applied one after the other, as `kubectl apply` would, to a server.
class ApplyPatchTest {
    private static final String SERVICE = """
        apiVersion: v1
        kind: Service
        metadata: {name: web%s}
        spec: {selector: {app: web}, ports: [%s]}
        """;

    private final SimulatedCluster cluster = new SimulatedCluster(ClusterSettings.standard(1, Semantics.DOCUMENTED));
    private final ChangePlayer player = new ChangePlayer(cluster, new StoredForms());

    private JsonNode apply(ResourceType type, String manifest) {
        player.play(new Change.Apply(Manifests.read(manifest), "default"), _ -> Optional.empty());
        return stored(type);
    }

    private JsonNode stored(ResourceType type) {
        if (cluster.client().get(type, "default", "web") instanceof ApiReply.One one) {
            return Json.readObject(one.object().json());
        }
        throw new AssertionError("it is not there");
    }

    private static String web(String finalizers, String strategy, String label, String ports, String volume) {
        return """
            apiVersion: apps/v1
            kind: Deployment
            metadata: {name: web, namespace: default%s}
            spec:
              selector: {matchLabels: {app: web}}
              %s
              template:
                metadata: {labels: {app: web%s}}
                spec:
                  containers: [{name: main, image: web, ports: [%s]}]
                  volumes: [{name: data, %s}]
            """.formatted(finalizers, strategy, label, ports, volume);
    }

    @Test
    void whatTheLastManifestHadAndThisOneHasNotGoes() {
        apply(ResourceTypes.DEPLOYMENTS, web("", "", ", extra: x", "", "emptyDir: {}"));

        JsonNode after = apply(ResourceTypes.DEPLOYMENTS, web("", "", "", "", "emptyDir: {}"));

        assertThat(after.at("/spec/template/metadata/labels").has("extra")).isFalse();
        assertThat(after.at("/spec/template/metadata/labels/app").asText()).isEqualTo("web");
    }

    @Test
    void elementsOfListsAreToldApartByTheKeyThatTheSchemaHas() {
        String http = "{name: http, containerPort: 80}";
        String metrics = "{name: metrics, containerPort: 9090}";
        apply(ResourceTypes.DEPLOYMENTS, web("", "", "", http + ", " + metrics, "emptyDir: {}"));
        apply(ResourceTypes.SERVICES, SERVICE.formatted("", "{name: http, port: 80}, {name: metrics, port: 90}"));

        JsonNode web = apply(ResourceTypes.DEPLOYMENTS, web("", "", "", http, "emptyDir: {}"));
        JsonNode service = apply(ResourceTypes.SERVICES, SERVICE.formatted("", "{name: http, port: 80}"));

        assertThat(web.at("/spec/template/spec/containers/0/ports")).hasSize(1);
        assertThat(service.at("/spec/ports")).hasSize(1);
        assertThat(service.at("/spec/ports/0/name").asText()).isEqualTo("http");
    }

    @Test
    void aUnionKeepsOnlyWhatIsAppliedWhenItChanges() {
        apply(ResourceTypes.DEPLOYMENTS, web("", "", "", "", "emptyDir: {}"));

        JsonNode recreated =
                apply(ResourceTypes.DEPLOYMENTS, web("", "strategy: {type: Recreate}", "", "", "configMap: {name: c}"));

        assertThat(recreated.at("/spec/strategy").has("rollingUpdate")).isFalse();
        assertThat(recreated.at("/spec/template/spec/volumes/0").has("emptyDir"))
                .isFalse();
        assertThat(recreated.at("/spec/template/spec/volumes/0/configMap/name").asText())
                .isEqualTo("c");
    }

    @Test
    void aUnionThatStaysKeepsWhatOthersSetInIt() {
        String rolling = "strategy: {type: RollingUpdate}";
        JsonNode before = apply(ResourceTypes.DEPLOYMENTS, web("", rolling, "", "", "emptyDir: {}"));
        String surge = before.at("/spec/strategy/rollingUpdate/maxSurge").asText();

        JsonNode after = apply(ResourceTypes.DEPLOYMENTS, web("", rolling, ", more: x", "", "emptyDir: {}"));

        assertThat(surge).isEqualTo("25%");
        assertThat(after.at("/spec/strategy")).isEqualTo(before.at("/spec/strategy"));
    }

    @Test
    void ofListsOfWordsOnlyWhatWasAppliedGoes() {
        String both = ", finalizers: [example.com/a, example.com/b]";
        apply(ResourceTypes.SERVICES, SERVICE.formatted(both, "{port: 80}"));

        JsonNode after =
                apply(ResourceTypes.SERVICES, SERVICE.formatted(", finalizers: [example.com/b]", "{port: 80}"));

        assertThat(after.at("/metadata/finalizers")).hasSize(1);
        assertThat(after.at("/metadata/finalizers/0").asText()).isEqualTo("example.com/b");
    }

    @Test
    void theObjectNotesItsManifestSoThatKubectlCanGoOnWithIt() {
        JsonNode stored = apply(ResourceTypes.SERVICES, SERVICE.formatted("", "{port: 80}"));

        String noted = stored.at("/metadata/annotations")
                .path("kubectl.kubernetes.io/last-applied-configuration")
                .asText();
        assertThat(noted)
                .isEqualTo(
                        "{\"apiVersion\":\"v1\",\"kind\":\"Service\",\"metadata\":{\"annotations\":{},\"name\":\"web\","
                                + "\"namespace\":\"default\"},\"spec\":{\"ports\":[{\"port\":80}],\"selector\":{\"app\":\"web\"}}}\n");
    }
}
