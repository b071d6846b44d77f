package dev.tenure.sim.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.client.ClusterClient;
import dev.tenure.client.election.Candidate;
import dev.tenure.client.election.ElectionConfiguration;
import dev.tenure.client.election.LeaderElector;
import dev.tenure.controllers.tainteviction.stay.Semantics;
import dev.tenure.model.core.Pod;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ApiRequest;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.scheduler.SchedulerLoop;
import dev.tenure.scheduler.config.SchedulerConfiguration;
import dev.tenure.sim.stage.Rights;
import dev.tenure.sim.stage.StageManifests;
import dev.tenure.sim.world.ClusterSettings;
import dev.tenure.sim.world.SimulatedCluster;
import dev.tenure.wire.json.Document;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/// The scheduler under the rights of `deploy/scheduler.yaml` alone.
class SchedulerLeastRightsTest {
    private static final String KUBE_SYSTEM = "kube-system";

    private final SimulatedCluster cluster = new SimulatedCluster(ClusterSettings.standard(1, Semantics.DOCUMENTED));
    private final ClusterClient admin = cluster.client();
    private final Rights rights = new Rights(cluster.endpoint());

    private void create(ResourceType type, String namespace, ObjectNode object) {
        ApiReply reply = admin.create(type, namespace, Document.of(object));
        assertThat(reply).isNotInstanceOf(ApiReply.Failure.class);
    }

    private void pod(Wish wish) {
        create(ResourceTypes.PODS, "default", wish.manifest());
    }

    private static Wish wish(String name, int milliCpu, int priority) {
        return new Wish(name, "app", milliCpu, Set.of(), "", 0, false, priority, false);
    }

    private Pod see(String name) {
        ApiReply reply = admin.get(ResourceTypes.PODS, "default", name);
        assertThat(reply).isInstanceOf(ApiReply.One.class);
        return ((ApiReply.One) reply).object().view(Pod.class);
    }

    private void claimDevice() {
        create(ResourceTypes.DEVICE_CLASSES, "", StageManifests.json("""
                {'metadata': {'name': 'any'}, 'spec': {'extendedResourceName': 'example.com/any'}}
                """));
        create(ResourceTypes.RESOURCE_SLICES, "", StageManifests.json("""
                {'metadata': {'name': 's'}, 'spec': {'driver': 'd.example.com', 'allNodes': true, 'devices':
                 [{'name': 'd'}, {'name': 'e'}], 'pool': {'name': 'p', 'generation': 1, 'resourceSliceCount': 1}}}
                """));
        create(ResourceTypes.RESOURCE_CLAIMS, "default", StageManifests.json("""
                {'metadata': {'name': 'c'}, 'spec': {'devices': {'requests':
                 [{'name': 'q', 'exactly': {'deviceClassName': 'any'}}]}}}
                """));
        create(ResourceTypes.PODS, "default", StageManifests.json("""
                {'metadata': {'name': 'claiming'}, 'spec': {'containers': [{'name': 'c', 'image': 'i'}],
                 'resourceClaims': [{'name': 'r', 'resourceClaimName': 'c'}]}}
                """));
        create(ResourceTypes.PODS, "default", StageManifests.json("""
                {'metadata': {'name': 'asking'}, 'spec': {'containers': [{'name': 'c', 'image': 'i', 'resources':
                 {'requests': {'example.com/any': 1}, 'limits': {'example.com/any': 1}}}]}}
                """));
    }

    @Test
    void rightsInDeployAreAllThatTheSchedulerNeeds() throws IOException {
        Rights.grant(admin, Rights.read("scheduler.yaml"));
        ObjectNode account = Json.object();
        account.putObject("metadata").put("name", "default");
        create(ResourceTypes.SERVICE_ACCOUNTS, "default", account);
        ObjectNode important = Json.object().put("value", 1000);
        important.putObject("metadata").put("name", "p1000");
        create(ResourceTypes.PRIORITY_CLASSES, "", important);
        var node = new NodeHistory.State("n", "zone-0", 2_000, false, Map.of());
        create(ResourceTypes.NODES, "", node.manifest());
        var open = Json.object();
        open.putObject("spec").putNull("taints");
        admin.patch(
                ResourceTypes.NODES, "", "n", "", new ApiRequest.Body(ApiRequest.Body.MERGE_PATCH, Json.write(open)));

        ClusterClient client = rights.client("tenure-scheduler");
        var loop = cluster.world().loop("scheduler");
        var scheduler = new SchedulerLoop(
                loop, client, SchedulerConfiguration.standard(new Random(1)), new PrometheusRegistry(), "test");
        var elector = new LeaderElector(
                loop,
                client,
                ElectionConfiguration.standard(KUBE_SYSTEM, "kube-scheduler", "me"),
                new Candidate() {
                    @Override
                    public void elected() {
                        scheduler.start();
                    }

                    @Override
                    public void lost() {
                        throw new IllegalStateException("nobody else stands");
                    }
                },
                new Random(1));
        loop.post("start", elector::start);
        pod(wish("lesser", 2_000, 0));
        cluster.advance(Duration.ofSeconds(10));
        assertThat(see("lesser").spec().nodeName()).isEqualTo("n");
        pod(wish("greater", 2_000, 1000));
        cluster.advance(Duration.ofSeconds(60));
        assertThat(see("lesser").meta().deleting()).isTrue();
        assertThat(see("greater").status().nominatedNodeName()).isEqualTo("n");
        admin.delete(
                ResourceTypes.PODS,
                "default",
                "lesser",
                Document.of(Json.object().put("gracePeriodSeconds", 0)));
        cluster.advance(Duration.ofSeconds(20));
        assertThat(see("greater").spec().nodeName()).isEqualTo("n");
        claimDevice();
        cluster.advance(Duration.ofSeconds(20));
        assertThat(see("claiming").spec().nodeName()).isEqualTo("n");
        assertThat(see("asking").spec().nodeName()).isEqualTo("n");
        assertThat(admin.list(ResourceTypes.EVENTS, "default", Map.of()))
                .isInstanceOfSatisfying(
                        ApiReply.Many.class,
                        events -> assertThat(events.items()).hasSizeGreaterThanOrEqualTo(4));
        assertThat(rights.refused()).isEmpty();
    }
}
