package dev.tenure.sim.controllers.workload;

import dev.tenure.controllers.tainteviction.stay.Semantics;
import dev.tenure.model.apps.Deployment;
import dev.tenure.model.meta.ApiEndpoint;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ApiRequest;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.Status;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.model.meta.WatchReply;
import dev.tenure.rules.feature.FeatureGate;
import dev.tenure.rules.feature.FeatureGates;
import dev.tenure.sim.stage.Stage;
import dev.tenure.sim.stage.StageManifests;
import dev.tenure.sim.world.ClusterParts;
import dev.tenure.sim.world.ClusterSettings;
import dev.tenure.sim.world.Component;
import dev.tenure.sim.world.Observer;
import dev.tenure.sim.world.Substitutes;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// A simulated cluster with servers of metrics, which measure what a story says. Confined to one thread.
final class AutoscalerStage {
    private final Map<String, String> answers = new TreeMap<>();
    private final List<String> asked = new ArrayList<>();
    final Stage stage;
    private Optional<Integer> milli = Optional.of(100);
    private boolean metricsAreServed = true;

    AutoscalerStage(Map<FeatureGate, Boolean> gates) {
        ClusterSettings settings =
                ClusterSettings.standard(1, Semantics.DOCUMENTED).withGates(new FeatureGates(gates));
        var parts = new ClusterParts(List.of(), 1, Observer.NOBODY, new Metered(), true);
        stage = new Stage(settings, parts).nodes("a", 3);
        stage.cluster().startScheduler();
        stage.at(30).begin();
    }

    /// From now on each pod uses so many thousandths of a processor.
    void uses(int milliOfEach) {
        milli = Optional.of(milliOfEach);
    }

    /// From now on nobody measures pods.
    void measuresNothing() {
        milli = Optional.empty();
    }

    /// From now on there is no server that measures pods.
    void servesNoMetrics() {
        metricsAreServed = false;
    }

    /// What a server of other metrics says.
    ///
    /// @param resource as `external.metrics.k8s.io/jobs`
    void answers(String resource, String document) {
        answers.put(resource, document.replace('\'', '"'));
    }

    /// What servers of other metrics were asked.
    List<String> asked() {
        return asked;
    }

    /// A Deployment whose pods request 200 thousandths each.
    void deployment(String name, int replicas) {
        stage.create(ResourceTypes.DEPLOYMENTS, StageManifests.json("""
            {'metadata': {'name': '%1$s'}, 'spec': {'replicas': %2$d, 'selector': {'matchLabels': {'app': '%1$s'}},
             'template': {'metadata': {'labels': {'app': '%1$s'}}, 'spec': {'containers': [
               {'name': 'main', 'image': 'registry.test/app:1', 'resources': {'requests': {'cpu': '200m'}}}]}}}}
            """.formatted(name, replicas)));
    }

    /// An autoscaler of a Deployment.
    ///
    /// @param spec further fields of the spec
    void autoscaler(String name, String deployment, String spec) {
        stage.create(
                ResourceTypes.HORIZONTAL_POD_AUTOSCALERS, StageManifests.json("""
            {'metadata': {'name': '%s'}, 'spec': {
             'scaleTargetRef': {'apiVersion': 'apps/v1', 'kind': 'Deployment', 'name': '%s'}, %s}}
            """.formatted(name, deployment, spec)));
    }

    /// What Events of a reason said.
    List<String> events(String reason) {
        return stage.events(reason).stream()
                .map(event -> event.substring(reason.length() + 2))
                .toList();
    }

    int replicas(String deployment) {
        return stage.find(ResourceTypes.DEPLOYMENTS, deployment)
                .orElseThrow()
                .view(Deployment.class)
                .replicas();
    }

    JsonNode status(String name) {
        StoredObject stored =
                stage.find(ResourceTypes.HORIZONTAL_POD_AUTOSCALERS, name).orElseThrow();
        return Json.readObject(stored.json()).path("status");
    }

    /// A condition as `True Reason: message`.
    String condition(String name, String type) {
        for (JsonNode condition : status(name).path("conditions")) {
            if (condition.path("type").asText().equals(type)) {
                return "%s %s: %s"
                        .formatted(
                                condition.path("status").asText(),
                                condition.path("reason").asText(),
                                condition.path("message").asText());
            }
        }
        return "";
    }

    private final class Metered implements Substitutes {
        @Override
        public ApiEndpoint endpoint(Component component, ApiEndpoint endpoint) {
            return component == Component.CONTROLLERS ? new Servers(endpoint) : endpoint;
        }
    }

    private final class Servers implements ApiEndpoint {
        private final ApiEndpoint server;

        private Servers(ApiEndpoint server) {
            this.server = server;
        }

        @Override
        public ApiReply call(ApiRequest request) {
            ApiRequest.Target target = request.target();
            if (target.group().equals("metrics.k8s.io") && metricsAreServed) {
                return milli.isPresent()
                        ? new ApiReply.Document(200, pods(request, milli.get()), List.of())
                        : new ApiReply.Failure(new Status(503, "", "service unavailable", Optional.empty()), List.of());
            }
            if (!target.group().endsWith(".metrics.k8s.io")) {
                return server.call(request);
            }
            asked.add(target + " " + new TreeMap<>(request.query()));
            String document = answers.get(target.group() + "/" + target.resource());
            return document == null
                    ? server.call(request)
                    : new ApiReply.Document(200, document.getBytes(StandardCharsets.UTF_8), List.of());
        }

        @Override
        public WatchReply watch(ApiRequest request) {
            return server.watch(request);
        }

        private byte[] pods(ApiRequest request, int used) {
            Instant now = stage.cluster().world().wall();
            ObjectNode list = Json.object();
            var items = list.putArray("items");
            var query =
                    Map.of("labelSelector", request.parameter("labelSelector").orElse(""));
            if (stage.client().list(ResourceTypes.PODS, request.target().namespace(), query)
                    instanceof ApiReply.Many many) {
                for (StoredObject pod : many.items()) {
                    ObjectNode item =
                            items.addObject().put("timestamp", now.toString()).put("window", "15s");
                    item.putObject("metadata").put("name", pod.key().name());
                    item.putArray("containers")
                            .addObject()
                            .put("name", "main")
                            .putObject("usage")
                            .put("cpu", used + "m");
                }
            }
            return Json.write(list);
        }
    }
}
